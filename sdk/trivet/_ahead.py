"""The one pair written for both colours: what tasks and threads do differently.

Everything else in `_async/` becomes `_sync/` by renaming. Here are the jobs that run ahead of their reader, the
deadline of a call, which a task can be held to at any moment and a thread only where it waits, what only one may do at
a time, and what connections belong to. `_errand` and `_beside` are its neighbours.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future, ThreadPoolExecutor

__all__ = [
    "Ahead",
    "AsyncAhead",
    "AsyncTurn",
    "Turn",
    "async_deadline",
    "async_home",
    "async_result",
    "deadline",
    "home",
    "result",
]

T = TypeVar("T")

GRACE = 1.0
"""Seconds for jobs that may be making a connection: anyio loses one whose making is cancelled at its very end."""


class AsyncAhead(Generic[T]):
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


class Ahead(Generic[T]):
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


class AsyncTurn:
    """One task at a time, in each event loop; who has the turn may not ask for it again."""

    def __init__(self) -> None:
        """Let the first one in."""
        self._locks: WeakKeyDictionary[object, tuple[asyncio.Lock, list[object]]] = WeakKeyDictionary()

    @asynccontextmanager
    async def taken(self, again: Exception) -> AsyncGenerator[None, None]:
        """Wait for the turn; `again` is raised for whoever has it."""
        import asyncio  # noqa: PLC0415  as above

        # A lock knows the loop in which somebody waited for it.
        lock, holder = self._locks.setdefault(asyncio.get_running_loop(), (asyncio.Lock(), []))
        task = asyncio.current_task()
        if task in holder:
            raise again
        async with lock:
            holder.append(task)
            try:
                yield
            finally:
                holder.clear()


class Turn:
    """One thread at a time, in each process; who has the turn may not ask for it again."""

    def __init__(self) -> None:
        """Let the first one in."""
        self._locks: dict[int, tuple[threading.Lock, list[int]]] = {}

    @contextmanager
    def taken(self, again: Exception) -> Generator[None, None, None]:
        """Wait for the turn; `again` is raised for whoever has it."""
        # After a fork, whoever held the lock may not be here.
        lock, holder = self._locks.setdefault(os.getpid(), (threading.Lock(), []))
        thread = threading.get_ident()
        if thread in holder:
            raise again
        with lock:
            holder.append(thread)
            try:
                yield
            finally:
                holder.clear()


async def async_result(found: Awaitable[T] | T) -> T:
    """What a function of the caller's gave, waited for where it is to be waited for."""
    value: Any = found
    done: T = await value if hasattr(found, "__await__") else value
    return done


def result(found: T) -> T:
    """What a function of the caller's gave.

    Raises:
        TypeError: Only an event loop could wait for it.
    """
    if hasattr(found, "__await__"):
        close = getattr(found, "close", None)
        if close is not None:  # a coroutine would complain that nobody waited for it
            close()
        raise TypeError("a client that is not async cannot wait for what an async function gives")
    return found


@asynccontextmanager
async def async_deadline(seconds: float | None, late: Callable[[], Exception]) -> AsyncGenerator[None, None]:
    """Hold a block to a time, whatever it waits for."""
    if seconds is None:
        yield
        return
    import asyncio  # noqa: PLC0415  as above

    timeout = asyncio.timeout(seconds)
    try:
        async with timeout:
            yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise late() from error


@contextmanager
def deadline(seconds: float | None, late: Callable[[], Exception]) -> Generator[None, None, None]:
    """Nothing: a thread is held to its deadline by the timeouts of what it waits for."""
    _: Any = (seconds, late)
    yield


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
