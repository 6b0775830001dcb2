"""How often buses leave: the bands of the day, and the frequencies of a service in them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from trivet.bus import BusService, FrequencyRange, Period

__all__ = ["Headway", "headways", "mean_headway"]

_BANDS: tuple[tuple[int, int, Period], ...] = (
    (0, 6 * 3600 + 1800, "pm_offpeak"),  # the contract leaves the time before 0630 open
    (6 * 3600 + 1800, 8 * 3600 + 1860, "am_peak"),
    (8 * 3600 + 1860, 17 * 3600, "am_offpeak"),
    (17 * 3600, 19 * 3600 + 60, "pm_peak"),
    (19 * 3600 + 60, 48 * 3600, "pm_offpeak"),
)
_MISTYPED = 6
"""A range whose end is more than so many times its begin is a typing error, as `8-288` in the public data."""


@frozen
class Headway:
    """Buses that leave in a part of the day.

    Attributes:
        start: When the first one leaves, in seconds of the service day.
        end: Before when the last one leaves.
        seconds: The time between two.
    """

    start: int
    end: int
    seconds: int


def mean_headway(frequency: FrequencyRange) -> int:
    """Return the seconds between two buses: the middle of the range, or its begin where its end is a typing error.

    >>> mean_headway(FrequencyRange(5, 8))
    390
    """
    if frequency.maximum > _MISTYPED * max(frequency.minimum, 1):
        return max(frequency.minimum, 1) * 60
    return (frequency.minimum + frequency.maximum) * 30


def headways(service: BusService, first: int, last: int) -> Iterator[Headway]:
    """Yield the departures between the first and the last bus, without these two.

    >>> list(headways(service, 6 * 3600, 7 * 3600))

    Args:
        service: The service, whose frequencies count; a band without one has no departures.
        first: When the first bus leaves, in seconds of the service day.
        last: When the last bus leaves.
    """
    for begin, end, period in _BANDS:
        frequency = service.frequency(period)
        if frequency is None:
            continue
        seconds = mean_headway(frequency)
        start = first + seconds if begin <= first else begin
        if start < min(end, last):
            yield Headway(start, min(end, last), seconds)
