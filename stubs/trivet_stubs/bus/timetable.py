"""Arrivals for any stop at any time: service days, trips made up from the routes, the same for the same clock."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, NamedTuple
from zlib import crc32

from trivet_stubs.bus.master_data import BusRecords, RouteKey, Row
from trivet_stubs.kernel.clock import SINGAPORE
from trivet_stubs.kernel.rule_catalogue import applies

_SLOTS = ("NextBus", "NextBus2", "NextBus3")
_NO_BUS: dict[str, Any] = {
    "OriginCode": "",
    "DestinationCode": "",
    "EstimatedArrival": "",
    "Monitored": 0,
    "Latitude": "",
    "Longitude": "",
    "VisitNumber": "",
    "Load": "",
    "Feature": "",
    "Type": "",
}
_REFRESH_SECONDS = 20
_HORIZON = 90 * 60

_MINUTE = 60
_DEFAULT_HEADWAY = 30
_MISTYPED = 6
"""The largest ratio of the longest to the shortest headway; a larger one is a typing error, such as `8-288`."""
_BAND_NAMES = ("PM_Offpeak_Freq", "AM_Peak_Freq", "AM_Offpeak_Freq", "PM_Peak_Freq", "PM_Offpeak_Freq")
"""The columns of the headways; the contract leaves the time before 0630 open, which here is as the time after 1900."""
_BAND_BEGINS = (0, *(hours * 3600 + minutes * _MINUTE for hours, minutes in ((6, 30), (8, 31), (17, 0), (19, 1))))

DayType = Literal["WD", "SAT", "SUN"]
"""The timetables of a route, as its columns name them."""

_BEGINS = 3 * 60 * 60
_DAY = 24 * 60 * 60
_TIME = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")


def service_day(now: datetime) -> date:
    """The service day of a time."""
    return (now.astimezone(SINGAPORE) - timedelta(seconds=_BEGINS)).date()


def day_type(day: date, holidays: Container[date]) -> DayType:
    """The timetable of a service day; public holidays have the timetable of Sundays."""
    if day.weekday() == 6 or day in holidays:
        return "SUN"
    return "SAT" if day.weekday() == 5 else "WD"


def seconds(text: str | None) -> int | None:
    """The seconds from the midnight at which a service day's date begins to a time of its timetable.

    A time before 0300 is after the midnight that ends the day. Null, `-` and any other text mean that no bus runs.
    """
    if text is None or not _TIME.fullmatch(text):
        return None
    since_midnight = int(text[:2]) * 3600 + int(text[2:]) * 60
    return since_midnight + _DAY if since_midnight < _BEGINS else since_midnight


def instant(day: date, after: int) -> datetime:
    """The time so many seconds after the midnight at which a service day's date begins."""
    return datetime.combine(day, time(), SINGAPORE) + timedelta(seconds=after)


class Trips:
    """All trips of one kind of day, laid out once, so that every stop shows the same bus at every time.

    The first trip passes each stop at the stop's first time and the last trip at its last time; the trips between are
    in proportion. The time from a departure to the next is between the shortest and the longest headway in the band of
    the earlier one: another time for each departure, the same whenever the trips are laid out. If both are the same,
    the second departure is up to a minute later, so that not all estimates are full minutes.
    """

    def __init__(self, key: RouteKey, rows: Sequence[Row], service: Row, kind: DayType) -> None:
        self._ends = [_ends(row, kind) for row in rows]
        first, last = next((ends for ends in self._ends if ends), (0, 0))
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
        """The time and the number of each trip that passes a stop, in their order; at any time one trip."""
        if place not in self._passes:
            trip_at: dict[int, int] = {}
            for trip in range(len(self.departures)):
                at = self.passing(trip, place)
                if at is not None:
                    trip_at.setdefault(at, trip)
            self._passes[place] = sorted(trip_at.items())
        return self._passes[place]

    def place(self, trip: int, before: int, now: int) -> int | None:
        """The last stop that a trip has passed on its way to another stop; None before its departure."""
        for place in range(before, -1, -1):
            at = self.passing(trip, place)
            if at is not None and at <= now:
                return place
        return None


def _ends(row: Row, kind: DayType) -> tuple[int, int] | None:
    first, last = seconds(row[f"{kind}_FirstBus"]), seconds(row[f"{kind}_LastBus"])
    return None if first is None or last is None else (first, last)


def _departures(key: RouteKey, service: Row, first: int, last: int) -> list[int]:
    """The departures from the first to the last."""
    departures = [first]
    at = _next(key, service, first, least_spread=_MINUTE - 1)
    while at is not None and at < last:
        departures.append(at)
        at = _next(key, service, at)
    return sorted({*departures, last})


def _next(key: RouteKey, service: Row, at: int, least_spread: int = 0) -> int | None:
    """The next departure; after a band without buses, the begin of the next band with buses."""
    headways = _headways(service, at)
    if headways is None:
        following = _next_band(at)
    else:
        shortest, longest = headways
        following = at + shortest + crc32(f"{key}{at}".encode()) % (max(longest - shortest, least_spread) + 1)
    while following is not None and _headways(service, following) is None:
        following = _next_band(following)
    return following


def _next_band(at: int) -> int | None:
    return next((begin for begin in _BAND_BEGINS if begin > at), None)


