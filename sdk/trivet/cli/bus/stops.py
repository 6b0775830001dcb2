"""The stop that a user means by a code, or by words of its name and road, and the names of stops by their codes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from trivet._core.printable import cut, printable
from trivet.bus import Network
from trivet.cli.failures import UsageError

if TYPE_CHECKING:  # the records' classes cost more than all the rest
    from trivet.bus import BusStop

__all__ = ["Names", "find_stop", "has_position", "is_code"]

_CODE = re.compile(r"[0-9]{5}")
_SHOWN = 6


def is_code(text: str) -> bool:
    """Return whether a text has the form of a stop's code, five digits.

    >>> is_code("54009")
    True
    """
    return bool(_CODE.fullmatch(text))


def find_stop(network: Network, text: str) -> BusStop:
    """Return the stop with a code, or the only one whose name and road have every word of a text.

    Of several, the one that has the text as its whole name is meant, if there is only one such.

    >>> find_stop(network, "opp bugis stn").bus_stop_code
    '01113'

    Raises:
        UsageError: There is no such stop, or there are several, which the message names.
    """
    shown = cut(printable(text.strip()), 60)
    if not text.strip():
        raise UsageError("a stop is given by its code, as 54009, or by words of its name")
    found = network.find(text)
    by_code = [each for each in found if each.bus_stop_code == text.strip()]
    whole = " ".join(text.casefold().split())
    by_name = [each for each in found if " ".join(str(each.description).casefold().split()) == whole]
    for candidates in (by_code, by_name, found):
        if len(candidates) == 1:
            return candidates[0]
    if is_code(text.strip()):
        of = f"{network.fetched_at:%Y-%m-%d}"
        raise UsageError(f"{shown}: no stop has this code in the network of {of}; --refresh fetches it again")
    if not found:
        raise UsageError(f"'{shown}': no stop has these words in its name or road; try fewer of them")
    first = by_name or found
    names = ", ".join(f"{each.bus_stop_code} {printable(str(each.description), 40)}" for each in first[:_SHOWN])
    more = f", and {len(first) - _SHOWN} more" if len(first) > _SHOWN else ""
    raise UsageError(f"'{shown}' may be any of {len(first)} stops, so give a code: {names}{more}")


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


def has_position(stop: BusStop) -> bool:
    """Return whether a stop has a position; one that is not known is sent as 0.

    >>> has_position(network.stop("54009"))
    True
    """
    return 0 < abs(stop.latitude) <= 90 and 0 < abs(stop.longitude) <= 180
