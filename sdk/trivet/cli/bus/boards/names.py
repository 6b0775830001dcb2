"""The names of stops, where a network is at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivet.bus import Network

if TYPE_CHECKING:  # the records' classes cost more than all the rest
    from trivet.bus import BusStop

__all__ = ["Names"]


class Names:
    """The names of stops by their codes; without a network, none is known.

    A code that is no text, as a server may send it, is the code of no stop.

    >>> Names(network).of("54009")
    'Seletar Gdn Ter'

    Attributes:
        network: The network, or None.
    """

    def __init__(self, network: Network | None) -> None:
        self.network = network
        self._stops = {} if network is None else {each.bus_stop_code: each for each in network.stops}

    def stop(self, code: str) -> BusStop | None:
        """Return the stop with a code, or None if it is not known.

        >>> Names(network).stop("54009").road_name
        'Seletar Gdn Rd'
        """
        return self._stops.get(str(code))

    def of(self, code: str) -> str:
        """Return the name of a stop, or the empty text.

        >>> Names(None).of("54009")
        ''
        """
        found = self._stops.get(str(code))
        return "" if found is None else str(found.description or "")
