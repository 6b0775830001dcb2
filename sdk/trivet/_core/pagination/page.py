"""Pages of a list, the protocols of pagination, and the coverage of a list: whether all of its items were found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, overload

from ...errors import APIError
from ..answer import Head
from ..call import Call
from ..public import exported_from

if TYPE_CHECKING:
    from typing_extensions import TypeVar
else:
    from typing import TypeVar

T = TypeVar("T")
if TYPE_CHECKING or sys.version_info >= (3, 13):
    P = TypeVar("P", default=int)
    """A position in a list: an offset; or a cursor, which is None at the beginning."""
else:  # typing_extensions has defaults, but importing it would take a tenth of the time for a client
    P = TypeVar("P")

WINDOW = 10_000
"""The size of the deduplication window: an item is dropped if it has the key of one of this many latest items."""

STUCK = 10
"""How many pages in a row without a new item show that the service ignores the position."""

WALKS = 15
"""The most walks through one list. (Of a list of 10,000 items whose order differs for every page of 500, all items are
found in 10 to 13 walks; each walk finds two thirds of those that are missing.)"""

IDLE_WALKS = 8
"""After this many walks in a row without a new item, the missing items are assumed not to exist."""

GOLDEN = 0.618034
"""The golden ratio: the fractional parts of its multiples are spread evenly between 0 and 1, however many there are."""


class DefaultPosition:
    """The base of classes that are generic in items and position: `Page[BusStop]` stands for `Page[BusStop, int]`.

    It supplies the default that a `TypeVar` can only have from Python 3.13 on.
    """

    __slots__ = ()

    if not TYPE_CHECKING and sys.version_info < (3, 13):

        def __class_getitem__(cls, kinds: object) -> object:
            lacks_position = P in cls.__parameters__ and not isinstance(kinds, tuple)
            return super().__class_getitem__((kinds, int) if lacks_position else kinds)


class Batch(Generic[T]):
    """The part of an answer that a pager reads.

    Attributes:
        items: The items of the page.
        total: The number of items of all pages, if the service sends it; a negative one counts as none.
        next: The cursor of the next page, if the service sends one.
    """

    __slots__ = ("items", "next", "total")

    def __init__(self, items: list[T], total: int | None = None, next: str | None = None) -> None:
        self.items: list[T] = items
        self.total: int | None = total if total is None or total >= 0 else None
        self.next: str | None = next


@exported_from("trivet")
class Page(DefaultPosition, Sequence[T], Generic[T, P]):
    """One page: a sequence of its items.

    >>> page = client.stops.list(skip=500).page()
    >>> len(page), page[0], page.next, page.head.status

    Attributes:
        head: The status and headers of the answer.
        start: The offset of the first item, or the cursor of the page.
        next: The offset or the cursor of the next page; None at the end of a list with cursors.
        total: The number of items of all pages, if the service sends it.
        record: The record of the whole answer, with its other fields.
    """

    __slots__ = ("_items", "head", "next", "record", "start", "total")

    def __init__(
        self, items: list[T], head: Head, start: P, total: int | None, next: P | None = None, record: Any = None
    ) -> None:
        """Make a page; without a cursor, the next page begins after its last item."""
        self._items = items
        self.head: Head = head
        self.start: P = start
        following: Any = start + len(items) if isinstance(start, int) else next
        self.next: P = following
        self.total: int | None = total
        self.record: Any = record

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


def key_of_any(name: str, wire: str) -> Callable[[Any], Hashable]:
    """Return a function that identifies the items of a union by the field that they share.

    Args:
        name: The attribute of the field.
        wire: The field's name in the data of an `Unknown`.
    """

    def key(item: Any) -> Hashable:
        identity = getattr(item, name, None)
        if identity is None:
            data: Any = getattr(item, "data", {})
            identity = data.get(wire)
        return object() if identity is None else identity  # an item without the field equals no other item

    return key


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
        """Return the coverage of a list from a position on."""
        ...

    def resized(self, call: Call[Batch[T]], size: int, /) -> Call[Batch[T]]:
        """Return the call with pages of another size."""
        ...


class PaginationState(Protocol[P]):
    """The position in a list while its pages are requested and accepted."""

    at: P
    done: bool

    def next_requests(self) -> list[P]:
        """Return the position of the next page to request, or nothing."""
        ...

    def mark_end(self, start: P, /) -> None:
        """Record that the page at a position is empty, also a page that was requested ahead."""
        ...

    def with_positions(self, page: Page[T, P], /) -> Iterator[tuple[P, T]]:
        """Return the items of a page, each with the position from which the service sends it again."""
        ...

    def accept(self, batch: Batch[Any], /) -> bool:
        """Accept the page at `at`, and return whether the pages that were requested ahead must be discarded."""
        ...


class Coverage:
    """The items of a list that were found in one or more walks through its pages, compared with the list's total.

    Items with equal sort keys have no fixed order, so a walk may show some twice and others never. In PostgreSQL,
    the order depends only on the end of a page, its offset plus its size, and the page shows the last items of that
    order. So the second walk has the largest pages, and later walks have a smaller first page, which moves the ends of
    all others. If the total decreases, items that were found may have left the list: they do not count until they are
    found again.

    Attributes:
        total: The latest total, or None if the service sends none; then no item is known to be missing.
    """

    __slots__ = ("_found", "_idle", "_largest", "_new", "_size", "_skipped", "_walks", "total")

    def __init__(self, size: int | None, largest: int | None, *, skipped: int = 0) -> None:
        """Begin with the first walk.

        Args:
            size: The page size of the first walk; None for the service's default.
            largest: The largest page size; None if the size cannot be chosen, so that a second walk would find no more.
            skipped: How many items at the beginning of the list the walks leave out.
        """
        self.total: int | None = None
        self._skipped = skipped
        self._found: set[Hashable] = set()
        self._new = False
        self._walks = 1
        self._idle = 0
        self._largest = largest
        self._size = size

    @property
    def missing(self) -> int:
        """The number of items that were not found; 0 without a total."""
        return 0 if self.total is None else max(0, self.total - self._skipped - len(self._found))

    def accept(self, keys: Iterable[Hashable], total: int | None) -> bool:
        """Count the items of a page, and return whether the whole list has been found.

        Args:
            keys: The identities of the page's items.
            total: The total that came with the page.
        """
        if self.total is not None and total is not None and total < self.total:
            self._found.clear()
            self._new = True
        self.total = total
        if total is None:  # no item is known to be missing, so the identities need not be kept
            return False
        before = len(self._found)
        self._found.update(keys)
        self._new |= len(self._found) > before
        return not self.missing

    def next_walk(self) -> tuple[int, int] | None:
        """Return the sizes of the first page and of the other pages of another walk.

        Returns:
            None if every item was found, or another walk would find no more.
        """
        self._idle = 0 if self._new else self._idle + 1
        self._new = False
        if not self.missing or self._largest is None or self._walks == WALKS or self._idle == IDLE_WALKS:
            return None
        # The first walk may have had the largest pages already.
        moved = self._walks - (self._size != self._largest)
        self._walks += 1
        first = int(min(self._largest, self.total or 0) * (moved * GOLDEN % 1))
        return first or self._largest, self._largest


@exported_from("trivet")
class IncompleteListError(APIError):
    """A list has fewer items than its total, although it was read again with pages of other sizes.

    Raised by `complete()` of a pager, and by a bulk job before it changes anything:

    >>> client.admin.users.list().complete()
    IncompleteListError: admin.users.list: 28 of 3000 items are missing

    Attributes:
        total: The number of items, according to the service.
        missing: How many of them were on no page.
    """

    def __init__(self, operation: str, total: int, missing: int) -> None:
        super().__init__(operation, total, missing)
        self.operation = operation
        self.total = total
        self.missing = missing

    def __str__(self) -> str:
        items = "item is" if self.missing == 1 else "items are"
        return self._with_hint(f"{self.operation}: {self.missing} of {self.total} {items} missing")
