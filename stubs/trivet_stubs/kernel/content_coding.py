"""The content codings that are unpacked, each within a bound: gzip and deflate (RFC 9110, section 8.4.1)."""

import zlib
from typing import Literal

UNPACKED = ("gzip", "x-gzip", "deflate")
"""The codings that `unpack` knows, beside none and `identity`."""

_GZIP = 16 + zlib.MAX_WBITS


class NotUnpacked(Exception):
    """A body cannot be unpacked; the message gives the reason."""

    def __init__(self, message: str, kind: Literal["coding", "size"]) -> None:
        super().__init__(message)
        self.kind = kind
        """Whether the coding is not known, or the unpacked body is too large."""


class BrokenCoding(Exception):
    """A body is not packed in the coding of its header."""


def coding_name(coding: str) -> str:
    """Return the name of a coding as `unpack` compares it; empty for `identity`.

    >>> coding_name(" GZIP")
    'gzip'
    """
    name = coding.strip().lower()
    return "" if name == "identity" else name


def unpack(body: bytes, coding: str, limit: int) -> bytes:
    """Return a body, unpacked.

    >>> unpack(gzip.compress(b"text"), "gzip", 1000)
    b'text'

    Args:
        body: The body as it was sent.
        coding: The value of its `content-encoding`.
        limit: The number of bytes that the unpacked body may have.

    Raises:
        NotUnpacked: The body is too large, or its coding is unknown.
        BrokenCoding: The body is not packed in its coding.
    """
    name = coding_name(coding)
    if not name or not body:
        return body
    if name not in UNPACKED:
        raise NotUnpacked(f"the content-encoding {name[:40]!r} is not unpacked", "coding")
    try:
        if name == "deflate":
            # Some servers send deflate data without the zlib header, which begins with 8 in the low bits.
            return _inflate(body, zlib.MAX_WBITS if body[0] & 15 == 8 else -zlib.MAX_WBITS, limit)
        return _inflate(body, _GZIP, limit)
    except zlib.error as error:
        raise BrokenCoding(f"the body is not packed as {name}: {error}") from None


def _inflate(body: bytes, bits: int, limit: int) -> bytes:
    parts: list[bytes] = []
    left = limit
    while body:  # gzip data may have several members
        member = zlib.decompressobj(bits)
        parts.append(member.decompress(body, left + 1))
        left -= len(parts[-1])
        if left < 0 or member.unconsumed_tail:
            raise NotUnpacked(f"the body unpacks to more than {limit} bytes", "size")
        if not member.eof:
            raise zlib.error("it ends too early")
        body = member.unused_data.lstrip(b"\0")
    return b"".join(parts)
