"""The days of a feed."""

from __future__ import annotations

from datetime import date

import pytest

from trivet.cli.bus.gtfs.calendar import Calendar
from trivet.cli.failures import UsageError


def test_every_day_of_the_week_is_in_one_service() -> None:
    weeks = list(Calendar.of(date(2025, 1, 1), date(2025, 12, 31), set()).weeks())
    assert [each[0] for each in weeks] == ["WD", "SAT", "SUN"]
    assert [sum(int(each[day]) for each in weeks) for day in range(1, 8)] == [1] * 7
    assert {tuple(each[8:]) for each in weeks} == {("20250101", "20251231")}


def test_holidays_outside_do_not_count() -> None:
    calendar = Calendar.of(date(2025, 1, 1), date(2025, 1, 31), {date(2025, 1, 1), date(2026, 1, 1)})
    assert list(calendar.exceptions()) == [["WD", "20250101", "2"], ["SUN", "20250101", "1"]]
    with pytest.raises(UsageError, match="is before"):
        Calendar.of(date(2025, 1, 2), date(2025, 1, 1), set())
