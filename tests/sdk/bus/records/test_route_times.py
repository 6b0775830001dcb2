"""The mixins of the rows of routes."""

from __future__ import annotations

from datetime import UTC, date, datetime

import attrs
import cattrs
import pytest

from trivet.bus._records.route_times import BusRouteMixin, PlannedBusRouteMixin
from trivet.errors import InvalidArgumentError

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


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+08:00")


@pytest.mark.parametrize("record", [RouteRow, PlannedRow])
def test_mixin_adds_neither_dict_nor_field(record: type):
    assert not hasattr(record(), "__dict__")
    assert {field.name for field in attrs.fields(record)} == set(record.__annotations__)
    assert cattrs.structure(cattrs.unstructure(record()), record) == record()


def test_null_texts_become_none_without_an_exception():
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
