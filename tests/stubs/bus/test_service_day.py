"""Service days of the stub."""

from datetime import UTC, date, datetime

import pytest

from trivet_stubs.bus.service_day import day_type, instant, seconds, service_day
from trivet_stubs.kernel.clock import SINGAPORE

MONDAY = date(2025, 6, 16)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0300", "2025-06-16T03:00:00+08:00"),
        ("2359", "2025-06-16T23:59:00+08:00"),
        ("2400", "2025-06-17T00:00:00+08:00"),
        ("0000", "2025-06-17T00:00:00+08:00"),
        ("0259", "2025-06-17T02:59:00+08:00"),
    ],
)
def test_time_before_0300_is_on_the_next_date(text, found):
    after = seconds(text)

    assert after is not None
    assert instant(MONDAY, after).isoformat() == found
    assert service_day(instant(MONDAY, after)) == MONDAY


@pytest.mark.parametrize("text", [None, "", "-", "2401", "0560", "530", "0530\n"])
def test_any_other_text_is_no_time(text):
    assert seconds(text) is None


def test_service_day_begins_at_0300_in_singapore():
    assert service_day(datetime(2025, 6, 15, 18, 59, 59, tzinfo=UTC)) == date(2025, 6, 15)
    assert service_day(datetime(2025, 6, 16, 3, tzinfo=SINGAPORE)) == MONDAY


def test_day_type_follows_weekday_and_holidays():
    days = [date(2025, 6, 20), date(2025, 6, 21), date(2025, 6, 22)]

    assert [day_type(day, ()) for day in days] == ["WD", "SAT", "SUN"]
    assert [day_type(day, days) for day in days] == ["SUN"] * 3
