"""Text from a server or from the user, made fit for one line of a message, a log or a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping

LONGEST = 1000
"""The most characters of a server's text that a message shows."""

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

# Characters that may move a cursor, forge a line of a log, or reorder the text around them: controls (with ESC, and CSI
# in its C1 form), line separators, invisible format characters and unpaired surrogates. Joiners are not among them,
# because many scripts and emoji need them.
_SUSPECT = (
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def printable(text: str, longest: int = LONGEST) -> str:
    r"""Return text as one line of limited length, with the characters escaped that a terminal would act upon.

    Escaping text twice has no effect, so backslashes stay as they are.

    >>> printable("red\x1b[31m\n")
    'red\\x1b[31m\\n'
    """
    text = cut(text, longest)
    if text.isprintable():
        return text
    return cut(re.sub(_SUSPECT, _escape, text), longest)


def cut(text: str, longest: int) -> str:
    """Return text, or its start with three dots at the end if it is too long."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def request_id_of(headers: Mapping[str, str]) -> str | None:
    """Return the service's identifier of a request from the headers of its answer; None if there is none."""
    request_id = headers.get("x-request-id")
    return request_id and printable(request_id, 200)


def short_repr(value: object) -> str:
    """Return the repr of an argument, in 80 characters at most."""
    if type(value) is str:
        return Described(printable(repr(value[:100]), 80))  # without a copy of a long text
    if isinstance(value, Described):
        return value
    try:
        return Described(printable(repr(value), 80))
    except Exception:  # the user's class may raise anything
        return Described(f"<{type(value).__name__} without a repr>")


class Described(str):
    """The repr or the description of a value, which is its own repr: an error keeps its message when it is pickled."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    code = ord(char)
    if code < 0x100:
        return _NAMED.get(char) or f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
