"""What the tests of the agent service lean on."""

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest


class Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of an answer that says when it is read."""

    def __init__(self, chunks: list[bytes], told: Callable[[], object]) -> None:
        self._chunks = chunks
        self._told = told

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._chunks:
            self._told()
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk


@pytest.fixture
def body() -> type[Body]:
    return Body


class Waits(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A way to a stub over which so many waits for a session are given up, as if nothing had come for too long."""

    def __init__(self, inner: Any, times: int) -> None:
        self.times = times
        self._inner = inner

    def _give_up(self, request: httpx.Request) -> None:
        if request.url.path.endswith("/wait") and self.times:
            self.times -= 1
            raise httpx.ReadTimeout("nothing came", request=request)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._give_up(request)
        return self._inner.handle_request(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._give_up(request)
        return await self._inner.handle_async_request(request)


@pytest.fixture
def waits() -> type[Waits]:
    return Waits


class Garbled(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A way to a stub over which the first event that says a certain thing is spoilt."""

    def __init__(self, inner: Any, said: bytes) -> None:
        self._inner = inner
        self._said = said

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._inner.handle_request(request)
        if request.url.path.endswith("/event"):
            response.stream = Spoilt(self, response.stream)
        return response

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        if request.url.path.endswith("/event"):
            response.stream = Spoilt(self, response.stream)
        return response

    def spoil(self, chunk: bytes) -> bytes:
        if not self._said or self._said not in chunk:
            return chunk
        self._said = b""
        return b"data: {\n\n"


class Spoilt(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The stream of `Garbled`."""

    def __init__(self, way: Garbled, inner: Any) -> None:
        self._way = way
        self._inner = inner

    def __iter__(self) -> Iterator[bytes]:
        yield from map(self._way.spoil, self._inner)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            yield self._way.spoil(chunk)

    def close(self) -> None:
        self._inner.close()

    async def aclose(self) -> None:
        await self._inner.aclose()


@pytest.fixture
def garbled() -> type[Garbled]:
    return Garbled
