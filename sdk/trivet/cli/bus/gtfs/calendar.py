"""On which days the trips run: weekdays, Saturdays, Sundays, and public holidays as Sundays."""

from __future__ import annotations

from collections.abc import Iterator, Set
from datetime import date

from attrs import frozen

from trivet.cli.bus.gtfs.trips import DayKind
from trivet.cli.failures import UsageError

__all__ = ["Calendar", "gtfs_date"]

_WEEK: dict[DayKind, str] = {"WD": "1111100", "SAT": "0000010", "SUN": "0000001"}


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
        """Make a calendar; holidays outside of it do not count.

        Raises:
            UsageError: The last day is before the first.
        """
        if last < first:
            raise UsageError(f"--until: {last} is before {first}, where the feed begins")
        return cls(first, last, frozenset(each for each in holidays if first <= each <= last))

    def weeks(self) -> Iterator[list[str]]:
        """Yield the rows of calendar.txt."""
        for kind, days in _WEEK.items():
            yield [kind, *days, gtfs_date(self.first), gtfs_date(self.last)]

    def exceptions(self) -> Iterator[list[str]]:
        """Yield the rows of calendar_dates.txt: on a holiday, the Sunday's trips run instead of the day's own."""
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
