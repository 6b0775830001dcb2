"""Waits for a condition that other threads, processes or tasks make true; only a fault makes them long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


def eventually(condition: Callable[[], object], seconds: float) -> bool:
    """Whether a condition becomes true in time."""
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            return False
        time.sleep(0.005)
    return True


def until(condition: Callable[[], object]) -> None:
    """Wait until threads or processes have made a condition true."""
    assert eventually(condition, 30), "the condition was not met"


async def until_tasks(condition: Callable[[], object], turns: int = 10_000) -> None:
    """Run the event loop until tasks have made a condition true."""
    for _ in range(turns):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("the condition was not met")


async def until_alone(turns: int = 20) -> None:
    """Run the event loop until no other task is left."""
    await until_tasks(lambda: asyncio.all_tasks() == {asyncio.current_task()}, turns)
