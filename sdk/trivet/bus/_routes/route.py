"""Whole routes, joined from the three master lists."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

from ..._core.public import exported_from

if TYPE_CHECKING:
    from .._generated.models import BusRoute, BusService, BusStop

__all__ = ["Route", "RouteStop", "geojson", "join_routes"]


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class RouteStop:
    """One stop along a route: its row, and the stop that the row names, or None when no such stop was given."""

    route: BusRoute
    stop: BusStop | None


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class Route:
    """One direction of a service with its stops in order; a loop may visit a stop twice."""

    service_no: str
    direction: int
    service: BusService | None
    """The service's own record; None when no such service was given."""
    stops: list[RouteStop]


def join_routes(services: Iterable[BusService], routes: Iterable[BusRoute], stops: Iterable[BusStop]) -> list[Route]:
    """Whole routes, one for each service number and direction, in the order in which `routes` first names them.

    Stops stand in the order of their stop sequence, whose numbers may have gaps. A code or a service that the other
    lists do not know becomes None; a service that has no route rows is left out.

    Contract: Resources, Bus service record, Bus route record and Bus stop record.
    """
    service_of = {(service.service_no, service.direction): service for service in services}
    stop_of = {stop.bus_stop_code: stop for stop in stops}
    rows_of: dict[tuple[str, int], list[BusRoute]] = {}
    for row in routes:
        rows_of.setdefault((row.service_no, row.direction), []).append(row)
    return [
        Route(
            service_no=service_no,
            direction=direction,
            service=service_of.get((service_no, direction)),
            stops=[
                RouteStop(route=row, stop=stop_of.get(row.bus_stop_code))
                for row in sorted(rows, key=attrgetter("stop_sequence"))
            ],
        )
        for (service_no, direction), rows in rows_of.items()
    ]


def geojson(stops: Iterable[BusStop]) -> dict[str, Any]:
    """Bus stops as a GeoJSON FeatureCollection of points (RFC 7946: longitude first), ready for `json.dumps`."""
    return {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "geometry": {"type": "Point", "coordinates": [stop.longitude, stop.latitude]},
                "properties": {
                    "bus_stop_code": stop.bus_stop_code,
                    "road_name": stop.road_name,
                    "description": stop.description,
                },
            }
            for stop in stops
        ],
    }
