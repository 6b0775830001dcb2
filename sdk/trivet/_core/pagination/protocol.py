"""What a pager needs of pagination by offset and by cursor."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Protocol, TypeVar

from ..call import Call
from .coverage import Coverage
from .page import Batch, P, Page

__all__ = ["STUCK", "WINDOW", "Pagination", "PaginationState"]

T = TypeVar("T")

WINDOW = 10_000
"""The deduplication window: a repeated item is noticed among so many of the latest."""

STUCK = 10
"""After so many pages in a row with no new item, the service does not page at all."""


class PaginationState(Protocol[P]):
    """The position in a list while its pages are requested and accepted."""

    at: P
    done: bool

    def next_requests(self) -> list[P]:
        """Return the position of the next page worth requesting, or nothing."""
        ...

    def mark_end(self, start: P, /) -> None:
        """Record that the page at a position was empty, maybe long before it is accepted."""
        ...

    def with_positions(self, page: Page[T, P], /) -> Iterator[tuple[P, T]]:
        """Return the items of a page, each with the position from which it is sent again."""
        ...

    def accept(self, batch: Batch[Any], /) -> bool:
        """Accept the page at `at`; True means that every other page requested so far is worthless."""
        ...


class Pagination(Protocol[T, P]):
    """How one operation pages."""

    def key_of(self, item: T, /) -> Hashable:
        """Return the identity of an item."""
        ...

    def begin(self, start: P | None, /) -> PaginationState[P]:
        """Begin at a position, or at the first item."""
        ...

    def call_at(self, call: Call[Batch[T]], start: P, /) -> Call[Batch[T]]:
        """Return the call of the page at a position."""
        ...

    def coverage(self, call: Call[Batch[T]], start: P, /) -> Coverage:
        """Return what compares the items of a list, from a position on, with its total."""
        ...

    def resized(self, call: Call[Batch[T]], size: int, /) -> Call[Batch[T]]:
        """Return the call with pages of another size."""
        ...
