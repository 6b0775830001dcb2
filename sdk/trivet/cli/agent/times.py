"""Times of a server, in milliseconds since 1970, as ages and as local times."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["age", "iso_time", "span"]

_UNITS = ((86_400.0, "d"), (3600.0, "h"), (60.0, "min"))


def span(seconds: float) -> str:
    """Return seconds in the largest unit that fits.

    >>> span(0.42), span(75), span(90000)
    ('0.4 s', '1 min', '1 d')
    """
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return f"{max(seconds, 0.0):.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def age(milliseconds: object, now: float) -> str:
    """Return how long ago a time was, in whole units; nothing for what is no time.

    >>> age(1750032000000, 1750032012.0)
    '12 s'

    Args:
        milliseconds: Since 1970, as the service writes times.
        now: Seconds since 1970.
    """
    if not isinstance(milliseconds, int | float):
        return ""
    seconds = max(now - milliseconds / 1000, 0.0)
    return f"{int(seconds)} s" if seconds < 60 else span(seconds)


def iso_time(milliseconds: object) -> str | None:
    """Return a time in this machine's time zone in RFC 3339; None for what is no time.

    >>> iso_time(1750032000000)
    '2025-06-16T08:00:00+08:00'
    """
    if not isinstance(milliseconds, int | float):
        return None
    try:
        return datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):  # beyond the calendar
        return None
