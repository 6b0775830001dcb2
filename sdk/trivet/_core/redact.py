"""Secrets kept out of errors, logs and reprs."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["HIDDEN", "blank", "redact"]

HIDDEN = "***"
# The bus service's quota fault names the key it counts for.
_IDENTIFIER = re.compile(rb"(Identifier\s*:\s*)[^\s\"'<]+")


def redact(body: bytes, secrets: tuple[str, ...]) -> bytes:
    """Blank out the credentials that an answer may echo, however it escapes them."""
    for secret in secrets:
        body = re.sub("".join(map(_spellings, secret)).encode(), HIDDEN.encode(), body)
    return _IDENTIFIER.sub(rb"\1" + HIDDEN.encode(), body)


def blank(body: bytes, names: Iterable[str]) -> bytes:
    """Blank out the texts that JSON has under certain names."""
    for name in names:
        body = re.sub(rb'("%b"\s*:\s*")(?:[^"\\]|\\.)*' % re.escape(name.encode()), rb"\1" + HIDDEN.encode(), body)
    return body


def _spellings(char: str) -> str:
    """Match one character of a secret as itself, or as JSON, HTML or a URL may write punctuation."""
    if char.isalnum():
        return char
    import html  # noqa: PLC0415  every client would pay for its table of entities

    code = ord(char)
    spellings = (f"\\u{code:04x}", f"\\{char}", f"%{code:02x}", f"&#{code};", f"&#x{code:x};", html.escape(char), char)
    return f"(?i:{'|'.join(map(re.escape, spellings))})"  # itself last, for a backslash begins its own escape
