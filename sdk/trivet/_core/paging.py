"""The thinking of a pager: which offset to ask for next, and what to make of the page that comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Generic, TypeVar, overload

from .answer import Head

__all__ = ["Batch", "Page", "Plan", "Seen", "Walk"]

T = TypeVar("T")

WINDOW = 10_000
"""Among how many of the latest items a repeated one is noticed."""

STUCK = 10
"""So many pages in a row with nothing new mean that the service does not page at all."""


class Batch(Generic[T]):
    """The items of one answer, and what it says about the rest."""

    __slots__ = ("items", "total")

    def __init__(self, items: list[T], total: int | None = None) -> None:
        """Keep the items; `total` counts those of all pages, where the service tells."""
        self.items = items
        self.total = total


class Plan(Generic[T]):
    """How one operation pages."""

    __slots__ = ("key", "offset")

    def __init__(self, *, offset: str, key: Callable[[T], Hashable]) -> None:
        """Name the query parameter of the offset, and what tells two items apart."""
        self.offset = offset
        self.key = key


class Page(Sequence[T]):
    """One page, a sequence of its items.

    Attributes:
        head: The status and headers the page came with.
        start: The offset of its first item.
        next: The offset to go on from.
        total: How many items all pages hold together, where the service tells.
    """

    __slots__ = ("_items", "head", "next", "start", "total")

    def __init__(self, items: list[T], head: Head, start: int, total: int | None) -> None:
        """Keep the items and where they stand."""
        self._items = items
        self.head = head
        self.start = start
        self.next = start + len(items)
        self.total = total

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __repr__(self) -> str:
        return f"Page({len(self)} items from {self.start})"


class Walk:
    """The way through an offset-paged list.

    No page size is ever assumed: the first page tells it. A page of another size than expected makes what was asked
    ahead worthless, so the walk goes on from where that page ended.

    Attributes:
        at: The offset after the last page taken.
        total: What the service last said of the whole.
        done: True when there is nothing more to ask for.
    """

    __slots__ = ("_ahead", "_end", "_size", "at", "done", "total")

    def __init__(self, start: int) -> None:
        """Begin at an offset."""
        self.at = start
        self.total: int | None = None
        self.done = False
        self._ahead = start
        self._size: int | None = None
        self._end: int | None = None

    def ask(self) -> int | None:
        """The next offset worth asking for, or None until a page has been taken."""
        if self.done or (self._size is None and self._ahead > self.at) or self._ahead < self.at:
            return None
        if self.total is not None and self._ahead >= self.total:
            return None
        if self._end is not None and self._ahead >= self._end:
            return None
        offset = self._ahead
        self._ahead += self._size or 1
        return offset

    def past(self, offset: int) -> None:
        """Learn that a page came empty, maybe long before it is taken: nothing beyond it is worth asking for."""
        if self._end is None or offset < self._end:
            self._end = offset

    def take(self, count: int, total: int | None) -> bool:
        """Take the page at `at`; True means that all else asked for is worthless."""
        self.total = total
        self.at += count
        if count == 0 or (total is not None and self.at >= total) or (self._end is not None and self.at >= self._end):
            self.done = True
            return True
        expected, self._size = self._size, count
        if expected is None:
            self._ahead = self.at
            return False
        if count == expected:
            return False
        self._size = None
        self._ahead = self.at
        return True


class Seen:
    """The latest keys that went by."""

    __slots__ = ("_order", "_set")

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._order: deque[Hashable] = deque()
        self._set: set[Hashable] = set()

    def new(self, key: Hashable) -> bool:
        """Remember a key; False if it is among the latest already."""
        if key in self._set:
            return False
        self._set.add(key)
        self._order.append(key)
        if len(self._order) > WINDOW:
            self._set.discard(self._order.popleft())
        return True
