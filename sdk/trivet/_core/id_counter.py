"""The ids of the records of a long document, counted within bounded memory: how many of them came before."""

from __future__ import annotations

from array import array
from hashlib import blake2b

MOST = 500_000
"""The most digests of ids that are kept."""

_PARTS = 256


class IdCounter:
    """Counts the records whose id an earlier record has.

    >>> ids = IdCounter()
    >>> for record in ("a", "b", "a"):
    ...     ids.add(record)
    >>> ids.repeated
    1

    A digest of eight bytes is kept of each id. Half a million of them take 4 MB, and two different ids have the same
    one in about one of 100 million such documents. Of more ids, the digests whose last bit is set are dropped, then
    those whose last bit but one is set, and so on: among the ids that are left, every repeat is counted, so that
    `repeated` is never too high.

    Attributes:
        is_exact: Whether all ids are counted; otherwise `repeated` is a lower bound.
    """

    __slots__ = ("_count", "_dropped", "_parts")

    def __init__(self) -> None:
        self._parts = [array("Q") for _ in range(_PARTS)]
        self._count = 0
        self._dropped = 0  # the bits that are zero in every digest that is kept

    def add(self, identity: object) -> None:
        """Count the id of a record."""
        digest = blake2b(str(identity).encode(errors="surrogatepass"), digest_size=8).digest()
        number = int.from_bytes(digest, "big")
        if number & self._dropped:
            return
        self._parts[digest[0]].append(number)
        self._count += 1
        if self._count > MOST:
            self._halve()

    @property
    def repeated(self) -> int:
        """The number of records whose id an earlier record has."""
        return sum(len(part) - len(set(part)) for part in self._parts)

    @property
    def is_exact(self) -> bool:
        return not self._dropped

    def _halve(self) -> None:
        self._dropped = 2 * self._dropped + 1
        self._parts = [array("Q", [number for number in part if not number & self._dropped]) for part in self._parts]
        self._count = sum(map(len, self._parts))
