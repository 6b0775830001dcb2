"""Running times: known and interpolated times, and the stretches of a column."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from trivet.cli.bus.gtfs.running_times import kilometres, running_times


def minutes(*times: int | None) -> list[int | None]:
    return [None if time is None else time * 60 for time in times]


def test_unknown_times_are_interpolated_by_distance() -> None:
    running = running_times(minutes(300, None, 310, None), [0, 1.6, 2.0, 4.0])
    assert running.offsets == pytest.approx([0, 480, 600, 1200])  # the last one at the mean speed
    assert running.known == minutes(300, None, 310, None)


def test_single_time_that_misfits_is_interpolated() -> None:
    running = running_times(minutes(300, 302, 1300, 306), [0, 1, 2, 3])
    assert running.offsets == pytest.approx([0, 120, 240, 360])
    assert running.known[2] is None
    assert running.stretches == [(0, 3)]


def test_first_bus_that_begins_in_the_middle_is_a_stretch_of_its_own() -> None:
    running = running_times(minutes(330, 335, 300, 305), [0, 2, 4, 6])
    assert running.stretches == [(0, 1), (2, 3)]
    assert running.offsets == pytest.approx([0, 300, 600, 900])
    assert running.starts == [330 * 60, 290 * 60]
    assert running.of_stop() == [0, 0, 1, 1]


def test_stops_without_distances_share_the_time_evenly() -> None:
    assert running_times(minutes(300, None, None, 309), [1, 1, 1, 1]).offsets == pytest.approx([0, 180, 360, 540])
    assert running_times(minutes(None, None), [0, 9]).stretches == []


def test_offsets_never_decrease_for_any_times() -> None:
    dice = random.Random(1)
    for _ in range(300):
        count = dice.randrange(2, 12)
        times = [dice.choice([None, dice.randrange(180, 1700) * 60]) for _ in range(count)]
        running = running_times(times, kilometres([dice.random() * 9 for _ in range(count)]))
        assert all(before <= after for before, after in pairwise(running.offsets))
        assert all(known in (None, time) for known, time in zip(running.known, times, strict=True))


def test_distances_never_decrease() -> None:
    assert kilometres([0.2, 0.6, 0.5, 1.1]) == [0.2, 0.6, 0.6, 1.1]
    assert kilometres([-1, 0.6, 1e308]) == [0, 0.6, 1000]
