"""Functions that run several times at once, in tasks or in threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

__all__ = ["async_at_once", "at_once"]

ResultT = TypeVar("ResultT")


async def async_at_once(function: Callable[..., Awaitable[ResultT]], calls: Iterable[Sequence[Any]]) -> list[ResultT]:
    """Run a function with each of these arguments, in tasks, and return the results in order."""
    return await asyncio.gather(*(function(*arguments) for arguments in calls))


def at_once(function: Callable[..., ResultT], calls: Iterable[Sequence[Any]]) -> list[ResultT]:
    """Run a function with each of these arguments, in threads, and return the results in order."""
    listed = [*calls]
    with ThreadPoolExecutor(len(listed)) as threads:
        return [*threads.map(lambda arguments: function(*arguments), listed)]
