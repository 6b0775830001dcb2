"""The largest answers that a client takes: 64 MB of values that cost the most memory and time."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryDirectory

from .child import output
from .memory import PEAK
from .race import Limit, Race, Runner

__all__ = ["RACES"]

BODIES = {
    "empty arrays": ("", "[],", "[]", ""),
    "small messages": (
        "",
        '{"id":"1","conversation_id":"c","role":"user","content":"a"},',
        '{"id":"1","conversation_id":"c","role":"user","content":"a"}',
        "",
    ),
    "messages up to the limit of values": (
        "",
        '{"id":"1","conversation_id":"c","role":"user","content":"%s"},' % ("a" * 620),
        '{"id":"1","conversation_id":"c","role":"user","content":"a"}',
        "",
    ),
    "numbers": ("", "1,", "1", ""),
    "a text of escapes": ('"', "\\\n", "", '"'),
    "a text with an emoji": ('"😀', "aaaa", "", '"'),
    "a text of escaped pairs": ('"', "\\\\ud83d\\\\ude00", "", '"'),
    "nested arrays": ("", "[" * 200 + "]" * 200 + ",", "[]", ""),
}
"""How each array of messages begins, what it repeats, and how it ends."""

DEADLINE = 2.0
PROGRAM = f"""
import sys, time
import httpx
from trivet import ChatClient, TrivetError
{PEAK}
begin, repeated, last, end = sys.argv[1:5]
HEAD = '{{"id":"c","title":"t","is_active":true,"created_at":"2025-06-16T08:00:00Z","messages":['
SIZE = 64_000_000
body = (HEAD + begin).encode()
tail = (last + end + "]}}").encode()
piece = repeated.encode() * (SIZE // 64 // len(repeated.encode()))

class Body(httpx.SyncByteStream):
    def __iter__(self):
        yield body
        rest = SIZE - len(body) - len(tail)
        while rest >= len(piece):
            yield piece
            rest -= len(piece)
        yield tail

def answer(request):
    return httpx.Response(200, headers={{"content-type": "application/json"}}, stream=Body())

def small(request):
    return httpx.Response(200, json={{"id": "c", "messages": []}})

def get(answer, **options):
    with ChatClient(token="t", base_url="http://127.0.0.1", transport=httpx.MockTransport(answer), **options) as chat:
        try:
            chat.conversations.get("00000000-0000-4000-8000-000000000000")
        except TrivetError:
            pass

get(small)
before, start = peak(), time.perf_counter()
get(answer, deadline={DEADLINE})
print((peak() - before) / 1e6, time.perf_counter() - start)
"""


@contextmanager
def _answers(column: int) -> Generator[Mapping[str, Runner], None, None]:
    with TemporaryDirectory(prefix="trivet-benchmark-") as folder:

        def runner(parts: tuple[str, ...]) -> float:
            return float(output([sys.executable, "-c", PROGRAM, *parts], f"{folder}/bytecode", folder).split()[column])

        yield {name: partial(runner, parts) for name, parts in BODIES.items()}


def _race(name: str, work: str, column: int, at_most: float, unit: str) -> Race:
    limits = tuple(Limit(None, at_most, body) for body in BODIES)
    return Race(
        name,
        f"a conversation of 64 MB with a deadline of {DEADLINE:.0f} s, {work}",
        partial(_answers, column),
        1,
        limits,
        unit,
    )


RACES = [
    _race("largest-memory", "peak memory over the baseline", 0, 300.0, "MB"),
    _race("largest-time", "until the value or the error", 1, DEADLINE + 1, "s"),
]
