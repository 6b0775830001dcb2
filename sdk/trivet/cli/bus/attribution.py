"""The source of the data and its licence, which boards, maps, feeds and snapshots name, and the operators of buses."""

from __future__ import annotations

from datetime import datetime

from trivet._text import printable
from trivet.bus import SINGAPORE
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format

SOURCE = "LTA DataMall"
SOURCE_URL = "https://datamall.lta.gov.sg/"
LICENCE_NAME = "Singapore Open Data Licence"
LICENCE = f"{LICENCE_NAME} version 1.0"
LICENCE_URL = "https://datamall.lta.gov.sg/content/datamall/en/SingaporeOpenDataLicence.html"
_PUBLIC_SERVER = "https://datamall2.mytransport.sg/"

_OPERATORS = {
    "SBST": ("SBS Transit", "https://www.sbstransit.com.sg/"),
    "SMRT": ("SMRT Buses", "https://www.smrt.com.sg/"),
    "TTS": ("Tower Transit Singapore", "https://towertransit.sg/"),
    "GAS": ("Go-Ahead Singapore", "https://www.go-aheadsingapore.com/"),
}
"""The name and the site of each operator by its code; contract, Resources, Bus service record."""


def attribution(fetched_at: datetime) -> str:
    """Return the attribution that the licence requires.

    >>> attribution(datetime(2025, 6, 16, tzinfo=UTC))
    'Contains information from LTA DataMall accessed on 16 June 2025, made available under the Singapore Open Data ...'

    Args:
        fetched_at: The time of the fetch, timezone-aware.
    """
    day = fetched_at.astimezone(SINGAPORE)
    return f"Contains information from {SOURCE} accessed on {day.day} {day:%B %Y}, made available under the {LICENCE}."


def source_line(base_url: str) -> str:
    """Return the line with the source and the licence, and with the server if it is not the public one.

    >>> source_line(client.base_url)
    'Data: LTA DataMall, Singapore Open Data Licence'
    """
    host = base_url.partition("://")[2].partition("/")[0]
    through = "" if base_url.startswith(_PUBLIC_SERVER) else f" (through {host})"
    return f"Data: {SOURCE}, {LICENCE_NAME}{through}"


def note_beside_table(invocation: Invocation, text: str) -> None:
    """Write a line for people to stderr if the run shows a table on a terminal; scripts and files get no such lines.

    >>> note_beside_table(invocation, source_line(invocation.bus.base_url))
    """
    if invocation.on_terminal and shows_table(invocation):
        invocation.note(text)


def shows_table(invocation: Invocation) -> bool:
    """Return whether a run writes a table rather than records for a script.

    >>> if stops or not shows_table(invocation):
    ...     invocation.show(stops)
    """
    output = invocation.options.output
    return output is Format.TABLE or (output is None and invocation.on_terminal)


def operator_of(code: str) -> tuple[str, str]:
    """Return the name and the site of an operator; the name of an unknown operator is its code.

    >>> operator_of("GAS")
    ('Go-Ahead Singapore', 'https://www.go-aheadsingapore.com/')
    """
    return _OPERATORS.get(code, (printable(code) or "unknown", SOURCE_URL))
