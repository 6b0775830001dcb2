"""What a connection belongs to inside its process, and cannot be used outside of.

Tasks: the running event loop, which must be one of asyncio.
Threads: the process; all threads share a connection.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, TypeVar

from ..errors import TrivetError

__all__ = [
    "AsyncLoopEnd",
    "LoopEnd",
    "async_check_event_loop",
    "async_connection_owner",
    "check_event_loop",
    "connection_owner",
    "forget_closed_loops",
]

T = TypeVar("T")


def async_check_event_loop() -> None:
    """Raise TrivetError unless an event loop of asyncio runs, before anything else fails for want of one.

    Raises:
        TrivetError: Another library runs the task, or no event loop runs.
    """
    if async_connection_owner() is _PROCESS:
        runs = "trio runs this task" if _in_trio() else "no event loop of asyncio runs here"
        raise TrivetError(f"an async client of trivet needs asyncio, and {runs}; in a thread, use the sync client")


def check_event_loop() -> None:
    """Need nothing."""


def _in_trio() -> bool:
    trio = sys.modules.get("trio")
    if trio is None:
        return False
    try:
        trio.lowlevel.current_task()
    except RuntimeError:  # trio was imported, and does not run
        return False
    return True


class _Process:
    """The owner of connections that no event loop owns."""


_PROCESS = _Process()


def async_connection_owner() -> object:
    """Return the running event loop, or the process if another library than asyncio runs it."""
    import asyncio  # noqa: PLC0415  a sync program never needs it, and it costs a third of importing httpx

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return _PROCESS


class AsyncLoopEnd:
    """Calls a function when the running event loop ends, unless it is cancelled or garbage-collected before.

    `asyncio.run` and most others that end a loop call its `shutdown_asyncgens`, which closes the asynchronous
    generators that were begun in it. There is no other way to learn of the end while the loop still runs.
    """

    def __init__(self, close: Callable[[], Awaitable[None]]) -> None:
        self._close: Callable[[], Awaitable[None]] | None = close
        self._waiting = self._wait()
        with suppress(StopIteration):  # it yields at once
            self._waiting.__anext__().send(None)

    async def cancel(self) -> None:
        """Do not call the function any more."""
        if self._close is not None:
            self._close = None
            await self._waiting.aclose()

    async def _wait(self) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            close, self._close = self._close, None
            if close is not None:
                await close()


class LoopEnd:
    """Does nothing: the end of a process closes everything."""

    def __init__(self, close: Callable[[], None]) -> None:
        _ = close

    def cancel(self) -> None:
        """Do nothing."""


def forget_closed_loops(table: MutableMapping[Any, T]) -> list[T]:
    """Remove the entries whose keys are event loops that have been closed, and return their values.

    A `WeakKeyDictionary` would keep them for ever, because connections refer to their event loop.
    """
    removed: list[T] = []
    for owner in list(table):
        if owner is not _PROCESS and owner.is_closed():
            with suppress(KeyError):  # another thread was here first
                removed.append(table.pop(owner))
    return removed


def connection_owner() -> object:
    """Return the process."""
    return _PROCESS
