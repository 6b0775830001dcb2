"""From positions to a sheet: small areas, north up, the same scale both ways."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians

from trivet.bus import Position
from trivet.cli.pictures.scene import Point

__all__ = ["Projection", "round_length"]

_METRES = 111_195.0
"""Of a degree of latitude."""
_SMALLEST = 200.0
"""The metres that a map shows at least: a route may have two stops side by side."""


class Projection:
    """An equirectangular projection that fits positions into a box.

    >>> projection = Projection(positions, width=900, tallest=700)
    >>> projection(Position(1.3, 103.8))

    Attributes:
        width: The width of the box in pixels.
        height: Its height, which follows from the positions.
        metres: The metres of a pixel.
    """

    def __init__(self, positions: Sequence[Position], *, width: float, tallest: float, shortest: float = 300) -> None:
        south, north = min(each.latitude for each in positions), max(each.latitude for each in positions)
        west, east = min(each.longitude for each in positions), max(each.longitude for each in positions)
        self._middle = (south + north) / 2, (west + east) / 2
        self._east = _METRES * max(0.01, cos(radians(self._middle[0])))
        wide = max((east - west) * self._east, _SMALLEST)
        high = max((north - south) * _METRES, _SMALLEST)
        self.metres: float = max(wide / width, high / tallest)
        self.width = width
        self.height: float = min(tallest, max(shortest, high / self.metres))

    def __call__(self, position: Position) -> Point:
        """Return where a position is on the sheet."""
        latitude, longitude = self._middle
        return (
            self.width / 2 + (position.longitude - longitude) * self._east / self.metres,
            self.height / 2 - (position.latitude - latitude) * _METRES / self.metres,
        )


def round_length(most: float) -> float:
    """Return the largest of 1, 2 or 5 times a power of ten that is not above a length, for a scale bar.

    >>> round_length(3300)
    2000
    """
    power = 1.0
    while power * 10 <= most:
        power *= 10
    return max(each * power for each in (1, 2, 5) if each * power <= most) if most >= 1 else most
