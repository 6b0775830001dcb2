"""Deadlines of blocks of code, and the end of a connection from which another task or thread is reading.

Tasks: a block is cancelled when its time is up. The event loop closes the socket, and its reader gets an error.
Threads: a block cannot be ended; it passes the time that is left to everything that it waits for. The socket is shut
down, because closing it would leave a thread blocked that is reading from it.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

__all__ = ["abort", "async_abort", "async_deadline", "deadline"]


@asynccontextmanager
async def async_deadline(seconds: float | None, timed_out: Callable[[], Exception]) -> AsyncGenerator[None, None]:
    """Cancel a block after some seconds, and raise the error that `timed_out` returns."""
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
    """Run a block, which must end in time by itself."""
    _ = seconds, timed_out
    yield


def async_abort(stream: Any) -> bool:
    """Do the same as `abort`."""
    abort_stream = stream.get_extra_info("abort")
    if abort_stream is None:
        return False
    abort_stream()
    return True


def abort(stream: Any) -> bool:
    """End the connection of a stream of httpcore, and return whether the stream has one to end."""
    sock = stream.get_extra_info("socket")
    if sock is None:
        return False
    with suppress(OSError):  # it may be closed already
        sock.shutdown(socket.SHUT_RDWR)
    return True
