"""Jobs that another task or thread may cancel, jobs that must not be cancelled, and workers that share a job.

Tasks: a job is a task; cancelling ends it and waits for its end. The event loop is woken by signals.
Threads: a job runs in a thread of its own, which cannot be ended: cancelling leaves it to end unread. A long wait is a
loop of short ones, which a signal can interrupt. A worker is a daemon thread, which keeps no process from ending.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from .event_loop import async_check_event_loop

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

__all__ = [
    "GRACE",
    "SLICE",
    "AsyncCancellableTask",
    "CancellableTask",
    "TaskCancelledError",
    "async_run_workers",
    "async_shielded",
    "in_thread",
    "run_workers",
    "shielded",
    "wait_in_slices",
]


T = TypeVar("T")


class TaskCancelledError(Exception):
    """A job was cancelled by `cancel`; unlike asyncio's CancelledError, it does not cancel the waiting task."""


class AsyncCancellableTask:
    """Runs one job after another for one holder at a time, until it is cancelled.

    If the task that waits for a job is cancelled, the job runs on, and the next wait gets its result.
    """

    def __init__(self) -> None:
        self._held = False
        self._waiters: list[asyncio.Future[None]] = []
        self._task: asyncio.Task[Any] | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._discard: Callable[[Any], Awaitable[object]] | None = None
        self._cancelled = False

    def try_acquire(self) -> bool:
        """Become the holder, and return whether that succeeded."""
        if self._held:
            return False
        self._held = True
        return True

    async def acquire(self) -> bool:
        """Wait until there is no other holder, and become it; return True."""
        while self._held:
            import asyncio  # noqa: PLC0415  as in `event_loop`

            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter
        self._held = True
        return True

    def release(self) -> None:
        """Let another task become the holder."""
        self._held = False
        if self._waiters:
            waiters, self._waiters = self._waiters, []
            for waiter in waiters:
                if not waiter.done():
                    waiter.set_result(None)

    async def run(self, job: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of a job, or of the job that an earlier, cancelled wait left behind.

        Raises:
            TaskCancelledError: `cancel` was called.
        """
        if self._cancelled:
            raise TaskCancelledError
        task: asyncio.Task[T] = self._task or _start(self._run(job))
        self._task = task
        if not task.done():
            self._waiter = task.get_loop().create_future()
            await _ended(task, self._waiter)
        self._task = None
        if task.cancelled():
            raise TaskCancelledError
        return task.result()

    async def run_detached(
        self, job: Callable[[], Coroutine[Any, Any, T]], discard: Callable[[T], Awaitable[object]]
    ) -> T:
        """Do the same as `run`, and call `discard` with a result that arrives after `cancel`."""
        self._discard = discard
        result = await self.run(job)
        self._discard = None
        return result

    async def cancel(self) -> None:
        """Cancel the job that runs, wait for its end, and refuse those to come; called again, only wait."""
        first, self._cancelled = not self._cancelled, True
        task = self._task
        if task is None:
            return
        if first:
            task.cancel()
        await _ended(task, task.get_loop().create_future())
        if not first:
            return
        self._task = None
        if not task.cancelled() and task.exception() is None and self._discard is not None:
            await self._discard(task.result())

    async def _run(self, job: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a job, and wake the wait for it, a turn of the event loop before a callback of its task would."""
        try:
            return await job()
        finally:
            if self._waiter is not None:
                _wake(self._waiter)


def _start(job: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Start a task; from Python 3.12 on it runs at once until its first wait, which saves a turn of the loop."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    loop = asyncio.get_running_loop()
    if sys.version_info >= (3, 12):
        return asyncio.Task(job, loop=loop, eager_start=True)
    return asyncio.Task(job, loop=loop)  # through `create_task`, a short job takes a twentieth longer


async def _ended(task: asyncio.Task[Any], waiter: asyncio.Future[None]) -> None:
    """Wait for the end of a task, which runs on if the wait is cancelled, as `asyncio.wait` does in twice the time."""

    def wake(_: asyncio.Task[Any]) -> None:
        _wake(waiter)

    task.add_done_callback(wake)
    try:
        await waiter
    finally:
        task.remove_done_callback(wake)


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


class CancellableTask:
    """Runs one job after another for one holder at a time, until it is cancelled."""

    def __init__(self) -> None:
        from concurrent.futures import Future  # noqa: PLC0415  as in `prefetch`

        self._holder = threading.Lock()
        self._future: Future[Any] | None = None
        self._discard: Callable[[Any], object] = _nothing
        self._cancellation: Future[Any] = Future()
        self._cancelled = False

    def try_acquire(self) -> bool:
        """Become the holder, and return whether that succeeded."""
        return self._holder.acquire(blocking=False)

    def acquire(self) -> bool:
        """Wait a little for another holder to end, and return whether this thread became the holder."""
        return self._holder.acquire(timeout=GRACE)

    def release(self) -> None:
        """Let another thread become the holder."""
        self._holder.release()

    def run(self, job: Callable[[], T]) -> T:
        """Return the result of a job that runs in this thread, where `cancel` does not reach it.

        Raises:
            TaskCancelledError: `cancel` was called before the job began.
        """
        if self._cancelled:
            raise TaskCancelledError
        return job()

    def run_detached(self, job: Callable[[], T], discard: Callable[[T], object]) -> T:
        """Return the result of a job in a thread of its own, or of the job that an interrupted wait left behind.

        Call `discard` with a result that arrives after `cancel`.

        Raises:
            TaskCancelledError: `cancel` was called.
        """
        from concurrent.futures import FIRST_COMPLETED, Future, wait  # noqa: PLC0415  as in `prefetch`

        self._discard = discard
        future: Future[T] | None = self._future
        if future is None:
            future = self._future = Future()
            if self._cancelled:  # looked at after the future is there: `cancel` finds it, or is found here
                self._future = None
                raise TaskCancelledError
            try:
                in_thread(job, future)
            except BaseException:  # a signal may come at any moment
                if future.cancel():  # the job has not begun
                    self._future = None
                raise
        either = [future, self._cancellation]
        wait_in_slices(lambda seconds: wait(either, seconds, FIRST_COMPLETED).done)
        if self._cancelled:
            raise TaskCancelledError
        self._future = None
        return future.result()

    def cancel(self) -> None:
        """End the wait for the job that runs detached, and refuse those to come."""
        from concurrent.futures import InvalidStateError  # noqa: PLC0415  as in `prefetch`

        self._cancelled = True
        with suppress(InvalidStateError):  # it was cancelled before
            self._cancellation.set_result(None)
        future, self._future = self._future, None
        if future is not None:
            future.add_done_callback(self._discard_result)

    def _discard_result(self, future: Future[Any]) -> None:
        if future.exception() is None:
            self._discard(future.result())


def _nothing(_: object) -> None:
    pass


def in_thread(job: Callable[[], T], future: Future[T]) -> None:
    """Run a job in a daemon thread, unless its future is cancelled before the thread begins.

    The context variables are those of the caller, as they are in a task.
    """
    context = copy_context()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(context.run(job))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, name="trivet-detached", daemon=True).start()


_shielded: set[asyncio.Task[None]] = set()


async def async_shielded(job: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a job to its end, even if the task that waits for it is cancelled."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    task = asyncio.create_task(job())
    _shielded.add(task)  # the event loop holds only a weak reference
    task.add_done_callback(_shielded.discard)
    await asyncio.shield(task)


def shielded(job: Callable[[], None]) -> None:
    """Run a job; a thread is not cancelled."""
    job()


SLICE = 0.2
"""Seconds of one wait."""


def wait_in_slices(wait: Callable[[float], object], timeout: float | None = None) -> bool:
    """Call `wait` with a few seconds at a time until it returns something true, or the timeout has passed.

    Python runs a signal's handler between two bytecodes of the main thread. A signal that arrives after the last of
    them, and before the thread blocks in the system call of a lock, does not end that call: `KeyboardInterrupt` is
    raised when the wait ends by itself. (Measured with a load of 8 busy processes: 11 of 38 signals were seen late,
    none with slices. `signal` in the library reference: "a long-running calculation implemented purely in C may run
    uninterrupted for an arbitrary amount of time, regardless of any signals received".)

    Args:
        wait: Waits for so many seconds at most, and returns whether it has got what it waits for.
        timeout: Seconds in all; None for no limit.
    """
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        left = SLICE if end is None else min(SLICE, end - time.monotonic())
        if wait(max(left, 0.0)):
            return True
        if left < SLICE:
            return False


GRACE = 1.0
"""Seconds. A thread cannot be ended at all, and a task may take its time to end."""


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
