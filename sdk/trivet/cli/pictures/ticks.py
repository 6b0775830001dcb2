"""Where an axis has its ticks: at round numbers, and at days that divide a period evenly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from math import ceil, floor, log10

__all__ = ["day_label", "day_ticks", "number_label", "number_ticks"]

_DAYS = (1, 2, 7, 14)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120)


def number_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers that enclose a range, which is widened to 0.

    >>> number_ticks(3, 42)
    [0, 10, 20, 30, 40, 50]

    Args:
        low: The smallest value.
        high: The largest value.
        about: About how many steps.
    """
    low, high = min(low, 0.0), max(high, 0.0)
    if high == low:
        high = 1.0
    step = _round_step((high - low) / about)
    first, last = floor(low / step), ceil(high / step)
    return [_clean(each * step) for each in range(first, last + 1)]


def number_label(value: float) -> str:
    """Return a number as an axis shows it.

    >>> number_label(12500)
    '12,500'
    """
    return f"{value:,.0f}" if abs(value) >= 1e15 or value == int(value) else f"{value:,.4g}"


def day_ticks(days: Sequence[date], most: int = 8) -> list[date]:
    """Return days of a period at even distances: every day, every week from a Monday, every month from its first.

    >>> day_ticks([date(2025, 10, 1), date(2025, 10, 3)])
    [datetime.date(2025, 10, 1), datetime.date(2025, 10, 2), datetime.date(2025, 10, 3)]

    Args:
        days: The days; only the first and the last one count.
        most: The most ticks.
    """
    first, last = min(days), max(days)
    for step in _DAYS:
        begin = first if step < 7 else first + timedelta(days=-first.weekday() % 7)
        if (last - begin).days // step < most:
            found = [begin + timedelta(days=each) for each in range(0, (last - begin).days + 1, step)]
            return found or [first]
    for months in _MONTHS:
        found = list(_months(first, last, months))
        if len(found) <= most:
            return found or [first]
    return [first, last]


def day_label(day: date, before: date | None) -> str:
    """Return a day as an axis shows it, with the year where it begins or changes.

    >>> day_label(date(2025, 10, 1), None)
    '1 Oct 2025'
    """
    text = f"{day.day} {day:%b}"
    return text if before is not None and before.year == day.year else f"{text} {day.year:04}"


def _months(first: date, last: date, step: int) -> Iterator[date]:
    for month in range(first.year * 12, last.year * 12 + 12, step):
        if month // 12 <= date.max.year and first <= (found := date(month // 12, month % 12 + 1, 1)) <= last:
            yield found


def _round_step(rough: float) -> float:
    power = 10.0 ** floor(log10(rough))
    return next(each * power for each in (1, 2, 5, 10) if each * power >= rough * 0.999)


def _clean(value: float) -> float:
    rounded = round(value, 12) if abs(value) < 1e6 else round(value)
    return int(rounded) if rounded == int(rounded) else rounded
