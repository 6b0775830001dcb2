"""Places on the globe."""

from math import asin, cos, radians, sin, sqrt
from typing import NamedTuple

from ..._core.public import exported_from

__all__ = ["Position", "read_position"]

_EARTH_RADIUS = 6_371_008.8  # metres; the mean radius R1 of the IUGG


@exported_from("trivet.bus")
class Position(NamedTuple):
    """A place, in decimal degrees north and east."""

    latitude: float
    longitude: float

    def distance_to(self, other: "Position") -> float:
        """Metres to another place along a great circle, on a spherical Earth (right to about 0.5 %)."""
        north, east = radians(self.latitude), radians(self.longitude)
        other_north, other_east = radians(other.latitude), radians(other.longitude)
        chord = sin((other_north - north) / 2) ** 2 + cos(north) * cos(other_north) * sin((other_east - east) / 2) ** 2
        return 2 * _EARTH_RADIUS * asin(sqrt(min(1.0, chord)))  # rounding may lift it over 1 between antipodes


def read_position(latitude: str, longitude: str) -> Position | None:
    """The place that two decimal texts give, or None.

    A bus that is not tracked carries `0.0`, `0` or empty text; in Singapore neither number is ever 0. Text that is no
    number, or lies outside the globe, is None too.

    Contract: Resources, Arrival bus.
    """
    try:
        place = Position(float(latitude), float(longitude))
    except ValueError:
        return None
    on_the_globe = abs(place.latitude) <= 90 and abs(place.longitude) <= 180
    return place if all(place) and on_the_globe else None
