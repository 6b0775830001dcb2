"""Stops as users name them: by a code, or by words of a name and road; and the names of stops by their codes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from trivet._text import cut, printable
from trivet.bus import Network
from trivet.cli.failures import UsageError

if TYPE_CHECKING:  # importing the records' classes costs more than everything else
    from trivet.bus import BusStop

_CODE = re.compile(r"[0-9]{5}")
_NEAR = 3
"""The stops that the message for an unknown code lists: their codes begin as it does."""
_LISTED = 6
"""The most candidates in the message for an ambiguous text."""


def is_code(text: str) -> bool:
    """Return whether a text has the form of a stop's code, five digits.

    >>> is_code("54009")
    True
    """
    return bool(_CODE.fullmatch(text))


def find_stop(network: Network, text: str) -> BusStop:
    """Return the stop with a code, or the only stop whose name and road contain every word of a text.

    Among several stops, the text must be the whole name of exactly one of them. A part of a code stands for no stop,
    because a digit that is missing may be a mistake.

    >>> find_stop(network, "opp bugis stn").bus_stop_code
    '01113'

    Raises:
        UsageError: No stop matches, or several stops match, which the message names.
    """
    shortened = cut(printable(text.strip()), 60)
    if not text.strip():
        raise UsageError("a stop is given by its code, such as 54009, or by words of its name")
    matches = network.find(text)
    by_code = [stop for stop in matches if stop.bus_stop_code == text.strip()]
    if text.strip().isdecimal():  # otherwise the beginning of a code would match
        matches = [stop for stop in matches if text.strip() in f"{stop.description} {stop.road_name}"]
    whole = " ".join(text.casefold().split())
    by_name = [stop for stop in matches if " ".join(stop.description.casefold().split()) == whole]
    for candidates in (by_code, by_name, matches):
        if len(candidates) == 1:
            return candidates[0]
    if text.strip().isdecimal() and not matches:
        shared = [(_length_of_common_start(text.strip(), str(stop.bus_stop_code)), stop) for stop in network.stops]
        shared.sort(key=lambda pair: (-pair[0], str(pair[1].bus_stop_code)))
        near = [stop for length, stop in shared[:_NEAR] if length]
        advice = f"near: {_listed(near)}; " if near else ""
        date = f"{network.fetched_at:%Y-%m-%d}"
        raise UsageError(
            f"{shortened}: no stop has this code in the network of {date}; {advice}--refresh fetches it again"
        )
    if not matches:
        raise UsageError(f"'{shortened}': no stop has these words in its name or road; try fewer of them")
    candidates = by_name or matches
    names = _listed(candidates[:_LISTED])
    more = f", and {len(candidates) - _LISTED} more" if len(candidates) > _LISTED else ""
    raise UsageError(f"'{shortened}' may be any of {len(candidates)} stops, so give a code: {names}{more}")


def _length_of_common_start(first: str, second: str) -> int:
    differences = (index for index, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1])
    return next(differences, min(len(first), len(second)))


def _listed(stops: Iterable[BusStop]) -> str:
    return ", ".join(f"{printable(stop.bus_stop_code, 12)} {printable(stop.description, 40)}" for stop in stops)


class StopNames:
    """The names of stops by their codes; without a network, no name is known.

    A server may send codes that are not text; they are the codes of no stop.

    >>> StopNames(network).of("54009")
    'Seletar Gdn Ter'

    Attributes:
        network: The network, or None.
    """

    def __init__(self, network: Network | None) -> None:
        self.network = network
        self._stops = {} if network is None else {stop.bus_stop_code: stop for stop in network.stops}

    def stop(self, code: str) -> BusStop | None:
        """Return the stop with a code, or None if there is none.

        >>> StopNames(network).stop("54009").road_name
        'Seletar Gdn Rd'
        """
        return self._stops.get(str(code))

    def of(self, code: str) -> str:
        """Return the name of a stop, or the empty text if it is not known.

        >>> StopNames(None).of("54009")
        ''
        """
        stop = self.stop(code)
        return "" if stop is None else stop.description


def has_position(stop: BusStop) -> bool:
    """Return whether a stop has a position; the service sends 0 for an unknown one.

    >>> has_position(network.stop("54009"))
    True
    """
    return 0 < abs(stop.latitude) <= 90 and 0 < abs(stop.longitude) <= 180
