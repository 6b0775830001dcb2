"""Text of a server where a terminal, or a spreadsheet, would act upon it."""

from __future__ import annotations

import re
from collections.abc import Callable

from trivet._text import printable

__all__ = ["formula_free", "in_json", "in_yaml", "visible"]

_ENDLESS = 1 << 62
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_FORMULA = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")
"""What begins a formula after any blanks; the last four are the full-width forms, which some spreadsheets accept."""
_BLANK = frozenset("\t\r\n")
"""What a spreadsheet may remove from the beginning of a cell, so that a formula is left."""


def visible(text: str) -> str:
    r"""Return text on one line, with an escape for each character that a terminal would act upon.

    >>> visible("red\x1b[31m\n")
    'red\\x1b[31m\\n'
    """
    return text if text.isprintable() else printable(text, _ENDLESS)


def in_json(document: str) -> str:
    r"""Return a JSON document whose strings have a JSON escape for each such character; it means the same.

    >>> in_json('{"a": "\u202e"}')
    '{"a": "\\u202e"}'
    """
    return _with_escapes(document, _json)


def in_yaml(document: str) -> str:
    """Return a YAML document with a YAML escape for each such character; they must stand in double quotes."""
    return _with_escapes(document, _yaml)


def _with_escapes(document: str, escape: Callable[[int], str]) -> str:
    # Line ends stand between tokens: in strings they are escaped already.
    return "\n".join(
        each if each.isprintable() else "".join(c if printable(c) == c else escape(ord(c)) for c in each)
        for each in document.split("\n")
    )


def _json(code: int) -> str:
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def _yaml(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def formula_free(text: str) -> str:
    """Return the text of a CSV cell: with an apostrophe before what a spreadsheet would take for a formula.

    Text that is a number and nothing else stays as it is: `-1.5` calculates nothing.

    >>> formula_free("=1+1"), formula_free("-1.5"), formula_free("-1+1")
    ("'=1+1", '-1.5', "'-1+1")
    """
    suspect = text[:1] in _BLANK or text.lstrip()[:1] in _FORMULA
    return f"'{text}" if text and suspect and not _NUMBER.fullmatch(text) else text
