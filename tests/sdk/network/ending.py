"""Closing a subscription from outside, after a while: a stream of events has no deadline of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from trivet.agent import AsyncEvents, Events

__all__ = ["async_ending", "ending"]

SECONDS = 1.5


@asynccontextmanager
async def async_ending(events: AsyncEvents) -> AsyncIterator[None]:
    """Close a subscription from another task, unless the block ends before that."""

    async def end() -> None:
        await asyncio.sleep(SECONDS)
        await events.aclose()

    task = asyncio.create_task(end())
    try:
        yield
    finally:
        task.cancel()


@contextmanager
def ending(events: Events) -> Iterator[None]:
    """Close a subscription from another thread, unless the block ends before that."""
    timer = threading.Timer(SECONDS, events.close)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
