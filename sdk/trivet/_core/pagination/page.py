"""One page of a list, as the service sends it and as the user gets it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, overload

from ..answer import Head
from ..public import exported_from

if TYPE_CHECKING:
    from typing_extensions import TypeVar
else:
    from typing import TypeVar

__all__ = ["Batch", "DefaultPosition", "P", "Page", "key_of_any"]

T = TypeVar("T")
if TYPE_CHECKING or sys.version_info >= (3, 13):
    P = TypeVar("P", default=int)
    """A position in a list: an offset; or a cursor, which is None at the beginning."""
else:  # typing_extensions knows defaults, but takes a tenth of the time that a client takes to import
    P = TypeVar("P")


class DefaultPosition:
    """The base of what is generic in its items and their position: `Page[BusStop]` stands for `Page[BusStop, int]`."""

    __slots__ = ()

    if not TYPE_CHECKING and sys.version_info < (3, 13):

        def __class_getitem__(cls, kinds: object) -> object:
            lacks_position = P in cls.__parameters__ and not isinstance(kinds, tuple)
            return super().__class_getitem__((kinds, int) if lacks_position else kinds)


class Batch(Generic[T]):
    """The items of one answer, and what it says of the rest.

    Attributes:
        items: The items.
        total: The number of items of all pages, if the service sends it.
        next: The cursor of the next page, if the service sends one.
    """

    __slots__ = ("items", "next", "total")

    def __init__(self, items: list[T], total: int | None = None, next: str | None = None) -> None:
        self.items: list[T] = items
        self.total: int | None = total
        self.next: str | None = next


@exported_from("trivet")
class Page(DefaultPosition, Sequence[T], Generic[T, P]):
    """One page: a sequence of its items.

    >>> page = client.stops.list(skip=500).page()
    >>> len(page), page[0], page.next, page.head.status

    Attributes:
        head: The status and headers of the answer.
        start: The offset of the first item, or the cursor of the page.
        next: The offset or the cursor of the next page; None if a cursor leads no further.
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
        wire: The field's name in the data of an item of an unknown kind.
    """

    def key(item: Any) -> Hashable:
        found = getattr(item, name, None)
        if found is None:
            data: Any = getattr(item, "data", {})
            found = data.get(wire)
        return object() if found is None else found  # an item without the field equals no other

    return key
