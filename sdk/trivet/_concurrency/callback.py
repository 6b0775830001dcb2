"""The result of a function that the caller of the library passed in."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, TypeVar

__all__ = ["async_result", "result"]

T = TypeVar("T")


async def async_result(found: Awaitable[T] | T) -> T:
    """What a function of the caller's gave, waited for where it is to be waited for."""
    value: Any = found
    done: T = await value if hasattr(found, "__await__") else value
    return done


def result(found: T) -> T:
    """What a function of the caller's gave.

    Raises:
        TypeError: Only an event loop could wait for it.
    """
    if hasattr(found, "__await__"):
        close = getattr(found, "close", None)
        if close is not None:  # a coroutine would complain that nobody waited for it
            close()
        raise TypeError("a client that is not async cannot wait for what an async function gives")
    return found
