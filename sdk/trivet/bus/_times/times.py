"""Times of the service as timezone-aware Python values."""

import re
from datetime import date, datetime, time, timedelta, timezone
from typing import Final, Literal, TypeAlias

__all__ = ["SINGAPORE", "DayType", "day_type", "last_after_first", "parse_datetime", "service_time"]

SINGAPORE: Final = timezone(timedelta(hours=8))
"""The time zone of the service; without daylight saving since 1982, so that it needs no zone database.

>>> datetime.now(SINGAPORE).date()
"""

DayType: TypeAlias = Literal["weekday", "saturday", "sunday"]
"""The three timetables of a route; public holidays follow the Sunday one."""

_TIME_TEXT = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")


def parse_datetime(text: str) -> datetime | None:
    """Parse a date and time with a UTC offset; return None for any other text.

    This reads the form of arrivals (`2025-05-03T16:20:04+08:00`) and both forms of effective dates: the one in the
    contract (`20250302T00:00:00+0800`) and the one that the service sends (`2025-12-27T00:00:00+0800`). Empty text,
    text without an offset and malformed text are None: data of the service never raises, and no zone is guessed.

    Contract: Resources, Arrival bus and Planned bus route record.
    """
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if parsed.tzinfo is None else parsed


def service_time(text: str, day: date) -> datetime | None:
    """Return a four-digit time text on a day in Singapore as a datetime; None when no bus runs.

    `2400` is midnight at the end of the day. `-`, empty text and malformed text are None.

    Contract: Resources, Bus route record.
    """
    if not _TIME_TEXT.fullmatch(text):
        return None
    return datetime.combine(day, time(), SINGAPORE) + timedelta(hours=int(text[:2]), minutes=int(text[2:]))


def last_after_first(first: str, last: str, day: date) -> datetime | None:
    """Return the time of the last bus of a day's service; None when no bus runs.

    A last bus that is earlier than the first one runs after midnight, on the next day.

    Contract: Resources, Bus route record.
    """
    first_time, last_time = service_time(first, day), service_time(last, day)
    if first_time is not None and last_time is not None and last_time < first_time:
        last_time += timedelta(days=1)
    return last_time


def day_type(day: date, *, holiday: bool = False) -> DayType:
    """Return the timetable of a day; the service has no list of public holidays, so the caller passes `holiday`."""
    if holiday or day.weekday() == 6:
        return "sunday"
    return "saturday" if day.weekday() == 5 else "weekday"
