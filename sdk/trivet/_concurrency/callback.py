"""The result of a function that the user passed in.

Tasks: a result that can be awaited is awaited.
Threads: a result that can be awaited is a TypeError.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, TypeVar

__all__ = ["async_resolve", "resolve"]

T = TypeVar("T")


async def async_resolve(value: Awaitable[T] | T) -> T:
    """Return a value, or the result of an awaitable."""
    given: Any = value
    resolved: T = await given if hasattr(value, "__await__") else given
    return resolved


def resolve(value: T) -> T:
    """Return a value.

    Raises:
        TypeError: It is an awaitable.
    """
    if hasattr(value, "__await__"):
        close = getattr(value, "close", None)
        if close is not None:  # otherwise Python warns of a coroutine that was never awaited
            close()
        raise TypeError("a client that is not async cannot wait for what an async function gives")
    return value
