"""Law 19: what a program holds, and by which of its ends that ends, as the table of docs/hardening.md has it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.laws.tree import ROOT
from tests.sdk.agent.opencode import installed
from tests.sdk.interrupts.fake_agent import served_agent
from tests.sdk.interrupts.runner import environment, served
from tests.waiting import eventually

LONGEST = 10.0
"""Seconds in which everything is gone."""

PAGE = (ROOT / "docs" / "hardening.md").read_text("utf-8")
ENDS = {
    "block left": "block",
    "exception": "exception",
    "SIGINT": "SIGINT",
    "`sys.exit`": "sys.exit",
    "interpreter's exit": "interpreter",
    "SIGTERM": "SIGTERM",
    "SIGTERM and the line": "line",
    "SIGKILL": "SIGKILL",
    "`os._exit`": "os._exit",
}
ROWS = {
    "a turn on a server that runs already": "turn",
    "a turn that was detached": "detached",
    "the server of `opencode.serve`": "server",
    "the port of `stub.serve()`": "port",
    "a file that is being written": "file",
    "threads, pools, connections": "threads",
    "`trivet agent run`: the agent": "agent run",
    "`trivet bus volume`: a temporary folder": "bus volume",
}
SIGNALS = {"SIGINT": signal.SIGINT, "SIGTERM": signal.SIGTERM, "line": signal.SIGTERM, "SIGKILL": signal.SIGKILL}

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that a program could handle"),
]


def table() -> list[list[str]]:
    """Return the rows of the table, with the heading as the first one."""
    section = PAGE.partition("## The end of a program\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", section, re.M)]
    return [rows[0], *rows[2:]]


def cells() -> list[Any]:
    """Return each cell that states something, for each API: the API, the kind, the end and the outcome."""
    heading, *rows = table()
    found: list[Any] = []
    for name, *outcomes in rows:
        what = ROWS[name]
        for end, outcome in zip(heading[1:], outcomes, strict=True):
            for api in ("sync",) if what == "port" or " " in what else ("sync", "async"):
                if outcome != "—":
                    found.append(pytest.param(api, what, ENDS[end], outcome, id=f"{api}, {what}, {ENDS[end]}"))
    return found


def test_table_has_all_rows_and_ends() -> None:
    heading, *rows = table()
    assert (heading[1:], [row[0] for row in rows]) == ([*ENDS], [*ROWS])


@dataclass
class Situation:
    """The surroundings of a program.

    Attributes:
        url: The server.
        env: Its environment.
        is_ready: Whether the program holds what it is to hold.
        is_left: Whether something is left of it.
    """

    is_ready: Callable[[], object]
    is_left: Callable[[], object]
    url: str = ""
    env: dict[str, str] = field(default_factory=dict[str, str])


@contextmanager
def agent_server() -> Generator[Situation]:
    """Serve a server that the program has not started; a prompt waits for a permission."""
    with served_agent() as (fake, url):
        yield Situation(
            lambda: fake.prompts,
            lambda: not any(request.endswith("/abort") for request in fake.requests),
            url,
            {"TRIVET_AGENT_BASE_URL": url, "TRIVET_AGENT_ADAPTER": "opencode"},
        )


@contextmanager
def silent_server(service: str, number: int | bytes, folder: Path, patterns: list[str]) -> Generator[Situation]:
    """Serve a stub that is silent within an answer; files that match a pattern are left, and a process always ends."""
    (folder / "tmp").mkdir()

    def files() -> list[Path]:
        return [path for pattern in patterns for path in folder.glob(pattern)]

    with served(service, number, "begun") as server:
        env = {**server.env, "TMPDIR": str(folder / "tmp")}
        yield Situation(lambda: server.relay.silent.is_set() and (files() or not patterns), files, server.url, env)


@contextmanager
def nothing_served(folder: Path, is_left: Callable[[Path], object]) -> Generator[Situation]:
    """Install a program in the place of `opencode`."""
    program = folder / "opencode"
    program.write_text(f"#!{sys.executable} -S\n{Path(installed.__file__).read_text('utf-8')}", "utf-8")
    program.chmod(0o755)
    out = folder / "out"
    yield Situation(
        lambda: b"ready" in out.read_bytes(), lambda: is_left(folder), "none", {"TMPDIR": str(folder), "FAKE": "works"}
    )


def situation(what: str, folder: Path) -> Any:
    """Return the surroundings for what a program holds."""
    match what:
        case "file":
            return silent_server("chat", 1, folder, ["*.trivet-part"])
        case "threads":
            return silent_server("bus", b"skip=16 ", folder, [])  # the third page, of eight at once; the second arrives
        case "bus volume":
            return silent_server("bus", 2, folder, ["tmp/*"])
        case "server":
            return nothing_served(folder, is_alive)
        case "port":
            return nothing_served(folder, is_listening)
        case _:
            return agent_server()


@pytest.mark.parametrize(("api", "what", "end", "outcome"), cells())
def test_end_has_the_outcome_of_the_table(api: str, what: str, end: str, outcome: str, tmp_path: Path) -> None:
    with situation(what, tmp_path) as around:
        command = {
            "agent run": ["trivet", "agent", "run", "BASH ls", "--otherwise", "wait"],
            "bus volume": ["trivet", "bus", "volume", "by-stop", "--out", str(tmp_path / "volume.csv")],
        }.get(what)
        if command is None:
            wanted = "waits" if end.startswith("SIG") else end
            command = ["tests.sdk.interrupts.holder", api, what, wanted, around.url, str(tmp_path)]
            if what != "file":  # which never ends
                wait_for(around, tmp_path / "out")
        assert end_program(command, end, around, tmp_path), "the program lives on"
        is_ended = eventually(lambda: not around.is_left(), LONGEST if outcome == "ended" else 1.0)
    assert ("ended" if is_ended else "left") == outcome


def wait_for(around: Situation, out: Path) -> None:
    """Wait until the program has written that it holds all it is to hold."""
    is_ready = around.is_ready
    around.is_ready = lambda: b"ready" in out.read_bytes() and is_ready()


def end_program(command: list[str], end: str, around: Situation, folder: Path) -> bool:
    """Run a program until it holds something, and end it; return whether it has ended in time."""
    env = {**environment(around.env), "PYTHONPATH": f"{os.environ.get('PYTHONPATH', '')}:{ROOT}"}
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err
        )
    try:
        assert eventually(lambda: around.is_ready() or process.poll() is not None, 60)
        assert around.is_ready() or end not in SIGNALS, (folder / "err").read_text("utf-8", "replace")
        if end in SIGNALS:
            process.send_signal(SIGNALS[end])
        process.wait(LONGEST)
    except subprocess.TimeoutExpired:
        return False
    finally:
        process.kill()
        process.wait()
    return True


def is_listening(folder: Path) -> bool:
    """Whether the port of the program is open."""
    port = int((folder / "url").read_text("utf-8").rpartition(":")[2].partition("/")[0])
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) == 0


def is_alive(folder: Path) -> bool:
    """Whether the server of the program lives, or its log is left."""
    with suppress(ProcessLookupError):
        os.kill(int((folder / "pid").read_text("utf-8")), 0)
        return True
    return bool([*folder.glob("opencode-*.log")])
