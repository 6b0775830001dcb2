"""Arrivals for any stop at any time: a schedule made up from the routes, the same for the same clock."""

from bisect import bisect_left
from collections.abc import Container, Iterator
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zlib import crc32

from trivet_stubs.bus.records import BusRecords, RouteKey
from trivet_stubs.bus.service_day import DayType, day_type, instant, service_day
from trivet_stubs.bus.trips import Trips
from trivet_stubs.kernel.clock import SINGAPORE

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


class _Pass(NamedTuple):
    """A bus at a stop: when, on which visit of its route, and which stop along the route that is."""

    at: datetime
    visit: int
    place: int
    day: date
    trip: int


class Timetable:
    """The trips of all routes, each laid out when it is first asked for.

    Args:
        records: The routes with their times and headways.
    """

    def __init__(self, records: BusRecords) -> None:
        self.records = records
        self._laid_out: dict[tuple[RouteKey, DayType], Trips] = {}

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
                filled = [*(self._bus(key, each, now, holidays) for each in coming), *[_NO_BUS] * len(_SLOTS)]
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
        """The next buses on each visit; before 0300, the first ones of the next service day are among them."""
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

    def _bus(self, key: RouteKey, coming: _Pass, now: datetime, holidays: Container[date]) -> dict[str, Any]:
        """A bus is at the last stop that it has passed; before it has left the first one, it is only scheduled."""
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
