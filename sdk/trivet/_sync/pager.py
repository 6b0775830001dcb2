# Derived from sdk/trivet/_async/pager.py by `python -m codegen`; do not edit.
"""Pagers: the lists that a service sends in pages."""

from __future__ import annotations

from collections.abc import Generator, Hashable
from contextlib import closing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .._concurrency.prefetch import Prefetcher
from .._core import check
from .._core.answer import Answer, Head, Unsent
from .._core.call import Call
from .._core.lazy_imports import lazy
from .._core.pagination import STUCK, WINDOW, Batch, DefaultPosition, P, Page, Pagination
from .._core.pagination.cursor import RecentKeys
from .._core.pagination.page import IncompleteListError
from .._core.public import exported_from
from .._core.traceback_locals import NOTHING, clear_locals, hide_arguments
from ..errors import StreamError
from .connection import Connection

if TYPE_CHECKING:
    from .._core import answer_decoder
else:
    answer_decoder = lazy("trivet._core.answer_decoder")

T = TypeVar("T")


@exported_from("trivet")
class Pager(DefaultPosition, Unsent, Generic[T, P]):
    """A list whose pages are requested as it is read: every item of every page, in the service's order.

    Iterate over it to get the items:

        for stop in client.stops.list():
            print(stop.bus_stop_code)

    It ends where the service has no more items, whatever the size of the pages. If the list changes meanwhile, or has
    another order for every page, an item that was among the latest ten thousand is not yielded again, but some items
    may be missing: check `shortfall`, or use `complete()` or `iter_complete()`.

    Attributes:
        position: Where to continue if the work on the current item failed: the offset of the item, or the cursor of its
            page. The cursor is None for the first page, and at the end it belongs to the last page.
        total: The number of items, if the service sends it.
        shortfall: How many of `total` items were not yielded, because the list changed or its order has no tie-break;
            known at the end.
    """

    def __init__(
        self,
        connection: Connection,
        call: Call[Batch[T]],
        pagination: Pagination[T, P],
        *,
        start: P | None,
        prefetch: int = 1,
    ) -> None:
        check.integer("prefetch", prefetch, minimum=1)
        self._connection = connection
        self._call = call
        self._pagination = pagination
        self._start: P = pagination.begin(start).at
        self._prefetch = prefetch
        self.position: P = self._start
        self.total: int | None = None
        self.shortfall: int = 0

    def __iter__(self) -> Generator[T, None, None]:
        self.position, self.shortfall, yielded = self._start, 0, 0
        try:
            # A generator does not close another one that it iterates.
            with closing(self._read(self._call, self._call)) as pages:
                for _, fresh, after in pages:
                    for self.position, item in fresh:
                        yielded += 1
                        yield item
                    self.position = after
        except BaseException as error:
            _ = fresh = after = item = NOTHING
            clear_locals(error)
            raise
        if self.total is not None and isinstance(self._start, int):
            self.shortfall = max(0, self.total - self._start - yielded)

    def pages(self) -> Generator[Page[T, P], None, None]:
        """Iterate over the pages, including repeated items; pages without items are left out.

        >>> for page in client.stops.list().pages():
        ...     print(page.start, len(page))
        """
        try:
            with closing(self._read(self._call, self._call)) as pages:
                for page, _, _ in pages:
                    yield page
        except BaseException as error:
            page = _ = NOTHING
            clear_locals(error)
            raise

    def _read(
        self, first: Call[Batch[T]], call: Call[Batch[T]]
    ) -> Generator[tuple[Page[T, P], list[tuple[P, T]], P], None, None]:
        """Yield each page, its new items with their positions, and the position after it.

        Args:
            first: The call of the first page.
            call: The call of the other pages.
        """
        state, seen, key, stuck = self._pagination.begin(self._start), RecentKeys(WINDOW), self._pagination.key_of, 0
        prefetcher: Prefetcher[Answer[Batch[T]]] = Prefetcher(self._prefetch)

        def fetch(start: P) -> Answer[Batch[T]]:
            page_call = first if start == self._start else call
            answer = self._connection.exchange(self._pagination.call_at(page_call, start))
            if not answer.value.items:
                state.mark_end(start)
            return answer

        try:
            while not state.done:
                while prefetcher.room and (starts := state.next_requests()):
                    prefetcher.add(partial(fetch, *starts))
                answer = prefetcher.next()
                page = self._page(answer, state.at)
                discard, fresh = False, None
                with suppress(AttributeError, TypeError):  # the identity of an item is missing, or is not hashable
                    discard = state.accept(answer.value)
                    fresh = [(position, item) for position, item in state.with_positions(page) if seen.new(key(item))]
                if fresh is None:  # raised out here, because the suppressed error holds an item
                    raise answer_decoder.schema_error(call, self._connection.settings, answer, answer.body)
                if discard:
                    prefetcher.settle()
                if not page:
                    continue
                yield page, fresh, state.at
                stuck = 0 if fresh else stuck + 1
                if stuck == STUCK:
                    raise StreamError(call.operation, f"{STUCK} pages in a row held nothing new")
        finally:
            prefetcher.close()

    @hide_arguments
    def page(self) -> Page[T, P]:
        """Get the first page with one request; its `next` is the position of the following page.

        >>> page = client.stops.list(skip=500).page()
        """
        return self._page(self._connection.exchange(self._call), self._start)

    @hide_arguments
    def all(self) -> list[T]:
        """Get every item on the pages; `complete()` also makes sure that none is missing.

        >>> stops = client.stops.list().all()
        """
        return [item for item in self]

    @hide_arguments
    def complete(self) -> list[T]:
        """Get every item, or raise an error if there are fewer than `total`.

        >>> users = client.admin.users.list().complete()

        A list with equal sort keys, such as the creation times of an import, may show some items on two pages and
        others on none. It is then read again with other page sizes, up to 15 times in all, until as many items as
        `total` were found. Without a total, or with a cursor, no item is known to be missing, and the list is read
        once.

        Raises:
            IncompleteListError: Fewer items were found; the error says how many are missing.
        """
        return [item for item in self.iter_complete()]

    def iter_complete(self) -> Generator[T, None, None]:
        """Iterate over every item once, as it is found; raise an error at the end if there are fewer than `total`.

        >>> for user in client.admin.users.list().iter_complete():
        ...     print(user.email)

        Raises:
            IncompleteListError: As in `complete()`; the items that were found have been yielded.
        """
        first = call = self._call
        key, yielded = self._pagination.key_of, set[Hashable]()
        coverage = self._pagination.coverage(call, self._start)
        self.position, self.shortfall = self._start, 0
        try:
            while True:
                try:
                    with closing(self._read(first, call)) as pages:
                        for page, fresh, after in pages:
                            is_whole = coverage.accept([key(item) for item in page], page.total)
                            for self.position, item in fresh:
                                if page.total is not None:  # without a total, there is only one walk
                                    if key(item) in yielded:
                                        continue
                                    yielded.add(key(item))
                                yield item
                            self.position = after
                            if is_whole:
                                break
                except StreamError:  # in a list without a tie-break, small pages may hold nothing new for a while
                    if not coverage.missing:
                        raise
                coverage.accept((), self.total)  # an empty page, which is not yielded above, has a total, too
                if (sizes := coverage.next_walk()) is None:
                    break
                first, call = (self._pagination.resized(self._call, size) for size in sizes)
            self.shortfall = coverage.missing
            self._check_complete(coverage.total)
        except BaseException as error:
            yielded = page = fresh = after = item = NOTHING
            clear_locals(error)
            raise

    def _check_complete(self, total: int | None) -> None:
        if self.shortfall:
            raise IncompleteListError(self._call.operation, total or 0, self.shortfall)

    def _page(self, answer: Answer[Batch[T]], start: P) -> Page[T, P]:
        batch = answer.value
        self.total = batch.total
        following: Any = batch.next or None
        head = Head(answer.status, answer.headers)
        return Page(batch.items, head, start, batch.total, following, answer.record)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.operation!r}, position={self.position})"
