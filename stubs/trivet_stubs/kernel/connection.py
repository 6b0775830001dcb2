"""The connection of one request: how long its client waits, and the end that a stub can put to it."""

import asyncio
from typing import Any, Self

from starlette.types import Receive, Scope

from trivet_stubs.kernel.notify import MultiLoopEvent

LOSE_KEY = "trivet_stubs.lose"
"""Where the state of a scope holds the function that `lose` calls."""


class ConnectionCut(BaseException):
    """The stub ends the connection here, even within an answer; each way of serving does so in its own way.

    It is no Exception, because Starlette answers an Exception with a 500.
    """


class ConnectionWatch:
    """Raises a `ConnectionCut` in a task that waits longer than its client is connected and its stub is open.

        async with ConnectionWatch(request.receive, state.closing) as watch:
            await watch.wait(event)

    A task that does not wait calls `check` instead.
    """

    def __init__(self, receive: Receive, closing: MultiLoopEvent) -> None:
        self._receive = receive
        self._closing = closing
        self._ends: list[asyncio.Future[Any]] = []

    async def __aenter__(self) -> Self:
        self._ends = [asyncio.ensure_future(self._disconnected()), asyncio.ensure_future(self._closing.wait())]
        return self

    async def __aexit__(self, *exc: object) -> None:
        for end in self._ends:
            end.cancel()
        await asyncio.gather(*self._ends, return_exceptions=True)

    def check(self) -> None:
        """Raise a `ConnectionCut` unless the client is connected and the stub is open."""
        if self._closing.is_set() or any(end.done() for end in self._ends):
            raise ConnectionCut

    async def wait(self, event: asyncio.Event, timeout: float | None = None) -> bool:
        """Wait for an event, no longer than the client does; whether it was set within so many real seconds."""
        waiting: asyncio.Future[Any] = asyncio.ensure_future(event.wait())
        try:
            await asyncio.wait([waiting, *self._ends], timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        self.check()
        return event.is_set()

    async def _disconnected(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass


def lose(scope: Scope) -> None:
    """Close the connection of a request without saying so: the next request on it is lost.

    In process there are no connections, and nothing happens.
    """
    act = scope.get("state", {}).get(LOSE_KEY)
    if act is not None:
        act()
