"""Times, service days and frequencies of the service as Python values."""

from __future__ import annotations

import re
from collections.abc import Container
from datetime import date, datetime, time, timedelta, timezone
from typing import Any, Final, Literal, TypeAlias

import attrs

from ..._core import check
from ..._core.public import exported_from
from ...errors import InvalidArgumentError

SINGAPORE: Final = timezone(timedelta(hours=8))
"""The time zone of the service. It has had no daylight saving time since 1982, so it needs no zone database.

>>> datetime.now(SINGAPORE).date()
"""

SERVICE_DAY_BEGINS: Final = "0300"
"""The beginning of a service day. Measured along every route: any time from 0300 to 0429 gives the same days."""

DayType: TypeAlias = Literal["weekday", "saturday", "sunday"]
"""The three timetables of a route; public holidays have the Sunday timetable."""

_TIME_TEXT = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")
_FREQUENCY_TEXT = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")
_BUILT_IN = frozenset({set, frozenset, list, tuple, dict})
_AFTER_MIDNIGHT = timedelta(hours=int(SERVICE_DAY_BEGINS[:2]), minutes=int(SERVICE_DAY_BEGINS[2:]))


def parse_datetime(text: str | None) -> datetime | None:
    """Parse a date and time with a UTC offset, and convert it to Singapore's; return None for any other text.

    Arrivals have the form `2025-05-03T16:20:04+08:00`. Effective dates have the form of the contract
    (`20250302T00:00:00+0800`), or the one that the service sends (`2025-12-27T00:00:00+0800`). Null, empty or malformed
    text, and text without an offset, are None: data of the service never raises, and no zone is guessed.

    Contract: Resources, Arrival bus and Planned bus route record.
    """
    if not text:
        return None
    try:
        parsed = datetime.fromisoformat(text)
        return None if parsed.tzinfo is None else parsed.astimezone(SINGAPORE)
    except (ValueError, OverflowError):  # OverflowError: the conversion leaves the range of datetime
        return None
    except TypeError:  # a number, an array or an object instead of text
        return None


def service_time(text: str | None, day: date) -> datetime | None:
    """Return a four-digit time text of a service day as a datetime in Singapore; None when no bus runs.

    A time before 0300 is on the next calendar day: `0031` is half an hour after the midnight that ends the day, and
    `0000` and `2400` are both that midnight. Null, `-`, empty text and malformed text are None, and so is a value of
    another type.

    Contract: Resources, Bus route record.
    """
    if not isinstance(text, str) or not _TIME_TEXT.fullmatch(text):
        return None
    minutes = timedelta(days=text < SERVICE_DAY_BEGINS, hours=int(text[:2]), minutes=int(text[2:]))
    return datetime.combine(day, time(), SINGAPORE) + minutes


def service_day(now: datetime) -> date:
    """Return the service day that a time belongs to; a service day begins and ends at 0300 in Singapore.

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
    """Return a date unchanged, and a timezone-aware time as its service day.

    Raises:
        InvalidArgumentError: The value is neither.
    """
    if isinstance(day, datetime):  # checked first, because a datetime is also a date
        if day.utcoffset() is not None:
            return service_day(day)
    elif isinstance(day, date):
        return day
    raise InvalidArgumentError("day", "a date, or a datetime with its UTC offset", day)


def day_type(day: date, holidays: Container[date] = ()) -> DayType:
    """Return the timetable of a service day.

    Raises:
        InvalidArgumentError: The holidays are not a container of dates.
    """
    if holidays != ():
        _check_holidays(holidays)
    if day.weekday() == 6 or day in holidays:
        return "sunday"
    return "saturday" if day.weekday() == 5 else "weekday"


def _check_holidays(holidays: Any) -> None:
    """Refuse containers that never match a date: a datetime never equals a date, and a generator can be read once."""
    if isinstance(holidays, str) or not hasattr(holidays, "__contains__"):
        raise InvalidArgumentError("holidays", "a container of dates, such as a set", type(holidays).__name__)
    if type(holidays) in _BUILT_IN:
        for holiday in holidays:
            if type(holiday) is not date and (isinstance(holiday, datetime) or not isinstance(holiday, date)):
                raise InvalidArgumentError("holidays", "dates, neither datetimes nor text", holiday)


@exported_from("trivet.bus")
@attrs.frozen(order=True)
class FrequencyRange:
    """The shortest and the longest time between two buses in minutes, both inclusive.

    >>> print(FrequencyRange(5, 8))
    5-8 min
    >>> FrequencyRange(5, 8) < FrequencyRange(6, 7)
    True
    """

    minimum: int
    maximum: int

    def __str__(self) -> str:
        """Return `5-8 min`, or `9 min` when both ends are equal."""
        if self.minimum == self.maximum:
            return f"{self.minimum} min"
        return f"{self.minimum}-{self.maximum} min"


def parse_frequency(text: str | None) -> FrequencyRange | None:
    """Parse a frequency text; return None when no bus runs, or when the text is not a range.

    `5-08` is 5 to 8 minutes, and a single number is both ends. A reversed range (`13-07` occurs in the public data) is
    swapped. Outliers such as `8-288` are kept. `00-00`, `0-0` and `-` mean that no bus runs; they are None, and so are
    null, empty text, any other text, and a value of another type.

    Contract: Resources, Bus service record.
    """
    match = _FREQUENCY_TEXT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    first = int(match[1])
    second = int(match[2] or first)
    return FrequencyRange(min(first, second), max(first, second)) if first or second else None
