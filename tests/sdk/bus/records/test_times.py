"""Times, service days and frequencies of the service."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.bus import SINGAPORE, FrequencyRange, service_day
from trivet.bus._records.times import (
    as_service_day,
    day_type,
    parse_datetime,
    parse_frequency,
    service_time,
)
from trivet.errors import InvalidArgumentError

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
def test_text_that_is_not_an_aware_datetime_is_none(text: str | None):
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
def test_text_that_is_not_a_time_is_none(text: str | None):
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


MONDAY, TUESDAY = date(2025, 6, 16), date(2025, 6, 17)
zones = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=SINGAPORE)


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2025-06-16T02:59:59.999999", date(2025, 6, 15)),
        ("2025-06-16T03:00:00", MONDAY),
        ("2025-06-16T23:59:59", MONDAY),
        ("2025-06-17T00:00:00", MONDAY),
        ("2025-06-17T02:59:59", MONDAY),
        ("2025-06-17T03:00:00", TUESDAY),
    ],
)
def test_service_day_begins_at_0300(now: str, expected: date):
    assert service_day(at(now)) == expected


@given(st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=zones))
def test_service_day_does_not_depend_on_zone(now: datetime):
    day = service_day(now)
    assert day == service_day(now.astimezone(UTC)) == service_day(now.astimezone(SINGAPORE))
    begin = datetime(day.year, day.month, day.day, 3, tzinfo=SINGAPORE)
    assert begin <= now < begin + timedelta(days=1)


@given(st.dates(date(1990, 1, 1), date(2100, 1, 1)), st.integers(0, 23), st.integers(0, 59))
def test_every_time_of_timetable_is_in_its_service_day(day: date, hour: int, minute: int):
    moment = service_time(f"{hour:02}{minute:02}", day)
    assert moment is not None
    assert service_day(moment) == day


@pytest.mark.parametrize("now", [datetime(2025, 6, 16, 8), date(2025, 6, 16), "2025-06-16", None])
def test_service_day_of_anything_but_aware_time_is_refused(now: object):
    with pytest.raises(InvalidArgumentError, match="now must be a datetime with its UTC offset"):
        service_day(now)  # type: ignore[arg-type]


def test_date_is_its_own_service_day_and_aware_time_is_converted():
    assert as_service_day(MONDAY) == MONDAY
    assert as_service_day(datetime(2025, 6, 16, 17, tzinfo=UTC)) == MONDAY  # 0100 on Tuesday
    assert as_service_day(datetime(2025, 6, 16, 19, tzinfo=UTC)) == TUESDAY


@pytest.mark.parametrize("day", [datetime(2025, 6, 16), "2025-06-16", None, 20250616])
def test_value_that_is_not_a_date_is_refused_by_name(day: object):
    with pytest.raises(InvalidArgumentError, match="day must be a date, or a datetime with its UTC offset"):
        as_service_day(day)


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


@pytest.mark.parametrize(
    "holidays",
    [
        {datetime(2025, 3, 3)},
        [at("2025-03-03T00:00:00")],
        ["2025-03-03"],
        {"2025-03-03": "Holiday"},
        "2025-03-03",
        iter([date(2025, 3, 3)]),
        None,
    ],
    ids=lambda value: type(value).__name__,
)
def test_holidays_that_could_never_contain_the_day_are_refused(holidays: Any):
    with pytest.raises(InvalidArgumentError, match=r"^holidays must be "):
        day_type(date(2025, 3, 3), holidays)


@pytest.mark.parametrize("day", [date(2025, 3, 3), date(2025, 3, 8), date(2025, 3, 9)])
@pytest.mark.parametrize("kind", [set, list, tuple, frozenset, lambda days: dict.fromkeys(days, "Holiday")])
def test_holiday_of_any_container_is_sunday(day: date, kind):
    assert day_type(day, kind([day])) == "sunday"
    assert day_type(date(2025, 3, 4), kind([day])) == "weekday"


@pytest.mark.parametrize(
    ("text", "minimum", "maximum"),
    [
        ("10-12", 10, 12),
        ("5-08", 5, 8),
        ("9-9", 9, 9),
        ("9", 9, 9),
        ("08", 8, 8),
        ("13-07", 7, 13),
        ("8-288", 8, 288),
        ("10-528", 10, 528),
        ("115-115", 115, 115),
        ("0-5", 0, 5),
        ("5-0", 0, 5),
    ],
)
def test_frequency_text_is_parsed_to_range(text: str, minimum: int, maximum: int):
    assert parse_frequency(text) == FrequencyRange(minimum, maximum)


@pytest.mark.parametrize("text", ["00-00", "0-0", "0-00", "0", "00", "0000-0"])
def test_range_of_zeros_means_that_none_runs(text: str):
    assert parse_frequency(text) is None


@pytest.mark.parametrize("text", [None, "", "-", "5-", "-5", "5 - 8", "5-8-9", "five", "5.5", "5-8\n", "٥-٨", "12345"])
def test_text_that_is_not_a_range_is_none(text: str | None):
    assert parse_frequency(text) is None


@given(st.text())
def test_parse_frequency_never_raises(text: str):
    read = parse_frequency(text)
    assert read is None or read.minimum <= read.maximum


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_reversed_range_is_swapped(one: int, other: int):
    assert parse_frequency(f"{one}-{other}") == parse_frequency(f"{other}-{one}")


def test_range_as_text():
    assert str(FrequencyRange(5, 8)) == "5-8 min"
    assert str(FrequencyRange(9, 9)) == "9 min"


def test_ranges_are_ordered_and_hashable():
    assert sorted([FrequencyRange(9, 9), FrequencyRange(5, 20), FrequencyRange(5, 8)]) == [
        FrequencyRange(5, 8),
        FrequencyRange(5, 20),
        FrequencyRange(9, 9),
    ]
    assert len({FrequencyRange(5, 8), FrequencyRange(5, 8)}) == 1


def test_every_frequency_of_snapshot_is_parsed(snapshot):
    rows = snapshot("bus_service")
    texts = [text for row in rows for name, text in row.items() if name.endswith("_Freq")]
    ranges = [parse_frequency(text) for text in texts]
    assert len(ranges) == 2_896
    none = {"-": 659, "00-00": 2}
    assert {text: texts.count(text) for text in none} == none
    assert ranges.count(None) == sum(none.values())
    assert all(frequency is None or frequency.maximum > 0 for frequency in ranges)
