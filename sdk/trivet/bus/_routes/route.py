"""Routes with their stops in order, joined from the three master lists; stops as GeoJSON."""

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
    """One stop of a route.

    >>> route.stops[0].route.first_bus(date(2025, 5, 3))

    Attributes:
        route: The row of the route.
        stop: The stop that the row names; None when `stops` did not contain it.
    """

    route: BusRoute
    stop: BusStop | None


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class Route:
    """One direction of a service with its stops in order; a loop may contain a stop twice.

    >>> [each.stop.description for each in route.stops if each.stop is not None]

    Attributes:
        service_no: The number of the service.
        direction: The direction, 1 or 2.
        service: The record of the service; None when `services` did not contain it.
        stops: The stops in order.
    """

    service_no: str
    direction: int
    service: BusService | None
    stops: list[RouteStop]


def join_routes(services: Iterable[BusService], routes: Iterable[BusRoute], stops: Iterable[BusStop]) -> list[Route]:
    """Return one route for each service number and direction, in the order in which they first occur in `routes`.

    >>> join_routes(bus.services.list(), bus.routes.list(), bus.stops.list())

    The stops of a route are sorted by their stop sequence, whose numbers may have gaps. A stop or a service that is not
    in its list becomes None; a service without route rows is left out.

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
    """Return bus stops as a GeoJSON FeatureCollection of points (RFC 7946: longitude first).

    >>> json.dumps(geojson(bus.stops.list()))
    """
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
