"""A position as a user types it."""

from __future__ import annotations

import re

from trivet.bus import Position
from trivet.cli.failures import UsageError

__all__ = ["parse_position"]

_POSITION = re.compile(r"\s*([+-]?[0-9]{1,3}(?:\.[0-9]*)?)\s*[,; ]\s*([+-]?[0-9]{1,3}(?:\.[0-9]*)?)\s*")


def parse_position(text: str) -> Position | None:
    """Return the position that a text gives in decimal degrees, or None if it has another form.

    >>> parse_position("1.2990,103.8550")
    Position(latitude=1.299, longitude=103.855)

    Raises:
        UsageError: It has the form of a position, and there is no such place.
    """
    found = _POSITION.fullmatch(text)
    if found is None:
        return None
    position = Position(float(found[1]), float(found[2]))
    if abs(position.latitude) > 90 or abs(position.longitude) > 180:
        swapped = abs(position.longitude) <= 90 and abs(position.latitude) <= 180
        way_out = "; the latitude comes first" if swapped else ""
        raise UsageError(f"{text}: no such position, as latitudes end at 90 and longitudes at 180{way_out}")
    return position
