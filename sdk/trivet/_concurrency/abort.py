"""Ending a connection that another task or thread reads from.

Tasks: the event loop closes the socket, and the reader gets an error.
Threads: the socket is shut down. Closing it would leave a thread blocked that reads from it.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

__all__ = ["abort", "async_abort"]


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
