"""Notifications between threads and event loops: an event, repeated notifications, and queues for several readers."""

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


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
        """Yield an event that every `notify` sets. To miss none, clear it, check whether to wait, and then wait."""
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


class Reader(Generic[T]):
    """The queue of one reader.

    Args:
        prepare: Reduces a published item before it is queued, so that the queue of a slow reader stays small.
        limit: How many items may wait.
    """

    def __init__(self, prepare: Callable[[Any], T], limit: int = 1024) -> None:
        self.notifier: Notifier = Notifier()
        self.lost: bool = False
        """Whether an item was lost because too many waited."""
        self._prepare = prepare
        self._limit = limit
        self._waiting: deque[T] = deque()

    def put(self, item: object) -> None:
        """Add an item, unless too many wait."""
        if len(self._waiting) < self._limit:
            self._waiting.append(self._prepare(item))
        else:
            self.lost = True
        self.notifier.notify()

    def take(self) -> T | None:
        """Return the next item, or None."""
        return self._waiting.popleft() if self._waiting else None


class Broadcast(Generic[T]):
    """The readers of items that are published from any thread.

    >>> with broadcast.reading(Reader(str)) as reader:
    ...     broadcast.publish(1)
    ...     reader.take()
    '1'
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readers: list[Reader[Any]] = []

    def __len__(self) -> int:
        return len(self._readers)

    @contextlib.contextmanager
    def reading(self, reader: Reader[U]) -> Generator[Reader[U], None, None]:
        """Queue every published item for a reader, within the context."""
        with self._lock:
            self._readers.append(reader)
        try:
            yield reader
        finally:
            with self._lock:
                self._readers.remove(reader)

    def publish(self, item: T) -> None:
        """Queue an item for every reader."""
        if not self._readers:
            return
        with self._lock:
            readers = list(self._readers)
        for reader in readers:
            reader.put(item)


def _wake(listeners: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    for loop, event in listeners:
        with contextlib.suppress(RuntimeError):  # the loop has closed, so its tasks have ended
            loop.call_soon_threadsafe(event.set)
