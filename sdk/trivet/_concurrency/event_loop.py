"""The owner of a connection, outside of which it cannot be used, and the end of an event loop.

Tasks: the running event loop, which must be asyncio's.
Threads: the process; its threads share a connection.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import TrivetError

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


class _Process:
    """The owner of connections that belong to no event loop."""


_PROCESS = _Process()


def async_connection_owner() -> object:
    """Return the running event loop, or the process if no event loop of asyncio runs."""
    import asyncio  # noqa: PLC0415  a sync program never needs it, and it takes a third as long as `import httpx`

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return _PROCESS


def connection_owner() -> object:
    """Return the process."""
    return _PROCESS


def async_program_loop() -> asyncio.AbstractEventLoop | None:
    """Return the running event loop, in which the async functions of a program run."""
    import asyncio  # noqa: PLC0415  as above

    return asyncio.get_running_loop()


def program_loop() -> asyncio.AbstractEventLoop | None:
    """Return None: a program without an event loop leaves it to others where its async functions run."""
    return None


def async_check_event_loop() -> None:
    """Check that an event loop of asyncio runs, before something else fails without it.

    Raises:
        TrivetError: Another library runs the task, or no event loop runs.
    """
    if async_connection_owner() is _PROCESS:
        runs = "trio runs this task" if _in_trio() else "no event loop of asyncio runs here"
        raise TrivetError(f"an async client of trivet needs asyncio, and {runs}; in a thread, use the sync client")


def check_event_loop() -> None:
    """Do nothing: threads need no event loop."""


def _in_trio() -> bool:
    trio = sys.modules.get("trio")
    if trio is None:
        return False
    try:
        trio.lowlevel.current_task()
    except RuntimeError:  # trio was imported, but is not running
        return False
    return True


def forget_closed_loops(table: MutableMapping[Any, T]) -> list[T]:
    """Remove the entries whose keys are event loops that have been closed, and return their values.

    A `WeakKeyDictionary` would never drop them, because connections refer to their event loop.
    """
    removed: list[T] = []
    for owner in list(table):
        if owner is not _PROCESS and owner.is_closed():
            with suppress(KeyError):  # another thread may have removed it meanwhile
                removed.append(table.pop(owner))
    return removed


class AsyncLoopEnd:
    """Calls a function when the running event loop ends, unless it is cancelled or garbage-collected before.

    asyncio has no callback for the end of a loop. But `asyncio.run` and its like call `shutdown_asyncgens`, which
    closes the asynchronous generators that were begun in the loop. So one is begun that only waits to be closed.

    Without it, a program that does not close its client would leave each of its connections open when `asyncio.run`
    returns, until they are garbage-collected with two ResourceWarnings each.
    """

    def __init__(self, close: Callable[[], Awaitable[None]]) -> None:
        self._close: Callable[[], Awaitable[None]] | None = close
        self._generator = self._wait()
        with suppress(StopIteration):  # begin it without `await`: it yields at once
            self._generator.__anext__().send(None)

    async def cancel(self) -> None:
        """Do not call the function at the end of the loop."""
        if self._close is not None:
            self._close = None
            await self._generator.aclose()

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
