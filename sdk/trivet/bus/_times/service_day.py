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

_BUILT_IN = frozenset({set, frozenset, list, tuple, dict})
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


def _check_holidays(holidays: Any) -> None:
    """Refuse what would never contain a date: a datetime equals no date, and a generator is empty after one look."""
    if isinstance(holidays, str) or not hasattr(holidays, "__contains__"):
        raise InvalidArgumentError("holidays", "a container of dates, such as a set", type(holidays).__name__)
    if type(holidays) in _BUILT_IN:
        for each in holidays:
            if type(each) is not date and (isinstance(each, datetime) or not isinstance(each, date)):
                raise InvalidArgumentError("holidays", "dates, neither datetimes nor text", each)


def day_type(day: date, holidays: Container[date] = ()) -> DayType:
    """Return the timetable of a service day; the service does not say which days are public holidays.

    Raises:
        InvalidArgumentError: The holidays are no container, or contain something else than dates.
    """
    if holidays != ():
        _check_holidays(holidays)
    if day.weekday() == 6 or day in holidays:
        return "sunday"
    return "saturday" if day.weekday() == 5 else "weekday"
