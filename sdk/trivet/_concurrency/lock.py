"""A lock that its holder may not take again.

Tasks: one task at a time holds it in each event loop.
Threads: one thread at a time holds it in each process.
"""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from .slices import wait_in_slices

if TYPE_CHECKING:
    import asyncio

__all__ = ["AsyncNonReentrantLock", "NonReentrantLock"]


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
