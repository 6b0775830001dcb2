"""A command whose process can be observed from outside: it writes its process id, sleeps, and writes again."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests import waiting
from tests.real.server import RunningServer

__all__ = [
    "GRACE",
    "SLEEPER",
    "add_working_tree",
    "ended",
    "eventually",
    "forget",
    "interrupted_once_started",
    "killed_once_started",
    "lives",
    "started",
    "stays_missing",
]

SLEEPER = "echo $$ > pid.txt; sleep 600; echo late > late.txt"
"""A command that writes `pid.txt` at once, and `late.txt` if it is not killed before its end."""

GRACE = 15.0
"""The seconds in which a killed process ends, and a change of the configuration takes effect."""


def eventually(condition: Callable[[], object]) -> bool:
    """Whether a condition becomes true within the grace."""
    return waiting.eventually(condition, GRACE)


def forget(directory: str) -> None:
    """Remove the file of an earlier command."""
    Path(directory, "pid.txt").unlink(missing_ok=True)


def started(directory: str) -> bool:
    """Whether the command has begun."""
    return _process(directory) is not None


@contextmanager
def interrupted_once_started(server: RunningServer, session_id: str) -> Iterator[None]:
    """Interrupt a session, as another client would, as soon as its command has begun."""
    forget(server.directory)
    over = threading.Event()

    def interrupt() -> None:
        while not started(server.directory):
            if over.wait(0.05):
                return
        url, auth = f"{server.url}/session/{session_id}/abort", ("opencode", server.password)
        httpx.post(url, auth=auth, trust_env=False).raise_for_status()

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@contextmanager
def killed_once_started(directory: str, pid: int) -> Iterator[None]:
    """Kill a process as soon as the command has begun."""
    over = threading.Event()

    def kill() -> None:
        while not started(directory):
            if over.wait(0.05):
                return
        os.kill(pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def ended(directory: str) -> bool:
    """Whether the process ends without writing the file that follows its sleep."""
    process, limit = _process(directory), time.monotonic() + GRACE
    while process is not None and lives(process) and time.monotonic() < limit:
        time.sleep(0.05)
    return process is not None and not lives(process) and not Path(directory, "late.txt").exists()


def _process(directory: str) -> int | None:
    with suppress(FileNotFoundError, ValueError):
        return int(Path(directory, "pid.txt").read_text())
    return None


def lives(process: int) -> bool:
    """Whether a process has not ended."""
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


def add_working_tree(repository: str, folder: Path) -> None:
    """Add a working tree to a repository, as another program would."""
    subprocess.run(["git", "worktree", "add", "-q", "--detach", folder], cwd=repository, check=True, timeout=600)


def stays_missing(file: Path, seconds: float = 6.0) -> bool:
    """Whether a file is not written for some seconds."""
    limit = time.monotonic() + seconds
    while not file.exists() and time.monotonic() < limit:
        time.sleep(0.05)
    return not file.exists()
