"""Pages, and the coverage of a list: when another walk is needed, with which page sizes, and when it is of no use."""

import copy
import pickle
import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

import pytest

from trivet import APIError, IncompleteListError, Pager
from trivet._core.answer import Head, Headers
from trivet._core.pagination import Page, key_of_any
from trivet._core.pagination.page import IDLE_WALKS, WALKS, Coverage

T = TypeVar("T")


def test_page_is_a_sequence_with_its_position():
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


def test_key_of_any_reads_known_and_unknown_kinds():
    class Item:
        name = "a"

    class Odd:
        def __init__(self, **data: object) -> None:
            self.data = data

    key = key_of_any("name", "theName")
    assert key(Item()) == "a" == key(Odd(theName="a"))
    assert key(Odd()) != key(Odd())


def test_page_takes_the_type_of_items_alone_at_run_time():
    class OwnPager(Pager[T]):
        pass

    assert Pager[str].__args__ == (str, int)
    assert Pager[str, str | None].__args__ == (str, str | None)
    assert OwnPager[str].__args__ == (str,)
    assert Page[str].__args__[0] is str


def walk(coverage: Coverage, pages: list[list[int]], total: int | None) -> bool:
    whole = False
    for page in pages:
        whole = coverage.accept(page, total)
    return whole


def test_first_walk_that_finds_all_needs_no_other() -> None:
    coverage = Coverage(50, 500)
    assert not coverage.accept([1, 2], 3)
    assert coverage.accept([3], 3)
    assert (coverage.missing, coverage.next_walk()) == (0, None)


def test_list_without_total_is_never_known_to_be_whole() -> None:
    coverage = Coverage(None, 500)
    assert not walk(coverage, [[1, 2], [2]], None)
    assert (coverage.total, coverage.missing, coverage.next_walk()) == (None, 0, None)


def test_walks_are_united_and_their_pages_end_at_other_offsets() -> None:
    coverage = Coverage(500, 500)
    assert not walk(coverage, [[1, 2], [2, 1]], 4000)
    assert coverage.missing == 3998
    assert coverage.next_walk() == (309, 500)
    assert not walk(coverage, [[3, 1], [1]], 4000)
    assert coverage.next_walk() == (118, 500)
    assert not coverage.accept([1, 2], 4)
    assert coverage.missing == 2
    assert coverage.next_walk() == (3, 500), "the first page is a part of the list, however short the list is"
    assert coverage.accept([3, 4], 4)
    assert coverage.next_walk() is None


@pytest.mark.parametrize("size", [None, 50])
def test_walk_with_small_pages_is_followed_by_one_with_the_largest(size: int | None) -> None:
    coverage = Coverage(size, 100)
    coverage.accept([1], 200)
    assert [coverage.next_walk() for _ in range(3)] == [(100, 100), (61, 100), (23, 100)]


def test_list_whose_page_size_is_fixed_is_read_once() -> None:
    coverage = Coverage(None, None)
    coverage.accept([1], 2)
    assert (coverage.next_walk(), coverage.missing) == (None, 1)


def test_walks_end_after_several_without_a_new_item() -> None:
    coverage = Coverage(None, 500)
    walks = 0
    coverage.accept([1], 2)
    while coverage.next_walk():
        walks += 1
        coverage.accept([1], 2)
    assert (walks, coverage.missing) == (IDLE_WALKS, 1)


def test_walks_are_bounded_while_each_finds_something() -> None:
    coverage = Coverage(None, 500)
    walks = 0
    while True:
        walks += 1
        coverage.accept([walks], 1000)
        if coverage.next_walk() is None:
            break
    assert (walks, coverage.missing) == (WALKS, 1000 - WALKS)


def test_item_found_before_total_decreased_counts_only_if_found_again() -> None:
    coverage = Coverage(None, 500)
    coverage.accept([1, 2, 3], 5)
    assert not coverage.accept([4], 4)
    assert coverage.missing == 3
    assert coverage.next_walk() == (500, 500)
    assert coverage.accept([1, 2, 5, 4], 4)


