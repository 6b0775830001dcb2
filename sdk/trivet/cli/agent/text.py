"""Text of a server, made fit for a terminal: running text, and one line of a given width."""

from __future__ import annotations

import re
import sys

from rich.cells import cell_len, set_cell_size

from trivet._text import printable

__all__ = ["fit", "one_line", "running_text"]

_KEPT = re.compile(r"([\n\t]+)")


def running_text(text: str) -> str:
    r"""Return text in which newlines and tabs are kept, and what a terminal would act upon is escaped.

    >>> running_text("one\n\ttwo\x1b[31m")
    'one\n\ttwo\\x1b[31m'
    """
    if text.isprintable():
        return text
    pieces = _KEPT.split(text.replace("\r\n", "\n"))
    return "".join(piece if at % 2 else printable(piece, sys.maxsize) for at, piece in enumerate(pieces))


def one_line(value: object, width: int = 1000) -> str:
    r"""Return a value of a server as one line that is at most so many columns wide; nothing for None.

    >>> one_line("two\nlines", 6)
    'two\\n…'
    """
    return "" if value is None else fit(printable(str(value), 4 * width + 4), width)


def fit(text: str, width: int) -> str:
    """Return a printable line, cut to a width in columns; what is cut leaves three dots of one column.

    >>> fit("orchard", 4)
    'orc…'
    """
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 1 else "…"[:width]
