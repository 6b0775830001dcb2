"""A limited number of slots, which are given in the order in which they were requested.

Tasks: the tasks of each event loop have slots of their own.
Threads: all threads of a process share the slots; a wait can be interrupted by a signal.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Final

from .event_loop import forget_closed_loops
from .slices import wait_in_slices

if TYPE_CHECKING:
    import asyncio

__all__ = ["AsyncFairSemaphore", "FairSemaphore"]


class AsyncFairSemaphore:
    """Slots for tasks."""

    def __init__(self, slots: int) -> None:
        self.slots: Final = slots
        self._semaphores: dict[object, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def slot(self, timeout: float | None, timed_out: Callable[[], Exception]) -> AsyncGenerator[None, None]:
        """Hold a slot for a block.

        Args:
            timeout: Seconds to wait for a slot; None for no limit.
            timed_out: Makes the error that is raised when no slot was free in time.
        """
        import asyncio  # noqa: PLC0415  as in `event_loop`

        loop = asyncio.get_running_loop()
        semaphore = self._semaphores.get(loop)
        if semaphore is None:
            forget_closed_loops(self._semaphores)
            semaphore = self._semaphores.setdefault(loop, asyncio.Semaphore(self.slots))
        limit = asyncio.timeout(timeout)
        with suppress(TimeoutError):
            async with limit:
                await semaphore.acquire()
        if limit.expired():
            raise timed_out()
        try:
            yield
        finally:
            semaphore.release()


class FairSemaphore:
    """Slots for threads."""

    def __init__(self, slots: int) -> None:
        self.slots: Final = slots
        self._queues: dict[int, _Queue] = {}

    @contextmanager
    def slot(self, timeout: float | None, timed_out: Callable[[], Exception]) -> Generator[None, None, None]:
        """Hold a slot for a block.

        Args:
            timeout: Seconds to wait for a slot; None for no limit.
            timed_out: Makes the error that is raised when no slot was free in time.
        """
        process = os.getpid()  # after a fork, the threads that hold or wait for the parent's slots do not exist
        queue = self._queues.get(process)
        if queue is None:
            queue = self._queues.setdefault(process, _Queue(self.slots))
        turn = threading.Event()
        try:
            queue.join(turn)
            if not wait_in_slices(turn.wait, timeout):
                raise timed_out()
            yield
        finally:
            queue.leave(turn)


class _Queue:
    """The threads that hold a slot or wait for one, by the events that each of them waits for."""

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._lock = threading.Lock()
        self._holding: set[threading.Event] = set()
        self._waiting: deque[threading.Event] = deque()

    def join(self, turn: threading.Event) -> None:
        """Wait for a slot at the end of the queue."""
        with self._lock:
            self._waiting.append(turn)
            self._serve()

    def leave(self, turn: threading.Event) -> None:
        """Give up a slot or a place in the queue; a signal may have come before there was either."""
        with self._lock:
            if turn in self._holding:
                self._holding.remove(turn)
            elif turn in self._waiting:
                self._waiting.remove(turn)
            self._serve()

    def _serve(self) -> None:
        while self._waiting and len(self._holding) < self._slots:
            turn = self._waiting.popleft()
            self._holding.add(turn)
            turn.set()
