"""What a reader does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

__all__ = ["NotWholeError", "Reader"]

T_co = TypeVar("T_co", covariant=True)


class NotWholeError(Exception):
    """A document ended too early, or holds fewer or more records than its total."""


class Reader(Protocol[T_co]):
    """Makes records of the bytes of a document.

    `feed` and `end` raise a ValueError if the document is malformed, and `end` a `NotWholeError` if it is incomplete.
    """

    count: int

    def feed(self, chunk: bytes) -> Iterator[T_co]:
        """Yield the records that are complete with these bytes."""
        ...

    def end(self) -> Iterator[T_co]:
        """Yield the records that the end of the document completes, and check that it is whole."""
        ...
