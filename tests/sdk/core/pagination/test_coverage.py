"""How much of a list has been found: when another walk is needed, with which page size, and when it is of no use."""

import random

import pytest

from trivet._core.pagination.coverage import WALKS, Coverage


def walk(coverage: Coverage, pages: list[list[int]], total: int | None) -> bool:
    whole = False
    for page in pages:
        whole = coverage.accept(page, total)
    return whole


def test_first_walk_that_finds_all_needs_no_other() -> None:
    coverage = Coverage(50, 500)
    assert not coverage.accept([1, 2], 3)
    assert coverage.accept([3], 3)
    assert (coverage.missing, coverage.next_size()) == (0, None)


def test_list_without_total_is_never_known_to_be_whole() -> None:
    coverage = Coverage(None, 500)
    assert not walk(coverage, [[1, 2], [2]], None)
    assert (coverage.total, coverage.missing, coverage.next_size()) == (None, 0, None)


def test_walks_are_united_and_each_has_another_page_size() -> None:
    coverage = Coverage(500, 500)
    assert not walk(coverage, [[1, 2], [2, 1]], 4)
    assert coverage.missing == 2
    assert coverage.next_size() == 475
    assert not walk(coverage, [[3, 1], [1]], 4)
    assert coverage.next_size() == 450
    assert coverage.accept([4], 4)
    assert coverage.next_size() is None


def test_first_size_below_largest_is_followed_by_largest() -> None:
    coverage = Coverage(50, 100)
    coverage.accept([1], 2)
    assert coverage.next_size() == 100


def test_list_whose_page_size_is_fixed_is_walked_once() -> None:
    coverage = Coverage(None, None)
    coverage.accept([1], 2)
    assert (coverage.next_size(), coverage.missing) == (None, 1)


def test_walks_end_after_five_that_found_nothing_new() -> None:
    coverage = Coverage(None, 500)
    sizes = 0
    coverage.accept([1], 2)
    while coverage.next_size():
        sizes += 1
        coverage.accept([1], 2)
    assert (sizes, coverage.missing) == (5, 1)


def test_walks_are_bounded_while_each_finds_something() -> None:
    coverage = Coverage(None, 500)
    walks = 0
    while True:
        walks += 1
        coverage.accept([walks], 1000)
        if coverage.next_size() is None:
            break
    assert (walks, coverage.missing) == (WALKS, 1000 - WALKS)


@pytest.mark.parametrize("largest", [1, 2, 3])
def test_small_page_sizes_are_used_up(largest: int) -> None:
    coverage = Coverage(None, largest)
    found = []
    coverage.accept([0], 100)
    while (size := coverage.next_size()) is not None:
        found.append(size)
        coverage.accept([size], 100)
    assert found == list(range(largest, 0, -1))


def test_item_found_before_total_decreased_counts_only_if_found_again() -> None:
    coverage = Coverage(None, 500)
    coverage.accept([1, 2, 3], 5)
    assert not coverage.accept([4], 4)
    assert coverage.missing == 3
    assert coverage.next_size() == 500
    assert coverage.accept([1, 2, 5, 4], 4)


def test_growing_list_is_whole_once_the_new_items_are_found() -> None:
    coverage = Coverage(None, 500)
    assert not walk(coverage, [[2, 1]], 3)
    assert coverage.next_size() == 500
    assert coverage.accept([3], 3)


@pytest.mark.parametrize(("count", "size", "largest"), [(3000, 50, 500), (2501, 100, 100), (10_000, 50, 500)])
def test_list_in_another_order_for_every_page_is_found_whole(count: int, size: int, largest: int) -> None:
    shuffled, items, coverage = random.Random(7), list(range(count)), Coverage(size, largest)
    walks, following = 0, size
    while following is not None:
        walks += 1
        for start in range(0, count, following):
            if coverage.accept(shuffled.sample(items, min(following, count - start)), count):
                break
        following = coverage.next_size()
    assert coverage.missing == 0
    assert walks < WALKS
