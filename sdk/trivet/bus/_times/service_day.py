"""Service days: the day of the timetable that a time belongs to, and the row of a route that the day runs by."""

from __future__ import annotations

from collections.abc import Container
from datetime import date, datetime, timedelta
from typing import Any, Literal, TypeAlias

from ..._core import check
from ...errors import InvalidArgumentError
from .times import SERVICE_DAY_BEGINS, SINGAPORE

__all__ = ["DayType", "as_service_day", "day_type", "service_day"]

DayType: TypeAlias = Literal["weekday", "saturday", "sunday"]
"""The three timetables of a route; public holidays run by the Sunday one."""

_AFTER_MIDNIGHT = timedelta(hours=int(SERVICE_DAY_BEGINS[:2]), minutes=int(SERVICE_DAY_BEGINS[2:]))


def service_day(now: datetime) -> date:
    """Return the service day that a time belongs to: it begins at 0300 in Singapore, and ends at 0300 on the next date.

    The last buses of a day run after midnight, so half past midnight on Tuesday still belongs to Monday:

    >>> service_day(datetime(2025, 6, 17, 0, 30, tzinfo=SINGAPORE))
    datetime.date(2025, 6, 16)

    Args:
        now: The time, timezone-aware, in any zone.

    Raises:
        InvalidArgumentError: The time has no UTC offset.
    """
    check.instant("now", now)
    return (now.astimezone(SINGAPORE) - _AFTER_MIDNIGHT).date()


def as_service_day(day: Any) -> date:
    """Return a date as it is, and the service day of a timezone-aware time.

    Raises:
        InvalidArgumentError: The value is neither.
    """
    if isinstance(day, datetime):  # which is a date, too
        if day.utcoffset() is not None:
            return service_day(day)
    elif isinstance(day, date):
        return day
    raise InvalidArgumentError("day", "a date, or a datetime with its UTC offset", day)


def day_type(day: date, holidays: Container[date] = ()) -> DayType:
    """Return the timetable of a service day; the service does not say which days are public holidays."""
    if day.weekday() == 6 or day in holidays:
        return "sunday"
    return "saturday" if day.weekday() == 5 else "weekday"
