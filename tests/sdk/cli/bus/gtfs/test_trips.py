"""The trips along a route: the first, the last and the trips between them, with their ends and headways."""

from __future__ import annotations

import pytest

from tests.sdk.cli.bus.gtfs.records import row, service, stop
from trivet.bus import BusRoute, BusService, FrequencyRange, Route, RouteStop
from trivet.cli.bus.gtfs.feed import clock_text
from trivet.cli.bus.gtfs.trips import Headway, Trip, headways, mean_headway, trips_of, visits_of

HOUR = 3600
EVERY_TEN = service("10-10", "10-10", "10-10", "10-10")


def trips(*rows: BusRoute, by: BusService | None = None) -> dict[str, Trip]:
    stops = [RouteStop(route=route, stop=stop(route.bus_stop_code)) for route in rows]
    route = Route(service_no="10", direction=1, service=by, stops=stops)
    return {trip.name: trip for trip in trips_of(visits_of(route, "WD"), by)}


def places(trip: Trip) -> list[int]:
    return [visit.row.stop_sequence for visit in trip.visits]


def times(trip: Trip) -> list[str]:
    return [clock_text(time)[:5] for time in trip.times]


def test_day_has_a_first_a_last_and_trips_between() -> None:
    by_name = trips(row(1, "0530", "2350"), row(2, "0535", "2355"), row(3, "0540", "0001"), by=EVERY_TEN)
    assert {name: times(trip) for name, trip in by_name.items()} == {
        "first": ["05:30", "05:35", "05:40"],
        "last": ["23:50", "23:55", "24:01"],
        "between": ["05:40", "05:45", "05:50"],
    }
    assert by_name["between"].headways[-1].end == (23 * 60 + 50) * 60


def test_only_bus_of_the_day_is_one_trip() -> None:
    assert list(trips(row(1, "0700", "0700"), row(2, "0710", "0710"), by=EVERY_TEN)) == ["first"]


def test_loop_visits_a_stop_twice() -> None:
    by_name = trips(row(1, "0700", "0800", "00001"), row(2, "0710", "0810"), row(3, "0720", "0820", "00001"))
    assert [visit.row.bus_stop_code for visit in by_name["first"].visits] == ["00001", "00002", "00001"]


def test_first_bus_from_the_middle_begins_there() -> None:
    by_name = trips(
        row(1, "0600", "2300"), row(2, "0605", "2305"), row(3, "0510", "2310"), row(4, "0515", "2315"), by=EVERY_TEN
    )
    assert times(by_name["first"]) == ["06:00", "06:05", "06:10", "06:15"]
    assert (places(by_name["first2"]), times(by_name["first2"])) == ([3, 4], ["05:10", "05:15"])
    assert by_name["first"].exact == [True, True, False, False]
    assert (places(by_name["between"]), by_name["between"].headways[-1].end) == ([3, 4], 6 * 3600 + 600)
    assert places(by_name["between2"]) == [1, 2, 3, 4]


def test_last_bus_that_ends_in_the_middle_ends_there() -> None:
    by_name = trips(row(1, "0600", "2300"), row(2, "0605", "2305"), row(3, "0610", "2130"), row(4, "0615", "2135"))
    assert (places(by_name["last"]), times(by_name["last"])) == ([1, 2], ["23:00", "23:05"])
    assert (places(by_name["last2"]), times(by_name["last2"])) == ([1, 2, 3, 4], ["21:20", "21:25", "21:30", "21:35"])


def test_dash_is_not_served_and_unknown_time_is_interpolated() -> None:
    by_name = trips(row(1, "0600", "2300"), row(2, "-", "-"), row(3, None, ""), row(4, "0606", "2306"))
    assert (places(by_name["first"]), times(by_name["first"])) == ([1, 3, 4], ["06:00", "06:04", "06:06"])
    assert by_name["first"].exact == [True, False, True]


def test_first_bus_after_the_last_is_a_trip() -> None:
    assert "first" in trips(row(1, "0600", "0500"), row(2, "0605", "0505"), by=EVERY_TEN)


def test_route_of_one_stop_or_without_times_has_no_trip() -> None:
    assert trips(row(1, "0600", "2300")) == {}
    assert trips(row(1, "", ""), row(2, "99", "x")) == {}


@pytest.mark.parametrize(("ends", "seconds"), [((5, 8), 390), ((9, 9), 540), ((8, 288), 480), ((0, 20), 60)])
def test_headway_is_the_middle_unless_the_range_is_a_typing_error(ends: tuple[int, int], seconds: int) -> None:
    assert mean_headway(FrequencyRange(*ends)) == seconds


def test_headways_cover_the_day_band_by_band() -> None:
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
