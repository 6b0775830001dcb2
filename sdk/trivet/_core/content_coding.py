"""Decompression of bodies as they arrive, in steps of bounded size (content codings, RFC 9110, 8.4).

httpx decompresses whole chunks: 64 kB of gzip may become 66 MB, and if they are compressed twice, gigabytes, before a
limit could count them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Protocol

STEP = 1_000_000
"""The most bytes that one step returns: 1 kB of gzip may hold 1 MB."""

# RFC 9110, 8.4.1: `x-gzip` is another name of gzip, and deflate is zlib's format.
_WINDOWS = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}


class CodingError(Exception):
    """A body is not compressed as its headers say."""


class UnknownCodingError(CodingError):
    """A body is compressed in a way that was not requested."""


class Decompressor(Protocol):
    """Decompresses a body that arrives in chunks."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the decompressed content of a chunk, in parts of at most `STEP` bytes.

        Raises:
            CodingError: The bytes are not compressed as the headers say.
        """
        ...

    def end(self) -> None:
        """Check that the body is complete.

        Raises:
            CodingError: Its end is missing.
        """
        ...


def codings_of(content_encoding: str) -> list[str]:
    """Return the names in a `Content-Encoding`, without those that change nothing."""
    named = [part.strip() for part in content_encoding.split(",")]
    return [coding for coding in named if coding.lower() not in ("", "identity")]


def decompressor(content_encoding: str) -> Decompressor:
    """Return the decompressor for a body with this `Content-Encoding`.

    Raises:
        UnknownCodingError: The body is compressed more than once, or in a way that was not requested.
    """
    codings = codings_of(content_encoding) if content_encoding else ()  # most bodies have no coding
    if not codings:
        return Identity()
    if len(codings) > 1:  # 496 bytes that are compressed twice can become 404 MB
        raise UnknownCodingError(f"the body is compressed {len(codings)} times, which was not requested")
    if codings[0].lower() not in _WINDOWS:  # the message keeps its case, in which secrets are recognised
        raise UnknownCodingError(f"the body is compressed as {codings[0]}, which was not requested")
    return _Zlib(codings[0].lower())


class Identity:
    """Passes on a body that is not compressed."""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the chunk."""
        yield chunk

    def end(self) -> None:
        """Do nothing: the connection checks the length."""


class _Zlib:
    """Decompresses gzip, of one member or several, or deflate."""

    def __init__(self, coding: str) -> None:
        self._coding = coding
        self._decompressor = zlib.decompressobj(_WINDOWS[coding])
        self._begun = False
        self._first: bytes = b""

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        if not self._begun:
            chunk, self._first = self._first + chunk, b""
            if len(chunk) < 2:  # zlib's header has two bytes, and the first failure must show whether it is there
                self._first = chunk
                return
        while chunk:
            if self._decompressor.eof:
                if self._coding == "deflate":
                    raise CodingError("the body is not deflate: bytes follow its end")
                chunk = chunk.lstrip(b"\0")  # another gzip member follows (RFC 1952, 2.2), or zero padding
                if not chunk:
                    return
                self._restart(_WINDOWS[self._coding])
            try:
                part = self._decompressor.decompress(chunk, STEP)
            except zlib.error as error:
                if self._begun or self._coding != "deflate":
                    raise CodingError(f"the body is not {self._coding}: {error}") from None
                self._restart(-zlib.MAX_WBITS)  # some servers send deflate without zlib's header
                self._begun = True
                continue
            self._begun = True
            chunk = self._decompressor.unconsumed_tail or self._decompressor.unused_data
            if part:
                yield part

    def end(self) -> None:
        if self._first or (self._begun and not self._decompressor.eof):
            raise CodingError(f"the body is incomplete: its {self._coding} data has no end")

    def _restart(self, window: int) -> None:
        self._decompressor = zlib.decompressobj(window)
