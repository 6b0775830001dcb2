"""An event loop in a thread of its own, and a gate that every loop can wait at."""

import asyncio
import contextlib
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


class Gate:
    """Opens once, from any thread; whoever waits, in whichever event loop, goes on then."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._open = False

    @property
    def is_open(self) -> bool:
        """Whether it has been opened."""
        return self._open

    def open(self) -> None:
        """Let everybody through, from now on."""
        with self._lock:
            self._open = True
            waiting = list(self._waiting)
        for loop, event in waiting:
            with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits there any more
                loop.call_soon_threadsafe(event.set)

    async def wait(self) -> None:
        """Wait until it is open."""
        me = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            if self._open:
                return
            self._waiting.add(me)
        try:
            await me[1].wait()
        finally:
            with self._lock:
                self._waiting.discard(me)
