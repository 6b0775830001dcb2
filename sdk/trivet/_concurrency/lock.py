"""A lock that the task or thread that holds it may not take again."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    import asyncio

__all__ = ["AsyncNonReentrantLock", "NonReentrantLock"]


class AsyncNonReentrantLock:
    """One task at a time, in each event loop; who has the turn may not ask for it again."""

    def __init__(self) -> None:
        """Let the first one in."""
        self._locks: WeakKeyDictionary[object, tuple[asyncio.Lock, list[object]]] = WeakKeyDictionary()

    @asynccontextmanager
    async def taken(self, again: Exception) -> AsyncGenerator[None, None]:
        """Wait for the turn; `again` is raised for whoever has it."""
        import asyncio  # noqa: PLC0415  as above

        # A lock knows the loop in which somebody waited for it.
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
    """One thread at a time, in each process; who has the turn may not ask for it again."""

    def __init__(self) -> None:
        """Let the first one in."""
        self._locks: dict[int, tuple[threading.Lock, list[int]]] = {}

    @contextmanager
    def taken(self, again: Exception) -> Generator[None, None, None]:
        """Wait for the turn; `again` is raised for whoever has it."""
        # After a fork, whoever held the lock may not be here.
        lock, holder = self._locks.setdefault(os.getpid(), (threading.Lock(), []))
        thread = threading.get_ident()
        if thread in holder:
            raise again
        with lock:
            holder.append(thread)
            try:
                yield
            finally:
                holder.clear()
