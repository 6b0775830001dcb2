"""A limited number of slots, of which one holder takes one and gives it back.

Tasks: those that wait for a slot get one in the order in which they came.
Threads: a wait for a slot is a loop of short ones, which a signal can interrupt.
"""

from __future__ import annotations

import threading

from .slices import wait_in_slices

__all__ = ["AsyncSlots", "Slots"]


class AsyncSlots:
    """Slots for the tasks of one event loop."""

    def __init__(self, count: int) -> None:
        import asyncio  # noqa: PLC0415  as in `event_loop`

        self._semaphore = asyncio.Semaphore(count)

    async def take(self, timeout: float | None) -> bool:
        """Take a slot, and return whether one was free within so many seconds."""
        import asyncio  # noqa: PLC0415  as in `event_loop`

        if not self._semaphore.locked():
            return await self._semaphore.acquire()
        try:
            async with asyncio.timeout(timeout):
                return await self._semaphore.acquire()
        except TimeoutError:
            return False

    def give_back(self) -> None:
        """Give a slot back."""
        self._semaphore.release()


class Slots:
    """Slots for the threads of one process."""

    def __init__(self, count: int) -> None:
        self._semaphore = threading.Semaphore(count)

    def take(self, timeout: float | None) -> bool:
        """Take a slot, and return whether one was free within so many seconds."""
        if self._semaphore.acquire(blocking=False):
            return True
        return wait_in_slices(lambda seconds: self._semaphore.acquire(timeout=seconds), timeout)

    def give_back(self) -> None:
        """Give a slot back."""
        self._semaphore.release()
