"""The event loop that a connection belongs to."""

from __future__ import annotations

__all__ = ["async_home", "home"]


def async_home() -> object:
    """What a connection belongs to inside its process, and cannot be used outside of: an event loop."""
    import asyncio  # noqa: PLC0415  as above

    try:
        return asyncio.get_running_loop()
    except RuntimeError:  # another library runs the loop
        return None


def home() -> object:
    """What a connection belongs to inside its process: nothing, for threads share it."""
    return None
