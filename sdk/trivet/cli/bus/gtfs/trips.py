"""The trips of a route on one kind of day: the first, the last, and those between, with their headways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from trivet.bus import SINGAPORE, BusRoute, BusService, BusStop, FrequencyRange, Period, Route
from trivet.bus._times.times import service_time
from trivet.cli.bus.gtfs.running_times import kilometres, running_times
from trivet.cli.bus.stops import has_position

__all__ = [
    "DAYS",
    "DayKind",
    "Headway",
    "Trip",
    "Visit",
    "headways",
    "mean_headway",
    "trips_of",
    "visits_of",
]

DayKind: TypeAlias = Literal["WD", "SAT", "SUN"]

DAYS: tuple[DayKind, ...] = get_args(DayKind)
"""The timetables: weekdays, Saturdays, and Sundays with public holidays."""
_ANY_DAY = date(2025, 6, 16)
_SLACK = 90
"""Seconds: the times have whole minutes, so that departures that are this close are one."""
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
class Visit:
    """A stop of a route at which a service stops on a kind of day."""

    row: BusRoute
    stop: BusStop
    first: int | None
    last: int | None


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


@frozen
class Trip:
    """One bus along a route, or the buses of several bands with the same running times.

    Attributes:
        name: What the trip is, unique on its route and kind of day: `first`, `last`, `between`, or with a number.
        visits: The stops.
        times: When the bus is there, in whole seconds of the service day; they never decrease.
        exact: Whether the service gives the time; else it is interpolated by distance.
        headways: When further buses leave; empty for a single one.
    """

    name: str
    visits: Sequence[Visit]
    times: Sequence[int]
    exact: Sequence[bool]
    headways: tuple[Headway, ...] = ()


def visits_of(route: Route, kind: DayKind) -> list[Visit]:
    """Return the stops that a service serves on a kind of day.

    >>> len(visits_of(network.route("10"), "SUN"))
    76

    A stop whose times are `-` is not served then. One without a position is left out, as GTFS requires it.
    """
    found: list[Visit] = []
    for each in route.stops:
        row = each.route
        if found and found[-1].row.stop_sequence == row.stop_sequence:  # which identifies a row
            continue
        first, last = _texts(row, kind)
        if each.stop is not None and has_position(each.stop) and first != "-":
            found.append(Visit(row, each.stop, _seconds(first), _seconds(last)))
    return found


def trips_of(visits: Sequence[Visit], service: BusService | None) -> Iterator[Trip]:
    """Yield the trips along these stops.

    >>> [trip.name for trip in trips_of(visits_of(route, "WD"), route.service)]
    ['first', 'last', 'between']

    The first bus of each stop and the last one are on a trip of their own, at their times. A bus serves the stops whose
    first bus is not after it, and whose last one is not before it. So where the first bus of a stop does not come from
    the start of the route, it begins there; where the last bus cannot go on, it ends there.

    Args:
        visits: The stops in order; with fewer than two there is no trip.
        service: The record with the frequencies; without it, there is nothing between the first and the last bus.
    """
    km = kilometres([each.row.distance for each in visits])
    first = running_times([each.first for each in visits], km)
    last = running_times([each.last for each in visits], km)
    if len(visits) < 2 or not first.stretches or not last.stretches:
        return
    opens = [first.starts[each] for each in first.of_stop()]
    ends = [last.starts[each] for each in last.of_stop()]
    closes = [
        max(each, opens[index]) for index, each in enumerate(ends)
    ]  # the first bus runs, also where the last one is before it
    seen: set[tuple[int, tuple[int, ...]]] = set()
    for word, profile in (("first", first), ("last", last)):
        number = 0
        for (left, right), start in zip(profile.stretches, profile.starts, strict=True):
            for begin, end in _runs(opens, closes, start, start):
                if end < left or right < begin:
                    continue
                times = [max(0, round(start + profile.offsets[each])) for each in range(begin, end + 1)]
                if (key := (begin, tuple(times))) in seen:
                    continue  # the only bus of the day
                seen.add(key)
                exact = [left <= each <= right and profile.known[each] is not None for each in range(begin, end + 1)]
                yield Trip(_name(word, number), visits[begin : end + 1], times, exact)
                number += 1
    if service is None:
        return
    number = 0
    for since, until in pairwise(sorted({*opens, *closes})):
        for begin, end in _runs(opens, closes, since, until):
            shift = first.offsets[begin]
            found = tuple(headways(service, round(since + shift), round(until + shift)))
            if found:
                times = [found[0].start + round(each - shift) for each in first.offsets[begin : end + 1]]
                yield Trip(_name("between", number), visits[begin : end + 1], times, [False] * len(times), found)
                number += 1


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


def _runs(opens: Sequence[float], closes: Sequence[float], since: float, until: float) -> Iterator[tuple[int, int]]:
    """Yield the ends of each run of two stops or more that are served all the time between two departures."""
    begin: int | None = None
    for index in range(len(opens) + 1):
        served = index < len(opens) and opens[index] <= since + _SLACK and until - _SLACK <= closes[index]
        if served and begin is None:
            begin = index
        if not served and begin is not None:
            if index - begin > 1:
                yield begin, index - 1
            begin = None


def _name(word: str, number: int) -> str:
    return f"{word}{number + 1}" if number else word


def _texts(row: BusRoute, kind: DayKind) -> tuple[str | None, str | None]:
    match kind:
        case "WD":
            return row.wd_first_bus, row.wd_last_bus
        case "SAT":
            return row.sat_first_bus, row.sat_last_bus
        case "SUN":
            return row.sun_first_bus, row.sun_last_bus


@lru_cache(maxsize=4096)
def _seconds(text: str | None) -> int | None:
    """Return the seconds of a service day; there are few texts, and as many rows as stops."""
    at = service_time(text, _ANY_DAY)
    return None if at is None else int((at - datetime.combine(_ANY_DAY, time(), SINGAPORE)).total_seconds())
