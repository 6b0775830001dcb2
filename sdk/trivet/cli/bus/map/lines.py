"""What a map shows of a service: each direction with the stops that have a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from trivet._core.printable import printable
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


def map_lines(routes: Iterable[Route], service_no: str, direction: int | None) -> list[MapLine]:
    """Return the directions of a service, or one of them.

    >>> [line.title for line in map_lines(network.routes, "10", None)]

    Raises:
        UsageError: There is no such service or direction, or fewer than two of its stops have a position.
    """
    found = sorted((each for each in routes if each.service_no == service_no), key=lambda each: each.direction)
    if not found:
        raise UsageError(
            f"{printable(service_no, 20)}: there is no such service; numbers are as on the bus, such as 10e"
        )
    chosen = [each for each in found if direction in (None, each.direction)]
    if not chosen:
        has = " and ".join(str(each.direction) for each in found)
        raise UsageError(f"--direction: service {printable(service_no, 20)} has {has}, not {direction}")
    lines = [_line(each) for each in chosen]
    drawn = [each for each in lines if len(each.stops) > 1]
    if not drawn:
        raise UsageError(f"service {printable(service_no, 20)}: fewer than two of its stops have a position; no map")
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
