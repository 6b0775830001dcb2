"""The journal: what a stub was asked, newest last, and what it answered."""

import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True, eq=False)
class Entry:
    """One request; its repr leaves out all that may hold a secret."""

    operation: str | None
    method: str
    path: str
    query: list[tuple[str, str]] = field(repr=False)
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    status: int | None = None
    """What was answered; None while, or because, nothing was."""


class Journal:
    """The newest entries, at most `limit` of them."""

    def __init__(self, limit: int = 10_000) -> None:
        self._entries: deque[Entry] = deque(maxlen=limit)
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"<Journal of {len(self)} requests>"

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        with self._lock:
            return iter(list(self._entries))

    def __getitem__(self, index: int) -> Entry:
        return self._entries[index]

    @property
    def limit(self) -> int:
        """How many entries are kept; settable."""
        return self._entries.maxlen or 0

    @limit.setter
    def limit(self, limit: int) -> None:
        with self._lock:
            self._entries = deque(self._entries, maxlen=limit)

    def count(self, operation: str | None) -> int:
        """How many entries are of this operation; None counts those of no operation."""
        return sum(entry.operation == operation for entry in self)

    def clear(self) -> None:
        """Forget every entry."""
        with self._lock:
            self._entries.clear()

    def add(self, entry: Entry) -> None:
        """Write one down."""
        with self._lock:
            self._entries.append(entry)
