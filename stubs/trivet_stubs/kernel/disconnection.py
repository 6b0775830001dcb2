"""The connection of a request: waits that end with it, and two ways for an answer to end it."""

import asyncio
import math
from typing import Any, Self

from starlette.types import Receive, Scope

from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.notify import MultiLoopEvent

LOSE_KEY = "trivet_stubs.lose"
"""The key of the function that `lose` calls, in the state of a scope."""

HANG_KEY = "trivet_stubs.hang"
"""The key of the function that `hang` calls, in a scope."""


class ConnectionCut(BaseException):
    """Raised to end the connection, even within an answer; each way of serving does so in its own way.

    It is not an `Exception`, because Starlette answers an `Exception` with a 500.
    """


class ConnectionWatch:
    """Raises a `ConnectionCut` in a waiting task when its client disconnects or its stub is closed.

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
        """Wait for an event, at most `timeout` real seconds; return whether it was set."""
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


def hang(scope: Scope, clock: Clock, until: float = math.inf) -> None:
    """Declare that the answer of a request does not begin before a time, so that its client waits on a clock.

    Nothing happens on a port, where clients wait in real time.

    Args:
        scope: The scope of the request.
        clock: The clock.
        until: The monotonic time of the clock; by default, the answer never begins.
    """
    act = scope.get(HANG_KEY)
    if act is not None:
        act(clock, until)


def lose(scope: Scope) -> None:
    """Close the connection of a request without announcing it, so that the next request on it is lost.

    Nothing happens in process, where there are no connections.
    """
    act = scope.get("state", {}).get(LOSE_KEY)
    if act is not None:
        act()
