"""Range requests: headers that request the rest of a file, and the part that the answer holds (RFC 9110, 14)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

_LENGTH = re.compile(r"[0-9]{1,19}")
_TAG = re.compile(r"(?!W/)[!-~]{1,1000}")  # printable ASCII, so that it can be sent back, and of a reasonable length
_CONTENT_RANGE = re.compile(r"bytes (?:([0-9]{1,19})-([0-9]{1,19})|\*)/([0-9]{1,19}|\*)")


class BodyRange(NamedTuple):
    """The part of a file that a body holds: from an offset to the end.

    Attributes:
        start: The offset of its first byte.
        total: The length of the file; None if it is not known.
    """

    start: int
    total: int | None


def range_headers(offset: int, validator: str | None) -> dict[str, str]:
    """Return the headers that request the bytes from an offset on, or the whole file if it has changed.

    Without a validator, nothing shows whether the file has changed, so there are no headers for a part.
    """
    if not offset or validator is None:
        return {}
    return {"range": f"bytes={offset}-", "if-range": validator}


def validator(headers: Mapping[str, str]) -> str | None:
    """Return the strong ETag, which identifies a version of the file, or None."""
    tag = headers.get("etag", "")
    return tag if _TAG.fullmatch(tag) else None


def content_length(headers: Mapping[str, str]) -> int | None:
    """Return the length of a body, or None if the headers do not state a valid one."""
    length = headers.get("content-length", "")
    return int(length) if _LENGTH.fullmatch(length) else None


def body_range(status: int, headers: Mapping[str, str], offset: int) -> BodyRange | None:
    """Return the part of the file that the body of an answer holds, or None if it is not the requested part."""
    if status == 200:
        return BodyRange(0, content_length(headers))
    match = _CONTENT_RANGE.fullmatch(headers.get("content-range", ""))
    if match is None:
        return None
    total = None if match[3] == "*" else int(match[3])
    if status == 206 and match[1] is not None and int(match[1]) == offset:
        return BodyRange(offset, total)
    if status == 416 and 0 < offset == total:  # nothing follows: the file is complete
        return BodyRange(offset, total)
    return None
