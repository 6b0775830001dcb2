"""Ending what takes too long: a block of code, or a connection that another task or thread reads from.

Tasks: the block is cancelled when its time is up. The event loop closes the socket, and its reader gets an error.
Threads: nothing ends the block, which passes the time that is left to everything it waits for. The socket is shut down:
closing it would leave a thread blocked that reads from it.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

__all__ = ["abort", "async_abort", "async_deadline", "deadline"]


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


def async_abort(stream: Any) -> bool:
    """Do the same as `abort`."""
    end = stream.get_extra_info("abort")
    if end is None:
        return False
    end()
    return True


def abort(stream: Any) -> bool:
    """End the connection of a stream of httpcore, and return whether there is one to end."""
    sock = stream.get_extra_info("socket")
    if sock is None:
        return False
    with suppress(OSError):  # closed already
        sock.shutdown(socket.SHUT_RDWR)
    return True