def _headways(service: Row, at: int) -> tuple[int, int] | None:
    """The shortest and the longest headway in seconds; None where `-` or `00-00` means that no bus runs."""
    text = service.get(_BAND_NAMES[bisect_right(_BAND_BEGINS, at) - 1])
    if not text:  # there is no record of the service
        return _DEFAULT_HEADWAY * _MINUTE, _DEFAULT_HEADWAY * _MINUTE
    numbers = [minutes for number in re.findall(r"[0-9]{1,4}", text) if (minutes := int(number))]
    if not numbers:
        return None
    shortest, longest = min(numbers), max(numbers)
    return shortest * _MINUTE, (longest if longest <= _MISTYPED * shortest else shortest) * _MINUTE


class _Pass(NamedTuple):
    """A bus at a stop: its time, the number of its visit to the stop, and the place of the stop along the route."""

    at: datetime
    visit: int
    place: int
    day: date
    trip: int


class Timetable:
    """The trips of all routes, each laid out when first used.

    Args:
        records: The routes with their times and headways.
    """

    def __init__(self, records: BusRecords) -> None:
        self.records = records
        self._laid_out: dict[tuple[RouteKey, DayType], Trips] = {}

    @applies("bus.arrivals.service-filter", "bus.arrivals.are-of-one-stop-in-real-time")
    @applies("bus.arrivals.next-buses-are-in-order", "bus.arrivals.missing-bus-is-empty")
    def arrivals(
        self, stop_code: str, now: datetime, service_no: str | None = None, holidays: Container[date] = ()
    ) -> list[dict[str, Any]]:
        """The services with a bus in the next 90 minutes, one entry a direction; estimates move every 20 seconds."""
        now = now.astimezone(SINGAPORE)
        now = now.replace(second=now.second - now.second % _REFRESH_SECONDS, microsecond=0)
        services: list[dict[str, Any]] = []
        for key in self.records.routes_at.get(stop_code, ()):
            if service_no is not None and key[0] != service_no:
                continue
            coming = sorted(self._coming(key, stop_code, now, holidays))[: len(_SLOTS)]
            if coming:
                filled = [*(self._bus(key, bus, now, holidays) for bus in coming), *[_NO_BUS] * len(_SLOTS)]
                operator = self.records.route_by_key[key][0]["Operator"]
                services.append({"ServiceNo": key[0], "Operator": operator, **dict(zip(_SLOTS, filled, strict=False))})
        return services

    def trips(self, key: RouteKey, day: date, holidays: Container[date] = ()) -> Trips:
        """The trips of a route on a service day."""
        kind = day_type(day, holidays)
        if (key, kind) not in self._laid_out:
            records = self.records
            service = records.service_by_key.get(key, {})
            self._laid_out[key, kind] = Trips(key, records.route_by_key[key], service, kind)
        return self._laid_out[key, kind]

    def _coming(self, key: RouteKey, stop_code: str, now: datetime, holidays: Container[date]) -> Iterator[_Pass]:
        """The next buses on each visit, which before 0300 may be the first buses of the next service day."""
        visit = 0
        today = service_day(now)
        # No passenger boards where a route ends.
        for place, row in enumerate(self.records.route_by_key[key][:-1]):
            if row["BusStopCode"] != stop_code:
                continue
            visit += 1
            for day in (today, today + timedelta(days=1)):
                passes = self.trips(key, day, holidays).passes(place)
                elapsed = _elapsed(day, now)
                start = bisect_left(passes, (elapsed,))
                for at, trip in passes[start : start + len(_SLOTS)]:
                    if at - elapsed <= _HORIZON:
                        yield _Pass(instant(day, at), visit, place, day, trip)

    @applies("bus.arrivals.estimate-has-an-offset", "bus.arrivals.monitored-is-0-or-1", "bus.arrivals.position-is-text")
    @applies("bus.arrivals.load-is-sea-sda-or-lsd", "bus.arrivals.feature-is-wab", "bus.arrivals.type-is-sd-dd-or-bd")
    def _bus(self, key: RouteKey, coming: _Pass, now: datetime, holidays: Container[date]) -> dict[str, Any]:
        """Place a bus at the last stop that it has passed; before its first stop, the bus is only scheduled."""
        route = self.records.route_by_key[key]
        trips = self.trips(key, coming.day, holidays)
        place = trips.place(coming.trip, coming.place, _elapsed(coming.day, now))
        stop = None if place is None else self.records.stop_by_code.get(route[place]["BusStopCode"])
        dice = crc32(f"{key}{coming.day}{coming.trip}".encode())
        return {
            "OriginCode": route[0]["BusStopCode"],
            "DestinationCode": route[-1]["BusStopCode"],
            "EstimatedArrival": coming.at.isoformat(),
            "Monitored": 0 if stop is None else 1,
            "Latitude": "0.0" if stop is None else str(stop["Latitude"]),
            "Longitude": "0.0" if stop is None else str(stop["Longitude"]),
            "VisitNumber": str(coming.visit),
            "Load": ("SEA", "SDA", "LSD")[dice % 3],
            "Feature": "" if dice % 7 == 0 else "WAB",
            "Type": ("SD", "DD", "BD")[dice // 3 % 3],
        }


def _elapsed(day: date, now: datetime) -> int:
    return int((now - instant(day, 0)).total_seconds())
