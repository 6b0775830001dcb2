"""First and last buses of a service day as short texts."""

from __future__ import annotations

from collections.abc import Container
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from trivet.bus import SINGAPORE

if TYPE_CHECKING:  # importing the records' classes costs more than everything else
    from trivet.bus import BusRoute

_MINUTE = timedelta(minutes=1)


def service_hours(at: datetime | None, day: date) -> str | None:
    """Return a time of a service day as hours and minutes, with more than 24 hours after midnight; None stays None.

    So the times of a day sort as text, as in GTFS:

    >>> service_hours(row.last_bus(date(2025, 6, 16)), date(2025, 6, 16))
    '24:21'
    """
    if at is None:
        return None
    minutes = (at - datetime.combine(day, time(), SINGAPORE)) // _MINUTE
    return f"{minutes // 60:02}:{minutes % 60:02}"


def clock_time(hours: str | None) -> str:
    """Return a time of a service day for riders: `00:21+1` is after midnight, and `-` means no bus.

    >>> clock_time("24:21")
    '00:21+1'
    """
    if hours is None:
        return "-"
    hour, _, minute = hours.partition(":")
    return f"{int(hour) - 24:02}:{minute}+1" if int(hour) >= 24 else hours


def first_and_last(row: BusRoute, day: date, holidays: Container[date] = ()) -> tuple[str | None, str | None]:
    """Return the hours of the first and the last bus of a service day.

    >>> first_and_last(row, date(2025, 6, 16))
    ('06:11', '24:21')
    """
    return (
        service_hours(row.first_bus(day, holidays=holidays), day),
        service_hours(row.last_bus(day, holidays=holidays), day),
    )
