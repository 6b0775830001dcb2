"""Notifications between threads and event loops: one that lasts, and one that is repeated."""

import asyncio
import contextlib
import threading
from collections.abc import Generator


class MultiLoopEvent:
    """An event that any thread sets once, and that tasks of any event loop wait for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._set = False

    def is_set(self) -> bool:
        """Whether the event has been set."""
        return self._set

    def set(self) -> None:
        """Set the event for good, and wake every waiting task."""
        with self._lock:
            self._set = True
            waiting = list(self._waiting)
        _wake(waiting)

    async def wait(self) -> None:
        """Wait until the event is set."""
        waiter = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            if self._set:
                return
            self._waiting.add(waiter)
        try:
            await waiter[1].wait()
        finally:
            with self._lock:
                self._waiting.discard(waiter)


class Notifier:
    """Wakes every listener, in any event loop, each time that a thread calls `notify`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    @contextlib.contextmanager
    def listen(self) -> Generator[asyncio.Event, None, None]:
        """An event that is set by every `notify`; clear it, look whether to wait, then wait."""
        listener = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._listeners.add(listener)
        try:
            yield listener[1]
        finally:
            with self._lock:
                self._listeners.discard(listener)

    def notify(self) -> None:
        """Wake every listener."""
        with self._lock:
            listeners = list(self._listeners)
        _wake(listeners)


def _wake(listeners: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    for loop, event in listeners:
        with contextlib.suppress(RuntimeError):  # the loop has closed, so its tasks have ended
            loop.call_soon_threadsafe(event.set)
