"""The service's times as Python values, all of them aware."""

import re
from datetime import date, datetime, time, timedelta, timezone
from typing import Final, Literal, TypeAlias

__all__ = ["SINGAPORE", "DayType", "day_type", "instant", "last_after_first", "service_time"]

SINGAPORE: Final = timezone(timedelta(hours=8))  # no daylight saving since 1982, so no zone database is needed

DayType: TypeAlias = Literal["weekday", "saturday", "sunday"]
"""The three timetables of a route; public holidays run Sunday's."""

_TIME_TEXT = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")


def instant(text: str) -> datetime | None:
    """The moment that a date-time text with a UTC offset names, or None.

    Reads the form of arrivals (`2025-05-03T16:20:04+08:00`) and both forms of effective dates: the contract's
    (`20250302T00:00:00+0800`) and the one seen on the wire (`2025-12-27T00:00:00+0800`). Empty text, a text without an
    offset and a text that is no date-time are None: the service's data never raises, and no zone is guessed.

    Contract: Resources, Arrival bus and Planned bus route record.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if moment.tzinfo is None else moment


def service_time(text: str, day: date) -> datetime | None:
    """The moment of a four-digit time text on a day of Singapore's calendar, or None where no bus runs.

    `2400` is the midnight that ends the day. `-`, empty text and anything that is no time of day are None.

    Contract: Resources, Bus route record.
    """
    if not _TIME_TEXT.fullmatch(text):
        return None
    return datetime.combine(day, time(), SINGAPORE) + timedelta(hours=int(text[:2]), minutes=int(text[2:]))


def last_after_first(first: str, last: str, day: date) -> datetime | None:
    """The moment of the last bus of a day's service, or None where no bus runs.

    A last bus whose time is before the first one's runs after midnight, so on the next day.

    Contract: Resources, Bus route record.
    """
    begin, end = service_time(first, day), service_time(last, day)
    if begin is not None and end is not None and end < begin:
        end += timedelta(days=1)
    return end


def day_type(day: date, *, holiday: bool = False) -> DayType:
    """Which timetable a day follows; the service does not say which days are public holidays, so the caller does."""
    if holiday or day.weekday() == 6:
        return "sunday"
    return "saturday" if day.weekday() == 5 else "weekday"
