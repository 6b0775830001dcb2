"""The mixins of the bus records."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import attrs
import cattrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.bus._records.mixins import (
    ArrivalBusMixin,
    ArrivalServiceMixin,
    BusRouteMixin,
    BusServiceMixin,
    BusStopMixin,
    PlannedBusRouteMixin,
)
from trivet.bus._records.position import Position
from trivet.bus._records.times import SINGAPORE, FrequencyRange
from trivet.errors import InvalidArgumentError

NOW = datetime(2025, 5, 3, 16, 20, tzinfo=SINGAPORE)


@attrs.define(kw_only=True)
class Bus(ArrivalBusMixin):
    estimated_arrival: str | None = "2025-05-03T16:37:15+08:00"
    monitored: int | None = 1
    latitude: str | None = "1.3492285"
    longitude: str | None = "103.927872"
    visit_number: str | None = "1"
    load: str | None = "SEA"
    feature: str = "WAB"
    type: str | None = "SD"


NO_BUS = Bus(
    estimated_arrival="", monitored=0, latitude="", longitude="", visit_number="", load="", feature=""
)  # how the service fills a slot that holds no bus


@attrs.define(kw_only=True)
class Arrivals(ArrivalServiceMixin):
    next_bus: Bus = NO_BUS
    next_bus_2: Bus = NO_BUS
    next_bus_3: Bus = NO_BUS


@attrs.define(kw_only=True)
class Service(BusServiceMixin):
    am_peak_freq: str | None = "5-08"
    am_offpeak_freq: str = "13-07"
    pm_peak_freq: str = "9"
    pm_offpeak_freq: str = "-"
    loop_desc: str | None = ""


@attrs.define(kw_only=True)
class Stop(BusStopMixin):
    latitude: float = 1.29684825487647
    longitude: float = 103.85253591654006


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+08:00")


@pytest.mark.parametrize("record", [Bus, Arrivals, Service, Stop])
def test_mixin_adds_neither_dict_nor_field(record: type):
    assert not hasattr(record(), "__dict__")
    assert {field.name for field in attrs.fields(record)} == set(record.__annotations__)


@pytest.mark.parametrize("record", [Bus, Arrivals, Service, Stop])
def test_cattrs_resolves_annotations_of_mixin(record: type):
    assert cattrs.structure(cattrs.unstructure(record()), record) == record()


def test_buses_are_filled_slots_in_order():
    first, second, third = (Bus(estimated_arrival=f"2025-05-03T16:3{minute}:00+08:00") for minute in (1, 2, 3))
    assert Arrivals(next_bus=first, next_bus_2=second, next_bus_3=third).buses == (first, second, third)
    assert Arrivals(next_bus=first).buses == (first,)
    assert Arrivals(next_bus_2=second).buses == (second,)
    assert Arrivals().buses == ()


def test_slot_without_estimate_is_empty_despite_other_fields():
    partly = Bus(estimated_arrival="")
    assert partly.is_empty
    assert Arrivals(next_bus=partly).buses == ()


def test_slot_with_malformed_estimate_still_holds_bus():
    malformed = Bus(estimated_arrival="soon")
    assert not malformed.is_empty
    assert malformed.eta is None
    assert malformed.minutes(NOW) is None
    assert Arrivals(next_bus=malformed).buses == (malformed,)


def test_empty_slot_has_no_values():
    assert NO_BUS.is_empty
    assert NO_BUS.eta is None
    assert NO_BUS.minutes(NOW) is None
    assert not NO_BUS.is_arriving(NOW)
    assert NO_BUS.position is None
    assert not NO_BUS.is_scheduled
    assert not NO_BUS.is_wheelchair_accessible
    assert NO_BUS.visit is None
    assert NO_BUS.load_in_words is None


@pytest.mark.parametrize(
    ("arrival", "minutes", "arriving"),
    [
        ("2025-05-03T16:37:15+08:00", 17, False),
        ("2025-05-03T16:21:59+08:00", 1, False),
        ("2025-05-03T16:21:00+08:00", 1, False),
        ("2025-05-03T16:20:59+08:00", 0, True),
        ("2025-05-03T16:20:00+08:00", 0, True),
        ("2025-05-03T16:19:59+08:00", 0, True),
        ("2025-05-03T15:00:00+08:00", 0, True),
        ("2025-05-03T08:37:15+00:00", 17, False),
    ],
)
def test_minutes_are_rounded_down_and_never_negative(arrival: str, minutes: int, arriving: bool):
    bus = Bus(estimated_arrival=arrival)
    assert bus.minutes(NOW) == minutes
    assert bus.is_arriving(NOW) is arriving


@given(st.integers(0, 86_400))
def test_minutes_are_whole_minutes_until_arrival(seconds: int):
    bus = Bus(estimated_arrival=(NOW + timedelta(seconds=seconds)).isoformat())
    assert bus.minutes(NOW) == seconds // 60


def test_minutes_count_from_the_time_of_the_machine_by_default():
    bus = Bus(estimated_arrival=(datetime.now(UTC) + timedelta(days=365, seconds=59)).isoformat())
    assert bus.minutes() in range(365 * 24 * 60 - 60, 365 * 24 * 60 + 1)
    assert not bus.is_arriving()
    assert Bus(estimated_arrival="2025-05-03T16:20:04+08:00").is_arriving()


def test_naive_now_raises_type_error():
    with pytest.raises(TypeError, match="offset-naive"):
        Bus().minutes(NOW.replace(tzinfo=None))


def test_eta_is_timezone_aware():
    assert Bus().eta == at("2025-05-03T16:37:15")


def test_tracked_bus_has_position():
    assert Bus().position == Position(1.3492285, 103.927872)


@pytest.mark.parametrize(
    ("latitude", "longitude"),
    [
        ("0.0", "0.0"),
        ("0", "0"),
        ("", ""),
        ("1.3", ""),
        ("north", "east"),
        ("nan", "103.9"),
        ("91", "103.9"),
        ("1.3", "181"),
    ],
)
def test_untracked_bus_has_no_position(latitude: str, longitude: str):
    assert Bus(latitude=latitude, longitude=longitude).position is None


@pytest.mark.parametrize(("monitored", "scheduled"), [(0, True), (1, False), (None, False), (2, False)])
def test_is_scheduled_follows_monitored(monitored: int | None, scheduled: bool):
    assert Bus(monitored=monitored).is_scheduled is scheduled


def test_bus_without_feature_is_not_wheelchair_accessible():
    assert Bus().is_wheelchair_accessible
    assert not Bus(feature="").is_wheelchair_accessible


@pytest.mark.parametrize(("text", "visit"), [("1", 1), ("2", 2), ("3", 3), ("", None), ("x", None), ("²", None)])
def test_visit_is_number_or_none(text: str, visit: int | None):
    assert Bus(visit_number=text).visit == visit


@pytest.mark.parametrize(
    ("load", "words"),
    [
        ("SEA", "seats available"),
        ("SDA", "standing available"),
        ("LSD", "limited standing"),
        ("", None),
        ("NEW", None),
    ],
)
def test_load_in_words_follows_contract(load: str, words: str | None):
    assert Bus(load=load).load_in_words == words


def test_type_in_words_follows_contract():
    types = ("SD", "DD", "BD", "", "NEW", None)
    assert [Bus(type=text).type_in_words for text in types] == ["single deck", "double deck", "bendy", None, None, None]


@pytest.mark.parametrize("value", [1, 1.5, True, [1], {"a": 1}])
def test_value_of_another_type_becomes_none_without_an_exception(value: Any):
    bus = Bus(estimated_arrival=value, latitude=[value], longitude=value, visit_number=[value], load=value, type=value)
    assert (bus.eta, bus.minutes(NOW), bus.position, bus.visit) == (None, None, None, None)
    assert (bus.load_in_words, bus.type_in_words) == (None, None)
    assert Service(am_peak_freq=value).frequency("am_peak") is None
    row = RouteRow(wd_first_bus=value, wd_last_bus=value)
    assert (row.first_bus(MONDAY), row.last_bus(MONDAY), row.runs_on(MONDAY)) == (None, None, False)
    assert not row.in_service(at("2025-03-03T12:00"))
    assert PlannedRow(effective_date=value).effective_at is None


def test_service_with_loop_description_is_loop():
    assert Service(loop_desc="Sumang Walk").is_loop
    assert not Service().is_loop


def test_frequency_depends_on_period():
    service = Service()
    assert service.frequency("am_peak") == FrequencyRange(5, 8)
    assert service.frequency("am_offpeak") == FrequencyRange(7, 13)
    assert service.frequency("pm_peak") == FrequencyRange(9, 9)
    assert service.frequency("pm_offpeak") is None


@pytest.mark.parametrize("period", ["AM peak", "", None, ["am_peak"]])
def test_frequency_of_another_period_names_the_four(period: Any):
    with pytest.raises(
        InvalidArgumentError, match="period must be one of 'am_peak', 'am_offpeak', 'pm_peak', 'pm_offp"
    ):
        Service().frequency(period)


def test_null_texts_become_none_without_an_exception():
    bus = Bus(estimated_arrival=None, monitored=None, latitude=None, longitude=None, visit_number=None, load=None)
    assert (bus.is_empty, bus.eta, bus.minutes(NOW), bus.position) == (True, None, None, None)
    assert (bus.is_scheduled, bus.visit, bus.load_in_words) == (False, None, None)
    service = Service(am_peak_freq=None, loop_desc=None)
    assert (service.frequency("am_peak"), service.is_loop) == (None, False)


def test_frequency_of_zeros_is_none():
    assert Service(am_peak_freq="00-00").frequency("am_peak") is None


def test_stop_has_position():
    assert Stop().position == Position(1.29684825487647, 103.85253591654006)


def test_every_stop_of_snapshot_is_in_singapore(snapshot):
    centre = Position(1.3521, 103.8198)
    stops = [Stop(latitude=float(row["Latitude"]), longitude=float(row["Longitude"])) for row in snapshot("bus_stop")]
    assert len(stops) == 5_136
    assert all(stop.position.distance_to(centre) < 30_000 for stop in stops)


MONDAY, SATURDAY, SUNDAY = date(2025, 3, 3), date(2025, 3, 8), date(2025, 3, 9)


@attrs.define(kw_only=True)
class RouteRow(BusRouteMixin):
    wd_first_bus: str | None = "0500"
    wd_last_bus: str | None = "2300"
    sat_first_bus: str | None = "0530"
    sat_last_bus: str | None = "0031"
    sun_first_bus: str | None = "-"
    sun_last_bus: str | None = "-"


@attrs.define(kw_only=True)
class PlannedRow(PlannedBusRouteMixin):
    wd_first_bus: str | None = "0500"
    wd_last_bus: str | None = "2300"
    effective_date: str | None = "20250302T00:00:00+0800"


@pytest.mark.parametrize("record", [RouteRow, PlannedRow])
def test_mixin_of_rows_adds_neither_dict_nor_field(record: type):
    assert not hasattr(record(), "__dict__")
    assert {field.name for field in attrs.fields(record)} == set(record.__annotations__)
    assert cattrs.structure(cattrs.unstructure(record()), record) == record()


def test_null_texts_of_a_row_become_none_without_an_exception():
    row = RouteRow(wd_first_bus=None, wd_last_bus=None)
    assert (row.first_bus(MONDAY), row.last_bus(MONDAY), row.runs_on(MONDAY)) == (None, None, False)
    assert not row.in_service(at("2025-03-03T12:00"))
    assert RouteRow(wd_last_bus=None).in_service(at("2025-03-03T12:00")) is False
    assert PlannedRow(effective_date=None).effective_at is None


def test_first_and_last_bus_follow_timetable_of_day():
    row = RouteRow()
    assert row.first_bus(MONDAY) == at("2025-03-03T05:00")
    assert row.last_bus(MONDAY) == at("2025-03-03T23:00")
    assert row.first_bus(SATURDAY) == at("2025-03-08T05:30")
    assert row.last_bus(SATURDAY) == at("2025-03-09T00:31")


def test_day_without_times_has_no_bus():
    row = RouteRow()
    assert row.first_bus(SUNDAY) is None
    assert row.last_bus(SUNDAY) is None
    assert [row.runs_on(day) for day in (MONDAY, SATURDAY, SUNDAY)] == [True, True, False]


def test_first_bus_after_midnight_is_on_next_calendar_day():
    row = RouteRow(wd_first_bus="2400", wd_last_bus="0001", sat_first_bus="0030", sat_last_bus="0200")
    assert (row.first_bus(MONDAY), row.last_bus(MONDAY)) == (at("2025-03-04T00:00"), at("2025-03-04T00:01"))
    assert (row.first_bus(SATURDAY), row.last_bus(SATURDAY)) == (at("2025-03-09T00:30"), at("2025-03-09T02:00"))


def test_holiday_follows_sunday_timetable():
    row = RouteRow(sun_first_bus="0700", sun_last_bus="2200")
    holidays = {MONDAY}
    assert row.first_bus(MONDAY, holidays=holidays) == at("2025-03-03T07:00")
    assert row.last_bus(MONDAY, holidays=holidays) == at("2025-03-03T22:00")
    assert row.first_bus(SATURDAY, holidays=holidays) == at("2025-03-08T05:30")
    assert not RouteRow().runs_on(MONDAY, holidays=holidays)
    assert not RouteRow().in_service(at("2025-03-03T12:00"), holidays=holidays)


def test_aware_time_stands_for_its_service_day():
    row = RouteRow()
    for now in (at("2025-03-09T01:00"), at("2025-03-08T03:00"), datetime(2025, 3, 8, 17, tzinfo=UTC)):
        assert row.first_bus(now) == at("2025-03-08T05:30")
        assert row.last_bus(now) == at("2025-03-09T00:31")
        assert row.runs_on(now, holidays={SATURDAY}) is False


def test_naive_time_is_refused_as_day_and_as_now():
    naive = datetime(2025, 3, 3, 12)
    for method in (RouteRow().first_bus, RouteRow().last_bus, RouteRow().runs_on, RouteRow().in_service):
        with pytest.raises(InvalidArgumentError, match="UTC offset"):
            method(naive)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2025-03-08T05:29:59", False),
        ("2025-03-08T05:30", True),
        ("2025-03-09T00:00", True),
        ("2025-03-09T00:31", True),
        ("2025-03-09T00:31:01", False),
        ("2025-03-09T12:00", False),  # on Sundays it does not run
        ("2025-03-08T00:10", False),  # Friday's last bus left at 2300
    ],
)
def test_in_service_is_between_first_and_last_bus_of_service_day(now: str, expected: bool):
    assert RouteRow().in_service(at(now)) is expected
    assert RouteRow().in_service(at(now).astimezone(UTC)) is expected


def test_row_whose_last_bus_precedes_its_first_is_never_in_service():
    row = RouteRow(wd_first_bus="2359", wd_last_bus="2340")  # 972A, as published
    assert not any(row.in_service(at(f"2025-03-03T{hour:02}:50")) for hour in range(24))


@pytest.mark.parametrize("text", ["20250302T00:00:00+0800", "2025-03-02T00:00:00+0800", "2025-03-02T00:00:00+08:00"])
def test_effective_at_parses_every_form(text: str):
    assert PlannedRow(effective_date=text).effective_at == at("2025-03-02T00:00")


def test_empty_effective_date_is_none():
    assert PlannedRow(effective_date="").effective_at is None


def test_planned_route_has_times_of_route():
    assert PlannedRow().first_bus(MONDAY) == at("2025-03-03T05:00")
