"""Locks that their holder may not take again, and a limited number of slots.

Tasks: a lock has one holder, and slots are counted, in each event loop.
Threads: a lock has one holder, and slots are counted, in the process. A wait can be interrupted by a signal.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from .cancellable import wait_in_slices

if TYPE_CHECKING:
    import asyncio

__all__ = ["AsyncNonReentrantLock", "AsyncSlots", "NonReentrantLock", "Slots"]


class AsyncNonReentrantLock:
    """A lock of which a task that holds it gets an error, not a deadlock."""

    def __init__(self) -> None:
        self._locks: WeakKeyDictionary[object, tuple[asyncio.Lock, list[object]]] = WeakKeyDictionary()

    @asynccontextmanager
    async def taken(self, again: Exception) -> AsyncGenerator[None, None]:
        """Hold the lock for a block.

        Args:
            again: What is raised in the task that holds the lock already.
        """
        import asyncio  # noqa: PLC0415  as in `event_loop`

        # An asyncio.Lock belongs to the event loop in which it was first waited for.
        lock, holder = self._locks.setdefault(asyncio.get_running_loop(), (asyncio.Lock(), []))
        task = asyncio.current_task()
        if task in holder:
            raise again
        async with lock:
            holder.append(task)
            try:
                yield
            finally:
                holder.clear()


class NonReentrantLock:
    """A lock of which a thread that holds it gets an error, not a deadlock."""

    def __init__(self) -> None:
        self._locks: dict[int, tuple[threading.Condition, list[int]]] = {}

    @contextmanager
    def taken(self, again: Exception) -> Generator[None, None, None]:
        """Hold the lock for a block.

        Args:
            again: What is raised in the thread that holds the lock already.
        """
        # After a fork, the thread that held the parent's lock does not exist.
        changed, holder = self._locks.setdefault(os.getpid(), (threading.Condition(), []))
        thread = threading.get_ident()
        if thread in holder:
            raise again
        try:
            with changed:
                wait_in_slices(lambda seconds: changed.wait_for(lambda: not holder, seconds))
                holder.append(thread)
            yield
        finally:
            if thread in holder:  # a signal may come before it is, and after it is no more
                with changed:
                    holder.clear()
                    changed.notify()


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

    @asynccontextmanager
    async def hold(self, timeout: float | None, timed_out: Callable[[], Exception]) -> AsyncGenerator[None, None]:
        """Hold a slot for a block.

        Args:
            timeout: Seconds to wait for a slot; None for no limit.
            timed_out: Makes the error that is raised when no slot was free in time.
        """
        if not await self.take(timeout):
            raise timed_out()
        try:
            yield
        finally:
            self.give_back()


class Slots:
    """Slots for the threads of one process."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._lock = threading.Lock()
        self._holding: set[threading.Lock] = set()  # a turn is a lock, which is released when it has come
        self._waiting: deque[threading.Lock] = deque()
        self._taken: list[threading.Lock] = []

    def take(self, timeout: float | None) -> bool:
        """Take a slot, and return whether one was free within so many seconds."""
        turn = threading.Lock()
        try:
            if self._wait(turn, timeout):
                self._taken.append(turn)
                return True
        except BaseException:
            with suppress(ValueError):
                self._taken.remove(turn)
            self._leave(turn)
            raise
        self._leave(turn)
        return False

    def give_back(self) -> None:
        """Give back a slot that was taken; each is as good as the other."""
        self._leave(self._taken.pop())

    @contextmanager
    def hold(self, timeout: float | None, timed_out: Callable[[], Exception]) -> Generator[None, None, None]:
        """Hold a slot for a block, also where a signal comes between any two steps.

        Args:
            timeout: Seconds to wait for a slot; None for no limit.
            timed_out: Makes the error that is raised when no slot was free in time.
        """
        turn = threading.Lock()
        try:
            if not self._wait(turn, timeout):
                raise timed_out()
            yield
        finally:
            self._leave(turn)

    def _wait(self, turn: threading.Lock, timeout: float | None) -> bool:
        """Wait at the end of the queue until the turn has come, and return whether it has in time."""
        with self._lock:
            if not self._waiting and len(self._holding) < self._count:
                self._holding.add(turn)
                return True
            turn.acquire()
            self._waiting.append(turn)
        return wait_in_slices(lambda left: turn.acquire(timeout=left), timeout)

    def _leave(self, turn: threading.Lock) -> None:
        """Give up a slot or a place in the queue; a signal may have come before there was either."""
        with self._lock:
            if turn in self._holding:
                self._holding.remove(turn)
            elif turn in self._waiting:
                self._waiting.remove(turn)
            while self._waiting and len(self._holding) < self._count:
                next_turn = self._waiting.popleft()
                self._holding.add(next_turn)
                next_turn.release()
