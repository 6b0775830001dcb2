"""Locks that raise an error when their holder acquires them again, and semaphores whose waits have a timeout.

Tasks: a lock is held in each event loop separately; a semaphore belongs to one event loop.
Threads: a lock is held in each process separately; a semaphore belongs to one process. A signal can interrupt a wait.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet, ref

from .cancellable import wait_in_slices

if TYPE_CHECKING:
    import asyncio


class AsyncNonReentrantLock:
    """A lock that raises, instead of deadlocking, when the task that holds it acquires it again."""

    def __init__(self) -> None:
        self._locks: WeakKeyDictionary[object, tuple[asyncio.Lock, list[object]]] = WeakKeyDictionary()

    @asynccontextmanager
    async def hold(self, again: Exception) -> AsyncGenerator[None, None]:
        """Hold the lock for a block.

        Args:
            again: The error to raise if the task already holds the lock.
        """
        import asyncio  # noqa: PLC0415  as in `event_loop`

        # An asyncio.Lock can be used only in the event loop of the first wait for it.
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
    """A lock that raises, instead of deadlocking, when the thread that holds it acquires it again."""

    def __init__(self) -> None:
        self._locks: dict[int, tuple[Semaphore, list[tuple[ref[object], int]]]] = {}

    @contextmanager
    def hold(self, again: Exception) -> Generator[None, None, None]:
        """Hold the lock for a block.

        Args:
            again: The error to raise if the thread already holds the lock.
        """
        # By process: the thread that held the parent's lock does not exist after a fork.
        lock, holder = self._locks.setdefault(os.getpid(), (Semaphore(1), []))
        thread = threading.get_ident()
        if any(slot() is not None and owner == thread for slot, owner in tuple(holder)):
            raise again
        slot = lock.acquire(None)
        try:
            holder[:] = [(ref(slot), thread)]
            yield
        finally:
            lock.release(slot)
            del slot  # the holder goes with it, even if a signal has arrived meanwhile


class AsyncSemaphore:
    """A semaphore for the tasks of one event loop, which acquire it in order."""

    def __init__(self, count: int) -> None:
        import asyncio  # noqa: PLC0415  as in `event_loop`

        self._semaphore = asyncio.Semaphore(count)

    async def acquire(self, timeout: float | None) -> object | None:
        """Acquire a slot and return it, or None if none was free within this many seconds."""
        import asyncio  # noqa: PLC0415  as in `event_loop`

        if not self._semaphore.locked():
            return await self._semaphore.acquire()
        try:
            async with asyncio.timeout(timeout):
                return await self._semaphore.acquire()
        except TimeoutError:
            return None

    def release(self, slot: object) -> None:
        """Release a slot."""
        _ = slot
        self._semaphore.release()

    @asynccontextmanager
    async def hold(self, timeout: float | None, timed_out: Callable[[], Exception]) -> AsyncGenerator[None, None]:
        """Hold a slot for a block.

        Args:
            timeout: Seconds to wait for a slot; None for no limit.
            timed_out: Returns the error to raise if no slot is free in time.
        """
        slot = await self.acquire(timeout)
        if slot is None:
            raise timed_out()
        try:
            yield
        finally:
            self.release(slot)


class Semaphore:
    """A semaphore for the threads of one process, which acquire it in order.

    With a `threading.Semaphore`, a new thread overtakes the threads that wait: of 16 threads that shared one slot for
    2 s, one acquired it 900 times and another once, after 2 s. Here, each acquired it 57 times, and the longest wait
    was 0.07 s.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._lock = threading.Lock()
        # A place in the queue is a lock, which is held while its thread waits and released when it has a slot.
        self._holding: WeakSet[threading.Lock] = WeakSet()
        self._waiting: deque[threading.Lock] = deque()

    def acquire(self, timeout: float | None) -> object | None:
        """Acquire a slot and return it, or None if none was free within this many seconds.

        A signal may arrive between any two steps of a caller, also before it has stored the slot. So a slot that
        is garbage-collected is free, too.
        """
        place = threading.Lock()
        try:
            if self._wait(place, timeout):
                return place
        except BaseException:
            self._leave(place)
            raise
        self._leave(place)
        return None

    def release(self, slot: Any) -> None:
        """Release a slot; a second call does nothing."""
        self._leave(slot)

    @contextmanager
    def hold(self, timeout: float | None, timed_out: Callable[[], Exception]) -> Generator[None, None, None]:
        """Hold a slot for a block; it is released even if a signal arrives between two steps.

        Args:
            timeout: Seconds to wait for a slot; None for no limit.
            timed_out: Returns the error to raise if no slot is free in time.
        """
        place = threading.Lock()
        try:
            if not self._wait(place, timeout):
                raise timed_out()
            yield
        finally:
            self._leave(place)

    def _wait(self, place: threading.Lock, timeout: float | None) -> bool:
        """Wait for a slot at the end of the queue, and return whether it came in time."""
        with self._lock:
            if not self._waiting and len(self._holding) < self._count:
                self._holding.add(place)
                return True
            place.acquire()
            self._waiting.append(place)
        return wait_in_slices(lambda left: self._wait_briefly(place, left), timeout)

    def _wait_briefly(self, place: threading.Lock, seconds: float) -> bool:
        """Wait for a slot, and at the end look for one that was garbage-collected instead of released."""
        if place.acquire(timeout=seconds):
            return True
        with self._lock:
            self._admit()
        return place in self._holding

    def _leave(self, place: threading.Lock) -> None:
        """Give up a slot or a place in the queue, or neither, if a signal arrived before there was one."""
        with self._lock:
            self._holding.discard(place)
            if place in self._waiting:
                self._waiting.remove(place)
            self._admit()

    def _admit(self) -> None:
        """Give the free slots to the first places in the queue.

        A signal may end this between two steps, so all of them can be repeated.
        """
        while self._waiting:
            place = self._waiting[0]
            if place not in self._holding:
                if len(self._holding) >= self._count:
                    return
                self._holding.add(place)
            if place.locked():
                place.release()
            self._waiting.popleft()
