"""Waiting in one event loop for what happens in any thread, for as long as the client is there."""

import asyncio
import contextlib
import threading
from collections.abc import Generator
from typing import Any, Self

from starlette.types import Receive

from trivet_stubs.background import Gate
from trivet_stubs.faults import ConnectionCut


class Bell:
    """Rings from any thread; whoever listens, in whichever event loop, hears it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ears: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    @contextlib.contextmanager
    def heard(self) -> Generator[asyncio.Event, None, None]:
        """An event that is set whenever the bell rings; clear it, look whether to wait, then wait."""
        ear = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._ears.add(ear)
        try:
            yield ear[1]
        finally:
            with self._lock:
                self._ears.discard(ear)

    def ring(self) -> None:
        """Let everybody hear it."""
        with self._lock:
            ears = list(self._ears)
        for loop, event in ears:
            with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody listens there any more
                loop.call_soon_threadsafe(event.set)


class Attendance:
    """How long a client is there and its stub open; whoever waits longer gets a `ConnectionCut`."""

    def __init__(self, receive: Receive, closing: Gate) -> None:
        self._receive = receive
        self._closing = closing
        self._ends: list[asyncio.Future[Any]] = []

    async def __aenter__(self) -> Self:
        self._ends = [asyncio.ensure_future(self._gone()), asyncio.ensure_future(self._closing.wait())]
        return self

    async def __aexit__(self, *exc: object) -> None:
        for end in self._ends:
            end.cancel()
        await asyncio.gather(*self._ends, return_exceptions=True)

    def check(self) -> None:
        """Go on only if the client is still there."""
        if self._closing.is_open or any(end.done() for end in self._ends):
            raise ConnectionCut

    async def wait(self, news: asyncio.Event, within: float | None = None) -> bool:
        """Wait for the event, no longer than the client does; whether it came within so many real seconds."""
        waiting: asyncio.Future[Any] = asyncio.ensure_future(news.wait())
        try:
            await asyncio.wait([waiting, *self._ends], timeout=within, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        self.check()
        return news.is_set()

    async def _gone(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
