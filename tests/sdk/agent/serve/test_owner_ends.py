"""The end of a program that has started a server, whatever it is: server, commands and temporary log are gone."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.sdk.agent.opencode import installed
from tests.waiting import eventually

ROOT = Path(__file__).resolve().parents[4]
LONGEST = 10.0
"""Seconds in which everything is gone."""

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux adopts processes without a parent"),
]


def lives(pid: int) -> bool:
    """Whether a process has not ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] not in "ZX"
    return False


class Owner:
    """A program that owns a server.

    Attributes:
        process: Its process, or the one that has started the owner.
        pid: The id of the owner.
        family: The ids of the server and of the processes below it.
        contained: Whether these are ids of another namespace.
        log: The temporary log of the server.
    """

    def __init__(self, folder: Path, words: list[str], before: list[str]) -> None:
        self.contained = bool(before)
        program = folder / "opencode"
        program.write_text(f"#!{sys.executable} -S\n{Path(installed.__file__).read_text('utf-8')}", "utf-8")
        program.chmod(0o755)
        env = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": f"{os.environ.get('PYTHONPATH', '')}:{ROOT}"}
        command = [*before, sys.executable, "-m", "tests.sdk.agent.serve.owner", *words, str(program), str(folder)]
        with (folder / "err").open("wb") as err:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=err, stderr=err, start_new_session=True
            )
        self.family: list[int] = []
        pids = folder / "pids"
        assert eventually(lambda: pids.exists() or self.process.poll() is not None, 60), "no server"
        assert pids.exists(), (folder / "err").read_text("utf-8", "replace")
        started = json.loads(pids.read_text("utf-8"))
        self.pid: int = started["owner"]
        self.family = started["family"]
        self.log = Path(started["log"])

    def is_gone(self) -> bool:
        """Whether nothing is left: no process, and no file."""
        return not any(map(lives, self.family)) and not self.log.exists()


@pytest.fixture
def start(tmp_path):
    """Return a function that starts a program; the program ends with the test."""
    owners = []

    def start(api, host, end, before=()):
        owner = Owner(tmp_path, [api, host, end], [*before])
        owners.append(owner)
        return owner

    yield start
    for owner in owners:
        left = [] if owner.contained else filter(lives, owner.family)  # the ids of a container are others here
        for pid in (owner.process.pid, *below(owner.process.pid), *left):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        owner.process.wait()


@pytest.mark.parametrize("api", ["sync", "async"])
@pytest.mark.parametrize("end", ["block", "exception", "sys.exit", "os._exit", "crash", "SIGINT", "SIGTERM", "SIGKILL"])
def test_end_of_the_program_ends_its_server(start, api, end):
    by_signal = end.startswith("SIG")
    owner = start(api, "program", "waits" if by_signal else end)
    if by_signal:
        assert all(map(lives, owner.family))
        owner.process.send_signal(signal.Signals[end])
    assert eventually(owner.is_gone, LONGEST)
    assert owner.process.wait(10) != (end == "block")


@pytest.mark.parametrize("api", ["sync", "async"])
def test_program_that_becomes_another_program_ends_its_server(start, api):
    owner = start(api, "program", "another program")
    assert eventually(owner.is_gone, LONGEST)
    assert lives(owner.pid)


@pytest.mark.parametrize("host", ["pytest", "fork", "spawn", "web"])
@pytest.mark.parametrize("end", ["SIGTERM", "SIGKILL"])
def test_end_of_a_worker_or_a_test_run_ends_its_server(start, host, end):
    owner = start("sync", host, "waits")
    os.kill(owner.pid, signal.Signals[end])
    assert eventually(owner.is_gone, LONGEST)


def test_forked_child_that_lives_on_does_not_keep_the_server(start, tmp_path):
    owner = start("sync", "beside", "waits")
    child = int((tmp_path / "child").read_text("utf-8"))
    try:
        os.kill(owner.pid, signal.SIGKILL)
        assert eventually(owner.is_gone, LONGEST)
        assert lives(child)
    finally:
        os.kill(child, signal.SIGKILL)


NAMESPACE = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child"]


def can_unshare() -> bool:
    """Whether this machine allows namespaces of processes."""
    return shutil.which("unshare") is not None and subprocess.run([*NAMESPACE, "true"], check=False).returncode == 0


@pytest.mark.parametrize("options", [[], ["--mount-proc"]], ids=["proc of the host", "proc of its own"])
@pytest.mark.parametrize("first", [True, False], ids=["first process", "child of the first process"])
def test_end_of_the_program_in_a_container_ends_its_server(start, tmp_path, options, first):
    if not can_unshare():
        pytest.skip("this machine allows no namespaces of processes")
    shell = [] if first else ["sh", "-c", '"$@" & wait; sleep 600', "sh"]
    owner = start("sync", "program", "waits", [*NAMESPACE, *options, *shell])
    processes = {pid: words for pid in below(owner.process.pid) if (words := command_of(pid))[0] not in ("sh", "sleep")}
    assert sum("tests.sdk.agent.serve.owner" in words for words in processes.values()) == 1
    assert len(processes) == 5  # the program, its supervisor, the server and two processes below it
    for pid, words in processes.items():
        if "tests.sdk.agent.serve.owner" in words:
            os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: not any(map(lives, processes)), LONGEST)


def below(root: int) -> list[int]:
    """Return the processes below one; a supervisor has adopted those whose parents have ended."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text("utf-8").rpartition(")")[2].split()[1])
    family = {root}
    while found := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= found
    return sorted(family - {root})


def command_of(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace").split("\0")
