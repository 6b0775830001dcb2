"""The thinking of a pager: what to ask for next, an offset or a cursor, and what to make of the page that comes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Generic, Protocol, overload

from .answer import Head
from .call import Call
from .public import exported_from
from .recent_keys import RecentKeys

if sys.version_info >= (3, 13):
    from typing import TypeVar
else:
    from typing_extensions import TypeVar

__all__ = [
    "WINDOW",
    "Batch",
    "CursorPagination",
    "CursorState",
    "OffsetPagination",
    "OffsetState",
    "P",
    "Page",
    "Pagination",
    "key_of_any",
]

T = TypeVar("T")
P = TypeVar("P", default=int)
"""What says where one stands: an offset, or a cursor, which is None at the beginning."""

WINDOW = 10_000
"""Among how many of the latest items a repeated one is noticed."""

STUCK = 10
"""So many pages in a row with nothing new mean that the service does not page at all."""


class Batch(Generic[T]):
    """The items of one answer, and what it says about the rest."""

    __slots__ = ("items", "next", "total")

    def __init__(self, items: list[T], total: int | None = None, next: str | None = None) -> None:
        """Keep the items; `total` counts those of all pages and `next` leads on, where the service tells."""
        self.items = items
        self.total = total
        self.next = next


class OffsetPagination(Generic[T]):
    """How one operation pages by offset."""

    __slots__ = ("_key", "offset")

    def __init__(self, *, offset: str, key: Callable[[T], Hashable]) -> None:
        """Name the query parameter of the offset, and what tells two items apart."""
        self.offset = offset
        self._key = key

    def key_of(self, item: T) -> Hashable:
        """What tells an item apart from others."""
        return self._key(item)

    def begin(self, start: int | None) -> OffsetState:
        """Begin at an offset, or at the first item."""
        return OffsetState(start or 0)

    def call_at(self, call: Call[Batch[T]], start: int) -> Call[Batch[T]]:
        """The call for the page that begins at an offset."""
        return call.with_query(self.offset, start)


class CursorPagination(Generic[T]):
    """How one operation pages by cursor."""

    __slots__ = ("_key", "cursor", "first")

    def __init__(self, *, cursor: str, key: Callable[[T], Hashable], first: Sequence[str] = ()) -> None:
        """Name the query parameter of the cursor, those that it stands for, too, and what tells two items apart."""
        self.cursor = cursor
        self.first = first
        self._key = key

    def key_of(self, item: T) -> Hashable:
        """What tells an item apart from others."""
        return self._key(item)

    def begin(self, start: str | None) -> CursorState:
        """Begin at a cursor, or at the first item."""
        return CursorState(start)

    def call_at(self, call: Call[Batch[T]], start: str | None) -> Call[Batch[T]]:
        """The call for the page that a cursor leads to."""
        if start is not None:
            for name in self.first:
                call = call.with_query(name, None)
        return call.with_query(self.cursor, start)


def key_of_any(name: str, wire: str) -> Callable[[Any], Hashable]:
    """What tells apart the items of a union: the field they share, which one of an unknown kind has in its data."""

    def key(item: Any) -> Hashable:
        found = getattr(item, name, None)
        if found is None:
            data: Any = getattr(item, "data", {})
            found = data.get(wire)
        return object() if found is None else found  # what has no name is never the same as another

    return key


@exported_from("trivet")
class Page(Sequence[T], Generic[T, P]):
    """One page, a sequence of its items.

    Attributes:
        head: The status and headers the page came with.
        start: The offset of its first item, or the cursor that led to it.
        next: The offset or the cursor to go on from; of cursors, None where the page is the last.
        total: How many items all pages hold together, where the service tells.
        record: The record of the whole answer, with what it says beside the items.
    """

    __slots__ = ("_items", "head", "next", "record", "start", "total")

    def __init__(
        self, items: list[T], head: Head, start: P, total: int | None, next: P | None = None, record: Any = None
    ) -> None:
        """Keep the items and where they stand; an offset tells by itself where the next page begins."""
        self._items = items
        self.head = head
        self.start = start
        following: Any = start + len(items) if isinstance(start, int) else next
        self.next: P = following
        self.total = total
        self.record = record

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


class OffsetState:
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

    def mark_end(self, offset: int) -> None:
        """Learn that a page came empty, maybe long before it is taken: nothing beyond it is worth asking for."""
        if self._end is None or offset < self._end:
            self._end = offset

    def next_requests(self) -> list[int]:
        """The next offset worth asking for, if there is one."""
        offset = self.ask()
        return [] if offset is None else [offset]

    def with_positions(self, page: Page[T]) -> Iterator[tuple[int, T]]:
        """The items of a page, each beside its offset."""
        return enumerate(page, page.start)

    def accept(self, batch: Batch[Any]) -> bool:
        """Take an answer, as `take` does."""
        return self.take(len(batch.items), batch.total)

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


class CursorState:
    """The way through a cursor-paged list: one page after the other, for each of them tells the next.

    It ends with an empty page, without a cursor, and with a cursor that was there before.

    Attributes:
        at: The cursor of the page to take, None at the beginning; at the end, that of the last page.
        done: True when there is nothing more to ask for.
    """

    __slots__ = ("_asked", "_seen", "at", "done")

    def __init__(self, start: str | None) -> None:
        """Begin at a cursor, or at the first item."""
        self.at = start
        self.done = False
        self._asked = False
        self._seen = RecentKeys(WINDOW)
        self._seen.new(start)

    def next_requests(self) -> list[str | None]:
        """The cursor to ask for, unless that was done already."""
        if self.done or self._asked:
            return []
        self._asked = True
        return [self.at]

    def mark_end(self, start: str | None) -> None:
        """Learn nothing that the page itself does not tell."""

    def with_positions(self, page: Page[T, str | None]) -> Iterator[tuple[str | None, T]]:
        """The items of a page, each beside the cursor that gives it again."""
        return ((page.start, item) for item in page)

    def accept(self, batch: Batch[Any]) -> bool:
        """Take the page at `at`; True means that there is no more.

        Raises:
            TypeError: What the service calls a cursor is none.
        """
        self._asked = False
        cursor: Any = batch.next
        if cursor and not isinstance(cursor, str):
            raise TypeError(f"expected a cursor as text, got {type(cursor).__name__}")
        self.done = not batch.items or not cursor or not self._seen.new(cursor)
        if not self.done:
            self.at = cursor
        return self.done


class PaginationState(Protocol[P]):
    """The way through a paged list, whatever leads on."""

    at: P
    done: bool

    def next_requests(self) -> list[P]:
        """Where the next page worth asking for begins, if there is one."""
        ...

    def mark_end(self, start: P, /) -> None:
        """Learn that a page came empty, maybe long before it is taken."""
        ...

    def with_positions(self, page: Page[T, P], /) -> Iterator[tuple[P, T]]:
        """The items of a page, each beside where to go on from to get it again."""
        ...

    def accept(self, batch: Batch[Any], /) -> bool:
        """Take the page at `at`; True means that all else asked for is worthless."""
        ...


class Pagination(Protocol[T, P]):
    """How one operation pages, by offset or by cursor."""

    def key_of(self, item: T, /) -> Hashable:
        """What tells two items apart."""
        ...

    def begin(self, start: P | None, /) -> PaginationState[P]:
        """Begin somewhere, or at the first item."""
        ...

    def call_at(self, call: Call[Batch[T]], start: P, /) -> Call[Batch[T]]:
        """The call for the page that begins somewhere."""
        ...
