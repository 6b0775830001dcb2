"""A stream of events, from bytes to records, compared with httpx-sse, json and the same records."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import islice
from time import process_time
from typing import Any

import httpx
import httpx_sse
import orjson

from trivet import AgentClient, AsyncAgentClient
from trivet.agent._generated import events as records

from . import data
from .race import Limit, Race, Runner, stopwatch
from .server import EVENTS, serving

__all__ = ["RACES"]

COUNT = 2000
MANY = 50
HOST = "http://127.0.0.1"


class _Stream(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, chunks: list[bytes]) -> None:
        self._chunks = chunks

    def __iter__(self) -> Generator[bytes, None, None]:
        yield from self._chunks

    async def __aiter__(self) -> AsyncGenerator[bytes, None]:
        for chunk in self._chunks:
            yield chunk


def _transport(together: int) -> httpx.MockTransport:
    framed = [b"data: " + orjson.dumps(event) + b"\n\n" for event in data.events(COUNT)]
    chunks = [b"".join(framed[at : at + together]) for at in range(0, COUNT, together)]

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=_Stream(chunks))

    return httpx.MockTransport(answer)


@contextmanager
def _streaming(together: int) -> Generator[Mapping[str, Runner], None, None]:
    transport = _transport(together)
    ours, theirs = AgentClient(base_url=HOST, transport=transport), httpx.Client(transport=transport)

    def read_ours() -> int:
        with ours.event.subscribe() as events:
            # After the last event, the client would wait for a new stream.
            return sum(1 for _ in islice(events, COUNT))

    def read_theirs() -> int:
        with httpx_sse.connect_sse(theirs, "GET", f"{HOST}/api/event") as source:
            return len([records.decode_event(json.loads(message.data)) for message in source.iter_sse()])

    with ours, theirs:
        assert read_ours() == read_theirs() == COUNT
        yield {"trivet": stopwatch(read_ours), "httpx-sse": stopwatch(read_theirs)}


@contextmanager
def _async_streaming(together: int) -> Generator[Mapping[str, Runner], None, None]:
    transport = _transport(together)
    with asyncio.Runner() as loop:
        ours, theirs = AsyncAgentClient(base_url=HOST, transport=transport), httpx.AsyncClient(transport=transport)
        read_ours, read_theirs = partial(_read_ours, ours, COUNT), partial(_read_theirs, theirs, HOST)
        assert loop.run(read_ours()) == loop.run(read_theirs()) == COUNT
        yield {
            "trivet": stopwatch(lambda: loop.run(read_ours())),
            "httpx-sse": stopwatch(lambda: loop.run(read_theirs())),
        }
        loop.run(ours.aclose())
        loop.run(theirs.aclose())


@contextmanager
def _port_streaming() -> Generator[Mapping[str, Runner], None, None]:
    with serving() as url, asyncio.Runner() as loop:
        ours, theirs = (
            AsyncAgentClient(base_url=url),
            httpx.AsyncClient(timeout=None),
        )  # a stream has no timeout in ours

        def processor_time(read: Callable[[], Coroutine[Any, Any, int]]) -> float:
            start = process_time()
            assert loop.run(read()) == EVENTS
            return process_time() - start

        yield {
            "trivet": lambda: processor_time(partial(_read_ours, ours, EVENTS)),
            "httpx-sse": lambda: processor_time(partial(_read_theirs, theirs, url)),
        }
        loop.run(ours.aclose())
        loop.run(theirs.aclose())


async def _read_ours(client: AsyncAgentClient, events: int) -> int:
    count = 0
    async with client.event.subscribe() as subscription:
        async for _ in subscription:
            count += 1
            if count == events:  # otherwise the client would wait for a new stream
                break
    return count


async def _read_theirs(client: httpx.AsyncClient, url: str) -> int:
    async with httpx_sse.aconnect_sse(client, "GET", f"{url}/api/event") as source:
        return len([records.decode_event(json.loads(message.data)) async for message in source.aiter_sse()])


def _race(name: str, how: str, together: int, at_most: float, floor: float) -> Race:
    work = f"{COUNT} events, bytes to objects, {how}"
    return Race(name, work, partial(_streaming, together), 40, (Limit("httpx-sse", at_most, floor=floor),))


def _async_race(name: str, how: str, together: int, at_most: float) -> Race:
    work = f"{COUNT} events, bytes to objects, async, {how}"
    return Race(name, work, partial(_async_streaming, together), 15, (Limit("httpx-sse", at_most),))


EAGER = sys.version_info >= (3, 12)
"""Whether a new task may run at once until its first wait."""

RACES = [
    _race("events", f"{MANY} in a chunk", MANY, 0.55, 0.50),
    _race("events-each", "each in a chunk of its own", 1, 0.80, 0.65),
    _async_race("events-async", f"{MANY} in a chunk", MANY, 0.55),
    _async_race("events-async-each", "each in a chunk of its own", 1, 0.85 if EAGER else 1.65),
    Race(
        "events-port",
        f"{EVENTS} events on a real port, async, processor time",
        _port_streaming,
        5,
        (Limit("httpx-sse", 0.95),),
    ),
]
