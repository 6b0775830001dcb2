"""Part of a file: how to ask for the rest of it, and where what comes belongs (RFC 9110, 14)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["Place", "place", "range_headers", "validator"]

_LENGTH = re.compile(r"[0-9]{1,19}")
_CONTENT_RANGE = re.compile(r"bytes (?:([0-9]{1,19})-([0-9]{1,19})|\*)/([0-9]{1,19}|\*)")


class Place(NamedTuple):
    """Where a body belongs in its file: the offset of its first byte, and the length of the whole if it is known."""

    start: int
    total: int | None


def range_headers(have: int, validator: str | None) -> dict[str, str]:
    """Ask for what follows the first `have` bytes, or for everything, should the file have changed."""
    if not have or validator is None:
        return {}
    return {"range": f"bytes={have}-", "if-range": validator}


def validator(headers: Mapping[str, str]) -> str | None:
    """Find what tells this file from a later one of the same name; a weak ETag does not."""
    tag = headers.get("etag")
    return tag if tag and not tag.startswith("W/") else None


def place(status: int, headers: Mapping[str, str], have: int) -> Place | None:
    """Where the body of an answer belongs; None when it is no part that was asked for."""
    if status == 200:
        length = headers.get("content-length", "")
        return Place(0, int(length) if _LENGTH.fullmatch(length) else None)
    match = _CONTENT_RANGE.fullmatch(headers.get("content-range", ""))
    if match is None:
        return None
    total = None if match[3] == "*" else int(match[3])
    if status == 206 and match[1] is not None and int(match[1]) == have:
        return Place(have, total)
    if status == 416 and total == have:  # nothing follows: all of it is here
        return Place(have, total)
    return None
