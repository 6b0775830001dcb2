"""Likes and dislikes a day, without gaps, and by week or month where there are many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from attrs import frozen

__all__ = ["Day", "days_between", "spans_of"]

MOST = 45
"""The most bars of a chart."""


@frozen
class Day:
    """The ratings of a day, or of the days from it on.

    Attributes:
        date: The first day.
        likes: How many likes.
        dislikes: How many dislikes.
        days: How many days.
    """

    date: date
    likes: int = 0
    dislikes: int = 0
    days: int = 1

    @property
    def total(self) -> int:
        """How many ratings."""
        return self.likes + self.dislikes


def days_between(rated: Iterable[Day], days: int, today: date) -> list[Day]:
    """Return one entry for each of so many days, oldest first; days that have none get zeros.

    >>> [each.total for each in days_between([Day(date(2025, 6, 14), 2, 1)], 3, date(2025, 6, 15))]
    [0, 3, 0]

    The last one is today, unless the ratings show that the service's clock has another day.
    """
    by_date = {each.date: each for each in rated}
    last = today
    if by_date and not today - timedelta(days) <= max(by_date) <= today:
        last = max(by_date)
    first = min([last - timedelta(days - 1), *by_date])
    return [by_date.get(day, Day(day)) for day in (first + timedelta(n) for n in range((last - first).days + 1))]


def spans_of(days: Sequence[Day]) -> list[Day]:
    """Return days as they are if a chart has room for them; otherwise weeks, or spans of four weeks."""
    step = 1 if len(days) <= MOST else 7 if len(days) <= MOST * 7 else 28
    if step == 1:
        return list(days)
    parts = (days[start : start + step] for start in range(0, len(days), step))
    return [
        Day(part[0].date, sum(each.likes for each in part), sum(each.dislikes for each in part), len(part))
        for part in parts
    ]
