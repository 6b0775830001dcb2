"""Times of the service."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.bus._times.times import SINGAPORE, day_type, last_after_first, parse_datetime, service_time

DAY = date(2025, 3, 2)
days = st.dates(max_value=date(9999, 12, 29))
time_texts = st.builds("{:02}{:02}".format, st.integers(0, 23), st.integers(0, 59)) | st.just("2400")


def singapore(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SINGAPORE)


@pytest.mark.parametrize(
    "text",
    ["2025-03-02T16:20:04+08:00", "20250302T16:20:04+0800", "2025-03-02T16:20:04+0800", "2025-03-02T08:20:04+00:00"],
)
def test_datetime_is_parsed_in_every_form_of_service(text: str):
    assert parse_datetime(text) == singapore("2025-03-02T16:20:04")


def test_parsed_datetime_keeps_its_offset():
    read = parse_datetime("2025-03-02T16:20:04+09:00")
    assert read is not None
    assert read.utcoffset() == timedelta(hours=9)


@pytest.mark.parametrize("text", ["", "soon", "2025-03-02T16:20:04", "2025-03-02", "20250302", "2025-02-30T00:00:00Z"])
def test_text_that_is_no_aware_datetime_is_none(text: str):
    assert parse_datetime(text) is None


@given(st.text())
def test_parse_datetime_never_raises(text: str):
    read = parse_datetime(text)
    assert read is None or read.tzinfo is not None


@given(st.datetimes(timezones=st.just(SINGAPORE)))
def test_parse_datetime_inverts_isoformat(written: datetime):
    assert parse_datetime(written.isoformat()) == written


def test_service_time_is_in_singapore():
    assert service_time("0531", DAY) == datetime(2025, 3, 1, 21, 31, tzinfo=UTC)


def test_2400_is_midnight_at_end_of_day():
    assert service_time("2400", DAY) == singapore("2025-03-03T00:00:00")
    assert service_time("0000", DAY) == singapore("2025-03-02T00:00:00")


@pytest.mark.parametrize("text", ["", "-", "2401", "2460", "0060", "2500", "530", "05:30", "05300", "0530\n", "٠٥٣٠"])
def test_text_that_is_no_time_is_none(text: str):
    assert service_time(text, DAY) is None


@given(st.text(), days)
def test_service_time_never_raises(text: str, day: date):
    read = service_time(text, day)
    assert read is None or read.tzinfo is SINGAPORE


@given(st.times(), days)
def test_service_time_inverts_formatting(written: time, day: date):
    expected = datetime.combine(day, written.replace(second=0, microsecond=0), SINGAPORE)
    assert service_time(f"{written:%H%M}", day) == expected


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("0500", "2300", "2025-03-02T23:00:00"),
        ("0500", "2400", "2025-03-03T00:00:00"),
        ("0500", "0031", "2025-03-03T00:31:00"),
        ("2400", "0049", "2025-03-03T00:49:00"),
        ("2400", "2400", "2025-03-03T00:00:00"),
        ("0015", "0030", "2025-03-02T00:30:00"),
        ("-", "0031", "2025-03-02T00:31:00"),
    ],
)
def test_last_bus_earlier_than_first_is_on_next_day(first: str, last: str, expected: str):
    assert last_after_first(first, last, DAY) == singapore(expected)


def test_missing_last_bus_is_none():
    assert last_after_first("-", "-", DAY) is None
    assert last_after_first("0500", "", DAY) is None


@given(time_texts, time_texts, days)
def test_last_bus_is_at_most_one_day_after_first(first: str, last: str, day: date):
    begin, end = service_time(first, day), last_after_first(first, last, day)
    assert begin is not None
    assert end is not None
    assert timedelta(0) <= end - begin <= timedelta(days=1)


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2025, 3, 3), "weekday"),
        (date(2025, 3, 7), "weekday"),
        (date(2025, 3, 8), "saturday"),
        (date(2025, 3, 9), "sunday"),
    ],
)
def test_day_type_follows_weekday(day: date, expected: str):
    assert day_type(day) == expected


@pytest.mark.parametrize("day", [date(2025, 3, 3), date(2025, 3, 8), date(2025, 3, 9)])
def test_holiday_is_sunday(day: date):
    assert day_type(day, holiday=True) == "sunday"


@pytest.mark.parametrize(
    ("prefix", "without", "rolled"), [("WD", 533, 13_881), ("SAT", 3_737, 14_000), ("SUN", 4_127, 13_807)]
)
def test_every_time_of_snapshot_is_parsed(snapshot, prefix: str, without: int, rolled: int):
    rows = snapshot("bus_route")
    pairs = [(row[f"{prefix}_FirstBus"], row[f"{prefix}_LastBus"]) for row in rows]
    assert len(pairs) == 25_450

    firsts = [service_time(first, DAY) for first, _ in pairs]
    lasts = [service_time(last, DAY) for _, last in pairs]
    assert firsts.count(None) == lasts.count(None) == without
    assert [first is None for first in firsts] == [last is None for last in lasts]

    ends = [last_after_first(first, last, DAY) for first, last in pairs]
    assert sum(end != last for end, last in zip(ends, lasts, strict=True)) == rolled


def test_every_2400_of_snapshot_is_parsed(snapshot):
    end_of_day = singapore("2025-03-03T00:00:00")
    lasts = [service_time(row["WD_LastBus"], DAY) for row in snapshot("bus_route")]
    assert lasts.count(end_of_day) == 274
