"""Paths as git quotes them, which the server passes on."""

from __future__ import annotations

import re

_ESCAPE = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_NAMED = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}


def unquoted(path: str) -> str:
    r"""Return a path without the quotation marks and escapes that git writes around unusual names; others as they are.

    Git quotes each name with a quotation mark in it, so that a path with one at both ends is quoted.

    >>> unquoted(r'"caf\303\251.txt"')
    'café.txt'
    """
    if len(path) < 2 or not (path.startswith('"') and path.endswith('"')):
        return path
    try:
        return _ESCAPE.sub(_unescape, path[1:-1].encode()).decode()
    except (UnicodeError, ValueError):  # not UTF-8, or not by git
        return path


def _unescape(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8)]) if code.isdigit() else _NAMED.get(code, code)
