"""The trips of a route on one kind of day."""

from itertools import pairwise

import pytest

from trivet_stubs.bus.trips import Trips

KEY = ("10", 1)
FREQUENCIES = {
    "AM_Peak_Freq": "05-10",
    "AM_Offpeak_Freq": "10-15",
    "PM_Peak_Freq": "6",
    "PM_Offpeak_Freq": "20-30",
}


def row(first, last):
    return {"WD_FirstBus": first, "WD_LastBus": last}


def clock(seconds):
    return f"{seconds // 3600 % 24:02}{seconds // 60 % 60:02}"


def trips(*ends, **frequencies):
    return Trips(KEY, [row(*each) for each in ends], {**FREQUENCIES, **frequencies}, "WD")


def test_headway_is_that_of_the_band_in_which_a_trip_leaves():
    found = [each // 60 for each in trips(("0550", "0030")).departures]
    gaps = {clock(60 * begin): after - begin for begin, after in pairwise(found)}

    assert (gaps["0550"], gaps["0610"]) == (20, 20)
    assert {gaps[text] for text in ("0630", "0700", "0830")} == {5}
    assert {gap for text, gap in gaps.items() if "0845" <= text < "1640"} == {10}
    assert {gap for text, gap in gaps.items() if "1710" <= text < "1850"} == {6}
    assert clock(60 * found[-1]) == "0030"


@pytest.mark.parametrize("none", ["-", "00-00", "0-0"])
def test_band_in_which_none_runs_has_no_departures(none):
    found = trips(("0700", "1800"), AM_Offpeak_Freq=none).departures
    texts = [clock(each) for each in found]

    assert texts[0] == "0700"
    assert [text for text in texts if "0831" <= text < "1700"] == []
    assert "1700" in texts
    assert texts[-1] == "1800"


def test_first_and_last_trip_run_although_no_band_has_buses():
    none = dict.fromkeys(FREQUENCIES, "00-00")

    assert [clock(each) for each in trips(("0700", "0710"), **none).departures] == ["0700", "0710"]
    assert [clock(each) for each in trips(("0700", "0700"), **none).departures] == ["0700"]


def test_service_without_a_record_runs_every_half_hour():
    found = Trips(KEY, [row("0700", "0900")], {}, "WD").departures

    assert [each // 60 - 420 for each in found] == [0, 30, 60, 90, 120]


def test_trips_pass_each_stop_from_its_first_to_its_last_time_in_order():
    found = trips(("0530", "2330"), ("0540", "2345"), ("0600", "0010"))
    for place, (first, last) in enumerate((("0530", "2330"), ("0540", "2345"), ("0600", "0010"))):
        passes = found.passes(place)
        assert (clock(passes[0][0]), clock(passes[-1][0])) == (first, last)
        assert passes == sorted(passes)
        assert [trip for _, trip in passes] == list(range(len(found.departures)))
    for trip in range(len(found.departures)):
        times = [found.passing(trip, place) for place in range(3)]
        assert times == sorted(times)


def test_stop_without_times_is_not_passed():
    found = trips(("-", "-"), ("0540", "2345"), (None, None))

    assert [len(found.passes(place)) > 10 for place in range(3)] == [False, True, False]
    assert trips(("-", "-")).departures == ()
    assert trips(("-", "-")).passes(0) == []


def test_stop_whose_last_bus_precedes_its_first_has_the_trips_of_the_others():
    found = trips(("2300", "2330"), ("2359", "2340"))

    texts = [clock(each) for each, _ in found.passes(1)]

    assert (texts[0], texts[-1]) == ("2359", "0029")


def test_stop_with_one_time_has_one_bus():
    assert trips(("0530", "2330"), ("0540", "0540")).passes(1) == [(5 * 3600 + 40 * 60, 0)]


def test_place_is_the_last_stop_passed():
    found = trips(("0530", "2330"), ("0540", "2340"), ("0550", "2350"))
    half_past_five = 5 * 3600 + 30 * 60

    assert found.place(0, 2, half_past_five - 1) is None
    assert found.place(0, 2, half_past_five) == 0
    assert found.place(0, 2, half_past_five + 11 * 60) == 1
    assert found.place(0, 2, half_past_five + 60 * 60) == 2


@pytest.mark.parametrize("text", ["9" * 10_000, "1", "0-1", "?", "12-", "\u0661\u0662", "9999-9999"])
def test_odd_frequency_gives_an_ordered_day_of_bounded_length(text):
    found = trips(("0300", "0259"), ("0300", "0259"), **dict.fromkeys(FREQUENCIES, text))

    assert 2 <= len(found.departures) <= 24 * 60 + 1
    assert list(found.departures) == sorted(set(found.departures))
    assert (clock(found.departures[0]), clock(found.departures[-1])) == ("0300", "0259")