def test_growing_list_is_whole_once_the_new_items_are_found() -> None:
    coverage = Coverage(None, 500)
    assert not walk(coverage, [[2, 1]], 3)
    assert coverage.next_walk() == (500, 500)
    assert coverage.accept([3], 3)


def read_to_the_end(coverage: Coverage, count: int, size: int, page: Callable[[int, int], list[int]]) -> int:
    """Walk through a list whose order depends on the page; return the number of walks."""
    walks, sizes = 0, (size, size)
    while sizes is not None:
        walks += 1
        start, end = 0, min(sizes[0], count)
        while start < count and not coverage.accept(page(start, end), count):
            start, end = end, min(end + sizes[1], count)
        sizes = coverage.next_walk()
    return walks


@pytest.mark.parametrize(("count", "size", "largest"), [(3000, 50, 500), (2501, 100, 100), (10_000, 50, 500)])
def test_list_in_another_order_for_every_page_is_found_whole(count: int, size: int, largest: int) -> None:
    shuffled, items, coverage = random.Random(7), list(range(count)), Coverage(size, largest)
    assert read_to_the_end(coverage, count, size, lambda start, end: shuffled.sample(items, end - start)) < WALKS
    assert coverage.missing == 0


def postgresql_order(times: Sequence[int]) -> Callable[[int], list[int]]:
    """Return the rows up to the end of a page, newest first, as PostgreSQL 15 orders rows of these times.

    It keeps the wanted rows in a heap, if they are at most half of all (tuplesort.c, bounded sort). Else it sorts all
    of them; a stable sort stands for that here.
    """

    def sift_down(heap: list[int], row: int) -> None:
        at = 0
        while (child := 2 * at + 1) < len(heap):
            child += child + 1 < len(heap) and times[heap[child + 1]] < times[heap[child]]
            if times[row] <= times[heap[child]]:
                break
            heap[at], at = heap[child], child
        heap[at] = row

    @cache
    def order(end: int) -> list[int]:
        if end * 2 > len(times):
            return sorted(range(len(times)), key=lambda row: -times[row])[:end]
        heap: list[int] = []  # the top of the heap is the oldest row
        for row in range(len(times)):
            if len(heap) == end:
                if times[row] > times[heap[0]]:
                    sift_down(heap, row)
                continue
            heap.append(row)
            at = len(heap) - 1
            while at and times[row] < times[heap[(at - 1) // 2]]:
                heap[at], at = heap[(at - 1) // 2], (at - 1) // 2
            heap[at] = row
        rows: list[int] = []
        while heap:
            rows.append(heap[0])
            last = heap.pop()
            if heap:
                sift_down(heap, last)
        return rows[::-1]

    return order


@pytest.mark.parametrize("newest", [13, 65, 182])
def test_list_ordered_by_the_end_of_a_page_is_found_whole(newest: int) -> None:
    times = [1 if row == newest else 0 for row in range(400)]
    coverage = Coverage(50, 100)
    order = postgresql_order(times)
    walks = read_to_the_end(coverage, 400, 50, lambda start, end: order(end)[start:end])
    assert (coverage.missing, walks > 2) == (0, True), "the largest pages alone do not show all"


def test_message_says_how_many_items_are_missing() -> None:
    assert str(IncompleteListError("admin.users.list", 3000, 28)) == "admin.users.list: 28 of 3000 items are missing"
    assert str(IncompleteListError("admin.users.list", 2, 1)) == "admin.users.list: 1 of 2 item is missing"


def test_error_is_kept_by_pickle_and_copy() -> None:
    error = IncompleteListError("admin.users.list", 3000, 28)
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert isinstance(other, APIError)
        assert (other.operation, other.total, other.missing) == ("admin.users.list", 3000, 28)
