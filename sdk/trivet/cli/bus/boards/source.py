"""Where the data comes from, and under which licence."""

from __future__ import annotations

__all__ = ["source_line"]

SOURCE = "LTA DataMall"
LICENCE = "Singapore Open Data Licence"
PUBLIC = "https://datamall2.mytransport.sg/"


def source_line(base_url: str) -> str:
    """Return the line that names source and licence; another server than the public one is named, too.

    >>> source_line(client.base_url)
    'Data: LTA DataMall, Singapore Open Data Licence'
    """
    host = base_url.partition("://")[2].partition("/")[0]
    through = "" if base_url.startswith(PUBLIC) else f" (through {host})"
    return f"Data: {SOURCE}, {LICENCE}{through}"
