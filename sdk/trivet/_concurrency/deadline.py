"""A block of code with a time limit."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

__all__ = ["async_deadline", "deadline"]


@asynccontextmanager
async def async_deadline(seconds: float | None, late: Callable[[], Exception]) -> AsyncGenerator[None, None]:
    """Hold a block to a time, whatever it waits for."""
    if seconds is None:
        yield
        return
    import asyncio  # noqa: PLC0415  as above

    timeout = asyncio.timeout(seconds)
    try:
        async with timeout:
            yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise late() from error


@contextmanager
def deadline(seconds: float | None, late: Callable[[], Exception]) -> Generator[None, None, None]:
    """Nothing: a thread is held to its deadline by the timeouts of what it waits for."""
    _: Any = (seconds, late)
    yield
