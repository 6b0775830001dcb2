"""What a map shows of a service: each direction with the stops that have a position."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from trivet._text import printable
from trivet.bus import Position, Route
from trivet.cli.failures import UsageError

__all__ = ["MapLine", "MapStop", "map_lines"]


@frozen
class MapStop:
    """A stop on a map.

    Attributes:
        code: Its code.
        name: Its description; the code, if it has none.
        road: The name of its road.
        position: Its position.
        number: Which stop of the direction it is, counted from 1.
        km: The kilometres from the start.
    """

    code: str
    name: str
    road: str
    position: Position
    number: int
    km: float

    @property
    def title(self) -> str:
        """What a pointer shows."""
        return f"{self.code} {self.name}, {self.road}: stop {self.number}, {self.km:g} km"


@frozen
class MapLine:
    """A direction of a service on a map.

    Attributes:
        service_no: The number of the service.
        direction: The direction.
        stops: The stops in order.
        left_out: The codes of the stops without a position.
    """

    service_no: str
    direction: int
    stops: Sequence[MapStop]
    left_out: Sequence[str]

    @property
    def title(self) -> str:
        """The direction in words."""
        first, last = self.stops[0], self.stops[-1]
        return f"Direction {self.direction}: {first.name} → {last.name}, {len(self.stops)} stops, {last.km:g} km"


def map_lines(routes: Sequence[Route]) -> list[MapLine]:
    """Return what is drawn of the directions of a service.

    >>> [line.title for line in map_lines(find_routes(network, "10"))]

    Args:
        routes: The directions, at least one.

    Raises:
        UsageError: Fewer than two of the stops of each direction have a position.
    """
    drawn = [each for each in map(_line, routes) if len(each.stops) > 1]
    if not drawn:
        number = printable(routes[0].service_no, 20)
        raise UsageError(f"service {number}: fewer than two of its stops have a position; no map")
    return drawn


def _line(route: Route) -> MapLine:
    stops: list[MapStop] = []
    left_out: list[str] = []
    for number, each in enumerate(route.stops, 1):
        stop, code = each.stop, printable(each.route.bus_stop_code, 20)
        if stop is None or not (0 < abs(stop.latitude) <= 90 and 0 < abs(stop.longitude) <= 180):
            left_out.append(code)
            continue
        name = printable(stop.description, 60) or code
        stops.append(MapStop(code, name, printable(stop.road_name, 60), stop.position, number, each.route.distance))
    return MapLine(printable(route.service_no, 20), route.direction, stops, left_out)
