"""Waits for a condition that other threads, processes or tasks make true; only a fault makes them long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.sdk.interrupts.ends import eventually

__all__ = ["eventually", "until", "until_alone", "until_tasks"]


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
