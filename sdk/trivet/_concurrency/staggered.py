"""Attempts of which the first success counts.

Tasks: an attempt begins when the one before has failed, or has taken a while, and the first success cancels the others.
Threads: an attempt begins when the one before has failed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from .cancellable import async_shielded

if TYPE_CHECKING:
    import asyncio

__all__ = ["STAGGER", "async_first_success", "first_success"]

T = TypeVar("T")

STAGGER = 0.25
"""Seconds after which the next attempt begins beside the others, as RFC 8305 recommends for the addresses of a host."""


async def async_first_success(
    attempts: Sequence[Callable[[], Coroutine[Any, Any, T]]], discard: Callable[[T], Awaitable[object]]
) -> T:
    """Return the result of the first attempt that succeeds, or raise the exception of the last one.

    Args:
        attempts: One at least.
        discard: Called with the result of a second success.
    """
    if len(attempts) == 1:
        return await attempts[0]()
    import asyncio  # noqa: PLC0415  as in `event_loop`

    tasks: list[asyncio.Task[T]] = []
    winner: asyncio.Task[T] | None = None
    try:
        for attempt in attempts:
            tasks.append(asyncio.create_task(attempt()))
            winner = await _success(tasks, None if len(tasks) == len(attempts) else STAGGER)
            if winner is not None:
                break
        losers = [task for task in tasks if task is not winner]
        if losers:
            await async_shielded(lambda: _end(losers, discard))
    except BaseException:  # a cancelled caller takes no result, so that of the winner is discarded, too
        await async_shielded(lambda: _end(tasks, discard))
        raise
    return (winner or tasks[-1]).result()


async def _success(tasks: Sequence[asyncio.Task[T]], seconds: float | None) -> asyncio.Task[T] | None:
    """Wait until a task succeeds; for no longer than some seconds, or until another one fails, unless None."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    pending = {task for task in tasks if not task.done()}
    while pending:
        done, pending = await asyncio.wait(pending, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if task.exception() is None:
                return task
        if seconds is not None:
            break
    return None


async def _end(tasks: Sequence[asyncio.Task[T]], discard: Callable[[T], Awaitable[object]]) -> None:
    import asyncio  # noqa: PLC0415  as in `event_loop`

    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled() and task.exception() is None:
            await discard(task.result())


def first_success(attempts: Sequence[Callable[[], T]], discard: Callable[[T], object]) -> T:
    """Return the result of the first attempt that succeeds, or raise the exception of the last one."""
    _ = discard
    for attempt in attempts[:-1]:
        try:
            return attempt()
        except Exception:
            continue
    return attempts[-1]()
