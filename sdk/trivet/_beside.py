"""A second pair written for both colours: jobs in the background, and waiting for what they find.

It is `_ahead`'s neighbour, and apart from it because nothing but a live view has jobs that nobody waits for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ._ahead import GRACE

if TYPE_CHECKING:
    import asyncio

__all__ = ["AsyncBeside", "Beside"]


class AsyncBeside:
    """Jobs that run beside their maker, and news that they and others wait for.

    What they share is only touched in a `with` block, which tasks of one event loop need not even wait for.
    """

    def __init__(self) -> None:
        """Start nothing yet."""
        self._tasks: list[asyncio.Task[None]] = []
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

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        import asyncio  # noqa: PLC0415  as in `_ahead`

        while not so():
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.add(waiting)
            try:
                await waiting
            finally:
                self._waiting.discard(waiting)

    async def aclose(self) -> None:
        """End every job, and wait until they have let go of what they hold."""
        import asyncio  # noqa: PLC0415  as in `_ahead`

        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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

    def until(self, so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        with self._changed:
            self._changed.wait_for(so)

    def close(self) -> None:
        """Wait a little for the jobs, which are to end by themselves: what a thread has sent, it waits for."""
        threads, self._threads = self._threads, []
        for thread in threads:
            thread.join(GRACE)
