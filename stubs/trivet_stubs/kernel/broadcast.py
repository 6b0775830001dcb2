"""Items that are handed to every reader, in any event loop; a reader that is too slow loses the rest."""

import contextlib
import threading
from collections import deque
from collections.abc import Callable, Generator
from typing import Any, Generic, TypeVar

from trivet_stubs.kernel.notify import Notifier

T = TypeVar("T")
U = TypeVar("U")


class Reader(Generic[T]):
    """What waits for one reader.

    Args:
        prepare: Makes what is kept of a published item, so that a slow reader keeps no large item.
        limit: How many may wait.
    """

    def __init__(self, prepare: Callable[[Any], T], limit: int = 1024) -> None:
        self.notifier: Notifier = Notifier()
        self.lost = False
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
        """The next item, or None."""
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
