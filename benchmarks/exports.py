"""The memory for reading an export one record at a time, from a stub with a hundred thousand records."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryDirectory

from trivet_stubs import ChatStub

from .child import output
from .race import Limit, Race, Runner

__all__ = ["RACES"]

SEED = "10000x20"
"""Ten thousand conversations of twenty messages, half of which are rated."""

# The modules that every reader of records loads, and a first page, belong to the baseline. On Linux, getrusage would
# return the peak of the parent process if it was larger.
PROGRAM = """
import re, sys
from pathlib import Path
from trivet import ChatClient

def peak():
    status = Path("/proc/self/status")
    if status.exists():
        return 1024 * int(re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text())[1])
    from resource import RUSAGE_SELF, getrusage
    return getrusage(RUSAGE_SELF).ru_maxrss

url, token, expected = sys.argv[1], sys.argv[2], int(sys.argv[3])
with ChatClient(base_url=url, token=token) as chat:
    chat.admin.ratings.list(limit=100).page(), chat.admin.conversations.list(limit=100).page()
    before = peak()
    count = sum(1 for _ in chat.{})
    after = peak()
assert count == expected, count
print((after - before) / 1e6)
"""
EXPORTS = {
    "ratings, JSON": ("admin.ratings.export()", 100_000),
    "ratings, CSV": ('admin.ratings.export(format="csv")', 100_000),
    "conversations": ("admin.conversations.export()", 10_000),
}


@contextmanager
def _exporting() -> Generator[Mapping[str, Runner], None, None]:
    with ChatStub(seed=SEED) as stub, stub.serve() as server, TemporaryDirectory(prefix="trivet-benchmark-") as folder:

        def runner(expression: str, expected: int) -> float:
            program = PROGRAM.format(expression)
            command = [sys.executable, "-c", program, server.url, stub.admin_token, str(expected)]
            return float(output(command, f"{folder}/bytecode", folder))

        yield {name: partial(runner, *export) for name, export in EXPORTS.items()}


RACES = [
    Race(
        "export-memory",
        "100,000 ratings and 10,000 conversations read as they arrive, peak memory over the baseline",
        _exporting,
        1,
        tuple(Limit(None, 60.0, name) for name in EXPORTS),
        "MB",
    )
]
