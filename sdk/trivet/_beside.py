"""The second pair written for both colours: jobs that run beside their maker, and jobs that somebody else may end.

It is the neighbour of `_ahead`. Only what follows a service for a long time needs it.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from ._ahead import GRACE

if TYPE_CHECKING:
    import asyncio
    from concurrent.futures import Future

__all__ = ["AsyncBeside", "AsyncErrand", "Beside", "CalledOffError", "Errand", "async_shielded", "shielded"]

T = TypeVar("T")


class AsyncBeside:
    """Jobs that run beside their maker, and news that they and others wait for.

    What they share is only touched in a `with` block, which tasks of one event loop need not even wait for.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self._tasks: list[asyncio.Task[None]] = []
        self._ending: list[asyncio.Task[None]] = []
        self._waiting: set[asyncio.Future[None]] = set()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def start(self, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Start a job that raises nothing."""
        import asyncio  # noqa: PLC0415  as in `_ahead`

        self._tasks.append(asyncio.create_task(job()))

    def tell(self) -> None:
        """Let everybody who waits look again."""
        for each in self._waiting:
            if not each.done():
                each.set_result(None)

    async def until(self, so: Callable[[], bool], within: float | None = None) -> None:
        """Wait until something is so, for so many seconds at most."""
        import asyncio  # noqa: PLC0415  as in `_ahead`

        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while not so():
                    waiting = asyncio.get_running_loop().create_future()
                    self._waiting.add(waiting)
                    try:
                        await waiting
                    finally:
                        self._waiting.discard(waiting)

    async def unless(self, off: Callable[[], bool], job: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """What a job gives; None as soon as something else is so, and then it is ended."""
        import asyncio  # noqa: PLC0415  as in `_ahead`

        task = asyncio.create_task(job())
        task.add_done_callback(lambda _: self.tell())
        try:
            await self.until(lambda: task.done() or off())
        finally:
            task.cancel()
            await asyncio.wait([task])
        return None if task.cancelled() else task.result()

    def end(self) -> None:
        """Let every other job end, and wait for none; to tell one twice would disturb what it does at its end."""
        import asyncio  # noqa: PLC0415  as in `_ahead`

        tasks, self._tasks = self._tasks, []
        for task in tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._ending += tasks

    async def aclose(self, grace: float = GRACE) -> None:
        """End every job, and wait until they have let go of what they hold, which a task does at once."""
        import asyncio  # noqa: PLC0415  as in `_ahead`

        self.end()
        if self._ending:
            await asyncio.wait(self._ending)


class Beside:
    """Jobs that run beside their maker, and news that they and others wait for.

    What they share is only touched in a `with` block, which one thread is in at a time.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()

    def __enter__(self) -> None:
        self._changed.acquire()

    def __exit__(self, *_: object) -> None:
        self._changed.release()

    def start(self, job: Callable[[], None]) -> None:
        """Start a job that raises nothing."""
        self._threads.append(threading.Thread(target=job, name="trivet-beside", daemon=True))
        self._threads[-1].start()

    def tell(self) -> None:
        """Let everybody who waits look again."""
        with self._changed:
            self._changed.notify_all()

    def until(self, so: Callable[[], bool], within: float | None = None) -> None:
        """Wait until something is so, for so many seconds at most."""
        with self._changed:
            self._changed.wait_for(so, within)

    def unless(self, off: Callable[[], bool], job: Callable[[], T]) -> T | None:
        """What a job gives; None as soon as something else is so, and then it goes on by itself, for nobody."""
        from concurrent.futures import Future  # noqa: PLC0415  as in `_ahead`

        found: Future[T] = Future()

        def run() -> None:
            try:
                found.set_result(job())
            except BaseException as error:
                found.set_exception(error)
            self.tell()

        threading.Thread(target=run, name="trivet-apart", daemon=True).start()
        self.until(lambda: found.done() or off())
        return found.result() if found.done() else None

    def end(self) -> None:
        """Nothing: a thread ends by itself, when it is told to."""

    def close(self, grace: float = GRACE) -> None:
        """Wait a little for the jobs, which are to end by themselves: what a thread has sent, it waits for."""
        threads, self._threads = self._threads, []
        for thread in threads:
            thread.join(grace)


class CalledOffError(Exception):
    """Nobody wants the result of a job any more."""


class AsyncErrand:
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

    async def enter(self, *, wait: bool = False) -> bool:
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

    def leave(self) -> None:
        """Let another be the one."""
        self._inside = False
        waiting, self._outside = self._outside, []
        for each in waiting:
            if not each.done():
                each.set_result(None)

    async def here(self, job: Callable[[], Awaitable[T]]) -> T:
        """The result of a job, or of the one that was left behind by somebody who was cancelled.

        Raises:
            CalledOffError: It was.
        """
        import asyncio  # noqa: PLC0415  as in `_ahead`

        async def run() -> T:
            return await job()

        if self._off:
            raise CalledOffError
        task: asyncio.Task[T] = self._task or asyncio.create_task(run())
        self._task = task
        await asyncio.wait([task])
        self._task = None
        if task.cancelled():
            raise CalledOffError
        return task.result()

    async def apart(self, job: Callable[[], Awaitable[T]], drop: Callable[[T], Awaitable[object]]) -> T:
        """The same, for a job whose result has to be dropped when nobody wants it any more."""
        self._drop = drop
        found = await self.here(job)
        self._drop = None
        return found

    async def call_off(self) -> None:
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


class Errand:
    """One job after another, for one thread at a time; anybody may call it off."""

    def __init__(self) -> None:
        """Do nothing yet."""
        from concurrent.futures import Future  # noqa: PLC0415  as in `_ahead`

        self._inside = threading.Lock()
        self._found: Future[Any] | None = None
        self._drop: Callable[[Any], object] = _nothing
        self._off: Future[Any] = Future()
        self._is_off = False

    def enter(self, *, wait: bool = False) -> bool:
        """Be the one that jobs are for, if nobody is, or nobody is soon: a thread cannot be ended."""
        return self._inside.acquire(timeout=GRACE if wait else 0)

    def leave(self) -> None:
        """Let another be the one."""
        self._inside.release()

    def here(self, job: Callable[[], T]) -> T:
        """The result of a job of this thread, which has to end by other means.

        Raises:
            CalledOffError: It was called off before it began.
        """
        if self._is_off:
            raise CalledOffError
        return job()

    def apart(self, job: Callable[[], T], drop: Callable[[T], object]) -> T:
        """The result of a job in a thread of its own, or of the one left behind by somebody who was interrupted.

        It is dropped when nobody wants it any more.

        Raises:
            CalledOffError: It was called off, whatever it is doing.
        """
        from concurrent.futures import FIRST_COMPLETED, Future, wait  # noqa: PLC0415  as in `_ahead`

        found: Future[T] | None = self._found
        if found is None:
            found = self._found = Future()
            threading.Thread(target=_run, args=(job, found), name="trivet-apart", daemon=True).start()
        self._drop = drop
        wait([found, self._off], return_when=FIRST_COMPLETED)
        if self._is_off:
            raise CalledOffError
        self._found = None
        return found.result()

    def call_off(self) -> None:
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


def _run(job: Callable[[], T], found: Future[T]) -> None:
    try:
        found.set_result(job())
    except BaseException as error:
        found.set_exception(error)


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
