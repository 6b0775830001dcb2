# Derived from sdk/trivet/_async/pager.py by `python -m codegen`; do not edit.
"""All the items of a list that the service gives in pages."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._concurrency.prefetch import Prefetcher
from .._core import check
from .._core.answer import Answer, Head, Unsent
from .._core.call import Call
from .._core.lazy import lazy
from .._core.pagination import STUCK, WINDOW, Batch, P, Page, Pagination
from .._core.recent_keys import RecentKeys
from ..errors import StreamError
from .connection import Connection

if TYPE_CHECKING:
    from .._core import codec
else:
    codec = lazy("trivet._core.codec")

__all__ = ["Pager"]

T = TypeVar("T")


class Pager(Unsent, Generic[T, P]):
    """Every item of every page, in the service's order.

    Iterate it for the items. It ends where the service has no more, whatever the size of the pages, and yields no item
    twice among the latest ten thousand, should the list change underneath it.

    Attributes:
        position: Where to go on from, should the work on the current item have failed: everything before it was
            handed out and done with. An offset, that of the item itself; or a cursor, None at the beginning, that
            gives the item's whole page once more, and at the end the last page.
        total: How many items there are, where the service tells.
        shortfall: How many items fewer than `total` came, once the end was reached; a list that changed meanwhile.
    """

    def __init__(
        self,
        connection: Connection,
        call: Call[Batch[T]],
        plan: Pagination[T, P],
        *,
        start: P | None,
        prefetch: int = 1,
    ) -> None:
        """Send nothing yet."""
        check.integer("prefetch", prefetch, minimum=1)
        self._connection = connection
        self._call = call
        self._plan = plan
        self._start: P = plan.begin(start).at
        self._prefetch = prefetch
        self.position: P = self._start
        self.total: int | None = None
        self.shortfall = 0

    def __iter__(self) -> Generator[T, None, None]:
        self.position, self.shortfall, yielded = self._start, 0, 0
        # A generator does not close another one that it iterates.
        with closing(self._walk()) as pages:
            for _, fresh, after in pages:
                for self.position, item in fresh:
                    yielded += 1
                    yield item
                self.position = after
        if self.total is not None and isinstance(self._start, int):
            self.shortfall = max(0, self.total - self._start - yielded)

    def pages(self) -> Generator[Page[T, P], None, None]:
        """Iterate the pages as they are, repeated items included; a page of no items is left out."""
        with closing(self._walk()) as pages:
            for page, _, _ in pages:
                yield page

    def _walk(self) -> Generator[tuple[Page[T, P], list[tuple[P, T]], P], None, None]:
        """Iterate the pages, each beside those of its items that are new, with their places, and the place after it."""
        walk, seen, key, stuck = self._plan.begin(self._start), RecentKeys(WINDOW), self._plan.key_of, 0
        ahead: Prefetcher[Answer[Batch[T]]] = Prefetcher(self._prefetch)

        def fetch(start: P) -> Answer[Batch[T]]:
            answer = self._connection.exchange(self._plan.call_at(self._call, start))
            if not answer.value.items:
                walk.mark_end(start)
            return answer

        try:
            while not walk.done:
                while ahead.room and (asked := walk.next_requests()):
                    ahead.add(partial(fetch, *asked))
                answer = ahead.next()
                page = self._page(answer, walk.at)
                try:
                    over = walk.accept(answer.value)
                    fresh = [(place, item) for place, item in walk.with_positions(page) if seen.new(key(item))]
                except TypeError as error:  # an array or an object where the contract has what tells items apart
                    raise codec.schema_error(self._call, self._connection.settings, answer, answer.body) from error
                if over:
                    ahead.settle()
                if not page:
                    continue
                yield page, fresh, walk.at
                stuck = 0 if fresh else stuck + 1
                if stuck == STUCK:
                    raise StreamError(self._call.operation, f"{STUCK} pages in a row held nothing new")
        finally:
            ahead.close()

    def page(self) -> Page[T, P]:
        """Get the first page alone, with one request; `next` says where the one after it begins."""
        return self._page(self._connection.exchange(self._call), self._start)

    def all(self) -> list[T]:
        """Get every item at once."""
        return [item for item in self]

    def _page(self, answer: Answer[Batch[T]], start: P) -> Page[T, P]:
        batch = answer.value
        self.total = batch.total
        following: Any = batch.next or None
        head = Head(answer.status, answer.headers)
        return Page(batch.items, head, start, batch.total, following, answer.record)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.operation!r}, position={self.position})"
