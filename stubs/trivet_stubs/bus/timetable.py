"""Arrivals for any stop at any time: a schedule made up from the routes, the same for the same clock."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zlib import crc32

from trivet_stubs.bus.records import BusRecords, RouteKey, Row
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
_HORIZON = timedelta(minutes=90)
_MINUTES_A_STOP = 2
_DEFAULT_HEADWAY = 30
_DAY_TYPES = ("WD", "WD", "WD", "WD", "WD", "SAT", "SUN")


class _Pass(NamedTuple):
    """A bus at a stop: when, on which visit of its route, and which stop along the route that is."""

    at: datetime
    visit: int
    place: int


def arrivals(records: BusRecords, stop_code: str, now: datetime, service_no: str | None = None) -> list[dict[str, Any]]:
    """The services with a bus in the next 90 minutes, one entry a direction; estimates move every 20 seconds."""
    now = now.astimezone(SINGAPORE)
    now = now.replace(second=now.second - now.second % _REFRESH_SECONDS, microsecond=0)
    services: list[dict[str, Any]] = []
    for key in records.routes_at.get(stop_code, ()):
        if service_no is not None and key[0] != service_no:
            continue
        buses = _next_buses(records, key, stop_code, now)
        if buses:
            route = records.route_by_key[key]
            filled = [*buses, *[_NO_BUS] * len(_SLOTS)]
            services.append(
                {"ServiceNo": key[0], "Operator": route[0]["Operator"], **dict(zip(_SLOTS, filled, strict=False))}
            )
    return services


def _next_buses(records: BusRecords, key: RouteKey, stop_code: str, now: datetime) -> list[dict[str, Any]]:
    route = records.route_by_key[key]
    headway = _headway(records.service_by_key.get(key, {}), now)
    coming: list[_Pass] = []
    visit = 0
    # No passenger boards where a route ends.
    for index, row in enumerate(route[:-1]):
        if row["BusStopCode"] == stop_code:
            visit += 1
            coming += [_Pass(at, visit, index) for at in _passes(row, key, now, headway)]
    return [_bus(records, route, each, now) for each in sorted(coming)[: len(_SLOTS)]]


def _passes(row: Row, key: RouteKey, now: datetime, headway: int) -> Iterator[datetime]:
    """The next times at which buses pass a stop, of the timetables of yesterday and today, as 0031 is tomorrow."""
    midnight = now.replace(hour=0, minute=0, second=0)
    offset = timedelta(seconds=crc32(f"{key}{row['StopSequence']}".encode()) % 60)
    for day in (midnight - timedelta(days=1), midnight):
        day_type = _DAY_TYPES[day.weekday()]
        first, last = _minutes(row[f"{day_type}_FirstBus"]), _minutes(row[f"{day_type}_LastBus"])
        if first is None or last is None:
            continue
        if last < first:
            last += 24 * 60
        elapsed = (now - day - offset) / timedelta(minutes=1) - first
        number = max(0, -int(-elapsed // headway))
        for step in range(number, number + len(_SLOTS)):
            at = day + timedelta(minutes=first + step * headway) + offset
            if first + step * headway <= last and at - now <= _HORIZON:
                yield at


def _bus(records: BusRecords, route: Sequence[Row], coming: _Pass, now: datetime) -> dict[str, Any]:
    """A bus that has left its first stop is where the estimate puts it; one that has not is only scheduled."""
    stops_away = int((coming.at - now) / timedelta(minutes=_MINUTES_A_STOP))
    under_way = stops_away <= coming.place
    stop = records.stop_by_code.get(route[coming.place - stops_away]["BusStopCode"]) if under_way else None
    dice = crc32(f"{route[0]['ServiceNo']}{coming.at:%H%M}".encode())
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


def _minutes(text: str) -> int | None:
    return int(text[:2]) * 60 + int(text[2:]) if re.fullmatch(r"[0-9]{4}", text) else None


def _headway(service: Row, now: datetime) -> int:
    minutes = now.hour * 60 + now.minute
    if 6 * 60 + 30 <= minutes <= 8 * 60 + 30:
        band = "AM_Peak_Freq"
    elif 8 * 60 + 30 < minutes < 17 * 60:
        band = "AM_Offpeak_Freq"
    elif 17 * 60 <= minutes <= 19 * 60:
        band = "PM_Peak_Freq"
    else:
        band = "PM_Offpeak_Freq"
    numbers = [int(number) for number in re.findall(r"[0-9]+", service.get(band, ""))]
    return max(1, min(numbers, default=_DEFAULT_HEADWAY))
