"""Routes with their stops in order, direct rides on them, and the order of their numbers; stops as GeoJSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from ..._core.lazy_imports import lazy
from ..._core.public import exported_from

if TYPE_CHECKING:
    from .._generated import models as m
else:
    m = lazy("trivet.bus._generated.models")

NaturalKey: TypeAlias = "tuple[tuple[tuple[bool, int, str], ...], str]"
_PARTS = re.compile(r"[0-9]+|[^0-9]+")


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class RouteStop:
    """One stop of a route.

    >>> route.stops[0].route.first_bus(date(2025, 5, 3))

    Attributes:
        route: The row of the route.
        stop: The stop that the row names; None if `stops` did not contain it.
    """

    route: m.BusRoute
    stop: m.BusStop | None

    def __repr__(self) -> str:
        return f"<RouteStop {self.route.stop_sequence} of {self.route.service_no}: {_name(self)}>"


@exported_from("trivet.bus")
@attrs.define(kw_only=True)
class Route:
    """One direction of a service with its stops in order; a loop may contain a stop twice.

    >>> [visit.stop.description for visit in route.stops if visit.stop is not None]

    Attributes:
        service_no: The number of the service.
        direction: The direction, 1 or 2.
        service: The record of the service; None if `services` did not contain it.
        stops: The stops in order.
    """

    service_no: str
    direction: int
    service: m.BusService | None
    stops: list[RouteStop]

    def __repr__(self) -> str:
        ends = f" from {_name(self.stops[0])} to {_name(self.stops[-1])}" if self.stops else ""
        return f"<Route {self.service_no}, direction {self.direction}, {len(self.stops)} stops{ends}>"


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class Ride:
    """A direct ride: one direction of a service, from the stop where to board to the stop where to alight.

    >>> for ride in network.rides("54009", "28301"):
    ...     print(ride.service_no, len(ride.stops) - 1, "stops", ride.km)

    Attributes:
        route: The route.
        board: The index in `route.stops` of the stop where to board.
        alight: The index of the stop where to alight; greater than `board`.
        visit: The visit of the stop at which to board: 1, or 2 on a route that passes the stop a second time.
        other_ends: The codes of the stops where other directions of the service end.
    """

    route: Route
    board: int
    alight: int
    visit: int
    other_ends: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        first, last = _name(self.stops[0]), _name(self.stops[-1])
        return f"<Ride on {self.service_no} from {first} to {last}, {len(self.stops) - 1} stops, {self.km} km>"

    @property
    def service_no(self) -> str:
        """The number of the service.

        >>> ride.service_no
        '10'
        """
        return self.route.service_no

    @property
    def stops(self) -> list[RouteStop]:
        """The stops from the one where to board to the one where to alight, both included.

        >>> len(ride.stops)
        12
        """
        return self.route.stops[self.board : self.alight + 1]

    @property
    def km(self) -> float:
        """The kilometres along the route; the service measures them from the start of the route.

        >>> ride.km
        4.9
        """
        return round(max(0.0, self.stops[-1].route.distance - self.stops[0].route.distance), 3)

    def buses(self, arrivals: m.Arrivals) -> list[m.ArrivalBus]:
        """Return the next buses that make this ride, in the order of their arrival.

        If a service passes the stop twice or in both directions, buses of the other visit are left out, and so are
        buses whose destination is the end of another direction only. Both directions of the loops 359 and 382 end at
        the same stop, and an arrival has no direction: the buses of both are returned, and `Network.directions_to`
        returns both directions.

        >>> ride.buses(bus.arrivals.get("54009"))[0].minutes()
        4

        Args:
            arrivals: The arrivals at the stop where to board.
        """
        # Arrivals have no direction, so the destination shows it. Buses of short trips end earlier than the route; they
        # count unless another direction ends there, or another bus runs to the end of the route.
        end = self.route.stops[-1].route.bus_stop_code
        buses = [
            bus
            for service in arrivals.services
            if service.service_no == self.service_no
            for bus in service.buses
            if bus.destination_code not in self.other_ends
        ]
        if any(bus.destination_code == end for bus in buses):
            buses = [bus for bus in buses if bus.destination_code == end]
        here = self.stops[0].route.bus_stop_code
        if sum(stop.route.bus_stop_code == here for stop in self.route.stops) > 1:
            buses = [bus for bus in buses if bus.visit in (None, self.visit)]
        return sorted(buses, key=lambda bus: bus.estimated_arrival)


def _name(stop: RouteStop) -> str:
    code = stop.route.bus_stop_code
    return code if stop.stop is None else f"{code} {stop.stop.description}"


def join_routes(
    services: Iterable[m.BusService], routes: Iterable[m.BusRoute], stops: Iterable[m.BusStop]
) -> list[Route]:
    """Return one route for each service number and direction, in the order in which they first occur in `routes`.

    >>> join_routes(bus.services.list(), bus.routes.list(), bus.stops.list())

    The stops of a route are sorted by their stop sequence, whose numbers may have gaps. A stop or a service that is
    missing from its list becomes None; a service without route rows is left out.

    Contract: Resources, Bus service record, Bus route record and Bus stop record.
    """
    service_of = {(service.service_no, service.direction): service for service in services}
    stop_of = {stop.bus_stop_code: stop for stop in stops}
    rows_of: dict[tuple[str, int], list[m.BusRoute]] = {}
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


def direct_rides(routes: Iterable[Route], origin: str, destination: str) -> Iterator[Ride]:
    """Yield the direct rides between two stops.

    On a loop that passes the origin twice, a ride boards at the last visit before the destination, so that it does not
    go around the loop needlessly. If the destination follows each visit, there are two rides.

    Args:
        routes: The routes.
        origin: The code of the stop where to board.
        destination: The code of the stop where to alight.
    """
    routes = list(routes)
    ends: dict[str, set[str]] = {}
    for route in routes:
        if route.stops:
            ends.setdefault(route.service_no, set()).add(route.stops[-1].route.bus_stop_code)
    for route in routes:
        board: int | None = None
        visit = 0
        for index, stop in enumerate(route.stops):
            code = stop.route.bus_stop_code
            if code == destination and board is not None:
                others = ends[route.service_no] - {route.stops[-1].route.bus_stop_code}
                yield Ride(route=route, board=board, alight=index, visit=visit, other_ends=frozenset(others))
                board = None
            if code == origin:
                board, visit = index, visit + 1


def geojson(stops: Iterable[m.BusStop]) -> dict[str, Any]:
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


def natural_order(service_no: str) -> NaturalKey:
    """Return the sort key of a service number in natural order: 2 < 10 < 10e < 100 < NR5.

    >>> sorted(["100", "NR5", "10e", "2", "10"], key=natural_order)
    ['2', '10', '10e', '100', 'NR5']

    Runs of digits are compared as numbers, and come before letters. Letters are first compared ignoring case.
    """
    return tuple(_key(part) for part in _PARTS.findall(service_no)), service_no


def _key(part: str) -> tuple[bool, int, str]:
    if "0" <= part[0] <= "9":
        digits = part.lstrip("0")
        return False, len(digits), digits  # more digits, larger number; `int` refuses very long numbers
    return True, 0, part.casefold()
