"""A stop and how far away it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ..._core.public import exported_from

if TYPE_CHECKING:
    from .._generated.models import BusStop

__all__ = ["NearStop"]


@exported_from("trivet.bus")
@attrs.frozen(kw_only=True)
class NearStop:
    """A stop near a position.

    >>> for near in network.nearest(Position(1.2990, 103.8550), limit=3):
    ...     print(near.stop.description, round(near.metres), "m")

    Attributes:
        stop: The stop.
        metres: The distance as the crow flies.
    """

    stop: BusStop
    metres: float
