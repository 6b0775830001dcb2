"""Fixtures for the tests of the agent service: bodies and transports that fail in a chosen way."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.sdk.agent.opencode.fake_server import FakeServer
from trivet_stubs import Clock


class Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A response body that calls a function before each chunk."""

    def __init__(self, chunks: list[bytes], on_read: Callable[[], object]) -> None:
        self._chunks = chunks
        self._on_read = on_read

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._chunks:
            self._on_read()
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


@pytest.fixture
def body() -> type[Body]:
    return Body


class Waits(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A transport whose first waits for a session time out without data."""

    def __init__(self, inner: Any, times: int) -> None:
        self.times = times
        self._inner = inner

    def _time_out(self, request: httpx.Request) -> None:
        if request.url.path.endswith("/wait") and self.times:
            self.times -= 1
            raise httpx.ReadTimeout("no data was received", request=request)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._time_out(request)
        return self._inner.handle_request(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._time_out(request)
        return await self._inner.handle_async_request(request)


@pytest.fixture
def waits() -> type[Waits]:
    return Waits


class Garbled(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A transport that garbles the first event that holds a given text."""

    def __init__(self, inner: Any, text: bytes) -> None:
        self._inner = inner
        self._text = text

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        if request.url.path.endswith("/event"):
            response.stream = GarbledStream(self, response.stream)
        return response

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        if request.url.path.endswith("/event"):
            response.stream = GarbledStream(self, response.stream)
        return response

    def garble(self, chunk: bytes) -> bytes:
        if not self._text or self._text not in chunk:
            return chunk
        self._text = b""
        return b"data: {\n\n"


class GarbledStream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The stream of `Garbled`."""

    def __init__(self, transport: Garbled, inner: Any) -> None:
        self._transport = transport
        self._inner = inner

    def __iter__(self) -> Iterator[bytes]:
        yield from map(self._transport.garble, self._inner)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            yield self._transport.garble(chunk)

    def close(self) -> None:
        self._inner.close()

    async def aclose(self) -> None:
        await self._inner.aclose()


@pytest.fixture
def garbled() -> type[Garbled]:
    return Garbled


@pytest.fixture
def fake_opencode() -> Iterator[FakeServer]:
    """A server that behaves like the one that people can install."""
    fake = FakeServer()
    yield fake
    fake.close()


class EndlessClock(Clock):
    """A clock on which no wait ends before the test does; the waits of tasks are cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.over = threading.Event()

    def sleep(self, seconds: float) -> None:
        assert self.over.wait(30), "nothing has interrupted the wait"

    async def asleep(self, seconds: float) -> None:
        async with asyncio.timeout(30):
            await asyncio.Event().wait()


@pytest.fixture
def endless_clock() -> Iterator[EndlessClock]:
    clock = EndlessClock()
    yield clock
    clock.over.set()
