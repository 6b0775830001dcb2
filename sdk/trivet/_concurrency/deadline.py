"""Deadlines for blocks of code, and aborting a connection from which another task or thread is reading.

Tasks: a block is cancelled at its deadline. The event loop closes the socket, and the reader gets an error.
Threads: a block cannot be cancelled; it passes the remaining time to all its waits. The socket is shut down, because
closing it would leave a thread blocked that is reading from it.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

__all__ = ["abort", "async_abort", "async_deadline", "deadline"]


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


@contextmanager
def deadline(seconds: float | None, timed_out: Callable[[], Exception]) -> Generator[None, None, None]:
    """Run a block, which must itself limit its waits: no thread can cancel it."""
    _ = seconds, timed_out
    yield


def async_abort(stream: Any) -> bool:
    """Close the connection of a stream of httpcore at once, and return whether the stream has a connection."""
    abort_stream = stream.get_extra_info("abort")
    if abort_stream is None:
        return False
    abort_stream()
    return True


def abort(stream: Any) -> bool:
    """Shut the connection of a stream of httpcore down, and return whether the stream has a connection."""
    sock = stream.get_extra_info("socket")
    if sock is None:
        return False
    with suppress(OSError):  # it may be closed already
        sock.shutdown(socket.SHUT_RDWR)
    return True
