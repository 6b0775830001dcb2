"""Service days and their timetables."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.bus import SINGAPORE, service_day
from trivet.bus._times.service_day import as_service_day, day_type
from trivet.bus._times.times import service_time
from trivet.errors import InvalidArgumentError

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
    found = service_time(f"{hour:02}{minute:02}", day)
    assert found is not None
    assert service_day(found) == day


@pytest.mark.parametrize("now", [datetime(2025, 6, 16, 8), date(2025, 6, 16), "2025-06-16", None])
def test_service_day_of_anything_but_aware_time_is_refused(now: object):
    with pytest.raises(InvalidArgumentError, match="now must be a datetime with its UTC offset"):
        service_day(now)  # type: ignore[arg-type]


def test_date_is_its_own_service_day_and_aware_time_is_converted():
    assert as_service_day(MONDAY) == MONDAY
    assert as_service_day(datetime(2025, 6, 16, 17, tzinfo=UTC)) == MONDAY  # 0100 on Tuesday
    assert as_service_day(datetime(2025, 6, 16, 19, tzinfo=UTC)) == TUESDAY


@pytest.mark.parametrize("day", [datetime(2025, 6, 16), "2025-06-16", None, 20250616])
def test_what_is_no_date_is_refused_by_name(day: object):
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
    ids=lambda each: type(each).__name__,
)
def test_holidays_that_could_never_contain_the_day_are_refused(holidays: Any):
    with pytest.raises(InvalidArgumentError, match=r"^holidays must be "):
        day_type(date(2025, 3, 3), holidays)


@pytest.mark.parametrize("day", [date(2025, 3, 3), date(2025, 3, 8), date(2025, 3, 9)])
@pytest.mark.parametrize("kind", [set, list, tuple, frozenset, lambda days: dict.fromkeys(days, "Holiday")])
def test_holiday_of_any_container_is_sunday(day: date, kind):
    assert day_type(day, kind([day])) == "sunday"
    assert day_type(date(2025, 3, 4), kind([day])) == "weekday"
