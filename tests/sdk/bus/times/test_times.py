"""Times of the service."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.bus._times.times import SINGAPORE, parse_datetime, service_time

DAY = date(2025, 3, 2)
days = st.dates(max_value=date(9999, 12, 29))


def singapore(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SINGAPORE)


@pytest.mark.parametrize(
    "text",
    ["2025-03-02T16:20:04+08:00", "20250302T16:20:04+0800", "2025-03-02T16:20:04+0800", "2025-03-02T08:20:04+00:00"],
)
def test_datetime_is_parsed_in_every_form_of_service(text: str):
    assert parse_datetime(text) == singapore("2025-03-02T16:20:04")


@pytest.mark.parametrize("text", ["2025-03-02T17:20:04+09:00", "2025-03-02T08:20:04Z"])
def test_time_of_another_zone_is_converted(text: str):
    read = parse_datetime(text)
    assert read is not None
    assert read.isoformat() == "2025-03-02T16:20:04+08:00"


@pytest.mark.parametrize(
    "text",
    [
        None,
        "9999-12-31T23:59:59-12:00",
        "0001-01-01T00:00:00+14:00",
        "",
        "soon",
        "2025-03-02T16:20:04",
        "2025-03-02",
        "20250302",
        "2025-02-30T00:00:00Z",
    ],
)
def test_text_that_is_no_aware_datetime_is_none(text: str | None):
    assert parse_datetime(text) is None


@given(st.text())
def test_parse_datetime_never_raises(text: str):
    read = parse_datetime(text)
    assert read is None or read.tzinfo is SINGAPORE


@given(st.datetimes(timezones=st.just(SINGAPORE)))
def test_parse_datetime_inverts_isoformat(written: datetime):
    assert parse_datetime(written.isoformat()) == written


def test_service_time_is_in_singapore():
    assert service_time("0531", DAY) == datetime(2025, 3, 1, 21, 31, tzinfo=UTC)


def test_2400_is_midnight_at_end_of_day():
    assert service_time("2400", DAY) == singapore("2025-03-03T00:00:00")
    assert service_time("0000", DAY) == singapore("2025-03-03T00:00:00")


def test_time_before_0300_is_on_next_calendar_day():
    assert service_time("0259", DAY) == singapore("2025-03-03T02:59:00")
    assert service_time("0300", DAY) == singapore("2025-03-02T03:00:00")


@pytest.mark.parametrize("text", [None, "", "-", "2401", "2460", "0060", "2500", "530", "05:30", "0530\n", "٠٥٣٠"])
def test_text_that_is_no_time_is_none(text: str | None):
    assert service_time(text, DAY) is None


@given(st.text(), days)
def test_service_time_never_raises(text: str, day: date):
    read = service_time(text, day)
    assert read is None or read.tzinfo is SINGAPORE


@given(st.times(), days)
def test_service_time_inverts_formatting(written: time, day: date):
    after_midnight = timedelta(days=1 if written.hour < 3 else 0)
    expected = datetime.combine(day + after_midnight, written.replace(second=0, microsecond=0), SINGAPORE)
    assert service_time(f"{written:%H%M}", day) == expected


@pytest.mark.parametrize(("prefix", "without"), [("WD", 533), ("SAT", 3_737), ("SUN", 4_127)])
def test_every_time_of_snapshot_is_parsed(snapshot, prefix: str, without: int):
    rows = snapshot("bus_route")
    firsts = [service_time(row[f"{prefix}_FirstBus"], DAY) for row in rows]
    lasts = [service_time(row[f"{prefix}_LastBus"], DAY) for row in rows]
    assert len(rows) == 25_450
    assert firsts.count(None) == lasts.count(None) == without
    assert [first is None for first in firsts] == [last is None for last in lasts]


def test_every_2400_of_snapshot_is_parsed(snapshot):
    end_of_day = singapore("2025-03-03T00:00:00")
    lasts = [service_time(row["WD_LastBus"], DAY) for row in snapshot("bus_route")]
    assert lasts.count(end_of_day) == 275  # 274 cells with 2400, and one with 0000
