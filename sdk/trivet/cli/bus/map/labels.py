"""Where the names of stops stand: beside their stops, and not upon each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from trivet.cli.pictures.scene import Anchor, Point

__all__ = ["Box", "Placed", "Wanted", "place_labels"]

_LETTER = 0.58
_GAPS = (8.0, 16.0, 26.0)


@frozen
class Box:
    """A rectangle with its sides parallel to those of the sheet."""

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
class Wanted:
    """A name that wants a place.

    Attributes:
        at: The stop.
        text: The name.
        size: The font size.
        bold: Whether it is bold.
    """

    at: Point
    text: str
    size: float
    bold: bool = False


@frozen
class Placed:
    """A name with its place.

    Attributes:
        wanted: The name.
        at: Where its baseline begins, has its middle or ends.
        anchor: Which of these.
        leader: The end of the line that leads from the stop to a name that is further away; else None.
    """

    wanted: Wanted
    at: Point
    anchor: Anchor
    leader: Point | None


def place_labels(
    wanted: Iterable[Wanted], *, sheet: Box, taken: Iterable[Box], lines: Sequence[tuple[Point, Point]]
) -> Iterator[Placed]:
    """Yield the names that have a place, those that come first having the choice.

    >>> list(place_labels([Wanted((50, 50), "Bugis Stn", 11)], sheet=Box(0, 0, 200, 200), taken=[], lines=[]))

    A name stands where it meets neither another name nor what is taken, and as few lines as possible; a name without
    such a place is left out.

    Args:
        wanted: The names, the most important ones first.
        sheet: Where they must be.
        taken: What must stay free, such as the dots of stops.
        lines: The lines of the routes.
    """
    full = list(taken)
    for each in wanted:
        near = [line for line in lines if _near(line, each)]
        best: tuple[float, Box, Placed] | None = None
        for cost, box, placed in _candidates(each):
            if best is not None and cost >= best[0]:
                continue
            if not sheet.contains(box) or any(box.overlaps(other) for other in full):
                continue
            total = cost + 4 * sum(box.meets(*line) for line in near)
            if best is None or total < best[0]:
                best = total, box, placed
        if best is not None:
            full.append(best[1])
            yield best[2]


def _candidates(wanted: Wanted) -> Iterator[tuple[float, Box, Placed]]:
    x, y = wanted.at
    width = len(wanted.text) * wanted.size * (_LETTER + 0.04 * wanted.bold)
    rise = wanted.size * 0.8
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
            box = Box(begin - 2, base - rise - 1, begin + width + 2, base + wanted.size * 0.25)
            leader = None if number == 0 else (left, base - rise * 0.4)
            yield number * 6 + order * 0.2, box, Placed(wanted, (left, base), anchor, leader)


def _near(line: tuple[Point, Point], wanted: Wanted) -> bool:
    reach = len(wanted.text) * wanted.size * _LETTER + 40
    (left, top), (right, bottom) = line
    x, y = wanted.at
    across = min(left, right) - reach <= x <= max(left, right) + reach
    return across and min(top, bottom) - 60 <= y <= max(top, bottom) + 60
