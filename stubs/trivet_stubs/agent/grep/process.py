"""A search in a process of its own, which is killed when it takes too long."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import orjson

from trivet_stubs.kernel.spec import JsonObject

_PROGRAM = [sys.executable, "-I", "-S", str(Path(__file__).with_name("program.py"))]
_SLOTS = threading.BoundedSemaphore(4)


class SearchFailed(Exception):
    """A search that took more time or memory than it may."""


async def search(job: JsonObject, seconds: float) -> JsonObject:
    """Run `program.find` in a process; the event loop stays free meanwhile.

    >>> await search({"pattern": "a", "include": "*", "limit": 1, "files": {"x.txt": "ab"}}, seconds=5.0)
    {'found': [{'path': 'x.txt', 'line': 1, 'text': 'ab', 'submatches': [{'text': 'a', 'start': 0, 'end': 1}]}]}

    Raises:
        SearchFailed: It took longer than so many real seconds, or more memory than it may.
    """
    searching = _Search(orjson.dumps({**job, "seconds": seconds}), seconds)
    try:
        # A thread, because not every event loop can run processes.
        output = await asyncio.to_thread(searching.run)
    finally:
        searching.cancel()
    if output is None:
        raise SearchFailed(f"the search takes more than {seconds:g} seconds, or too much memory")
    found: JsonObject = orjson.loads(output)
    return found


class _Search:
    """One process: a thread runs it, and any thread may cancel it."""

    def __init__(self, job: bytes, seconds: float) -> None:
        self._job = job
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._cancelled = False

    def run(self) -> bytes | None:
        """Return the output of the process; None when it did not end in time, or failed."""
        if not _SLOTS.acquire(timeout=self._seconds):
            return None
        try:
            with self._lock:
                if self._cancelled:
                    return None
                pipe = subprocess.PIPE
                self._process = subprocess.Popen(_PROGRAM, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
            with self._process as process:
                try:
                    output, _ = process.communicate(self._job, self._seconds)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
                    return None
            return output if process.returncode == 0 else None
        finally:
            _SLOTS.release()

    def cancel(self) -> None:
        """End the process; one that has ended stays as it is."""
        with self._lock:
            self._cancelled = True
            if self._process is not None:
                self._process.kill()
