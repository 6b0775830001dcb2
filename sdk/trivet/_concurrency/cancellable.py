"""Jobs that another task or thread may cancel, or must not; several workers for one job; and aborting a connection.

Tasks: a job is a task; `cancel` cancels it and waits for its end. Signals wake the event loop,
which closes the socket of an aborted connection: the reader gets an error.
Threads: a job runs in a thread of its own, which cannot be cancelled: after `cancel`, its result is dropped. A long
wait is a loop of short ones, which a signal can interrupt. Workers are daemon threads, which do not keep a process
alive. The socket of an aborted connection is shut down, because a thread that reads from a closed socket stays blocked.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, TypeVar

from .._core.clock import SLICE, monotonic
from ..errors import TrivetError
from .event_loop import async_check_event_loop

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

T = TypeVar("T")

GRACE = 1.0
"""Seconds for which closing waits for running jobs: a thread cannot be cancelled, and a task may delay its end."""


class TaskCancelledError(Exception):
    """A job was cancelled by `cancel`. Unlike asyncio's CancelledError, this does not cancel the waiting task."""


class AsyncCancellableTask:
    """Runs one job after another, for one holder at a time, until it is cancelled.

    If the task that waits for a job is cancelled, the job continues, and the next wait gets its result.
    """

    def __init__(self) -> None:
        self._held = False
        self._waiters: list[asyncio.Future[None]] = []
        self._task: asyncio.Task[Any] | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._discard: Callable[[Any], Awaitable[object]] | None = None
        self._cancelled = False

    def try_acquire(self) -> bool:
        """Become the holder if there is none, and return whether that succeeded."""
        if self._held:
            return False
        self._held = True
        return True

    async def acquire(self) -> bool:
        """Wait until there is no other holder, and become the holder; return True."""
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
        """Return the result of a job, or of the earlier job whose wait was cancelled.

        Raises:
            TaskCancelledError: `cancel` was called.
        """
        if self._cancelled:
            raise TaskCancelledError
        task: asyncio.Task[T] = self._task or _start(self._run(job))
        self._task = task
        if sys.version_info < (3, 12) and not task.done():
            import asyncio  # noqa: PLC0415  as in `event_loop`

            await asyncio.sleep(0)  # a job that need not wait is done after it
        if not task.done():
            self._waiter = task.get_loop().create_future()
            await _wait_until_done(task, self._waiter)
        self._task = None
        if task.cancelled():
            raise TaskCancelledError
        return task.result()

    async def run_detached(
        self, job: Callable[[], Coroutine[Any, Any, T]], discard: Callable[[T], Awaitable[object]]
    ) -> T:
        """Return the result of a job as `run` does, and call `discard` with a result that arrives after `cancel`."""
        self._discard = discard
        result = await self.run(job)
        self._discard = None
        return result

    async def cancel(self) -> None:
        """Cancel the running job, wait for its end, and refuse further jobs; a second call only waits."""
        first, self._cancelled = not self._cancelled, True
        task = self._task
        if task is None:
            return
        if first:
            task.cancel()
        await _wait_until_done(task, task.get_loop().create_future())
        if not first:
            return
        self._task = None
        if not task.cancelled() and task.exception() is None and self._discard is not None:
            await self._discard(task.result())

    async def _run(self, job: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a job, and wake the wait for it one iteration of the event loop earlier than a task's callback would."""
        try:
            return await job()
        finally:
            if self._waiter is not None:
                _wake(self._waiter)


# A stream of events runs a short job for each chunk, so these three functions stand in place of `asyncio.create_task`
# and `asyncio.wait`: a client reads events that arrive one by one in 0.71 of the time. On Python 3.11, the `sleep(0)`
# of `run` saves an iteration of the event loop for each event that is there already: 0.82 of the instructions.


def _start(job: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Start a task; from Python 3.12 on, it runs to its first wait at once, which saves an iteration of the loop."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    loop = asyncio.get_running_loop()
    if sys.version_info >= (3, 12):
        return asyncio.Task(job, loop=loop, eager_start=True)
    return asyncio.Task(job, loop=loop)  # through `create_task`, a short job takes a twentieth longer


async def _wait_until_done(task: asyncio.Task[Any], waiter: asyncio.Future[None]) -> None:
    """Wait for the end of a task, which continues if the wait is cancelled, as with `asyncio.wait`."""

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
    """Runs one job after another, for one holder at a time, until it is cancelled."""

    def __init__(self) -> None:
        from concurrent.futures import Future  # noqa: PLC0415  as in `prefetch`

        self._holder = threading.Lock()
        self._future: Future[Any] | None = None
        self._discard: Callable[[Any], object] = _nothing
        self._cancellation: Future[Any] = Future()
        self._cancelled = False

    def try_acquire(self) -> bool:
        """Become the holder if there is none, and return whether that succeeded."""
        return self._holder.acquire(blocking=False)

    def acquire(self) -> bool:
        """Wait a little until there is no other holder, and return whether this thread has become the holder."""
        return self._holder.acquire(timeout=GRACE)

    def release(self) -> None:
        """Let another thread become the holder."""
        self._holder.release()

    def run(self, job: Callable[[], T]) -> T:
        """Return the result of a job that runs in this thread, where `cancel` does not end it.

        Raises:
            TaskCancelledError: `cancel` was called before the job began.
        """
        if self._cancelled:
            raise TaskCancelledError
        return job()

    def run_detached(self, job: Callable[[], T], discard: Callable[[T], object]) -> T:
        """Return the result of a job in a thread of its own, or of the earlier job whose wait was interrupted.

        A result that arrives after `cancel` is passed to `discard`.

        Raises:
            TaskCancelledError: `cancel` was called.
        """
        from concurrent.futures import FIRST_COMPLETED, Future, wait  # noqa: PLC0415  as in `prefetch`

        self._discard = discard
        future: Future[T] | None = self._future
        if future is None:
            future = self._future = Future()
            # Checked after the future is set: either `cancel` sees the future, or its call is seen here.
            if self._cancelled:
                self._future = None
                raise TaskCancelledError
            try:
                in_thread(job, future)
            except BaseException:  # a signal may arrive at any moment, also before the thread is started
                if future.cancel():  # true if the job has not begun
                    self._future = None
                raise
        futures = [future, self._cancellation]
        wait_in_slices(lambda seconds: wait(futures, seconds, FIRST_COMPLETED).done)
        if self._cancelled:
            raise TaskCancelledError
        self._future = None
        return future.result()

    def cancel(self) -> None:
        """End the wait for the detached job, and refuse further jobs."""
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


def start_thread(thread: threading.Thread) -> None:
    """Start a thread; a signal may come meanwhile.

    `Thread.start` waits on a condition. An exception that the handler of a signal raises there can leave its lock
    broken, and CPython 3.11 then raises a `RuntimeError` in its place (seen in `nox -s interrupts`).

    Raises:
        TrivetError: The system has no further threads.
    """
    try:
        thread.start()
    except RuntimeError as error:
        interruption = error.__context__
        if interruption is not None and str(error) == "release unlocked lock":
            raise interruption from None
        raise TrivetError(f"no thread could be started: {error}") from error


def in_thread(job: Callable[[], T], future: Future[T]) -> None:
    """Run a job in a daemon thread, unless its future is cancelled before the thread begins.

    The job gets a copy of the caller's context variables, as a task does.
    """
    context = copy_context()

    def run() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(context.run(job))
        except BaseException as error:
            future.set_exception(error)

    start_thread(threading.Thread(target=run, name="trivet-detached", daemon=True))


_shielded: set[asyncio.Task[None]] = set()


async def async_shielded(job: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a job to its end, even if the task that waits for it is cancelled."""
    import asyncio  # noqa: PLC0415  as in `event_loop`

    task = asyncio.create_task(job())
    _shielded.add(task)  # the event loop holds only a weak reference
    task.add_done_callback(_shielded.discard)
    await asyncio.shield(task)


def shielded(job: Callable[[], None]) -> None:
    """Run a job; a thread is never cancelled."""
    job()


def wait_in_slices(wait: Callable[[float], object], timeout: float | None = None) -> bool:
    """Call `wait` with a fraction of a second, repeatedly, until it returns true or the timeout has passed.

    Python runs a signal's handler between two bytecodes of the main thread. A signal that arrives after the last of
    them, and before the thread blocks in the system call of a lock, does not end that call: without slices,
    `KeyboardInterrupt` is raised only when the wait ends by itself. (Measured with a load of 8 busy processes: 11 of 38
    signals were seen late, none with slices.)

    Args:
        wait: Waits for at most this many seconds, and returns whether the wait has succeeded.
        timeout: Seconds in all; None for no limit.
    """
    end = None if timeout is None else monotonic() + timeout
    while True:
        left = SLICE if end is None else min(SLICE, end - monotonic())
        if wait(max(left, 0.0)):
            return True
        if left < SLICE:
            return False


async def async_run_workers(count: int, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a job in several tasks, and wait until each has ended.

    Args:
        count: The number of workers. A single worker runs in the calling task.
        work: The job of each worker; an error that it raises is raised here once all workers have ended.
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
    """Run a job in several threads, and wait until each has ended; a signal can interrupt the wait.

    Args:
        count: The number of workers. A single worker runs in the calling thread.
        work: The job of each worker; an error that it raises is raised here once all workers have ended.
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


def async_abort(stream: Any) -> bool:
    """Close the connection of a stream of httpcore at once, and return whether the stream has a connection."""
    abort_stream = None if stream is None else stream.get_extra_info("abort")
    if abort_stream is None:
        return False
    abort_stream()
    return True


def abort(stream: Any) -> bool:
    """Shut the connection of a stream of httpcore down, and return whether the stream has a connection."""
    sock = None if stream is None else stream.get_extra_info("socket")
    if sock is None:
        return False
    with suppress(OSError):  # it may be closed already
        sock.shutdown(socket.SHUT_RDWR)
    return True
