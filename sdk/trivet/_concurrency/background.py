"""Jobs that run in the background, and waits for a condition on the state that they share with the foreground.

Tasks: each job is a task of the running event loop, so the shared state needs no lock.
Threads: each job is a daemon thread, which has to end by itself; a condition variable guards the shared state. It has
a copy of the caller's context variables, as a task has.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from .._core.clock import monotonic
from .cancellable import GRACE, in_thread, start_thread, wait_in_slices
from .event_loop import async_check_event_loop

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


class AsyncBackgroundRunner:
    """Runs jobs in the background. Their shared state is used inside `with runner:`, which needs no lock."""

    def __init__(self) -> None:
        self._tasks: list[asyncio.Task[None]] = []
        self._cancelled: list[asyncio.Task[None]] = []
        self._waiters: set[asyncio.Future[None]] = set()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def start(self, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a job that raises nothing."""
        import asyncio  # noqa: PLC0415  as in `event_loop`

        async_check_event_loop()
        task = asyncio.create_task(job())
        task.add_done_callback(_report_fault)
        self._tasks.append(task)

    def notify(self) -> None:
        """Wake all waiting tasks, so that they check their conditions."""
        for waiter in self._waiters:
            if not waiter.done() and not waiter.get_loop().is_closed():
                waiter.set_result(None)

    async def wait_for(self, condition: Callable[[], bool], timeout: float | None = None) -> None:
        """Wait until a condition is true or the timeout has passed."""
        import asyncio  # noqa: PLC0415  as in `event_loop`

        with suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not condition():
                    waiter = asyncio.get_running_loop().create_future()
                    self._waiters.add(waiter)
                    try:
                        await waiter
                    finally:
                        self._waiters.discard(waiter)

    async def run_unless(self, condition: Callable[[], bool], job: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """Return the result of a job, or cancel the job and return None as soon as a condition is true."""
        import asyncio  # noqa: PLC0415  as in `event_loop`

        task = asyncio.create_task(job())
        task.add_done_callback(lambda _: self.notify())
        try:
            await self.wait_for(lambda: task.done() or condition())
        finally:
            task.cancel()
            await asyncio.wait([task])
        return None if task.cancelled() else task.result()

    def cancel_all(self) -> None:
        """Cancel every job except the one that calls this method, without waiting for their ends."""
        import asyncio  # noqa: PLC0415  as in `event_loop`

        # Each job is cancelled only once: a second cancellation would interrupt its cleanup.
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._cancelled += tasks

    async def aclose(self, grace: float = GRACE) -> None:
        """Cancel every job, and wait until each has ended; `grace` is only for threads."""
        import asyncio  # noqa: PLC0415  as in `event_loop`

        self.cancel_all()
        if self._cancelled:
            await asyncio.wait(self._cancelled)


def _report_fault(task: asyncio.Task[None]) -> None:
    """Report the exception of a job, but not the end of the program, which a signal may raise in any task.

    asyncio itself would report both, because nothing reads the results of jobs.
    """
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Exception):
        context = {"message": "a job in the background failed", "exception": error, "task": task}
        task.get_loop().call_exception_handler(context)


class BackgroundRunner:
    """Runs jobs in the background. Their shared state is used inside `with runner:`, by one thread at a time."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()

    def __enter__(self) -> None:
        self._changed.acquire()

    def __exit__(self, *_: object) -> None:
        self._changed.release()

    def start(self, job: Callable[[], None]) -> None:
        """Start a job that raises nothing."""
        thread = threading.Thread(target=copy_context().run, args=(job,), name="trivet-background", daemon=True)
        with self._changed:  # `close` in another thread must not join a thread that has not been started
            start_thread(thread)
            self._threads.append(thread)

    def notify(self) -> None:
        """Wake all waiting threads, so that they check their conditions."""
        with self._changed:
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], bool], timeout: float | None = None) -> None:
        """Wait until a condition is true or the timeout has passed."""
        with self._changed:
            wait_in_slices(lambda seconds: self._changed.wait_for(condition, seconds), timeout)

    def run_unless(self, condition: Callable[[], bool], job: Callable[[], T]) -> T | None:
        """Return the result of a job, or None as soon as a condition is true; then the result of the job is dropped."""
        from concurrent.futures import Future  # noqa: PLC0415  as in `prefetch`

        future: Future[T] = Future()
        future.add_done_callback(lambda _: self.notify())
        in_thread(job, future)
        self.wait_for(lambda: future.done() or condition())
        return future.result() if future.done() else None

    def cancel_all(self) -> None:
        """Do nothing: a thread cannot be cancelled, and checks by itself whether it should end."""

    def close(self, grace: float = GRACE) -> None:
        """Wait up to `grace` seconds for the jobs to end by themselves; those that have not ended continue."""
        with self._changed:
            threads, self._threads = self._threads, []
        end = monotonic() + grace
        for thread in threads:
            thread.join(max(end - monotonic(), 0.0))
