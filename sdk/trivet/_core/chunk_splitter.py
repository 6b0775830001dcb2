"""Large chunks, cut into pieces of limited size before a parser reads them."""

from __future__ import annotations

PIECE = 65_536
"""The most bytes that a parser reads at a time.

It bounds memory: `re` needs some 50 bytes for each repetition of a group, and a list of lines 8 for each empty line.
"""


def pieces(chunk: bytes) -> list[bytes]:
    """Return a chunk in pieces; a mock may pass a whole body as one chunk.

    >>> [len(piece) for piece in pieces(bytes(100_000))]
    [65536, 34464]
    """
    if len(chunk) <= PIECE:
        return [chunk]
    return [chunk[start : start + PIECE] for start in range(0, len(chunk), PIECE)]
