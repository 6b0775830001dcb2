"""The operators of the services, as agencies of a feed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trivet._text import printable
from trivet.cli.bus.licence import SOURCE_URL

__all__ = ["agency_rows"]

_KNOWN = {
    "SBST": ("SBS Transit", "https://www.sbstransit.com.sg/"),
    "SMRT": ("SMRT Buses", "https://www.smrt.com.sg/"),
    "TTS": ("Tower Transit Singapore", "https://towertransit.sg/"),
    "GAS": ("Go-Ahead Singapore", "https://www.go-aheadsingapore.com/"),
}
"""From the code of an operator to its name and its site; contract, Resources, Bus service record."""


def agency_rows(codes: Iterable[str]) -> Iterator[list[str]]:
    """Yield the rows of agency.txt; an operator that is not known has its code as its name.

    >>> list(agency_rows(["GAS"]))
    [['GAS', 'Go-Ahead Singapore', 'https://www.go-aheadsingapore.com/', 'Asia/Singapore', 'en']]
    """
    for code in sorted(set(codes)):
        name, url = _KNOWN.get(code, (printable(code) or "unknown", SOURCE_URL))
        yield [code, name, url, "Asia/Singapore", "en"]
