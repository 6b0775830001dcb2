"""The days of a feed: weekdays, Saturdays and Sundays, and public holidays with the trips of Sundays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from datetime import date
from pathlib import Path

from attrs import frozen

from trivet.cli.bus.gtfs.trips import DayKind
from trivet.cli.failures import UsageError

_WEEK: dict[DayKind, str] = {"WD": "1111100", "SAT": "0000010", "SUN": "0000001"}
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_LARGEST = 1_000_000


@frozen
class Calendar:
    """The days of a feed.

    >>> Calendar.of(date(2025, 6, 16), date(2025, 12, 31), {date(2025, 8, 9)})

    Attributes:
        first: The first day.
        last: The last day.
        holidays: The public holidays among them.
    """

    first: date
    last: date
    holidays: frozenset[date]

    @classmethod
    def of(cls, first: date, last: date, holidays: Set[date]) -> Calendar:
        """Make a calendar, without the holidays that are outside of its days.

        Raises:
            UsageError: The last day is before the first.
        """
        if last < first:
            raise UsageError(f"--until: {last} is before {first}, where the feed begins")
        return cls(first, last, frozenset(day for day in holidays if first <= day <= last))

    def weeks(self) -> Iterator[list[str]]:
        """Yield the rows of calendar.txt."""
        for kind, days in _WEEK.items():
            yield [kind, *days, gtfs_date(self.first), gtfs_date(self.last)]

    def exceptions(self) -> Iterator[list[str]]:
        """Yield the rows of calendar_dates.txt: on a holiday, the trips of Sundays run in place of the day's own."""
        for day in sorted(self.holidays):
            if day.weekday() == 6:
                continue
            yield ["SAT" if day.weekday() == 5 else "WD", gtfs_date(day), "2"]
            yield ["SUN", gtfs_date(day), "1"]


def gtfs_date(day: date) -> str:
    """Return a date as GTFS writes it.

    >>> gtfs_date(date(2025, 8, 9))
    '20250809'
    """
    return f"{day.year:04}{day.month:02}{day.day:02}"


def parse_date(text: str, name: str) -> date:
    """Return a date of the form YYYY-MM-DD.

    >>> parse_date("2025-08-09", "--from")
    datetime.date(2025, 8, 9)

    Args:
        text: The text.
        name: The name of the option or the place of the text, for the message.

    Raises:
        UsageError: The text is not a date.
    """
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:  # such as the 30th of February
        pass
    raise UsageError(f"{name}: {text[:60]!r} is not a date; give it as YYYY-MM-DD")


def parse_holidays(text: str | None) -> frozenset[date]:
    """Return the public holidays of a text of dates with commas, or of a file.

    >>> sorted(parse_holidays("2025-08-09,2025-10-20"))
    [datetime.date(2025, 8, 9), datetime.date(2025, 10, 20)]

    A file has one date a line, in its first cell. Comments after a `#`, empty lines and a first line without a date are
    skipped, so that the calendars of data.gov.sg can be used unchanged.

    Raises:
        UsageError: The text is neither dates nor the name of a file, or a line of the file has no date.
    """
    if not text:
        return frozenset()
    parts = [part.strip() for part in text.split(",")]
    path = Path(text)
    if not path.is_file():
        if any(part[:1].isdigit() for part in parts):
            return frozenset(parse_date(part, "--holidays") for part in parts if part)
        raise UsageError(f"--holidays: {text[:60]!r} is not a file; give a file of dates, or YYYY-MM-DD,YYYY-MM-DD")
    if path.stat().st_size > _LARGEST:
        raise UsageError(f"--holidays: {path} is longer than a list of dates; give one date a line")
    days: set[date] = set()
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise UsageError(f"--holidays: {path} is not UTF-8 text; give one date a line") from None
    for number, line in enumerate(lines, 1):
        cell = re.split(r"[,;\t#]", line, maxsplit=1)[0].strip().strip('"')
        if not cell or (number == 1 and not cell[:1].isdigit()):
            continue
        days.add(parse_date(cell, f"{path}, line {number}"))
    return frozenset(days)
