"""Pagination by cursor: one page after the other, because each page holds the cursor of the next page."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from ..call import Call
from .page import WINDOW, Batch, Coverage, Page

T = TypeVar("T")


class CursorPagination(Generic[T]):
    """How one operation pages by cursor."""

    __slots__ = ("_key", "cursor", "first")

    def __init__(self, cursor: str, key: Callable[[T], Hashable], *, first: Sequence[str] = ()) -> None:
        """Name the parameters of an operation.

        Args:
            cursor: The query parameter of the cursor.
            key: Returns the identity of an item.
            first: The query parameters that only the first page has; a cursor already implies them.
        """
        self.cursor = cursor
        self.first = first
        self._key = key

    def key_of(self, item: T) -> Hashable:
        """Return the identity of an item."""
        return self._key(item)

    def begin(self, start: str | None) -> CursorState:
        """Begin at a cursor, or at the first item."""
        return CursorState(start)

    def call_at(self, call: Call[Batch[T]], start: str | None) -> Call[Batch[T]]:
        """Return the call of the page at a cursor."""
        if start is not None:
            for name in self.first:
                call = call.with_query(name, None)
        return call.with_query(self.cursor, start)

    def coverage(self, call: Call[Batch[T]], start: str | None) -> Coverage:
        """Return a coverage of unknown total: services send none with cursors."""
        return Coverage(None, None)

    def resized(self, call: Call[Batch[T]], size: int) -> Call[Batch[T]]:
        """Return the call unchanged: such a list is read only once."""
        return call


class CursorState:
    """The position in a list that is paged by cursor.

    The list ends with an empty page, a page without a cursor, or a page whose cursor was used before.

    Attributes:
        at: The cursor of the page to accept, None at the beginning; at the end, the cursor of the last page.
        done: True when there is no page left to request.
    """

    __slots__ = ("_requested", "_used", "at", "done")

    def __init__(self, start: str | None) -> None:
        self.at = start
        self.done = False
        self._requested = False
        self._used = RecentKeys(WINDOW)
        self._used.new(start)

    def next_requests(self) -> list[str | None]:
        """Return the cursor of the page to accept, unless that page was requested already."""
        if self.done or self._requested:
            return []
        self._requested = True
        return [self.at]

    def mark_end(self, start: str | None) -> None:
        """Do nothing: an empty page ends the list when it is accepted."""

    def with_positions(self, page: Page[T, str | None]) -> Iterator[tuple[str | None, T]]:
        """Return the items of a page, each with the cursor of the page."""
        return ((page.start, item) for item in page)

    def accept(self, batch: Batch[Any]) -> bool:
        """Accept the page at `at`, and return whether the list has ended.

        Raises:
            TypeError: The cursor from the service is not text.
        """
        self._requested = False
        cursor: Any = batch.next
        if cursor and not isinstance(cursor, str):
            raise TypeError(f"expected a cursor as text, got {type(cursor).__name__}")
        self.done = not batch.items or not cursor or not self._used.new(cursor)
        if not self.done:
            self.at = cursor
        return self.done


class RecentKeys:
    """A set of the latest keys, of limited size."""

    __slots__ = ("_limit", "_order", "_set")

    def __init__(self, limit: int) -> None:
        """Remember at most `limit` keys."""
        self._limit = limit
        self._order: deque[Hashable] = deque()
        self._set: set[Hashable] = set()

    def new(self, key: Hashable) -> bool:
        """Remember a key, and return whether it is new."""
        if key in self._set:
            return False
        self._set.add(key)
        self._order.append(key)
        if len(self._order) > self._limit:
            self._set.discard(self._order.popleft())
        return True
