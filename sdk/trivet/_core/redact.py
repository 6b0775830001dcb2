"""Secrets kept out of errors, logs and reprs."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["HIDDEN", "blank", "redact"]

HIDDEN = "***"
# The bus service's quota fault contains the key.
_IDENTIFIER = re.compile(rb"(Identifier\s*:\s*)[^\s\"'<]+")


def redact(body: bytes, secrets: tuple[str, ...]) -> bytes:
    """Blank out secrets that an answer may echo, in every way of escaping them."""
    for secret in secrets:
        body = re.sub("".join(map(_spellings, secret)).encode(), HIDDEN.encode(), body)
    return _IDENTIFIER.sub(rb"\1" + HIDDEN.encode(), body)


def blank(body: bytes, names: Iterable[str]) -> bytes:
    """Blank out the text values of certain JSON names."""
    for name in names:
        body = re.sub(rb'("%b"\s*:\s*")(?:[^"\\]|\\.)*' % re.escape(name.encode()), rb"\1" + HIDDEN.encode(), body)
    return body


def _spellings(char: str) -> str:
    """Return a pattern for one character as it is, and as JSON, HTML and URLs may escape it."""
    if char.isalnum():
        return char
    import html  # noqa: PLC0415  every client would pay for its table of entities

    code = ord(char)
    spellings = (f"\\u{code:04x}", f"\\{char}", f"%{code:02x}", f"&#{code};", f"&#x{code:x};", html.escape(char), char)
    return f"(?i:{'|'.join(map(re.escape, spellings))})"  # the character itself last: a backslash begins its own escape
