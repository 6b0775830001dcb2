"""Chunks of any size in pieces of a limited size."""

from __future__ import annotations

__all__ = ["PIECE", "pieces"]

PIECE = 65_536
"""The most bytes that a reader takes at a time.

`re` needs some 50 bytes of memory for each repetition of a group, and a list 8 for each empty line.
"""


def pieces(chunk: bytes) -> list[bytes]:
    """Return a chunk in pieces; a body that was unpacked may come in one chunk.

    >>> [len(piece) for piece in pieces(bytes(100_000))]
    [65536, 34464]
    """
    if len(chunk) <= PIECE:
        return [chunk]
    return [chunk[start : start + PIECE] for start in range(0, len(chunk), PIECE)]
