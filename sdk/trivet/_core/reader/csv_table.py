"""The rows of a CSV document."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator

from ..answer import Head
from ..pieces import pieces
from .protocol import NotWholeError

__all__ = ["CsvReader", "rows"]

LONGEST_ROW = 1_000_000
"""The most characters of one row."""


def rows(_: Head) -> CsvReader:
    """Return the reader of a CSV document."""
    return CsvReader()


class CsvReader:
    """Reads the rows of a CSV document (RFC 4180), as mappings with the names of its first row.

    Attributes:
        count: The number of rows so far.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._texts: list[str] = []  # of a row whose end has not arrived
        self._quotes = 0
        self._length = 0
        self._names: list[str] | None = None
        self.count = 0

    def feed(self, chunk: bytes) -> Iterator[dict[str, str]]:
        """Yield the rows that are complete with these bytes."""
        for piece in pieces(chunk):
            *lines, rest = self._decoded(piece).split("\n")
            for line in lines:
                self._append(line + "\n")
                if self._quotes % 2 == 0:  # otherwise the line ends inside a quoted cell
                    row = "".join(self._texts)
                    self._texts.clear()
                    self._length = self._quotes = 0
                    yield from self._row(row)
            if rest:
                self._append(rest)

    def end(self) -> Iterator[dict[str, str]]:
        """Yield nothing, and check that the last row is whole."""
        if self._texts or self._decoder.getstate()[0]:
            raise NotWholeError("it ends in the middle of a row")
        if self._names is None:
            raise NotWholeError("it is empty")
        yield from ()

    def _decoded(self, piece: bytes) -> str:
        try:
            return self._decoder.decode(piece)
        except UnicodeDecodeError as error:
            why = error.reason
        raise ValueError(f"it is not utf-8: {why}")  # outside the handler: the context would hold the bytes

    def _append(self, text: str) -> None:
        self._texts.append(text)
        self._quotes += text.count('"')
        self._length += len(text)
        if self._length > LONGEST_ROW:
            raise ValueError(f"a row of it has no end within {LONGEST_ROW} characters")

    def _row(self, text: str) -> Iterator[dict[str, str]]:
        try:
            [cells] = csv.reader([text], strict=True)
        except csv.Error as error:
            raise ValueError(f"row {self.count + 1} is not CSV: {error}") from error
        if self._names is None:
            self._names = cells
            return
        if len(cells) != len(self._names):
            raise ValueError(f"row {self.count + 1} has {len(cells)} cells, not {len(self._names)}")
        self.count += 1
        yield dict(zip(self._names, cells, strict=True))
