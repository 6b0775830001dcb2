"""How much of a list has been found: a list without a tie-break shows some items twice and others never."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

__all__ = ["Coverage"]

WALKS = 15
"""The most walks through one list. (A list of 10,000 items that is in another order for every page of 500 is found
whole in 10 to 13; each walk finds two thirds of what is missing.)"""

IDLE_WALKS = 8
"""After so many walks in a row that found nothing new, the missing items are not there to be found."""

GOLDEN = 0.618034
"""The multiples of the golden ratio, without their whole parts, are spread evenly between 0 and 1, however many."""


class Coverage:
    """The items of a list that the walks through it have found, compared with the list's total.

    Equal sort keys leave the order of their items open. In PostgreSQL, it depends on the end of the page alone, its
    offset plus its size, and the page shows the items that come last in it. So the next walk has the largest pages, and
    later ones have a smaller first page, which moves the ends of all others. If the total decreases, items that were
    found may no longer be in the list: they do not count until they are found again.

    Attributes:
        total: The latest total; None if the service sends none, so that nothing is known.
    """

    __slots__ = ("_found", "_idle", "_largest", "_new", "_size", "_skipped", "_walks", "total")

    def __init__(self, size: int | None, largest: int | None, *, skipped: int = 0) -> None:
        """Begin with the first walk.

        Args:
            size: The page size of the first walk; None for the service's own.
            largest: The largest page size; None where the size cannot be chosen, so that there is one walk.
            skipped: How many items of the total each walk leaves out.
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
        """How many items of the total were not found; 0 without a total."""
        return 0 if self.total is None else max(0, self.total - self._skipped - len(self._found))

    def accept(self, keys: Iterable[Hashable], total: int | None) -> bool:
        """Count the items of a page, and return whether the whole list has been found.

        Args:
            keys: The identities of the page's items.
            total: The total that the page shows.
        """
        if self.total is not None and total is not None and total < self.total:
            self._found.clear()
            self._new = True
        self.total = total
        if total is None:  # nothing is known to be missing, so that no identity has to be kept
            return False
        before = len(self._found)
        self._found.update(keys)
        self._new |= len(self._found) > before
        return not self.missing

    def next_walk(self) -> tuple[int, int] | None:
        """Return the sizes of the first page and of the other pages of another walk.

        Returns:
            None if all is found, or another walk is of no use.
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
