"""Positions on Earth and the distance between them."""

from math import asin, cos, radians, sin, sqrt
from typing import NamedTuple

from ..._core.public import exported_from

_EARTH_RADIUS = 6_371_008.8  # metres; the mean radius R1 of the IUGG


@exported_from("trivet.bus")
class Position(NamedTuple):
    """A position in decimal degrees north and east.

    >>> Position(1.3, 103.8).latitude
    1.3
    """

    latitude: float
    longitude: float

    def distance_to(self, other: "Position") -> float:
        """Return the metres to another position along a great circle on a spherical Earth (error below 0.5 %).

        >>> round(Position(1.3, 103.8).distance_to(Position(1.3, 103.9)))
        11117
        """
        north, east = radians(self.latitude), radians(self.longitude)
        other_north, other_east = radians(other.latitude), radians(other.longitude)
        chord = sin((other_north - north) / 2) ** 2 + cos(north) * cos(other_north) * sin((other_east - east) / 2) ** 2
        return 2 * _EARTH_RADIUS * asin(sqrt(min(1.0, chord)))  # between antipodes, rounding may exceed 1


def parse_position(latitude: str | None, longitude: str | None) -> Position | None:
    """Parse two decimal texts as a position; return None if they are not one.

    A bus that is not tracked has `0.0`, `0`, null or empty text; in Singapore neither coordinate is ever 0. Text that
    is not a number, or not a valid latitude or longitude, also gives None.

    Contract: Resources, Arrival bus.
    """
    try:
        position = Position(float(latitude or 0), float(longitude or 0))
    except (ValueError, TypeError):  # not a number; or an array or an object instead of text
        return None
    is_valid = abs(position.latitude) <= 90 and abs(position.longitude) <= 180
    return position if all(position) and is_valid else None
