"""Functions that compute or read files for a while, and wait for no network.

Tasks: such a function runs in a thread, and the event loop serves other tasks meanwhile.
Threads: it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

__all__ = ["async_run_blocking", "run_blocking"]

T = TypeVar("T")


async def async_run_blocking(function: Callable[[], T]) -> T:
    """Return the result of a function; if the task is cancelled, its thread runs to the end, unread."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    return await asyncio.to_thread(function)


def run_blocking(function: Callable[[], T]) -> T:
    """Return the result of a function."""
    return function()
