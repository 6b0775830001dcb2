"""An event loop in a thread of its own."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")

STOP_WITHIN = 5.0


class LoopThread:
    """An event loop that runs in a daemon thread until it is stopped; what still runs then is cancelled."""

    def __init__(self, name: str) -> None:
        started: Future[asyncio.AbstractEventLoop] = Future()
        self._stopping = asyncio.Event()
        self._thread = threading.Thread(target=self._main, args=(started,), name=name, daemon=True)
        self._thread.start()
        self._loop = started.result()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the loop and wait for it here."""
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """Cancel what runs, end the loop and join its thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join(STOP_WITHIN)

    def _main(self, started: "Future[asyncio.AbstractEventLoop]") -> None:
        async def live() -> None:
            started.set_result(asyncio.get_running_loop())
            await self._stopping.wait()

        asyncio.run(live())
