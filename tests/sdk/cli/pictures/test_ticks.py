"""The ticks of axes."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from trivet.cli.pictures.ticks import day_label, day_ticks, number_label, number_ticks


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (3, 42, [0, 10, 20, 30, 40, 50]),
        (0, 0, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-3, 1, [-3, -2, -1, 0, 1]),
        (0.1, 0.3, [0, 0.1, 0.2, 0.3]),
    ],
)
def test_numbers_are_round_and_enclose_the_range(low: float, high: float, ticks: list[float]) -> None:
    assert number_ticks(low, high) == ticks


def test_ticks_stay_few_over_many_orders_of_magnitude() -> None:
    for power in range(-9, 18):
        found = number_ticks(0, 3.7 * 10.0**power)
        assert 3 <= len(found) <= 8
        assert found[-1] >= 3.7 * 10.0**power * 0.999


def test_days_are_few_and_inside_the_period() -> None:
    first = date(2024, 2, 27)
    for length in (0, 1, 7, 8, 30, 60, 120, 400, 4000, 36500):
        days = [first, first + timedelta(days=length)]
        found = day_ticks(days)
        assert 1 <= len(found) <= 8
        assert all(days[0] <= each <= days[1] for each in found)
        assert len({b - a for a, b in pairwise(found)}) <= 3


def test_weeks_begin_on_monday_and_months_on_their_first() -> None:
    assert {each.weekday() for each in day_ticks([date(2025, 10, 1), date(2025, 11, 5)])} == {0}
    assert {each.day for each in day_ticks([date(2025, 1, 5), date(2025, 7, 5)])} == {1}


def test_labels_show_the_year_where_it_changes() -> None:
    assert day_label(date(2025, 12, 1), None) == "1 Dec 2025"
    assert day_label(date(2025, 12, 8), date(2025, 12, 1)) == "8 Dec"
    assert day_label(date(2026, 1, 5), date(2025, 12, 29)) == "5 Jan 2026"
    assert [number_label(each) for each in (12500, 0.25, -3)] == ["12,500", "0.25", "-3"]
