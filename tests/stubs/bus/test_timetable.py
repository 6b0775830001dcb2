"""Arrivals computed from the routes and the clock."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from trivet_stubs import BusStub, Clock
from trivet_stubs.bus.master_data import BUILT_IN, BusRecords, read_records
from trivet_stubs.bus.timetable import Timetable, Trips, day_type, instant, seconds, service_day
from trivet_stubs.kernel.clock import SINGAPORE

RECORDED = Path(__file__).parents[4] / "shared" / "data" / "bus"
MONDAY, SATURDAY = date(2025, 6, 16), date(2025, 6, 21)
TWENTY_SECONDS = timedelta(seconds=20)
SLOTS = ("NextBus", "NextBus2", "NextBus3")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def arrivals(client, stop, **query):
    services = client.get("/v3/BusArrival", params={"BusStopCode": stop, **query}).json()["Services"]
    return {(service["ServiceNo"], service["NextBus"]["DestinationCode"]): service for service in services}


@pytest.mark.rule("bus.arrivals.monitored-is-0-or-1")
def test_bus_under_way_has_a_position_and_one_not_started_has_none(client):
    under_way = arrivals(client, "28009")["23", "54009"]["NextBus"]
    waiting = arrivals(client, "11031")["23", "54009"]["NextBus3"]

    assert under_way["Monitored"] == 1
    assert 1 < float(under_way["Latitude"]) < 2
    assert (waiting["Monitored"], waiting["Latitude"]) == (0, "0.0")


def test_bus_is_the_same_at_every_stop_ahead_of_it(client):
    buses = [arrivals(client, stop)["23", "54009"][slot] for stop in ("28009", "43099", "45031") for slot in SLOTS]
    seen = {}
    for bus in buses:
        if bus["Monitored"]:
            seen.setdefault(bus["Latitude"], set()).add((bus["Load"], bus["Type"], bus["Feature"]))

    assert len(seen) > 1
    assert all(len(looks) == 1 for looks in seen.values())


def test_buses_differ_in_load_type_and_feature(client, bus_stub):
    buses = []
    for _ in range(6):
        bus_stub.clock.advance(3600)
        buses += [service[slot] for service in arrivals(client, "28009").values() for slot in SLOTS]

    announced = [bus for bus in buses if bus["EstimatedArrival"]]
    assert {bus["Load"] for bus in announced} == {"SEA", "SDA", "LSD"}
    assert {bus["Type"] for bus in announced} == {"SD", "DD", "BD"}
    assert {bus["Feature"] for bus in announced} == {"WAB", ""}


@pytest.mark.rule("bus.arrivals.missing-bus-is-empty")
def test_slot_without_a_bus_is_present_and_empty(client):
    slot = arrivals(client, "45031")["188e", "04129"]["NextBus3"]

    assert slot.pop("Monitored") == 0
    assert set(slot.values()) == {""}
    assert "EstimatedArrival" in slot


def test_service_with_two_destinations_appears_twice_at_stop(client):
    assert {("23", "54009"), ("23", "11009")} <= arrivals(client, "28009").keys()


def test_second_visit_to_a_stop_has_visit_number_2(client):
    service = arrivals(client, "28301")["302", "28009"]

    assert {service[slot]["VisitNumber"] for slot in SLOTS} == {"1", "2"}


def test_bus_is_not_listed_where_its_route_ends(client):
    loop = arrivals(client, "28009")["302", "28009"]

    assert arrivals(client, "54009").keys() == {("23", "11009")}, "the direction that begins there"
    assert {loop[slot]["VisitNumber"] for slot in SLOTS} == {"1"}, "the second visit is the end of the loop"


def test_stop_has_no_services_at_night(client, bus_stub):
    bus_stub.clock.set(at("2025-06-17T03:30:00+08:00"))

    assert arrivals(client, "28009") == {}


def test_last_bus_after_midnight_is_listed(client, bus_stub):
    bus_stub.clock.set(at("2025-06-17T00:03:00+08:00"))

    assert {number for number, _ in arrivals(client, "28301")} == {"302"}


def test_night_service_runs_on_its_own_days_only(client, bus_stub):
    bus_stub.clock.set(at("2025-06-21T23:55:00+08:00"))
    saturday = arrivals(client, "28009")
    bus_stub.clock.advance(24 * 3600)

    assert ("NR5", "54009") in saturday
    assert ("NR5", "54009") not in arrivals(client, "28009")


@pytest.mark.rule("bus.arrivals.are-of-one-stop-in-real-time")
def test_arrivals_depend_on_the_clock_alone_and_approach_as_it_moves(client, bus_stub):
    first = arrivals(client, "28009")
    again = arrivals(client, "28009")
    next_bus, following = (first["23", "54009"][slot]["EstimatedArrival"] for slot in ("NextBus", "NextBus2"))
    bus_stub.clock.set(at(next_bus) + timedelta(minutes=1))
    later = arrivals(client, "28009")

    assert first == again
    assert next_bus < following
    assert later["23", "54009"]["NextBus"]["EstimatedArrival"] == following


def test_estimates_are_renewed_every_20_seconds(client, bus_stub):
    first = arrivals(client, "28009")
    bus_stub.clock.advance(19)

    assert arrivals(client, "28009") == first


@pytest.mark.rule("bus.arrivals.estimate-has-an-offset")
def test_arrivals_carry_singapores_offset_with_a_clock_in_any_zone():
    stub = BusStub(clock=Clock(at("2025-06-16T00:00:00+00:00")))
    key = {"AccountKey": "stub-key"}
    with stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=key) as client:
        due = at(arrivals(client, "28009")["23", "54009"]["NextBus"]["EstimatedArrival"])

    assert due.utcoffset() == timedelta(hours=8)
    assert timedelta(0) <= due - at("2025-06-16T08:00:00+08:00") < timedelta(minutes=10)


def expected(service) -> list[str]:
    return [service[slot]["EstimatedArrival"] for slot in SLOTS if service[slot]["EstimatedArrival"]]


def jumps(timetable: Timetable, stop: str, start: datetime, count: int) -> int:
    """Return how often an announced bus disappears before its time."""
    disappeared = 0
    before: dict[tuple[str, str], list[str]] = {}
    for number in range(count):
        now = start + number * TWENTY_SECONDS
        buses = {
            (service["ServiceNo"], service["NextBus"]["DestinationCode"]): expected(service)
            for service in timetable.arrivals(stop, now)
        }
        for key, announced in before.items():
            ahead = [text for text in announced if at(text) >= now]
            disappeared += ahead != buses.get(key, [])[: len(ahead)]
        before = buses
    return disappeared


@pytest.mark.parametrize("band", ["06:30", "08:31", "17:00", "19:01"])
def test_announced_bus_stays_when_the_frequency_band_changes(band: str):
    timetable = Timetable(read_records(BUILT_IN))
    start = at(f"2025-06-16T{band}:00+08:00") - timedelta(minutes=5)

    assert [jumps(timetable, stop, start, 30) for stop in timetable.records.routes_at] == [0] * 17


@pytest.mark.long
def test_no_announced_bus_of_the_snapshot_jumps_around_a_band_or_at_night():
    if not RECORDED.is_dir():
        pytest.skip("the recorded data of the public service is not here")
    records = read_records(RECORDED)
    timetable = Timetable(records)
    busiest = sorted(records.routes_at, key=lambda code: -len(records.routes_at[code]))[:4]
    starts = [at(f"2025-06-21T{text}:00+08:00") for text in ("08:30", "16:59", "19:00", "23:59")]

    assert sum(len(records.routes_at[code]) for code in busiest) > 80
    assert sum(jumps(timetable, stop, start, 6) for stop in busiest for start in starts) == 0


def test_bus_after_midnight_is_visible_before_midnight(client, bus_stub):
    bus_stub.clock.set(at("2025-06-16T23:58:00+08:00"))
    before = expected(arrivals(client, "28301")["302", "28009"])
    bus_stub.clock.advance(240)
    after = expected(arrivals(client, "28301")["302", "28009"])

    assert "2025-06-17T00:05:00+08:00" in before
    assert after == [text for text in before if text >= "2025-06-17T00:02"]


def test_first_bus_of_next_service_day_is_visible_before_0300(bus_stub, client):
    early = [{**row, "WD_FirstBus": "0330"} for row in bus_stub.records.routes if row["ServiceNo"] == "64"]
    bus_stub.records = replace(bus_stub.records, routes=tuple(early))
    bus_stub.clock.set(at("2025-06-17T02:30:00+08:00"))

    assert expected(arrivals(client, "17091")["64", "04121"])[0] == "2025-06-17T03:30:00+08:00"


def test_service_after_midnight_belongs_to_the_day_before(bus_stub, client):
    times = {"SAT_FirstBus": "0015", "SAT_LastBus": "0055", "SUN_FirstBus": "0017", "SUN_LastBus": "0057"}
    night = [{**row, **times} for row in bus_stub.records.routes if row["ServiceNo"] == "NR5"]
    bus_stub.records = replace(bus_stub.records, routes=tuple(night))
    texts = {}
    for day in (21, 22, 23, 24):  # from Saturday
        bus_stub.clock.set(at(f"2025-06-{day}T23:50:00+08:00"))
        before = arrivals(client, "28009")
        bus_stub.clock.advance(20 * 60)
        assert before == {} or expected(before["NR5", "54009"]) == expected(arrivals(client, "28009")["NR5", "54009"])
        texts[day] = [text[8:16] for service in before.values() for text in expected(service)]

    assert [times[0] for times in texts.values() if times] == ["22T00:15", "23T00:17"]
    assert (texts[23], texts[24]) == ([], [])


@pytest.mark.parametrize("minutes", [-30, 0, 5, 50])
def test_saturday_night_has_the_buses_of_saturday_alone(minutes: int):
    timetable = Timetable(read_records(BUILT_IN))
    now = at("2025-06-22T00:00:00+08:00") + timedelta(minutes=minutes)
    compared = 0
    for key, place in ((("302", 1), 3), (("NR5", 1), 2), (("23", 1), 6)):
        route = timetable.records.route_by_key[key]
        saturday = {
            instant(SATURDAY, passing).isoformat() for passing, _ in timetable.trips(key, SATURDAY).passes(place)
        }
        for service in timetable.arrivals(route[place]["BusStopCode"], now, key[0]):
            if service["NextBus"]["DestinationCode"] == route[-1]["BusStopCode"]:
                assert set(expected(service)) <= saturday
                compared += 1
    assert compared


def test_holiday_runs_by_the_sunday_times(client, bus_stub):
    bus_stub.clock.set(at("2025-06-16T05:00:00+08:00"))
    weekday = expected(arrivals(client, "11009")["23", "54009"])
    bus_stub.holidays = {MONDAY}
    holiday = expected(arrivals(client, "11009")["23", "54009"])

    assert (weekday[0], holiday[0]) == ("2025-06-16T05:30:00+08:00", "2025-06-16T05:45:00+08:00")


def test_first_and_last_bus_follow_the_row_at_every_stop():
    timetable = Timetable(read_records(BUILT_IN))
    for key, rows in timetable.records.route_by_key.items():
        for place, row in enumerate(rows):
            passes = timetable.trips(key, MONDAY).passes(place)
            texts = [instant(MONDAY, passing).strftime("%H%M") for passing, _ in passes]
            if row["WD_FirstBus"] == "-":
                assert texts == []
            else:
                assert texts[0] == row["WD_FirstBus"].replace("2400", "0000")
                assert texts[-1] == row["WD_LastBus"].replace("2400", "0000")


def test_records_may_be_replaced_between_requests(client, bus_stub):
    assert arrivals(client, "28009")
    bus_stub.records = BusRecords()

    assert arrivals(client, "28009") == {}


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
    return Trips(KEY, [row(*times) for times in ends], {**FREQUENCIES, **frequencies}, "WD")


def test_headway_follows_the_band_in_which_a_trip_leaves():
    departures = trips(("0550", "0030")).departures
    gaps = {clock(begin): (after - begin) / 60 for begin, after in pairwise(departures[:-1])}

    def seen(begin, end):
        return {gap for text, gap in gaps.items() if begin <= text < end}

    for begin, end, shortest, longest in (
        ("0550", "0630", 20, 30),
        ("0630", "0831", 5, 10),
        ("0831", "1700", 10, 15),
        ("1700", "1901", 6, 6),
        ("1901", "2400", 20, 30),
    ):
        assert shortest <= min(seen(begin, end)) <= max(seen(begin, end)) <= longest
    assert len(seen("0630", "0831")) > 8
    assert min(seen("0831", "1700")) < 11
    assert max(seen("0831", "1700")) > 14
    assert clock(departures[-1]) == "0030"


def test_longest_headway_that_is_a_typing_error_is_not_waited_for():
    departures = trips(("0700", "0829"), AM_Peak_Freq="8-288").departures

    first, *others = (after - begin for begin, after in pairwise(departures[:-1]))
    assert 8 * 60 <= first < 9 * 60
    assert set(others) == {8 * 60}


def test_reversed_headways_are_the_same_as_in_order():
    assert trips(("0700", "0829"), AM_Peak_Freq="10-05").departures == trips(("0700", "0829")).departures


@pytest.mark.parametrize("none", ["-", "00-00", "0-0"])
def test_band_without_buses_has_no_departures(none):
    departures = trips(("0700", "1800"), AM_Offpeak_Freq=none).departures
    texts = [clock(departure) for departure in departures]

    assert texts[0] == "0700"
    assert [text for text in texts if "0831" <= text < "1700"] == []
    assert "1700" in texts
    assert texts[-1] == "1800"


def test_first_and_last_trip_run_although_no_band_has_buses():
    none = dict.fromkeys(FREQUENCIES, "00-00")

    assert [clock(departure) for departure in trips(("0700", "0710"), **none).departures] == ["0700", "0710"]
    assert [clock(departure) for departure in trips(("0700", "0700"), **none).departures] == ["0700"]


def test_service_without_a_record_runs_every_half_hour():
    departures = Trips(KEY, [row("0700", "0900")], {}, "WD").departures

    assert [departure // 60 - 420 for departure in departures] == [0, 30, 60, 90, 120]


def test_trips_pass_each_stop_from_its_first_to_its_last_time_in_order():
    laid_out = trips(("0530", "2330"), ("0540", "2345"), ("0600", "0010"))
    for place, (first, last) in enumerate((("0530", "2330"), ("0540", "2345"), ("0600", "0010"))):
        passes = laid_out.passes(place)
        assert (clock(passes[0][0]), clock(passes[-1][0])) == (first, last)
        assert passes == sorted(passes)
        assert [trip for _, trip in passes] == list(range(len(laid_out.departures)))
    for trip in range(len(laid_out.departures)):
        times = [laid_out.passing(trip, place) for place in range(3)]
        assert times == sorted(times)


def test_stop_without_times_is_not_passed():
    laid_out = trips(("-", "-"), ("0540", "2345"), (None, None))

    assert [len(laid_out.passes(place)) > 10 for place in range(3)] == [False, True, False]
    assert trips(("-", "-")).departures == ()
    assert trips(("-", "-")).passes(0) == []


def test_stop_with_its_last_bus_before_its_first_has_all_trips():
    laid_out = trips(("2300", "2330"), ("2359", "2340"))

    texts = [clock(passing) for passing, _ in laid_out.passes(1)]

    assert (texts[0], texts[-1]) == ("2359", "0029")


def test_stop_with_one_time_has_one_bus():
    assert trips(("0530", "2330"), ("0540", "0540")).passes(1) == [(5 * 3600 + 40 * 60, 0)]


def test_place_is_the_last_stop_passed():
    laid_out = trips(("0530", "2330"), ("0540", "2340"), ("0550", "2350"))
    half_past_five = 5 * 3600 + 30 * 60

    assert laid_out.place(0, 2, half_past_five - 1) is None
    assert laid_out.place(0, 2, half_past_five) == 0
    assert laid_out.place(0, 2, half_past_five + 11 * 60) == 1
    assert laid_out.place(0, 2, half_past_five + 60 * 60) == 2


@pytest.mark.parametrize("text", ["9" * 10_000, "1", "0-1", "?", "12-", "\u0661\u0662", "9999-9999"])
def test_odd_frequency_gives_an_ordered_day_of_bounded_length(text):
    laid_out = trips(("0300", "0259"), ("0300", "0259"), **dict.fromkeys(FREQUENCIES, text))

    assert 2 <= len(laid_out.departures) <= 24 * 60 + 1
    assert list(laid_out.departures) == sorted(set(laid_out.departures))
    assert (clock(laid_out.departures[0]), clock(laid_out.departures[-1])) == ("0300", "0259")


MONDAY = date(2025, 6, 16)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0300", "2025-06-16T03:00:00+08:00"),
        ("2359", "2025-06-16T23:59:00+08:00"),
        ("2400", "2025-06-17T00:00:00+08:00"),
        ("0000", "2025-06-17T00:00:00+08:00"),
        ("0259", "2025-06-17T02:59:00+08:00"),
    ],
)
def test_time_before_0300_is_on_the_next_date(text, written):
    after = seconds(text)

    assert after is not None
    assert instant(MONDAY, after).isoformat() == written
    assert service_day(instant(MONDAY, after)) == MONDAY


@pytest.mark.parametrize("text", [None, "", "-", "2401", "0560", "530", "0530\n"])
def test_any_other_text_means_that_no_bus_runs(text):
    assert seconds(text) is None


def test_service_day_begins_at_0300_in_singapore():
    assert service_day(datetime(2025, 6, 15, 18, 59, 59, tzinfo=UTC)) == date(2025, 6, 15)
    assert service_day(datetime(2025, 6, 16, 3, tzinfo=SINGAPORE)) == MONDAY


def test_day_type_follows_weekday_and_holidays():
    days = [date(2025, 6, 20), date(2025, 6, 21), date(2025, 6, 22)]

    assert [day_type(day, ()) for day in days] == ["WD", "SAT", "SUN"]
    assert [day_type(day, days) for day in days] == ["SUN"] * 3
