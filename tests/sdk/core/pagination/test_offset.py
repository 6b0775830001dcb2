"""Pagination by offset: requests ahead, page sizes, totals."""

from collections import deque
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.answer import Head, Headers
from trivet._core.call import Call, whole_record
from trivet._core.pagination import OffsetPagination, OffsetState, Page


class Reader:
    """A pager without I/O, which counts its requests."""

    def __init__(self, size_of: Callable[[int], int], length: int, *, total: bool) -> None:
        self.size_of = size_of
        self.length = length
        self.total = length if total else None
        self.asked: list[int] = []
        self.most_in_flight = 0

    def read(self, start: int, width: int) -> list[int]:
        state, in_flight, items = OffsetState(start), deque[int](), list[int]()
        while not state.done:
            while len(in_flight) < width and (offset := state.ask()) is not None:
                assert offset >= state.at, "what was taken is not asked for again"
                in_flight.append(offset)
                self.asked.append(offset)
            self.most_in_flight = max(self.most_in_flight, len(in_flight))
            offset = in_flight.popleft()
            assert offset == state.at, "the page taken is the one that comes next"
            page = list(range(self.length))[offset:][: self.size_of(len(self.asked))]
            items += page
            if state.take(len(page), self.total):
                in_flight.clear()
        return items


@given(
    length=st.integers(0, 60),
    sizes=st.lists(st.integers(1, 12), min_size=1, max_size=8),
    start=st.integers(0, 70),
    width=st.integers(1, 6),
    total=st.booleans(),
)
def test_pages_of_any_sizes_yield_each_item_once_in_order(
    length: int, sizes: list[int], start: int, width: int, total: bool
):
    reader = Reader(lambda request: sizes[request % len(sizes)], length, total=total)
    assert reader.read(start, width) == list(range(start, length))
    assert reader.most_in_flight <= width
    # At most the requests that were made ahead of a page are discarded with it.
    assert len(reader.asked) <= width * (length + 2)


@given(pages=st.integers(1, 20), size=st.integers(1, 9), width=st.integers(1, 6), total=st.booleans())
def test_pages_of_one_size_are_each_requested_once(pages: int, size: int, width: int, total: bool):
    reader = Reader(lambda _: size, pages * size, total=total)
    reader.read(0, width)
    beyond = [offset for offset in reader.asked if offset >= pages * size]
    assert sorted(reader.asked) == list(range(0, (pages + len(beyond)) * size, size))
    assert len(beyond) <= (0 if total else width)


def test_no_request_is_made_ahead_until_the_page_size_is_known():
    state = OffsetState(40)
    assert (state.ask(), state.ask()) == (40, None)
    assert state.take(5, None) is False
    assert (state.ask(), state.ask()) == (45, 50)


def test_page_of_another_size_discards_the_requests_ahead():
    state = OffsetState(0)
    state.ask()
    state.take(5, None)
    assert [state.ask() for _ in range(3)] == [5, 10, 15]
    assert state.take(3, None) is True
    assert (state.ask(), state.ask()) == (8, None)


def test_empty_page_ends_the_list_despite_a_larger_total():
    state = OffsetState(0)
    state.ask()
    state.take(0, 100)
    assert state.done
    assert state.ask() is None


def test_growing_total_extends_the_requests():
    state = OffsetState(0)
    state.ask()
    state.take(5, 10)
    assert (state.ask(), state.ask()) == (5, None)
    state.take(5, 12)
    assert not state.done
    assert state.ask() == 10


def test_shrinking_total_ends_the_list():
    state = OffsetState(0)
    state.ask()
    state.take(5, 100)
    state.ask()
    state.take(5, 8)
    assert state.done


@pytest.mark.parametrize("empty", [[15, 10], [10, 15]])
def test_no_request_is_made_beyond_the_first_empty_page(empty: list[int]):
    state = OffsetState(0)
    assert state.ask() == 0
    state.take(5, None)
    assert [state.ask(), state.ask(), state.ask()] == [5, 10, 15]
    for offset in empty:
        state.mark_end(offset)
    assert state.ask() is None
    assert state.take(5, None), "the page after it is known to be empty"
    assert state.done


def test_offset_pagination_sets_the_offset_parameter():
    pagination = OffsetPagination[str](offset="$skip", key=len)
    call = Call("stops.list", "GET", "/BusStops", record=None, decode=None, extract=whole_record)
    assert pagination.call_at(call, 500).target() == "/BusStops?%24skip=500"
    assert (pagination.begin(None).at, pagination.begin(7).at, pagination.key_of("abc")) == (0, 7, 3)


def test_items_have_the_offsets_of_their_places_in_the_page():
    page = Page(["a", "b"], Head(200, Headers()), 40, None)
    assert list(OffsetState(40).with_positions(page)) == [(40, "a"), (41, "b")]


def test_next_walk_has_the_largest_page_size():
    pagination = OffsetPagination[str]("skip", len, limit=500)
    call = Call("a.list", "GET", "/a", record=None, decode=None, extract=whole_record, query=(("limit", 2),))
    coverage = pagination.coverage(call, 0)
    assert not coverage.accept(["a"], 2)
    assert coverage.next_walk() == (500, 500)
    assert pagination.resized(call, 500).target() == "/a?limit=500"


def test_part_of_a_list_from_an_offset_is_read_once():
    pagination = OffsetPagination[str]("skip", len, limit=500)
    call = Call("a.list", "GET", "/a", record=None, decode=None, extract=whole_record)
    coverage = pagination.coverage(call, 10)
    assert not coverage.accept(["a"], 12)
    assert (coverage.missing, coverage.next_walk()) == (1, None)
    assert coverage.accept(["b"], 12)
