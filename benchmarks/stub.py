"""A stub's answer in process, compared with httpx.MockTransport, which only wraps ready bytes in a response."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from time import perf_counter

import httpx

from trivet_stubs import BusStub

from .race import Limit, Race, Runner, stopwatch

__all__ = ["RACES"]

URL = "http://127.0.0.1/BusStops"
TIMES = 100


def _mock(stub: BusStub) -> httpx.MockTransport:
    """Return a transport that gives the same answer as the stub without any work."""
    with httpx.Client(transport=stub.transport(), headers={"AccountKey": stub.account_key}) as client:
        body = client.get(URL).content
    headers = {"content-type": "application/json"}
    return httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, content=body))


@contextmanager
def _sync() -> Generator[Mapping[str, Runner], None, None]:
    with BusStub() as stub:
        headers = {"AccountKey": stub.account_key}
        ours = httpx.Client(transport=stub.transport(), headers=headers)
        theirs = httpx.Client(transport=_mock(stub), headers=headers)
        with ours, theirs:
            assert ours.get(URL).json() == theirs.get(URL).json()
            yield {
                "trivet": stopwatch(lambda: ours.get(URL), TIMES),
                "MockTransport": stopwatch(lambda: theirs.get(URL), TIMES),
            }


@contextmanager
def _async() -> Generator[Mapping[str, Runner], None, None]:
    with BusStub() as stub, asyncio.Runner() as loop:
        headers = {"AccountKey": stub.account_key}
        ours = httpx.AsyncClient(transport=stub.async_transport(), headers=headers)
        theirs = httpx.AsyncClient(transport=_mock(stub), headers=headers)

        async def getting(client: httpx.AsyncClient) -> float:
            start = perf_counter()
            for _ in range(TIMES):
                await client.get(URL)
            return (perf_counter() - start) / TIMES

        yield {"trivet": lambda: loop.run(getting(ours)), "MockTransport": lambda: loop.run(getting(theirs))}
        loop.run(ours.aclose())
        loop.run(theirs.aclose())


RACES = [
    Race("stub", "a stub's answer in process", _sync, 40, (Limit("MockTransport", 1.9, floor=1.5),)),
    Race("stub-async", "the same, async", _async, 40, (Limit("MockTransport", 1.9, floor=1.5),)),
]
