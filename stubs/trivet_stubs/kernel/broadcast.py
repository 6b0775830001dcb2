"""Items that are handed to every reader, in any event loop; a reader that is too slow loses the rest."""

import contextlib
import threading
from collections import deque
from collections.abc import Generator
from typing import Generic, TypeVar

from trivet_stubs.kernel.notify import Notifier

T = TypeVar("T")


class Reader(Generic[T]):
    """What waits for one reader, at most `limit` items of it."""

    def __init__(self, limit: int = 4096) -> None:
        self.notifier: Notifier = Notifier()
        self.lost = False
        """Whether an item was lost because too many waited."""
        self._limit = limit
        self._waiting: deque[T] = deque()

    def put(self, item: T) -> None:
        """Add an item, unless too many wait."""
        if len(self._waiting) < self._limit:
            self._waiting.append(item)
        else:
            self.lost = True
        self.notifier.notify()

    def take(self) -> T | None:
        """The next item, or None."""
        return self._waiting.popleft() if self._waiting else None


class Broadcast(Generic[T]):
    """The readers of items that are published from any thread.

    >>> with broadcast.reading(Reader()) as reader:
    ...     broadcast.publish(1)
    ...     reader.take()
    1
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readers: list[Reader[T]] = []

    def __len__(self) -> int:
        return len(self._readers)

    @contextlib.contextmanager
    def reading(self, reader: Reader[T]) -> Generator[Reader[T], None, None]:
        """Hand every item to a reader as long as the context lasts."""
        with self._lock:
            self._readers.append(reader)
        try:
            yield reader
        finally:
            with self._lock:
                self._readers.remove(reader)

    def publish(self, item: T) -> None:
        """Hand an item to every reader."""
        if not self._readers:
            return
        with self._lock:
            readers = list(self._readers)
        for reader in readers:
            reader.put(item)
