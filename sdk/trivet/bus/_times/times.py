"""Times of the service as timezone-aware Python values."""

import re
from datetime import date, datetime, time, timedelta, timezone
from typing import Final

__all__ = ["SERVICE_DAY_BEGINS", "SINGAPORE", "parse_datetime", "service_time"]

SINGAPORE: Final = timezone(timedelta(hours=8))
"""The time zone of the service; without daylight saving since 1982, so that it needs no zone database.

>>> datetime.now(SINGAPORE).date()
"""

SERVICE_DAY_BEGINS: Final = "0300"
"""Where a service day begins. Measured along every route: any time from 0300 to 0429 gives the same days."""

_TIME_TEXT = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")


def parse_datetime(text: str | None) -> datetime | None:
    """Parse a date and time with a UTC offset, and convert it to Singapore's; return None for any other text.

    This reads the form of arrivals (`2025-05-03T16:20:04+08:00`) and both forms of effective dates: the one in the
    contract (`20250302T00:00:00+0800`) and the one that the service sends (`2025-12-27T00:00:00+0800`). Null, empty
    text, text without an offset and malformed text are None: data of the service never raises, and no zone is guessed.

    Contract: Resources, Arrival bus and Planned bus route record.
    """
    if not text:
        return None
    try:
        parsed = datetime.fromisoformat(text)
        return None if parsed.tzinfo is None else parsed.astimezone(SINGAPORE)
    except (ValueError, OverflowError):  # the first or the last day that a datetime can hold may have no such time
        return None
    except TypeError:  # a number, an array or an object in place of the text
        return None


def service_time(text: str | None, day: date) -> datetime | None:
    """Return a four-digit time text of a service day as a datetime in Singapore; None when no bus runs.

    A time before 0300 is on the next calendar day: `0031` half an hour after the midnight that ends the day, and so are
    `0000` and `2400` that midnight itself. Null, `-`, empty text and malformed text are None.

    Contract: Resources, Bus route record.
    """
    if text is None or not _TIME_TEXT.fullmatch(text):
        return None
    minutes = timedelta(days=text < SERVICE_DAY_BEGINS, hours=int(text[:2]), minutes=int(text[2:]))
    return datetime.combine(day, time(), SINGAPORE) + minutes
