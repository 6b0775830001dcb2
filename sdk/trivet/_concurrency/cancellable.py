"""The second pair written for both colours: jobs that somebody else may end, or that nobody may.

It is the neighbour of `_ahead`.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from .grace import GRACE

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

__all__ = ["AsyncCancellableTask", "CancellableTask", "TaskCancelledError", "async_shielded", "in_thread", "shielded"]

T = TypeVar("T")


class TaskCancelledError(Exception):
    """Nobody wants the result of a job any more."""


class AsyncCancellableTask:
    """One job after another, for one task at a time.

    Who waits for one may be cancelled and come back to it, and anybody may call it off.
    """

    def __init__(self) -> None:
        """Do nothing yet."""
        self._inside = False
        self._outside: list[asyncio.Future[None]] = []
        self._task: asyncio.Task[Any] | None = None
        self._drop: Callable[[Any], Awaitable[object]] | None = None
        self._off = False

    async def acquire(self, *, wait: bool = False) -> bool:
        """Be the one that jobs are for, if nobody is, or as soon as nobody is."""
        while wait and self._inside:
            import asyncio  # noqa: PLC0415  as in `_ahead`

            waiting = asyncio.get_running_loop().create_future()
            self._outside.append(waiting)
            await waiting
        if self._inside:
            return False
        self._inside = True
        return True

    def release(self) -> None:
        """Let another be the one."""
        self._inside = False
        waiting, self._outside = self._outside, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    async def run(self, job: Callable[[], Awaitable[T]]) -> T:
        """The result of a job, or of the one that was left behind by somebody who was cancelled.

        Raises:
            TaskCancelledError: It was.
        """
        import asyncio  # noqa: PLC0415  as in `_ahead`

        async def run() -> T:
            return await job()

        if self._off:
            raise TaskCancelledError
        task: asyncio.Task[T] = self._task or asyncio.create_task(run())
        self._task = task
        await asyncio.wait([task])
        self._task = None
        if task.cancelled():
            raise TaskCancelledError
        return task.result()

    async def run_detached(self, job: Callable[[], Awaitable[T]], drop: Callable[[T], Awaitable[object]]) -> T:
        """The same, for a job whose result has to be dropped when nobody wants it any more."""
        self._drop = drop
        found = await self.run(job)
        self._drop = None
        return found

    async def cancel(self) -> None:
        """End the job that runs, and those to come."""
        self._off = True
        task, self._task = self._task, None
        if task is None:
            return
        import asyncio  # noqa: PLC0415  as in `_ahead`

        task.cancel()
        await asyncio.wait([task])
        if not task.cancelled() and task.exception() is None and self._drop is not None:
            await self._drop(task.result())


class CancellableTask:
    """One job after another, for one thread at a time; anybody may call it off."""

    def __init__(self) -> None:
        """Do nothing yet."""
        from concurrent.futures import Future  # noqa: PLC0415  as in `_ahead`

        self._inside = threading.Lock()
        self._found: Future[Any] | None = None
        self._drop: Callable[[Any], object] = _nothing
        self._off: Future[Any] = Future()
        self._is_off = False

    def acquire(self, *, wait: bool = False) -> bool:
        """Be the one that jobs are for, if nobody is, or nobody is soon: a thread cannot be ended."""
        return self._inside.acquire(timeout=GRACE if wait else 0)

    def release(self) -> None:
        """Let another be the one."""
        self._inside.release()

    def run(self, job: Callable[[], T]) -> T:
        """The result of a job of this thread, which has to end by other means.

        Raises:
            TaskCancelledError: It was called off before it began.
        """
        if self._is_off:
            raise TaskCancelledError
        return job()

    def run_detached(self, job: Callable[[], T], drop: Callable[[T], object]) -> T:
        """The result of a job in a thread of its own, or of the one left behind by somebody who was interrupted.

        It is dropped when nobody wants it any more.

        Raises:
            TaskCancelledError: It was called off, whatever it is doing.
        """
        from concurrent.futures import FIRST_COMPLETED, Future, wait  # noqa: PLC0415  as in `_ahead`

        found: Future[T] | None = self._found
        if found is None:
            found = self._found = Future()
            try:
                in_thread(job, found)
            except BaseException:  # an interrupt may come at any moment
                if found.cancel():  # nothing has begun
                    self._found = None
                raise
        self._drop = drop
        wait([found, self._off], return_when=FIRST_COMPLETED)
        if self._is_off:
            raise TaskCancelledError
        self._found = None
        return found.result()

    def cancel(self) -> None:
        """End the job that runs apart, and those to come."""
        from concurrent.futures import InvalidStateError  # noqa: PLC0415  as in `_ahead`

        self._is_off = True
        with suppress(InvalidStateError):  # it was called off before
            self._off.set_result(None)
        found, self._found = self._found, None
        if found is not None:
            found.add_done_callback(self._unwanted)

    def _unwanted(self, found: Future[Any]) -> None:
        if found.exception() is None:
            self._drop(found.result())


def _nothing(_: object) -> None:
    pass


def in_thread(job: Callable[[], T], found: Future[T]) -> None:
    """Begin a job in a thread of its own, which no exit waits for, unless its future is cancelled first."""

    def run() -> None:
        if not found.set_running_or_notify_cancel():
            return
        try:
            found.set_result(job())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=run, name="trivet-apart", daemon=True).start()


_closing: set[asyncio.Task[None]] = set()


async def async_shielded(job: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do all of a job, whether or not whoever waits for it is cancelled."""
    import asyncio  # noqa: PLC0415  as in `_ahead`

    task = asyncio.create_task(job())
    _closing.add(task)  # nobody else may know it
    task.add_done_callback(_closing.discard)
    await asyncio.shield(task)


def shielded(job: Callable[[], None]) -> None:
    """Do a job; a thread is not cancelled."""
    job()
