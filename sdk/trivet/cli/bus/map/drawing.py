"""The picture of a service: its directions with arrows, stops and names, scale, north, legend, source and licence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from math import cos, hypot, radians

from attrs import frozen

from trivet._text import printable
from trivet.bus import Position, Route
from trivet.cli.bus.attribution import attribution
from trivet.cli.bus.map.labels import Box, StopName, place_names
from trivet.cli.bus.stop_lookup import has_position
from trivet.cli.failures import UsageError
from trivet.cli.pictures.scene import Dot, Label, Line, Mark, Point, Polygon, Scene

_METRES = 111_195.0
"""The length of a degree of latitude."""
_SMALLEST = 200.0
"""The smallest extent of a map in metres, as a route may have two stops side by side."""
_WIDTH, _TALLEST = 1100.0, 820.0
_MARGIN = 70.0
_ASIDE = 2.5
"""The distance in pixels between a direction and its stops on the right, as buses drive on the left."""
_ARROWS = 90.0
"""The distance between two arrows along a direction in pixels."""


@frozen
class MapStop:
    """A stop on a map.

    Attributes:
        code: The code of the stop.
        name: The description of the stop, or its code if it has no description.
        road: The name of its road.
        position: The position of the stop.
        number: The number of the stop along the direction, counted from 1.
        km: The kilometres from the first stop.
    """

    code: str
    name: str
    road: str
    position: Position
    number: int
    km: float

    @property
    def title(self) -> str:
        """The text that appears while a pointer rests on the stop."""
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
    """Return the directions of a service that can be drawn, with the stops that have a position.

    >>> [line.title for line in map_lines(find_routes(network, "10"))]

    Args:
        routes: The directions, at least one.

    Raises:
        UsageError: In each direction, fewer than two stops have a position.
    """
    lines = [line for line in map(_line, routes) if len(line.stops) > 1]
    if not lines:
        number = printable(routes[0].service_no, 20)
        raise UsageError(f"service {number}: fewer than two of its stops have a position; no map")
    return lines


def draw_map(lines: Sequence[MapLine], subtitle: str, fetched_at: datetime) -> Scene:
    """Return the picture of a service.

    >>> draw_map(map_lines(find_routes(network, "10")), "TRUNK, SBS Transit", network.fetched_at)

    Args:
        lines: The directions, at least one; each has two stops or more.
        subtitle: The line below the title.
        fetched_at: When the data was fetched, for its attribution.
    """
    positions = [stop.position for line in lines for stop in line.stops]
    projection = Projection(positions, width=_WIDTH - 2 * _MARGIN, tallest=_TALLEST)
    head = 66.0 + 20 * len(lines)
    top = head + 34

    def place(stop: MapStop) -> Point:
        x, y = projection(stop.position)
        return x + _MARGIN, y + top

    bottom = top + projection.height + 40
    tracks = [_aside([place(stop) for stop in line.stops]) for line in lines]
    marks: list[Mark] = list(_heading(lines, subtitle))
    for index in reversed(range(len(lines))):
        marks.append(Line(tuple(tracks[index]), f"route-{_hue(lines[index])}"))
    for line, track in zip(lines, tracks, strict=True):
        marks += _arrows(track, f"fill-{_hue(line)}")
    stops, nameless = _stops(lines, tracks, Box(8, head, _WIDTH - 8, bottom - 24))
    marks += [*stops, *_scale(projection.metres, bottom), *_footer(lines, nameless, fetched_at, bottom + 26)]
    number = lines[0].service_no
    text = " ".join(f"{line.title}." for line in lines)
    return Scene(_WIDTH, bottom + 64, f"Bus service {number}", f"A map of the stops. {text}", marks)


class Projection:
    """An equirectangular projection of positions into a box, north up and with one scale.

    >>> projection = Projection(positions, width=900, tallest=700)
    >>> projection(Position(1.3, 103.8))

    Attributes:
        width: The width of the box in pixels.
        height: The height of the box, which follows from the positions.
        metres: The length of a pixel in metres.
    """

    def __init__(self, positions: Sequence[Position], *, width: float, tallest: float, shortest: float = 300) -> None:
        south, north = min(at.latitude for at in positions), max(at.latitude for at in positions)
        west, east = min(at.longitude for at in positions), max(at.longitude for at in positions)
        self._middle = (south + north) / 2, (west + east) / 2
        self._east = _METRES * max(0.01, cos(radians(self._middle[0])))
        wide = max((east - west) * self._east, _SMALLEST)
        high = max((north - south) * _METRES, _SMALLEST)
        self.metres: float = max(wide / width, high / tallest)
        self.width = width
        self.height: float = min(tallest, max(shortest, high / self.metres))

    def __call__(self, position: Position) -> Point:
        """Return the point of a position on the sheet."""
        latitude, longitude = self._middle
        return (
            self.width / 2 + (position.longitude - longitude) * self._east / self.metres,
            self.height / 2 - (position.latitude - latitude) * _METRES / self.metres,
        )


def round_length(most: float) -> float:
    """Return the length of a scale bar: the largest of 1, 2 or 5 times a power of ten that fits.

    >>> round_length(3300)
    2000
    """
    power = 1.0
    while power * 10 <= most:
        power *= 10
    return max(digit * power for digit in (1, 2, 5) if digit * power <= most) if most >= 1 else most


def _line(route: Route) -> MapLine:
    stops: list[MapStop] = []
    left_out: list[str] = []
    for number, route_stop in enumerate(route.stops, 1):
        stop, code = route_stop.stop, printable(route_stop.route.bus_stop_code, 20)
        if stop is None or not has_position(stop):
            left_out.append(code)
            continue
        name = printable(stop.description, 60) or code
        road, km = printable(stop.road_name, 60), route_stop.route.distance
        stops.append(MapStop(code, name, road, stop.position, number, km))
    return MapLine(printable(route.service_no, 20), route.direction, stops, left_out)


def _hue(line: MapLine) -> int:
    return 1 if line.direction == 1 else 2


def _aside(points: Sequence[Point]) -> list[Point]:
    """Move a track to the left of its direction, so that both directions of a road are visible."""
    moved: list[Point] = []
    for index, (x, y) in enumerate(points):
        before, after = points[max(index - 1, 0)], points[min(index + 1, len(points) - 1)]
        east, south = after[0] - before[0], after[1] - before[1]
        length = hypot(east, south) or 1.0
        moved.append((x + south / length * _ASIDE, y - east / length * _ASIDE))
    return moved


def _heading(lines: Sequence[MapLine], subtitle: str) -> Iterator[Mark]:
    yield Label((24, 38), f"Service {lines[0].service_no}", size=24, bold=True)
    if subtitle:
        yield Label((24, 58), subtitle, "faint", 13)
    for index, line in enumerate(lines):
        y = 80 + 20 * index
        yield Line(((24, y - 4), (52, y - 4)), f"route-{_hue(line)}")
        yield from _arrow((38, y - 4), (1, 0), f"fill-{_hue(line)}", 6)
        yield Label((62, y), line.title, size=13)


def _arrows(track: Sequence[Point], style: str) -> Iterator[Mark]:
    since = _ARROWS / 2
    for (left, top), (right, bottom) in pairwise(track):
        length = hypot(right - left, bottom - top)
        since += length
        if since >= _ARROWS and length > 14:
            since = 0.0
            middle = (left + right) / 2, (top + bottom) / 2
            yield from _arrow(middle, ((right - left) / length, (bottom - top) / length), style, 5)


def _arrow(at: Point, heading: Point, style: str, size: float) -> Iterator[Mark]:
    (x, y), (east, south) = at, heading
    yield Polygon(
        (
            (x + east * size, y + south * size),
            (x - east * size - south * size * 0.9, y - south * size + east * size * 0.9),
            (x - east * size + south * size * 0.9, y - south * size - east * size * 0.9),
        ),
        style,
    )


def _stops(lines: Sequence[MapLine], tracks: Sequence[Sequence[Point]], sheet: Box) -> tuple[list[Mark], int]:
    """Return the dots and names of the stops, and the number of names for which there is no room."""
    ranked: list[tuple[int, StopName]] = []
    dots: list[Mark] = []
    taken: list[Box] = []
    named: list[tuple[str, Point]] = []
    size = 12.5 if sum(len(line.stops) for line in lines) <= 40 else 10.5
    for line, track in zip(lines, tracks, strict=True):
        for index, (stop, at) in enumerate(zip(line.stops, track, strict=True)):
            end = index in (0, len(track) - 1)
            radius = 6.0 if end else 3.2
            dots.append(Dot(at, radius, "end" if end else "stop", stop.title))
            taken.append(Box(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius))
            if any(name == stop.name and hypot(at[0] - x, at[1] - y) < 40 for name, (x, y) in named):
                continue  # the stop across the road
            named.append((stop.name, at))
            # The names of every third stop come before the rest, so that the names that fit are spread along the line.
            rank = 0 if end else 1 if _is_interchange(stop.name) else 2 + index % 3
            ranked.append((rank, StopName(at, stop.name, size + 2.5 if end else size, bold=end)))
    segments = [segment for track in tracks for segment in pairwise(track)]
    by_rank = [name for _, name in sorted(ranked, key=lambda pair: pair[0])]
    placed = list(place_names(by_rank, sheet=sheet, taken=taken, lines=segments))
    leaders = [Line((place.name.at, place.leader), "leader") for place in placed if place.leader is not None]
    names = [
        Label(place.at, place.name.text, "text", place.name.size, place.anchor, place.name.bold) for place in placed
    ]
    return [*leaders, *dots, *names], len(ranked) - len(placed)


def _is_interchange(name: str) -> bool:
    return not {"int", "stn", "ter"}.isdisjoint(name.casefold().split())


def _scale(metres: float, y: float) -> Iterator[Mark]:
    length = round_length(metres * 160)
    right = _WIDTH - 70
    left = right - length / metres
    text = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"
    yield Line(((left, y - 6), (left, y), (right, y), (right, y - 6)), "axis")
    yield Label(((left + right) / 2, y - 8), text, "faint", 12, "middle")
    x = _WIDTH - 40
    yield Polygon(((x, y - 26), (x - 6, y - 6), (x, y - 11), (x + 6, y - 6)), "ink")
    yield Label((x, y + 8), "N", "faint", 12, "middle")


def _footer(lines: Sequence[MapLine], nameless: int, fetched_at: datetime, y: float) -> Iterator[Mark]:
    notes = ["Lines are straight from stop to stop."]
    if nameless:
        notes.append(f"{nameless} {'name has' if nameless == 1 else 'names have'} no room.")
    left_out = sorted({code for line in lines for code in line.left_out})
    if left_out:
        codes = ", ".join(left_out[:6]) + (", …" if len(left_out) > 6 else "")
        notes.append(f"Left out, as they have no position: {codes}.")
    yield Label((24, y), " ".join(notes), "faint", 11)
    yield Label((24, y + 18), attribution(fetched_at), "faint", 11)
