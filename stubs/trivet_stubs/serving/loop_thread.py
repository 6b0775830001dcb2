"""An event loop in a thread of its own."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

T = TypeVar("T")

STOP_WITHIN = 5.0
_SLICE = 0.2


class LoopThread:
    """An event loop that runs in a daemon thread until it is stopped, which cancels its tasks."""

    def __init__(self, name: str) -> None:
        started: Future[asyncio.AbstractEventLoop] = Future()
        self._stopping = asyncio.Event()
        self._stopped = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._main, args=(started,), name=name, daemon=True)
        self._thread.start()
        self._loop = started.result()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the loop, and wait for its result in the calling thread.

        Raises:
            CancelledError: The loop is stopped, before or meanwhile.
        """
        with self._lock:  # a loop that has been stopped would never run a coroutine that arrives later
            if self._stopped:
                coroutine.close()
                raise CancelledError
            future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            while True:  # in slices, because a signal that arrives just before an endless wait is not handled
                try:
                    return future.result(_SLICE)
                except TimeoutError:  # of this wait, or of the coroutine
                    if future.done():
                        return future.result()
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """Cancel the tasks, end the loop and join its thread."""
        with self._lock:
            alive, self._stopped = not self._stopped and self._thread.is_alive(), True
            if alive:  # not in the child of a fork, where the loop belongs to the parent
                self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(STOP_WITHIN)

    def _main(self, started: "Future[asyncio.AbstractEventLoop]") -> None:
        async def live() -> None:
            started.set_result(asyncio.get_running_loop())
            await self._stopping.wait()

        asyncio.run(live())
