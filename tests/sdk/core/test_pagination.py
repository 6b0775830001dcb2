from collections import deque
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.answer import Head, Headers
from trivet._core.pagination import Batch, CursorState, OffsetState, Page, key_of_any


class Reader:
    """What a pager does with a walk, without a network: it counts what it asks for."""

    def __init__(self, size_of: Callable[[int], int], length: int, *, total: bool) -> None:
        self.size_of = size_of
        self.length = length
        self.total = length if total else None
        self.asked: list[int] = []
        self.most_in_flight = 0

    def read(self, start: int, width: int) -> list[int]:
        walk, in_flight, items = OffsetState(start), deque[int](), list[int]()
        while not walk.done:
            while len(in_flight) < width and (offset := walk.ask()) is not None:
                assert offset >= walk.at, "what was taken is not asked for again"
                in_flight.append(offset)
                self.asked.append(offset)
            self.most_in_flight = max(self.most_in_flight, len(in_flight))
            offset = in_flight.popleft()
            assert offset == walk.at, "the page taken is the one that comes next"
            page = list(range(self.length))[offset:][: self.size_of(len(self.asked))]
            items += page
            if walk.take(len(page), self.total):
                in_flight.clear()
        return items


@given(
    length=st.integers(0, 60),
    sizes=st.lists(st.integers(1, 12), min_size=1, max_size=8),
    start=st.integers(0, 70),
    width=st.integers(1, 6),
    total=st.booleans(),
)
def test_every_item_comes_once_and_in_order_whatever_the_pages(
    length: int, sizes: list[int], start: int, width: int, total: bool
):
    reader = Reader(lambda request: sizes[request % len(sizes)], length, total=total)
    assert reader.read(start, width) == list(range(start, length))
    assert reader.most_in_flight <= width
    # Each page may make worthless what was asked ahead of it, and no more than that.
    assert len(reader.asked) <= width * (length + 2)


@given(pages=st.integers(1, 20), size=st.integers(1, 9), width=st.integers(1, 6), total=st.booleans())
def test_pages_of_one_size_are_each_asked_for_once(pages: int, size: int, width: int, total: bool):
    reader = Reader(lambda _: size, pages * size, total=total)
    reader.read(0, width)
    beyond = [offset for offset in reader.asked if offset >= pages * size]
    assert sorted(reader.asked) == list(range(0, (pages + len(beyond)) * size, size))
    assert len(beyond) <= (0 if total else width)


def test_nothing_is_asked_ahead_of_the_first_page_for_it_tells_the_size():
    walk = OffsetState(40)
    assert (walk.ask(), walk.ask()) == (40, None)
    assert walk.take(5, None) is False
    assert (walk.ask(), walk.ask()) == (45, 50)


def test_a_page_of_another_size_makes_what_was_asked_ahead_worthless():
    walk = OffsetState(0)
    walk.ask()
    walk.take(5, None)
    assert [walk.ask() for _ in range(3)] == [5, 10, 15]
    assert walk.take(3, None) is True
    assert (walk.ask(), walk.ask()) == (8, None)


def test_an_empty_page_is_the_end_whatever_the_total_says():
    walk = OffsetState(0)
    walk.ask()
    walk.take(0, 100)
    assert walk.done
    assert walk.ask() is None


def test_a_total_that_grows_is_followed():
    walk = OffsetState(0)
    walk.ask()
    walk.take(5, 10)
    assert (walk.ask(), walk.ask()) == (5, None)
    walk.take(5, 12)
    assert not walk.done
    assert walk.ask() == 10


def test_a_total_that_shrinks_ends_the_walk():
    walk = OffsetState(0)
    walk.ask()
    walk.take(5, 100)
    walk.ask()
    walk.take(5, 8)
    assert walk.done


def test_a_page_is_a_sequence_that_knows_its_place():
    page = Page(["a", "b", "c"], Head(200, Headers()), 40, 90)
    assert (page[0], page[-1], page[1:], list(page), len(page), "b" in page) == (
        "a",
        "c",
        ["b", "c"],
        [*"abc"],
        3,
        True,
    )
    assert (page.start, page.next, page.total, page.head.status) == (40, 43, 90, 200)
    assert repr(page) == "Page(3 items from 40)"
    with pytest.raises(IndexError):
        page[3]


def test_nothing_is_asked_for_beyond_a_page_that_came_empty():
    walk = OffsetState(0)
    assert walk.ask() == 0
    walk.take(5, None)
    assert [walk.ask(), walk.ask(), walk.ask()] == [5, 10, 15]
    walk.mark_end(15)
    walk.mark_end(10)
    assert walk.ask() is None
    assert walk.take(5, None), "the page after it is known to be empty"
    assert walk.done


@given(
    links=st.lists(st.sampled_from([None, "", "a", "b", "c", "d"]), min_size=6, max_size=6),
    counts=st.lists(st.integers(0, 2), min_size=6, max_size=6),
    start=st.sampled_from([None, "a", "d"]),
)
def test_a_way_by_cursor_ends_whatever_the_cursors(links: list[str | None], counts: list[int], start: str | None):
    places = {None: 0, "a": 1, "b": 2, "c": 3, "d": 4}
    walk, asked = CursorState(start), list[str | None]()
    while not walk.done:
        [cursor] = walk.next_requests()
        assert (cursor, walk.next_requests()) == (walk.at, [])
        asked.append(cursor)
        batch = Batch([None] * counts[places[cursor]], next=links[places[cursor]])
        assert walk.accept(batch) == walk.done
        assert not (walk.done and walk.next_requests())
    assert asked[0] == start
    assert len(asked) == len(set(asked)), "no page is asked for twice"
    assert walk.at == asked[-1]


def test_what_tells_items_of_a_union_apart():
    class Item:
        name = "a"

    class Odd:
        def __init__(self, **data: object) -> None:
            self.data = data

    key = key_of_any("name", "theName")
    assert key(Item()) == "a" == key(Odd(theName="a"))
    assert key(Odd()) != key(Odd())
