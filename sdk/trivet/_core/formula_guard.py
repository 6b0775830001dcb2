"""Cells of CSV files that a spreadsheet shows as text and does not calculate.

A spreadsheet that opens a CSV file calculates `=1+1`, even in a name that a stranger chose. `guarded` puts an
apostrophe before such text, and `unguarded` removes it: any text that a writer guards comes back unchanged.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)

# Spreadsheets ignore blanks and invisible characters before a formula, and some accept the full-width signs. A tab or a
# line end is guarded before any text, because a spreadsheet may remove it, so that the next character begins the cell.
_FORMULA = re.compile(
    "[\\s\x00-\x20\x7f-\x9f\xad\u200b-\u200f\u2060-\u2064\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20-]|[\t\r\n]",
)


def guarded(text: str) -> str:
    """Return the cell for a text: with an apostrophe before it if a spreadsheet would take the text for a formula.

    >>> guarded("=1+1"), guarded(" @SUM(A1)"), guarded("-1+1")
    ("'=1+1", "' @SUM(A1)", "'-1+1")

    A number is not a formula and stays as it is; so does a single `-`, which often stands for "no value".

    >>> guarded("-1.5"), guarded("-")
    ('-1.5', '-')
    """
    return f"'{text}" if _is_formula(text) else text


def unguarded(cell: str) -> str:
    """Return the text for a cell, without the apostrophe that `guarded` put before it.

    >>> unguarded("'=1+1"), unguarded("'tis")
    ('=1+1', "'tis")
    """
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def _is_formula(text: str) -> bool:
    # Leading apostrophes are ignored, so that `'=1+1` gets a second one: otherwise two texts would have the same cell.
    text = text.lstrip("'")
    return _FORMULA.match(text) is not None and text != "-" and _NUMBER.fullmatch(text) is None
