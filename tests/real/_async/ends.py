"""The end of a program that has started the real server, at any moment and whatever it is, ends server and commands.

`MOMENTS` is the number of moments of each end and of each host, in each API, which `SEED` draws. The first moment of a
host is one at which the agent is at work.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
import uuid
from contextlib import suppress
from pathlib import Path

import pytest

from tests.real.server import make_repository
from trivet.agent import opencode

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 10.0
"""Seconds in which everything is gone."""

MOMENTS = int(os.environ.get("MOMENTS", "1"))
LATEST = 12.0
"""Seconds from the start of the program to the latest moment: then the agent is at work."""

PROMPTS = ["BASH (trap '' TERM HUP; sleep 40; touch late.txt) & sleep 30; touch late.txt", "ROUNDS SLOW please"]
NAMESPACE = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"]
API = opencode.async_serve.__name__

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the marks of processes are read in /proc")


def marked(mark):
    """Return the processes that have a mark in their environment, with their words."""
    processes = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            is_over = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] in "ZX"
            if not is_over and mark.encode() in (folder / "environ").read_bytes():
                processes[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return processes


class Run:
    """A program that ends after some seconds."""

    def __init__(self, program, model, folder, host, end, seconds, prompt):
        self.directory = folder / "orchard"
        make_repository(self.directory, model.url, {})
        self.mark = f"OWNER_MARK={uuid.uuid4()}"
        for name in ("home", "tmp"):
            (folder / name).mkdir()
        env = {
            **os.environ,
            **dict([self.mark.split("=")]),
            "HOME": str(folder / "home"),
            "TMPDIR": str(folder / "tmp"),
            "FIRST": str(folder / "first"),
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_MODELS_FETCH": "1",
            "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]),
        }
        before = NAMESPACE if host == "first process" else []
        words = [API, host, end, str(seconds), str(program), str(self.directory), prompt]
        with (folder / "err").open("wb") as err:
            self.process = subprocess.Popen(
                [*before, sys.executable, "-m", "tests.real.owner", *words],
                cwd=ROOT,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=err,
                stderr=err,
                start_new_session=True,
            )
        self.logs = folder / "tmp"

    def left(self):
        """Return the processes that belong to the server."""
        return {
            pid: words for pid, words in marked(self.mark).items() if not any(own in words for own in self._own_words())
        }

    def _own_words(self):
        return ("tests.real.owner", "multiprocessing", "pytest")

    def end(self):
        """End what is left of the program."""
        for pid in (*marked(self.mark), self.process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()


def check(run, seconds, model, host):
    """Wait for the end, and look at processes, files and the model."""
    begun = time.monotonic()
    time.sleep(max(seconds - 1, 0))
    seen = run.left()
    while time.monotonic() < begun + seconds + 60 and not has_ended(run, host):
        seen |= run.left()
        time.sleep(0.05)
    ended = time.monotonic()
    while run.left() and time.monotonic() < ended + LONGEST:
        time.sleep(0.05)
    gone = time.monotonic() - ended
    assert not run.left(), run.left()
    prompts = len(model.prompts)
    late = run.directory / "late.txt"
    limit = time.monotonic() + 4
    while time.monotonic() < limit:
        assert len(model.prompts) == prompts
        assert not late.exists()
        time.sleep(0.1)
    if host != "first process":  # with which the system kills all other processes of its namespace at once
        assert [*run.logs.glob("opencode-*")] == []
    return f"after {seconds:.1f} s: {len(seen)} processes, gone in {gone:.1f} s"


def has_ended(run, host):
    """Whether the owner has ended; a web server lives on without its worker."""
    if host == "web":
        first = run.directory.parent / "first"
        worker = first.read_text("utf-8") if first.exists() else ""
        return worker != "" and int(worker) not in marked(run.mark)
    return run.process.poll() is not None


def check_moments(program, model, folder, host, end, drawn):
    """End a program at each of some moments."""
    for number, (seconds, prompt) in enumerate(drawn):
        own = folder / str(number)
        own.mkdir()
        run = Run(program, model, own, host, end, seconds, prompt)
        try:
            print(API, host, end, check(run, seconds, model, host))
        finally:
            run.end()


def moments(kind):
    """Return the moments of a kind of end or of host, and what the agent does."""
    draw = random.Random(f"{os.environ.get('SEED', '47')} {API} {kind}")
    return [(round(draw.uniform(0.2, LATEST), 2), PROMPTS[number % 2]) for number in range(MOMENTS)]


@pytest.mark.parametrize("end", ["SIGTERM", "SIGKILL", "crash", "os._exit", "sys.exit", "exception"])
async def test_end_of_the_program_ends_server_and_commands(program, model, tmp_path, end):
    check_moments(program, model, tmp_path, "program", end, moments(end))


@pytest.mark.parametrize("host", ["pytest", "fork", "spawn", "first process", "web"])
async def test_end_of_a_worker_ends_server_and_commands(program, model, tmp_path, host):
    if host == "first process" and shutil.which("unshare") is None:
        pytest.skip("unshare not found")
    end = "os._exit" if host == "first process" else "SIGKILL"  # which the first process cannot send to itself
    check_moments(program, model, tmp_path, host, end, [(LATEST, PROMPTS[0]), *moments(host)][:MOMENTS])
