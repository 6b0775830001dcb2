"""The third pair written for both colours: jobs that run beside their maker, and news that others wait for.

It is the neighbour of `_ahead` and `_errand`. Only what follows a service for a long time needs it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from .cancellable import in_thread
from .grace import GRACE

if TYPE_CHECKING:
    import asyncio

__all__ = ["AsyncBackgroundRunner", "BackgroundRunner"]

T = TypeVar("T")


class AsyncBackgroundRunner:
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

    def notify(self) -> None:
        """Let everybody who waits look again."""
        for each in self._waiting:
            if not each.done():
                each.set_result(None)

    async def wait_for(self, so: Callable[[], bool], within: float | None = None) -> None:
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

    async def run_unless(self, off: Callable[[], bool], job: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """What a job gives; None as soon as something else is so, and then it is ended."""
        import asyncio  # noqa: PLC0415  as in `_ahead`

        task = asyncio.create_task(job())
        task.add_done_callback(lambda _: self.notify())
        try:
            await self.wait_for(lambda: task.done() or off())
        finally:
            task.cancel()
            await asyncio.wait([task])
        return None if task.cancelled() else task.result()

    def cancel_all(self) -> None:
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

        self.cancel_all()
        if self._ending:
            await asyncio.wait(self._ending)


class BackgroundRunner:
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

    def notify(self) -> None:
        """Let everybody who waits look again."""
        with self._changed:
            self._changed.notify_all()

    def wait_for(self, so: Callable[[], bool], within: float | None = None) -> None:
        """Wait until something is so, for so many seconds at most."""
        with self._changed:
            self._changed.wait_for(so, within)

    def run_unless(self, off: Callable[[], bool], job: Callable[[], T]) -> T | None:
        """What a job gives; None as soon as something else is so, and then it goes on by itself, for nobody."""
        from concurrent.futures import Future  # noqa: PLC0415  as in `_ahead`

        found: Future[T] = Future()
        found.add_done_callback(lambda _: self.notify())
        in_thread(job, found)
        self.wait_for(lambda: found.done() or off())
        return found.result() if found.done() else None

    def cancel_all(self) -> None:
        """Nothing: a thread ends by itself, when it is told to."""

    def close(self, grace: float = GRACE) -> None:
        """Wait a little for the jobs, which are to end by themselves: what a thread has sent, it waits for."""
        threads, self._threads = self._threads, []
        for thread in threads:
            thread.join(grace)
