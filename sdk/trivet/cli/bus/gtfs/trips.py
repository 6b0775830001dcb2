"""The trips along a route on one kind of day: the first, the last, and the trips between them with their headways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias, get_args

from attrs import frozen

from trivet.bus import SINGAPORE, BusRoute, BusService, BusStop, FrequencyRange, Period, Route
from trivet.bus._records.times import service_time
from trivet.cli.bus.gtfs.running_times import kilometres, running_times
from trivet.cli.bus.stop_lookup import has_position

DayKind: TypeAlias = Literal["WD", "SAT", "SUN"]

DAYS: tuple[DayKind, ...] = get_args(DayKind)
"""The kinds of days: weekdays, Saturdays, and Sundays with public holidays."""
_ANY_DAY = date(2025, 6, 16)
"""A day for times that are the same on every day."""
_SLACK = 90
"""The seconds within which two departures count as one, since times have whole minutes."""
_BANDS: tuple[tuple[int, int, Period], ...] = (
    (0, 6 * 3600 + 1800, "pm_offpeak"),  # the contract leaves the time before 0630 open
    (6 * 3600 + 1800, 8 * 3600 + 1860, "am_peak"),
    (8 * 3600 + 1860, 17 * 3600, "am_offpeak"),
    (17 * 3600, 19 * 3600 + 60, "pm_peak"),
    (19 * 3600 + 60, 48 * 3600, "pm_offpeak"),
)
_MISTYPED = 6
"""The largest ratio of a range's ends; a larger one is a typing error, such as `8-288` in the public data."""


@frozen
class Visit:
    """A stop along a route that is served on a kind of day.

    Attributes:
        row: The record of the route stop.
        stop: The stop, which has a position.
        first: The time of the first bus in seconds of the service day; None if it is not known.
        last: The time of the last bus, likewise.
    """

    row: BusRoute
    stop: BusStop
    first: int | None
    last: int | None


@frozen
class Headway:
    """The departures in a part of the day, at a constant interval.

    Attributes:
        start: The time of the first departure in seconds of the service day.
        end: The time before which the last bus leaves.
        seconds: The interval between two departures.
    """

    start: int
    end: int
    seconds: int


@frozen
class Trip:
    """One bus along a route, or the buses of several bands with the same running times.

    Attributes:
        name: The name of the trip, unique on its route and kind of day: `first`, `last` or `between`, with a number
            from the second trip of a name on.
        visits: The stops.
        times: The time at each stop in whole seconds of the service day; the times never decrease.
        exact: For each stop, whether the service publishes the time; other times are interpolated by distance.
        headways: The departures of further buses; empty for a single bus.
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

    A stop whose first bus is `-` is not served on that kind of day. Stops without a position are left out, because GTFS
    requires one.
    """
    visits: list[Visit] = []
    for route_stop in route.stops:
        row, stop = route_stop.route, route_stop.stop
        if visits and visits[-1].row.stop_sequence == row.stop_sequence:  # the service repeats the row
            continue
        first, last = _texts(row, kind)
        if stop is not None and has_position(stop) and first != "-":
            visits.append(Visit(row, stop, _seconds(first), _seconds(last)))
    return visits


def trips_of(visits: Sequence[Visit], service: BusService | None) -> Iterator[Trip]:
    """Yield the trips along the stops of a route.

    >>> [trip.name for trip in trips_of(visits_of(route, "WD"), route.service)]
    ['first', 'last', 'between']

    The first and the last bus of each stop are on trips of their own, at the published times. Every other bus serves
    the stops whose first bus is not later and whose last bus is not earlier. So a trip begins in the middle of
    the route if the first bus of a stop does not come from the start, and ends in the middle if the last bus does not
    go on.

    Args:
        visits: The stops in order; fewer than two stops make no trip.
        service: The record with the frequencies; without it, there are no trips between the first and the last.
    """
    km = kilometres([visit.row.distance for visit in visits])
    first = running_times([visit.first for visit in visits], km)
    last = running_times([visit.last for visit in visits], km)
    if len(visits) < 2 or not first.stretches or not last.stretches:
        return
    # For each stop, the departures from the start of the route between which it is served. The first bus runs also
    # where the data has an earlier last bus.
    opens = [first.starts[stretch] for stretch in first.of_stop()]
    closes = [max(last.starts[stretch], opens[index]) for index, stretch in enumerate(last.of_stop())]
    seen: set[tuple[int, tuple[int, ...]]] = set()
    for word, running in (("first", first), ("last", last)):
        number = 0
        for (left, right), start in zip(running.stretches, running.starts, strict=True):
            for begin, end in _runs(opens, closes, start, start):
                if end < left or right < begin:
                    continue
                stops = range(begin, end + 1)
                times = [max(0, round(start + running.offsets[index])) for index in stops]
                if (key := (begin, tuple(times))) in seen:
                    continue  # the only bus of the day is the first and the last
                seen.add(key)
                exact = [left <= index <= right and running.known[index] is not None for index in stops]
                yield Trip(_name(word, number), visits[begin : end + 1], times, exact)
                number += 1
    if service is None:
        return
    number = 0
    # Between two neighbours of these departures, every bus serves the same stops.
    for since, until in pairwise(sorted({*opens, *closes})):
        for begin, end in _runs(opens, closes, since, until):
            shift = first.offsets[begin]
            bands = tuple(headways(service, round(since + shift), round(until + shift)))
            if bands:
                times = [bands[0].start + round(offset - shift) for offset in first.offsets[begin : end + 1]]
                yield Trip(_name("between", number), visits[begin : end + 1], times, [False] * len(times), bands)
                number += 1


def mean_headway(frequency: FrequencyRange) -> int:
    """Return the seconds between two buses: the middle of the range, or its start if its end is a typing error.

    >>> mean_headway(FrequencyRange(5, 8))
    390
    """
    if frequency.maximum > _MISTYPED * max(frequency.minimum, 1):
        return max(frequency.minimum, 1) * 60
    return (frequency.minimum + frequency.maximum) * 30


def headways(service: BusService, first: int, last: int) -> Iterator[Headway]:
    """Yield the departures between the first and the last bus, by the bands of the day.

    >>> list(headways(service, 6 * 3600, 7 * 3600))

    Args:
        service: The service with the frequencies; a band without a frequency has no departures.
        first: The departure of the first bus in seconds of the service day.
        last: The departure of the last bus.
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
    """Yield the ends of each run of two or more stops that every bus between two departures serves."""
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
    """Return a time in seconds of the service day. It is cached, as there are few texts and many rows."""
    at = service_time(text, _ANY_DAY)
    return None if at is None else int((at - datetime.combine(_ANY_DAY, time(), SINGAPORE)).total_seconds())
