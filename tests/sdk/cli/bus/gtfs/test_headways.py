"""Frequencies of the bands as headways."""

from __future__ import annotations

import pytest

from tests.sdk.cli.bus.gtfs.records import service
from trivet.bus import FrequencyRange
from trivet.cli.bus.gtfs.headways import Headway, headways, mean_headway

HOUR = 3600


@pytest.mark.parametrize(("ends", "seconds"), [((5, 8), 390), ((9, 9), 540), ((8, 288), 480), ((0, 20), 60)])
def test_headway_is_the_middle_unless_the_range_is_a_typing_error(ends: tuple[int, int], seconds: int) -> None:
    assert mean_headway(FrequencyRange(*ends)) == seconds


def test_day_is_covered_band_by_band() -> None:
    assert list(headways(service("10-10", "20-20", "10-10", "30-30"), 5 * HOUR + 1800, 24 * HOUR)) == [
        Headway(6 * HOUR, 6 * HOUR + 1800, 1800),
        Headway(6 * HOUR + 1800, 8 * HOUR + 1860, 600),
        Headway(8 * HOUR + 1860, 17 * HOUR, 1200),
        Headway(17 * HOUR, 19 * HOUR + 60, 600),
        Headway(19 * HOUR + 60, 24 * HOUR, 1800),
    ]


def test_band_without_buses_and_short_days_have_no_departures() -> None:
    assert list(headways(service("-", "00-00", "", "5-08"), 7 * HOUR, 18 * HOUR)) == []
    assert list(headways(service("20-20", "-", "-", "-"), 7 * HOUR, 7 * HOUR + 900)) == []
    assert list(headways(service("20-20", "-", "-", "-"), 7 * HOUR, 6 * HOUR)) == []
