"""How much of the deltas of a text it ends with already."""

from __future__ import annotations

import random

__all__ = ["Overlap"]

PRIME = 2**127 - 1
BASE = random.SystemRandom().randrange(2**64, PRIME)
"""A number that no server can know: one that did could send texts of equal hashes that differ."""


class Overlap:
    """The longest run of the first deltas that a text ends with, found as the deltas arrive.

    Each delta is compared once, in time that is linear in its length: what would have to be compared again and again is
    compared by its hash.

    Attributes:
        length: The number of characters of that run.
    """

    __slots__ = ("_count", "_deltas", "_end", "_power", "_text", "length")

    def __init__(self, text: str) -> None:
        self.length = 0
        self._text = text
        self._count = 0
        # The hashes of all deltas, and of as many characters at the end of the text.
        self._deltas = 0
        self._end = 0
        self._power = 1

    def append(self, delta: str) -> None:
        """Take the next delta."""
        before, self._count = self._count, self._count + len(delta)
        if self._count > len(self._text):
            return
        start = len(self._text) - self._count
        for character in delta:
            self._deltas = (self._deltas * BASE + ord(character)) % PRIME
        # The characters before those that were compared, from the last one on.
        for character in reversed(self._text[start : len(self._text) - before]):
            self._end = (self._end + ord(character) * self._power) % PRIME
            self._power = self._power * BASE % PRIME
        if self._deltas == self._end:
            self.length = self._count
