# Async only: for threads, httpcore looks by itself.
"""Whether an idle connection has something to read."""

from __future__ import annotations

import asyncio
import select

__all__ = ["is_readable"]


def is_readable(transport: asyncio.BaseTransport | None) -> bool:
    """Return whether a connection has bytes, or its end, that the event loop has not seen yet; or no socket."""
    sock = None if transport is None else transport.get_extra_info("socket")
    if sock is None or sock.fileno() < 0:
        return True
    if not hasattr(select, "poll"):  # on Windows
        return bool(select.select([sock], [], [], 0)[0])
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(0))
