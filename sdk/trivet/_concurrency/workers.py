"""Several workers that do the same job until each of them has nothing left to do.

Tasks: each worker is a task; if the wait for them is cancelled, they are cancelled, too.
Threads: each worker is a daemon thread, which ends by itself. If the wait is interrupted, the threads still run, and
they do not keep the process from ending.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from .cancellable import in_thread
from .event_loop import async_check_event_loop
from .slices import wait_in_slices

__all__ = ["async_run_workers", "run_workers"]


async def async_run_workers(count: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a job in so many tasks, and wait until each has ended.

    Args:
        count: The number of workers. A single one runs in the calling task.
        work: What each worker does; an error that it raises is raised here once all of them have ended.
    """
    if count <= 1:
        for _ in range(count):
            await work()
        return
    import asyncio  # noqa: PLC0415  as in `event_loop`

    async_check_event_loop()
    tasks = [asyncio.create_task(work()) for _ in range(count)]
    try:
        await asyncio.wait(tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        task.result()


def run_workers(count: int, work: Callable[[], None]) -> None:
    """Run a job in so many threads, and wait until each has ended; a signal can interrupt the wait.

    Args:
        count: The number of workers. A single one runs in the calling thread.
        work: What each worker does; an error that it raises is raised here once all of them have ended.
    """
    if count <= 1:
        for _ in range(count):
            work()
        return
    from concurrent.futures import Future, wait  # noqa: PLC0415  as in `prefetch`

    futures = [Future[None]() for _ in range(count)]
    for future in futures:
        in_thread(work, future)
    wait_in_slices(lambda seconds: not wait(futures, seconds).not_done)
    for future in futures:
        future.result()
