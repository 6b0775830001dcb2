"""Pagination by offset: pages may be requested ahead, because the position of the next page can be computed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, TypeVar

from ..call import Call
from .page import Batch, Coverage, Page

T = TypeVar("T")

LIMIT = "limit"
"""The query parameter of the page size, in operations that have one."""


class OffsetPagination(Generic[T]):
    """How one operation pages by offset."""

    __slots__ = ("_key", "_largest", "offset")

    def __init__(self, offset: str, key: Callable[[T], Hashable], *, limit: int | None = None) -> None:
        """Name the parameters of an operation.

        Args:
            offset: The query parameter of the offset.
            key: Returns the identity of an item.
            limit: The largest page size, a value of the query parameter `limit`; None if it cannot be chosen.
        """
        self.offset = offset
        self._largest = limit
        self._key = key

    def key_of(self, item: T) -> Hashable:
        """Return the identity of an item."""
        return self._key(item)

    def begin(self, start: int | None) -> OffsetState:
        """Begin at an offset, or at the first item."""
        return OffsetState(start or 0)

    def call_at(self, call: Call[Batch[T]], start: int) -> Call[Batch[T]]:
        """Return the call of the page at an offset."""
        return call.with_query(self.offset, start)

    def coverage(self, call: Call[Batch[T]], start: int) -> Coverage:
        """Return the coverage of a list from an offset on."""
        size: Any = dict(call.query).get(LIMIT)
        # From the middle of a list without a tie-break, another walk would see another part of the list.
        return Coverage(size, None if start else self._largest, skipped=start)

    def resized(self, call: Call[Batch[T]], size: int) -> Call[Batch[T]]:
        """Return the call with pages of another size."""
        return call.with_query(LIMIT, size)


class OffsetState:
    """The position in a list that is paged by offset.

    No page size is assumed: the first page shows it. After a page of another size, the pages that were requested ahead
    are discarded, and requests continue from the end of that page.

    Attributes:
        at: The offset after the last page that was accepted.
        total: The latest total that the service sent.
        done: True when there is no page left to request.
    """

    __slots__ = ("_ahead", "_end", "_size", "at", "done", "total")

    def __init__(self, start: int) -> None:
        self.at = start
        self.total: int | None = None
        self.done = False
        self._ahead = start
        self._size: int | None = None
        self._end: int | None = None

    def next_requests(self) -> list[int]:
        """Return the next offset to request, or nothing."""
        offset = self.ask()
        return [] if offset is None else [offset]

    def ask(self) -> int | None:
        """Return the next offset to request, or None if another page must be accepted before."""
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
        """Record that the page at an offset was empty, so that no later page is requested."""
        if self._end is None or offset < self._end:
            self._end = offset

    def with_positions(self, page: Page[T]) -> Iterator[tuple[int, T]]:
        """Return the items of a page, each with its offset."""
        return enumerate(page, page.start)

    def accept(self, batch: Batch[Any]) -> bool:
        """Accept the page at `at`, and return whether the pages that were requested ahead must be discarded."""
        return self.take(len(batch.items), batch.total)

    def take(self, count: int, total: int | None) -> bool:
        """Accept a page of this many items, as `accept` does."""
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
