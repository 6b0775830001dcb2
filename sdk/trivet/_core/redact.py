"""Secrets kept out of errors, logs and reprs."""

from __future__ import annotations

import re

__all__ = ["HIDDEN", "redact"]

HIDDEN = "***"
# The bus service's quota fault names the key it counts for.
_IDENTIFIER = re.compile(rb"(Identifier\s*:\s*)[^\s\"'<]+")


def redact(body: bytes, secrets: tuple[str, ...]) -> bytes:
    """Blank out the credentials that an answer may echo."""
    for secret in secrets:
        body = body.replace(secret.encode(), HIDDEN.encode())
    return _IDENTIFIER.sub(rb"\1" + HIDDEN.encode(), body)
