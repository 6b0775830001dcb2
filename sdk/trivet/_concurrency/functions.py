"""Calls of functions that may block or return an awaitable.

Tasks: an awaitable result is awaited, and a function that may block runs in a thread.
Threads: the function is called.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


async def async_resolve(value: Awaitable[T] | T) -> T:
    """Return a value, or the result of an awaitable."""
    untyped: Any = value
    resolved: T = await untyped if hasattr(value, "__await__") else untyped
    return resolved


def resolve(value: T) -> T:
    """Return a value.

    Raises:
        TypeError: The value is an awaitable.
    """
    if hasattr(value, "__await__"):
        close = getattr(value, "close", None)
        if close is not None:  # otherwise Python would warn that the coroutine was never awaited
            close()
        raise TypeError("a sync client cannot await the result of an async function")
    return value


async def async_run_blocking(function: Callable[[], T]) -> T:
    """Return the result of a function that runs in a worker thread, so that it does not block the event loop.

    If the task is cancelled, the thread continues, and its result is dropped.
    """
    import asyncio  # noqa: PLC0415  as in `event_loop`

    return await asyncio.to_thread(function)


def run_blocking(function: Callable[[], T]) -> T:
    """Return the result of a function, which may block this thread."""
    return function()
