"""What a connection belongs to inside its process, and cannot be used outside of.

Tasks: the running event loop.
Threads: the process; all threads share a connection.
"""

from __future__ import annotations

__all__ = ["async_connection_owner", "connection_owner"]


class _Process:
    """The owner of connections that no event loop owns."""


_PROCESS = _Process()


def async_connection_owner() -> object:
    """Return the running event loop, or the process if another library than asyncio runs it."""
    import asyncio  # noqa: PLC0415  a sync program never needs it, and it costs a third of importing httpx

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return _PROCESS


def connection_owner() -> object:
    """Return the process."""
    return _PROCESS
