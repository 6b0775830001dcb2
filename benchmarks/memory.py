"""The memory for endless reading: a million events, and a million records of an export, one at a time."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryDirectory

from .child import output
from .race import Limit, Race, Runner

__all__ = ["PEAK", "RACES"]

# On Linux, getrusage would return the peak of the parent process if it was larger.
PEAK = """
import re
from pathlib import Path

def peak():
    status = Path("/proc/self/status")
    if status.exists():
        return 1024 * int(re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text())[1])
    from resource import RUSAGE_SELF, getrusage
    return getrusage(RUSAGE_SELF).ru_maxrss
"""
# The first thousand belong to the baseline: the modules that every reader loads, and the buffers of a connection.
PROGRAM = f"""
import sys
import httpx
{PEAK}
class Body(httpx.SyncByteStream):
    def __iter__(self):
        yield from chunks(int(sys.argv[1]))

{{}}
def read(count):
    number = sum(1 for _ in records(client, count))
    assert number == count, number

def answer(request):
    return httpx.Response(200, headers={{{{"content-type": media_type}}}}, stream=Body())

with make(base_url="http://127.0.0.1", transport=httpx.MockTransport(answer)) as client:
    total, sys.argv[1] = int(sys.argv[1]), "1000"
    read(1000)
    before, sys.argv[1] = peak(), str(total)
    read(total)
    print((peak() - before) / 1e6)
"""
EVENTS = """
from itertools import islice
import orjson
from trivet import AgentClient as make
media_type = "text/event-stream"

def chunks(count):
    payload = {"sessionID": "s", "messageID": "m", "partID": "p", "field": "text", "delta": "and then it goes home"}
    event = {"type": "message.part.delta", "payload": payload}
    for start in range(0, count, 50):
        events = ({"id": f"evt_{at}", **event} for at in range(start, start + 50))
        yield b"".join(b"data: " + orjson.dumps(event) + b"\\n\\n" for event in events)

def records(client, count):
    with client.event.subscribe() as events:
        yield from islice(events, count)
"""
RATINGS = """
from functools import partial
import orjson
from trivet import ChatClient
make = partial(ChatClient, token="t")
media_type = "application/json"
RATING = {
    "id": "", "message_id": "", "user_id": "", "rating": 1, "comment": "Right, and short.",
    "created_at": "2025-06-16T08:00:00Z", "message_content": "The next bus comes at nine.",
}

def chunks(count):
    yield b'{"ratings": ['
    for start in range(0, count, 50):
        ids = (f"00000000-0000-4000-8000-{at:012}" for at in range(start, start + 50))
        rows = b",".join(orjson.dumps({**RATING, "id": id_, "message_id": id_, "user_id": id_}) for id_ in ids)
        yield (b"," if start else b"") + rows
    yield b'], "total": %d}' % count

def records(client, count):
    yield from client.admin.ratings.export()
"""
HUNDRED_THOUSAND, MILLION = 100_000, 1_000_000


@contextmanager
def _reading(source: str) -> Generator[Mapping[str, Runner], None, None]:
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:

        def runner(count: int) -> float:
            command = [sys.executable, "-c", PROGRAM.format(source), str(count)]
            return float(output(command, f"{folder}/bytecode", folder))

        yield {f"{count:,}": partial(runner, count) for count in (HUNDRED_THOUSAND, MILLION)}


def _race(name: str, work: str, source: str) -> Race:
    limits = tuple(Limit(None, 8.0, f"{count:,}") for count in (HUNDRED_THOUSAND, MILLION))
    return Race(name, f"{work}, peak memory over the baseline", partial(_reading, source), 1, limits, "MB")


RACES = [
    _race("memory-events", "events read one at a time", EVENTS),
    _race("memory-export", "ratings of an export read one at a time", RATINGS),
]
