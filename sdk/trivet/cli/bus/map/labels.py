"""The placement of the names of stops: beside their stops, without overlaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from trivet.cli.pictures.scene import Anchor, Point

_LETTER = 0.58
"""The width of a letter as a share of the font size."""
_GAPS = (8.0, 16.0, 26.0)
"""The distances between a stop and its name in pixels, the best first."""


@frozen
class Box:
    """A rectangle whose sides are parallel to the sides of the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes share a point."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def contains(self, other: Box) -> bool:
        """Return whether another box is inside."""
        inside = self.left <= other.left and other.right <= self.right
        return inside and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, begin: Point, end: Point) -> bool:
        """Return whether a line between two points goes through the box."""
        low, high = 0.0, 1.0
        for at, to, least, most in (
            (begin[0], end[0], self.left, self.right),
            (begin[1], end[1], self.top, self.bottom),
        ):
            if at == to:
                if not least <= at <= most:
                    return False
                continue
            near, far = sorted(((least - at) / (to - at), (most - at) / (to - at)))
            low, high = max(low, near), min(high, far)
        return low <= high


@frozen
class StopName:
    """The name of a stop, before it has its place.

    Attributes:
        at: The position of the stop.
        text: The name.
        size: The font size in pixels.
        bold: Whether the name is bold.
    """

    at: Point
    text: str
    size: float
    bold: bool = False


@frozen
class PlacedName:
    """A name with its place.

    Attributes:
        name: The name.
        at: A point of its baseline: the start, the middle or the end, as `anchor` says.
        anchor: The part of the baseline that is at `at`.
        leader: The end of the line from the stop to a name at some distance; None for a name next to its stop.
    """

    name: StopName
    at: Point
    anchor: Anchor
    leader: Point | None


def place_names(
    names: Iterable[StopName], *, sheet: Box, taken: Iterable[Box], lines: Sequence[tuple[Point, Point]]
) -> Iterator[PlacedName]:
    """Place names one after the other, and yield those for which there is room.

    >>> list(place_names([StopName((50, 50), "Bugis Stn", 11)], sheet=Box(0, 0, 200, 200), taken=[], lines=[]))

    A name overlaps neither another name nor a box that is taken, and crosses as few lines as possible. A name without
    such a place is left out.

    Args:
        names: The names, the most important ones first, as they have more places to choose from.
        sheet: The box that contains all names.
        taken: The boxes that must stay free of names, such as the dots of stops.
        lines: The segments of the routes.
    """
    full = list(taken)
    for name in names:
        near = [line for line in lines if _near(line, name)]
        best: tuple[float, Box, PlacedName] | None = None
        for cost, box, placed in _candidates(name):
            if best is not None and cost >= best[0]:  # crossing lines only adds to the cost
                continue
            if not sheet.contains(box) or any(box.overlaps(other) for other in full):
                continue
            total = cost + 4 * sum(box.meets(*line) for line in near)
            if best is None or total < best[0]:
                best = total, box, placed
        if best is not None:
            full.append(best[1])
            yield best[2]


def _candidates(name: StopName) -> Iterator[tuple[float, Box, PlacedName]]:
    """Yield the places around a stop with their costs: eight directions, at three distances."""
    x, y = name.at
    width = len(name.text) * name.size * (_LETTER + 0.04 * name.bold)
    rise = name.size * 0.8
    for number, gap in enumerate(_GAPS):
        diagonal = gap * 0.75
        places: tuple[tuple[float, float, Anchor], ...] = (
            (x + gap, y + rise * 0.4, "start"),
            (x - gap, y + rise * 0.4, "end"),
            (x + diagonal, y - diagonal * 0.7, "start"),
            (x + diagonal, y + diagonal * 0.7 + rise, "start"),
            (x - diagonal, y - diagonal * 0.7, "end"),
            (x - diagonal, y + diagonal * 0.7 + rise, "end"),
            (x, y - gap * 0.9, "middle"),
            (x, y + gap * 0.9 + rise, "middle"),
        )
        for order, (left, base, anchor) in enumerate(places):
            begin = left - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
            box = Box(begin - 2, base - rise - 1, begin + width + 2, base + name.size * 0.25)
            leader = None if number == 0 else (left, base - rise * 0.4)
            yield number * 6 + order * 0.2, box, PlacedName(name, (left, base), anchor, leader)


def _near(line: tuple[Point, Point], name: StopName) -> bool:
    reach = len(name.text) * name.size * _LETTER + 40
    (left, top), (right, bottom) = line
    x, y = name.at
    across = min(left, right) - reach <= x <= max(left, right) + reach
    return across and min(top, bottom) - 60 <= y <= max(top, bottom) + 60
