"""The trips of a route on one kind of day: when each leaves, and when it passes each stop."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from zlib import crc32

from trivet_stubs.bus.records import RouteKey, Row
from trivet_stubs.bus.service_day import DayType, seconds

_MINUTE = 60
_DEFAULT_HEADWAY = 30
_BAND_NAMES = ("PM_Offpeak_Freq", "AM_Peak_Freq", "AM_Offpeak_Freq", "PM_Peak_Freq", "PM_Offpeak_Freq")
"""The columns of the headways; what runs before 0630 runs as after 1900, which the contract leaves open."""
_BAND_BEGINS = (0, *(hours * 3600 + minutes * _MINUTE for hours, minutes in ((6, 30), (8, 31), (17, 0), (19, 1))))


class Trips:
    """All trips of one kind of day, laid out once: the same bus at every stop, whenever one looks.

    The first trip passes each stop at the stop's first time and the last at its last time; those between are in
    proportion. A trip leaves as long after the one before it as the headway at that one's time says.
    """

    def __init__(self, key: RouteKey, rows: Sequence[Row], service: Row, kind: DayType) -> None:
        self._ends = [_ends(row, kind) for row in rows]
        first, last = next((each for each in self._ends if each), (0, 0))
        self._first = first
        self._span = max(0, last - first)
        runs = any(self._ends)
        self.departures: tuple[int, ...] = tuple(_departures(key, service, first, first + self._span)) if runs else ()
        """The seconds of the service day at which each trip passes the first stop that has times."""
        self._passes: dict[int, list[tuple[int, int]]] = {}

    def passing(self, trip: int, place: int) -> int | None:
        """The seconds of the service day at which a trip passes a stop; None where the stop has no times."""
        ends = self._ends[place]
        if ends is None:
            return None
        first, last = ends
        span = last - first if last >= first else self._span
        return first + (self.departures[trip] - self._first) * span // self._span if self._span else first

    def passes(self, place: int) -> list[tuple[int, int]]:
        """The time and the number of each trip that passes a stop, in their order; one trip a time."""
        if place not in self._passes:
            found: dict[int, int] = {}
            for trip in range(len(self.departures)):
                at = self.passing(trip, place)
                if at is not None:
                    found.setdefault(at, trip)
            self._passes[place] = sorted(found.items())
        return self._passes[place]

    def place(self, trip: int, before: int, now: int) -> int | None:
        """The last stop that a trip has passed on its way to another one; None before it has left."""
        for place in range(before, -1, -1):
            at = self.passing(trip, place)
            if at is not None and at <= now:
                return place
        return None


def _ends(row: Row, kind: DayType) -> tuple[int, int] | None:
    first, last = seconds(row[f"{kind}_FirstBus"]), seconds(row[f"{kind}_LastBus"])
    return None if first is None or last is None else (first, last)


def _departures(key: RouteKey, service: Row, first: int, last: int) -> list[int]:
    """From the first to the last, with some seconds between the full minutes."""
    found = [first]
    at = _next(service, first)
    while at is not None and at < last:
        found.append(min(at + crc32(f"{key}{at}".encode()) % _MINUTE, last - 1))
        at = _next(service, at)
    return sorted({*found, last})


def _next(service: Row, at: int) -> int | None:
    """The next departure; where no bus runs for a while, that is the begin of the next band in which one does."""
    headway = _headway(service, at)
    following = _next_band(at) if headway is None else at + headway
    while following is not None and _headway(service, following) is None:
        following = _next_band(following)
    return following


def _next_band(at: int) -> int | None:
    return next((begin for begin in _BAND_BEGINS if begin > at), None)


def _headway(service: Row, at: int) -> int | None:
    """The seconds to the next trip; None where `-` or `00-00` says that none runs."""
    text = service.get(_BAND_NAMES[bisect_right(_BAND_BEGINS, at) - 1])
    if not text:  # there is no record of the service
        return _DEFAULT_HEADWAY * _MINUTE
    numbers = [minutes for each in re.findall(r"[0-9]{1,4}", text) if (minutes := int(each))]
    return min(numbers) * _MINUTE if numbers else None
