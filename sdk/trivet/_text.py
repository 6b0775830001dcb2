"""Text of a server or of the user, made fit for one line of a message, a log or a terminal."""

from __future__ import annotations

import re

__all__ = ["LONGEST", "cut", "printable", "short_repr"]


LONGEST = 1000
"""The most characters of a server's text that a message shows."""

# What may move a cursor, forge a line of a log, or reorder the text around it: controls (ESC and the C1 form of CSI
# among them), line separators, invisible format characters, half surrogates. Joiners belong to scripts and emoji.
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SUSPECT = (
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def printable(text: str, longest: int = LONGEST) -> str:
    r"""Return text on one line and of limited length; what a terminal would act upon is escaped.

    Doing it twice changes nothing, so backslashes stay as they are.

    >>> printable("red\x1b[31m\n")
    'red\\x1b[31m\\n'
    """
    shown = cut(text, longest)
    if shown.isprintable():
        return shown
    return cut(re.sub(_SUSPECT, _escape, shown), longest)


def cut(text: str, longest: int) -> str:
    """Return the start of text that is too long, with three dots at its end."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


class _Repr(str):
    """The repr of a value; it is its own repr, so that a pickled error has the same message."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def short_repr(value: object) -> str:
    """Return the repr of a value of the user's, in 80 characters at most."""
    if type(value) is str:
        return _Repr(printable(repr(value[:100]), 80))  # more of it is not shown
    try:
        return _Repr(printable(repr(value), 80))
    except Exception:  # a class of the user's
        return _Repr(f"<{type(value).__name__} without a repr>")


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    code = ord(char)
    if code < 0x100:
        return _NAMED.get(char) or f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
