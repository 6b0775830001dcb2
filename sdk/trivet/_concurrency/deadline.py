"""Deadlines for blocks of code.

Tasks: a block is cancelled at its deadline.
Threads: a block cannot be cancelled; it passes the remaining time to all its waits.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext

_NO_CANCELLATION = nullcontext()


@asynccontextmanager
async def async_deadline(seconds: float | None, timed_out: Callable[[], Exception]) -> AsyncGenerator[None, None]:
    """Cancel a block at its deadline, and raise the error that `timed_out` returns.

    Args:
        seconds: Seconds until the deadline; None for no deadline.
        timed_out: Returns the error.
    """
    if seconds is None:
        yield
        return
    import asyncio  # noqa: PLC0415  as in `event_loop`

    timeout = asyncio.timeout(seconds)
    try:
        async with timeout:
            yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise timed_out() from error


def deadline(seconds: float | None, timed_out: Callable[[], Exception]) -> AbstractContextManager[None]:
    """Run a block, which must itself limit its waits: no thread can cancel it."""
    _ = seconds, timed_out
    return _NO_CANCELLATION
