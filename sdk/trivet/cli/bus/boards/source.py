"""Where the data comes from, and under which licence."""

from __future__ import annotations

from trivet.cli.bus.licence import LICENCE_NAME, SOURCE
from trivet.cli.invocation import Invocation
from trivet.cli.options import Format

__all__ = ["note_beside_table", "shows_table", "source_line"]

PUBLIC = "https://datamall2.mytransport.sg/"


def source_line(base_url: str) -> str:
    """Return the line that names source and licence; another server than the public one is named, too.

    >>> source_line(client.base_url)
    'Data: LTA DataMall, Singapore Open Data Licence'
    """
    host = base_url.partition("://")[2].partition("/")[0]
    through = "" if base_url.startswith(PUBLIC) else f" (through {host})"
    return f"Data: {SOURCE}, {LICENCE_NAME}{through}"


def note_beside_table(invocation: Invocation, text: str) -> None:
    """Write a line for people to stderr if the run shows a table on a terminal; scripts and files get none.

    >>> note_beside_table(invocation, source_line(invocation.bus.base_url))
    """
    if invocation.on_terminal and shows_table(invocation):
        invocation.note(text)


def shows_table(invocation: Invocation) -> bool:
    """Return whether a run writes a table, not records for a script.

    >>> if found or not shows_table(invocation):
    ...     invocation.show(found)
    """
    output = invocation.options.output
    return output is Format.TABLE or (output is None and invocation.on_terminal)
