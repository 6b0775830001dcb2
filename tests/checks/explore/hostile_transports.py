"""Transports to servers that are killed or slow, or whose answers are lost."""

from collections.abc import Callable
from typing import Any

import httpx

from trivet_stubs import Clock


class Dying(httpx.AsyncBaseTransport):
    """A transport to a server that is killed after some requests."""

    def __init__(self, server: Any, requests: int) -> None:
        self._server = server
        self._left = requests

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._left -= 1
        if self._left < 0:
            raise httpx.ConnectError("Connection refused", request=request)
        response: httpx.Response = await self._server.handle_async_request(request)
        return response


class Slow(httpx.AsyncBaseTransport):
    """A transport to a server that takes some time for each request."""

    def __init__(self, server: Any, clock: Clock, seconds: float) -> None:
        self._server = server
        self._clock = clock
        self._seconds = seconds

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._clock.advance(self._seconds)
        response: httpx.Response = await self._server.handle_async_request(request)
        return response


class Losing(httpx.AsyncBaseTransport):
    """A transport that loses the answers to some requests."""

    def __init__(self, server: Any, loses: Callable[[httpx.Request], bool]) -> None:
        self._server = server
        self._loses = loses
        self.lost: int = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response: httpx.Response = await self._server.handle_async_request(request)
        if self._loses(request):
            self.lost += 1
            await response.aread()
            raise httpx.RemoteProtocolError("Server disconnected without sending a response.", request=request)
        return response
