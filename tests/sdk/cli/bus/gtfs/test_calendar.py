"""The days of a feed, and public holidays as a user gives them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from trivet.cli.bus.gtfs.calendar import Calendar, parse_holidays
from trivet.cli.failures import UsageError

BOTH = {date(2025, 8, 9), date(2025, 10, 20)}


def test_every_day_of_the_week_is_in_one_service() -> None:
    weeks = list(Calendar.of(date(2025, 1, 1), date(2025, 12, 31), set()).weeks())
    assert [week[0] for week in weeks] == ["WD", "SAT", "SUN"]
    assert [sum(int(week[day]) for week in weeks) for day in range(1, 8)] == [1] * 7
    assert {tuple(week[8:]) for week in weeks} == {("20250101", "20251231")}


def test_holidays_outside_the_feed_are_left_out() -> None:
    calendar = Calendar.of(date(2025, 1, 1), date(2025, 1, 31), {date(2025, 1, 1), date(2026, 1, 1)})
    assert list(calendar.exceptions()) == [["WD", "20250101", "2"], ["SUN", "20250101", "1"]]
    with pytest.raises(UsageError, match="is before"):
        Calendar.of(date(2025, 1, 2), date(2025, 1, 1), set())


@pytest.mark.parametrize(
    "content",
    [
        "2025-08-09\n2025-10-20\n",
        "\ufeffdate,day,holiday\r\n2025-08-09,Saturday,National Day\r\n\r\n2025-10-20,Monday,Deepavali\r\n",
        '# of 2025\n"2025-08-09"\t# National Day\n2025-10-20',
    ],
)
def test_holidays_of_a_file_with_a_date_a_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "holidays.csv"
    path.write_text(content, "utf-8", newline="")
    assert parse_holidays(str(path)) == BOTH


def test_holidays_as_dates_with_commas_or_none() -> None:
    assert parse_holidays("2025-08-09, 2025-10-20,") == BOTH
    assert parse_holidays(None) == parse_holidays("") == set()


@pytest.mark.parametrize("content", [b"2025-08-09\nsoon\n", b"2025-08-09\n2025-13-01\n", b"\xff\xfe", b"2" * 1_000_001])
def test_file_with_other_content_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "holidays.csv"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"holidays\.csv"):
        parse_holidays(str(path))
