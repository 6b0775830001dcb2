"""The limits of a client, which its user sets: requests in flight, and requests a second."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from .._concurrency.event_loop import async_connection_owner, forget_closed_loops
from .._concurrency.locks import AsyncSemaphore
from .._core.clock import Clock
from .._core.retry import Pace
from .._core.settings import Settings


class AsyncLimits:
    """How many requests may be in flight, and how many may be sent a second; calls wait in order."""

    def __init__(self, clock: Clock, in_flight: _AsyncLocalSemaphore | None, pace: Pace | None) -> None:
        self._clock = clock
        self._in_flight = in_flight
        self._pace = pace
        self._pace_queue = _AsyncLocalSemaphore(1)

    @classmethod
    def of(cls, settings: Settings, shared: AsyncLimits | None = None) -> AsyncLimits | None:
        """Return the limits of a client with these settings, or None if it has none.

        Args:
            settings: The settings.
            shared: The limits of the client that is copied; a limit is shared unless the settings differ.
        """
        most, rate, clock = settings.max_in_flight, settings.max_per_second, settings.clock
        if most is None and rate is None:
            return None
        in_flight = None if shared is None else shared._in_flight
        if (None if in_flight is None else in_flight.count) != most:
            in_flight = None if most is None else _AsyncLocalSemaphore(most)
        pace = None if shared is None else shared._pace
        if (None if pace is None else pace.per_second) != rate:
            pace = None if rate is None else Pace(rate, clock.monotonic)
        if shared is not None and in_flight is shared._in_flight and pace is shared._pace:
            return shared
        return cls(clock, in_flight, pace)

    @asynccontextmanager
    async def slot(
        self, left: Callable[[], float | None], timed_out: Callable[[], Exception]
    ) -> AsyncGenerator[None, None]:
        """Wait until a request may be sent, and count it as in flight for a block.

        Args:
            left: Returns the seconds until the deadline of the call, or None for no deadline.
            timed_out: Returns the error for a request that could not be sent before the deadline.
        """
        if self._in_flight is None:
            await self._wait_for_pace(left, timed_out)
            yield
            return
        async with self._in_flight.current().hold(left(), timed_out):
            await self._wait_for_pace(left, timed_out)
            yield

    async def _wait_for_pace(self, left: Callable[[], float | None], timed_out: Callable[[], Exception]) -> None:
        if self._pace is None:
            return
        # One call at a time waits for the pace, and the others for this semaphore, which keeps them in order.
        async with self._pace_queue.current().hold(left(), timed_out):
            while wait := self._pace.take():
                limit = left()
                if limit is not None and wait >= limit:
                    raise timed_out()
                await self._clock.asleep(wait)


class _AsyncLocalSemaphore:
    """A semaphore that each event loop has for itself.

    A process made by a fork begins with free slots: the tasks and threads that held them do not exist there.

    Attributes:
        count: The number of slots.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._process = os.getpid()
        self._by_owner: dict[object, AsyncSemaphore] = {}

    def current(self) -> AsyncSemaphore:
        """Return the semaphore of the running event loop and process."""
        if self._process != os.getpid():
            self._process, self._by_owner = os.getpid(), {}
        owner = async_connection_owner()
        semaphore = self._by_owner.get(owner)
        if semaphore is None:
            forget_closed_loops(self._by_owner)
            semaphore = self._by_owner.setdefault(owner, AsyncSemaphore(self.count))
        return semaphore
