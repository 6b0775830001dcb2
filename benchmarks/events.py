"""A stream of events, from bytes to records, compared with httpx-sse, json and the same records."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice

import httpx
import httpx_sse
import orjson

from trivet import AgentClient
from trivet.agent._generated import events as records

from . import data
from .race import Limit, Race, Runner, stopwatch

__all__ = ["RACES"]

COUNT = 2000
MANY = 50
HOST = "http://127.0.0.1"


class _Stream(httpx.SyncByteStream):
    def __init__(self, chunks: list[bytes]) -> None:
        self._chunks = chunks

    def __iter__(self) -> Generator[bytes, None, None]:
        yield from self._chunks


@contextmanager
def _streaming(together: int) -> Generator[Mapping[str, Runner], None, None]:
    framed = [b"data: " + orjson.dumps(each) + b"\n\n" for each in data.events(COUNT)]
    chunks = [b"".join(framed[at : at + together]) for at in range(0, COUNT, together)]

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=_Stream(chunks))

    transport = httpx.MockTransport(answer)
    ours, theirs = AgentClient(base_url=HOST, transport=transport), httpx.Client(transport=transport)

    def read_ours() -> int:
        with ours.event.subscribe() as events:
            # After the last event, the client would wait for a new stream.
            return sum(1 for _ in islice(events, COUNT))

    def read_theirs() -> int:
        with httpx_sse.connect_sse(theirs, "GET", f"{HOST}/api/event") as source:
            return len([records.decode_event(json.loads(each.data)) for each in source.iter_sse()])

    with ours, theirs:
        assert read_ours() == read_theirs() == COUNT
        yield {"trivet": stopwatch(read_ours), "httpx-sse": stopwatch(read_theirs)}


def _race(name: str, how: str, together: int) -> Race:
    what = f"{COUNT} events, bytes to objects, {how}"
    return Race(name, what, partial(_streaming, together), 40, (Limit("httpx-sse", 0.50),))


RACES = [_race("events", f"{MANY} in a chunk", MANY), _race("events-each", "each in a chunk of its own", 1)]
