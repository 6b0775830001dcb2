"""Service days: a day of the timetable begins at 0300 in Singapore, and its last buses run after midnight."""

import re
from collections.abc import Container
from datetime import date, datetime, time, timedelta
from typing import Literal

from trivet_stubs.kernel.clock import SINGAPORE

DayType = Literal["WD", "SAT", "SUN"]
"""The timetables of a route, as its columns name them."""

_BEGINS = 3 * 60 * 60
_DAY = 24 * 60 * 60
_TIME = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")


def service_day(now: datetime) -> date:
    """The service day of a time."""
    return (now.astimezone(SINGAPORE) - timedelta(seconds=_BEGINS)).date()


def day_type(day: date, holidays: Container[date]) -> DayType:
    """The timetable of a service day; public holidays run by that of Sundays."""
    if day.weekday() == 6 or day in holidays:
        return "SUN"
    return "SAT" if day.weekday() == 5 else "WD"


def seconds(text: str | None) -> int | None:
    """The seconds from the midnight at which a service day's date begins to a time of its timetable.

    A time before 0300 is after the midnight that ends the day. Null, `-` and any other text mean that no bus runs.
    """
    if text is None or not _TIME.fullmatch(text):
        return None
    found = int(text[:2]) * 3600 + int(text[2:]) * 60
    return found + _DAY if found < _BEGINS else found


def instant(day: date, after: int) -> datetime:
    """The time so many seconds after the midnight at which a service day's date begins."""
    return datetime.combine(day, time(), SINGAPORE) + timedelta(seconds=after)
