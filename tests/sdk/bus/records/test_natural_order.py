"""The natural order of service numbers."""

import random

from hypothesis import given
from hypothesis import strategies as st

from trivet.bus import natural_order

IN_ORDER = ["2", "2A", "10", "10A", "10e", "100", "188", "188R", "975", "CT8", "NR5", "NR10"]


def test_numbers_are_sorted_by_value_and_before_letters():
    shuffled = random.Random(7).sample(IN_ORDER, len(IN_ORDER))
    assert sorted(shuffled, key=natural_order) == IN_ORDER


def test_different_texts_have_different_keys():
    texts = ["10e", "10E", "010e", "10", "010", "", " ", "१०"]
    assert len({natural_order(text) for text in texts}) == len(texts)


@given(st.lists(st.integers(0, 10**20), max_size=20))
def test_digits_are_compared_as_numbers(numbers: list[int]):
    assert sorted(map(str, numbers), key=natural_order) == [str(number) for number in sorted(numbers)]


@given(st.lists(st.text()))
def test_any_texts_can_be_sorted(texts: list[str]):
    assert sorted(sorted(texts, key=natural_order, reverse=True), key=natural_order) == sorted(texts, key=natural_order)


def test_very_long_number_has_a_key():
    assert natural_order("9" * 100_000) > natural_order("9" * 99_999)


def test_services_of_snapshot_are_in_natural_order(snapshot):
    numbers = sorted({row["ServiceNo"] for row in snapshot("bus_service")}, key=natural_order)
    assert numbers[:4] == ["2", "2B", "3", "3A"]
    assert numbers.index("10") < numbers.index("100") < numbers.index("100A") < numbers.index("101")
