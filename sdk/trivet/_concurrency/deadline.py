"""A block of code with a time limit.

Tasks: the block is cancelled when its time is up.
Threads: nothing; the block passes the time that is left to everything it waits for.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager

__all__ = ["async_deadline", "deadline"]


@asynccontextmanager
async def async_deadline(seconds: float | None, timed_out: Callable[[], Exception]) -> AsyncGenerator[None, None]:
    """Cancel a block after some seconds, and raise the error that `timed_out` makes."""
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


@contextmanager
def deadline(seconds: float | None, timed_out: Callable[[], Exception]) -> Generator[None, None, None]:
    """Run a block."""
    _ = seconds, timed_out
    yield
