"""Boards of stops for tests, without a service."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from trivet.bus import SINGAPORE, ArrivalBus, Arrivals, ArrivalService, StopBoard

__all__ = ["NOW", "board", "bus", "service"]

NOW = datetime(2025, 6, 16, 8, 0, tzinfo=SINGAPORE)


def bus(minutes: float | None = None, **fields: Any) -> ArrivalBus:
    """A bus that comes so many minutes after eight; an empty slot without a number."""
    empty = minutes is None
    defaults = {
        "origin_code": "A",
        "destination_code": "Z",
        "estimated_arrival": "" if minutes is None else (NOW + timedelta(minutes=minutes)).isoformat(),
        "monitored": 0 if empty else 1,
        "latitude": "1.3",
        "longitude": "103.8",
        "visit_number": "1",
        "load": "" if empty else "SEA",
        "feature": "" if empty else "WAB",
        "type": "" if empty else "DD",
    }
    return ArrivalBus(**{**defaults, **fields})


def service(number: str, *buses: ArrivalBus) -> ArrivalService:
    slots = [*buses, bus(), bus(), bus()][:3]
    names = ("next_bus", "next_bus_2", "next_bus_3")
    return ArrivalService(service_no=number, operator="SBST", **dict(zip(names, slots, strict=True)))


def board(*services: ArrivalService, code: str = "A", age: float = 0, **fields: Any) -> StopBoard:
    """The board of a stop whose arrivals were fetched so many seconds before eight."""
    arrivals = Arrivals(bus_stop_code=code, services=list(services))
    at = NOW - timedelta(seconds=age)
    return StopBoard(bus_stop_code=code, **{"arrivals": arrivals, "fetched_at": at, **fields})
