"""Calls that run ahead of the code that reads their results."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from .grace import GRACE

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = ["AsyncPrefetcher", "Prefetcher"]

T = TypeVar("T")


class AsyncPrefetcher(Generic[T]):
    """Jobs that run ahead of their reader, at most `width` at once, handed over in the order they were added."""

    def __init__(self, width: int) -> None:
        """With a width of 1 a job runs when it is asked for, and no task is made."""
        self._width = width
        self._jobs: deque[Callable[[], Awaitable[T]]] = deque()
        self._tasks: deque[asyncio.Task[T]] = deque()
        self._finished = 0

    @property
    def room(self) -> bool:
        """Whether another job may be added."""
        return len(self._jobs) + len(self._tasks) < self._width

    def add(self, job: Callable[[], Awaitable[T]]) -> None:
        """Start a job."""
        if self._width == 1:
            self._jobs.append(job)
            return
        import asyncio  # noqa: PLC0415  costs a third of importing httpx

        async def run() -> T:
            return await job()

        self._tasks.append(asyncio.create_task(run()))

    async def next(self) -> T:
        """The result of the job added first."""
        if self._jobs:
            return await self._jobs.popleft()()
        # It stays in the queue until it is done: who is cancelled here still has to end it.
        result = await self._tasks[0]
        self._tasks.popleft()
        self._finished += 1
        return result

    async def settle(self) -> None:
        """Forget every job; those that have no connection of an earlier one to use may end by themselves first."""
        if len(self._tasks) > self._finished:
            import asyncio  # noqa: PLC0415  as above

            await asyncio.wait(self._tasks, timeout=GRACE)
        await self.aclose()

    async def aclose(self) -> None:
        """Forget every job, and wait until those that run have let go of what they hold."""
        self._jobs.clear()
        if not self._tasks:
            return
        import asyncio  # noqa: PLC0415  as above

        tasks, self._tasks = self._tasks, deque()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Prefetcher(Generic[T]):
    """Jobs that run ahead of their reader, at most `width` at once, handed over in the order they were added."""

    def __init__(self, width: int) -> None:
        """With a width of 1 a job runs when it is asked for, and no thread is made."""
        self._width = width
        self._jobs: deque[Callable[[], T]] = deque()
        self._futures: deque[Future[T]] = deque()
        self._threads: ThreadPoolExecutor | None = None
        self._finished = 0

    @property
    def room(self) -> bool:
        """Whether another job may be added."""
        return len(self._jobs) + len(self._futures) < self._width

    def add(self, job: Callable[[], T]) -> None:
        """Start a job."""
        if self._width == 1:
            self._jobs.append(job)
            return
        if self._threads is None:
            from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  only who prefetches pays for it

            self._threads = ThreadPoolExecutor(self._width, "trivet-ahead")
        self._futures.append(self._threads.submit(job))

    def next(self) -> T:
        """The result of the job added first."""
        if self._jobs:
            return self._jobs.popleft()()
        result = self._futures.popleft().result()
        self._finished += 1
        return result

    def settle(self) -> None:
        """Forget every job; those that have no connection of an earlier one to use may end by themselves first."""
        if len(self._futures) > self._finished:
            from concurrent.futures import wait  # noqa: PLC0415  as above

            wait(self._futures, GRACE)
        self.close()

    def close(self) -> None:
        """Forget every job. What a thread has already sent ends by itself; its answer is dropped."""
        self._jobs.clear()
        self._futures.clear()
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None
