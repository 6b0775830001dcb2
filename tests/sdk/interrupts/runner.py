"""Runs programs and commands against a silent server, and ends them by signals while it is silent."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.sdk.exposure import SecretFinder
from tests.sdk.interrupts.registry import Scenario
from tests.sdk.interrupts.silent_relay import SILENCE, Part, SilentRelay
from trivet_stubs import AgentStub, BusStub, ChatStub

__all__ = ["SECRET", "Ended", "Served", "end_command", "end_program", "end_while_silent", "served"]

SECRET = "k9Zq-interrupted-7731"
ROOT = Path(__file__).resolve().parents[3]

UNTIDY = ("Exception ignored", "was destroyed", "never retrieved", "never awaited", "Fatal Python")
"""Complaints of the interpreter at its exit, where something was left open or failed."""


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a program ended.

    Attributes:
        status: Its exit status.
        silent: Whether it was waiting for the silent server, or in a pause, when the signal was sent.
        faults: What is wrong with its end.
        seconds: From the last signal to its end; for people, not for assertions.
        err: What it wrote to stderr.
    """

    status: int
    silent: bool
    faults: tuple[str, ...]
    seconds: float
    err: str


@dataclass(frozen=True, kw_only=True)
class Served:
    """A stub behind a relay.

    Attributes:
        stub: The stub.
        relay: The relay.
        url: The URL of the relay.
        env: The environment that leads a program to it, and `SECRET`.
    """

    stub: Any
    relay: SilentRelay
    url: str
    env: dict[str, str]


@contextmanager
def served(service: str, silent_at: int | bytes | None, part: Part) -> Generator[Served]:
    """Serve a stub behind a relay."""
    with ExitStack() as stack:
        stub: Any = {
            "bus": lambda: BusStub(account_key=SECRET, page_size=8),
            "chat": ChatStub,
            "agent": lambda: AgentStub(credentials=SECRET),
        }[service]()
        stack.enter_context(stub)
        url = stack.enter_context(stub.serve()).url
        host, _, rest = url.removeprefix("http://").partition(":")
        port, slash, prefix = rest.partition("/")
        relay = SilentRelay(int(port), silent_at=silent_at, part=part)
        stack.enter_context(relay)
        base_url = f"http://{host}:{relay.port}{slash}{prefix}"
        env = {f"TRIVET_{service.upper()}_BASE_URL": base_url, "SECRET": SECRET}
        if service == "bus":
            env["TRIVET_BUS_ACCOUNT_KEY"] = SECRET
        elif service == "chat":
            env["TRIVET_CHAT_TOKEN"] = env["SECRET"] = stub.admin_token
        else:
            env["TRIVET_AGENT_TOKEN"] = SECRET
        yield Served(stub=stub, relay=relay, url=base_url, env=env)


def end_program(api: str, name: str, number: int, part: Part, by: signal.Signals) -> Ended:
    """Run a scenario until the server is silent from a request on, or until a pause, and end it."""
    scenario: Scenario = importlib.import_module(f"tests.sdk.interrupts._{api}.scenarios").SCENARIOS[name]
    command = ["tests.sdk.interrupts.program", api, name, *(["pauses"] if part == "pauses" else [])]
    with served(scenario.service, None if scenario.only_pauses else number, part) as server:
        return end_while_silent(
            command, server.relay, server.env, by, interrupts=scenario.interrupts, pauses=part == "pauses"
        )


def end_command(server: Served, words: Sequence[str], folder: Path) -> Ended:
    """Run a command that waits as long as it takes, until the server is silent, and interrupt it."""
    filled = [word.replace("FOLDER", str(folder)).replace("URL", server.url) for word in words]
    config = folder / "config.toml"
    config.write_text(
        "".join(f"[default.{service}]\ntimeout = 3600\n" for service in ("bus", "chat", "agent")), "utf-8"
    )
    env = {**server.env, "TRIVET_CONFIG": str(config)}
    return end_while_silent(["trivet", *filled], server.relay, env, signal.SIGINT, interrupts=2)


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment without settings of trivet and of proxies, with some variables."""
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith("TRIVET_") and "proxy" not in name
    }
    return {**inherited, "COLUMNS": "100", "PAGER": "cat", "TRIVET_CONFIG": os.devnull, **env}


def end_while_silent(
    command: Sequence[str],
    relay: SilentRelay,
    env: Mapping[str, str],
    by: signal.Signals,
    *,
    interrupts: int = 1,
    pauses: bool = False,
) -> Ended:
    """Run a command until the server is silent, and send it signals; the silence is the only limit of its end."""
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        with out.open("wb") as stdout, err.open("wb") as stderr:
            process = subprocess.Popen(
                # Without -W error: a signal between two bytecodes may leave a socket to the garbage collector.
                [sys.executable, "-m", *command],
                cwd=folder,  # where commands leave their journals
                env={**environment(env), "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
            )
            try:
                silent, seconds = _signal(process, relay, by, interrupts, err, out if pauses else None)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        lines, text = out.read_text("utf-8", "replace"), err.read_text("utf-8", "replace")
    faults = [line for line in lines.splitlines() if line.startswith("secret: ")]
    faults += [f"stderr has {words!r}" for words in UNTIDY if words in text]
    if SecretFinder([env["SECRET"]]).shown_in(text):
        faults.append("stderr shows a secret")
    if relay.spoke or seconds >= SILENCE:
        faults.append("the program outlived the silence of the server")
    return Ended(status=process.returncode, silent=silent, faults=tuple(faults), seconds=seconds, err=text)


def _signal(
    process: subprocess.Popen[bytes],
    relay: SilentRelay,
    by: signal.Signals,
    interrupts: int,
    err: Path,
    pausing: Path | None,
) -> tuple[bool, float]:
    """Send the signals once a program waits, and wait for its end; return whether it waited, and the seconds."""
    while not (relay.silent.wait(0.005) if pausing is None else b"pause\n" in pausing.read_bytes()):
        if process.poll() is not None:
            return False, 0.0
        time.sleep(0.005)
    begun = time.monotonic()
    process.send_signal(by)
    if interrupts > 1:
        while process.poll() is None and b"again to end at once" not in err.read_bytes():
            time.sleep(0.005)
        if process.poll() is None:
            begun = time.monotonic()
            process.send_signal(by)
    try:
        process.wait(SILENCE + 60)
    except subprocess.TimeoutExpired:
        return True, SILENCE + 60
    return True, time.monotonic() - begun
