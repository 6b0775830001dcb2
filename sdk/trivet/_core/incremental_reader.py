"""Readers that parse large documents, JSON and CSV, record by record as they arrive.

The memory that they take is independent of the length of the document: 100,000 ratings are read within 0.4 MB
(docs/benchmarks.md).
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from . import answer_decoder
from .answer import Head
from .body_bounds import LARGE, has_more_values, takes_more_memory
from .call import Call
from .chunk_splitter import pieces
from .decoders import has_form
from .json_reading import encoding_fault, loads_exactly

if TYPE_CHECKING:
    from .settings import Settings

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

LONGEST_VALUE = 64_000_000
"""The most bytes of one value of a JSON document."""

LONGEST_ROW = 1_000_000
"""The most characters of one row of a CSV document."""

DEEPEST = 200
"""The most brackets that may be open at once."""

CUT_ROW = "it ends in the middle of a row"
"""Why a CSV document whose last row has been cut is not whole."""

# Linear in time, because no two parts of a pattern can match the same byte, and with little memory, because the bytes
# come in pieces. Before Python 3.11.5, possessive groups would match a string without its end (gh-100061).
_SPACE = re.compile(rb"[ \t\n\r]*")
_SCALAR = re.compile(rb"[^ \t\n\r,\]}]*")
_IN_STRING = re.compile(rb'(?s)[^"\\]*(?:\\.[^"\\]*)*')
_UP_TO_BRACKET = re.compile(rb'(?s)[^"{}\[\]]*(?:"[^"\\]*(?:\\.[^"\\]*)*"[^"{}\[\]]*)*')
_IN_CELL = re.compile(r'[^"]*(?:""[^"]*)*')
_CELL = re.compile(r'(?:"([^"]*(?:""[^"]*)*)"|((?:[^",\r\n][^,\r\n]*)?))(?:,|\r?\n\Z)')
_QUOTE, _OPENING = ord('"'), b"{["
_SCALAR_STARTS = frozenset(b"%c" % byte for byte in b"-0123456789tfnNI")  # NaN and Infinity, too


class NotWholeError(Exception):
    """A document ended too early, or has more or fewer records than its total."""


class Reader(Protocol[T_co]):
    """Parses the records of a document.

    `feed` and `end` raise a ValueError if the document is malformed, and `end` a `NotWholeError` if it is incomplete.

    Attributes:
        count: The number of records so far.
        is_open: Whether the last record has no end of its own, so that only the number of records shows that it is
            complete.
    """

    count: int
    is_open: bool

    def feed(self, chunk: bytes) -> Iterator[T_co]:
        """Yield the records that are complete with these bytes."""
        ...

    def end(self, *, is_sized: bool = False) -> Iterator[T_co]:
        """Check that the document is complete, and yield the records that only its end completes.

        Args:
            is_sized: Whether the headers stated the length of the document, and as many bytes have arrived.
        """
        ...


def records(
    call: Call[Any], settings: Settings, items: str, record: type[T], decode: Callable[[Any], T]
) -> Callable[[Head], JsonReader[T]]:
    """Return a function that makes the reader of a JSON document once its head has arrived."""

    def read(head: Head) -> JsonReader[T]:
        def make(data: Any, index: int) -> T:
            return answer_decoder.decode_item(call, settings, head, data, record, decode, f"$.{items}[{index}]")

        return JsonReader(items, make, settings.max_values)

    return read


def rows(_: Head) -> CsvReader:
    """Return the reader of a CSV document."""
    return CsvReader()


class JsonReader(Generic[T]):
    """Reads the items of one array in a JSON object, whose field `total` is the number of the items.

    The reader only finds where each item begins and ends, and `json_reading` parses it. (A streaming parser was tried
    first: with nested input its memory grew with the square of the depth, and a long number killed the process.)

    Attributes:
        count: The number of items so far.
    """

    def __init__(self, items: str, make: Callable[[Any, int], T], max_values: int) -> None:
        """Read the array of this name.

        Args:
            items: The name of the array.
            make: Makes a record from the wire data of an item and its index.
            max_values: The most values in one value of the document, so also in one item.
        """
        self._max_values = max_values
        self._name = items
        self._make = make
        self._buffer = bytearray()
        self._at = 0
        self._kept: int | None = None  # the start of the value that is being read
        self._has_array = False
        self._total: Any = None
        self._items = self._document()
        self.count = 0
        self.is_open = False

    def feed(self, chunk: bytes) -> Iterator[T]:
        """Yield the items that are complete with these bytes."""
        for piece in pieces(chunk):
            used = self._at if self._kept is None else self._kept
            del self._buffer[:used]
            self._at -= used
            self._kept = None if self._kept is None else 0
            self._buffer += piece
            if self._kept is not None and len(self._buffer) > LONGEST_VALUE:
                raise ValueError(f"one value of it is longer than {LONGEST_VALUE} bytes")
            for item in self._items:
                if item is None:  # more bytes are needed
                    break
                self.count += 1
                yield self._make(self._loaded(item), self.count - 1)
            else:
                self._at = _end(_SPACE, self._buffer, self._at)
                if self._at < len(self._buffer):
                    raise ValueError("it has data after its end")

    def end(self, *, is_sized: bool = False) -> Iterator[T]:
        """Check that the document is complete and has as many items as its total; yield nothing."""
        if next(self._items, b"") is None:
            raise NotWholeError("it ends in the middle")
        if not self._has_array:
            raise ValueError(f"it has no array {self._name}")
        if type(self._total) not in (int, float):
            raise ValueError("it has no total")
        if self._total != self.count:
            raise NotWholeError(f"it holds {self.count} {self._name}, and says that there are {self._total}")
        yield from ()

    # The methods below are one coroutine over the buffer: `_document` yields the bytes of each item, and all of them
    # yield None whenever more bytes are needed. So the parser can stop at any byte.

    def _document(self) -> Generator[bytearray | None, None, None]:
        """Yield the bytes of each item, and None whenever more bytes are needed."""
        yield from self._mark()
        yield from self._sign(b"{")
        while True:
            name = self._loaded((yield from self._value()))
            if not has_form(name, str):
                raise ValueError("it is not JSON: a name must be text")
            yield from self._sign(b":")
            if name == self._name:
                yield from self._array()
            else:
                value = self._loaded((yield from self._value()))
                if name == "total":
                    self._total = value
            if (yield from self._sign(b",}")) == b"}":
                return

    def _array(self) -> Generator[bytearray | None, None, None]:
        if (yield from self._next()) != b"[":
            raise ValueError(f"its {self._name} is not an array")
        self._at += 1
        self._has_array = True
        if (yield from self._next()) == b"]":
            self._at += 1
            return
        while True:
            yield (yield from self._value())
            if (yield from self._sign(b",]")) == b"]":
                return

    def _mark(self) -> Generator[None, None, None]:
        """Consume a byte order mark, which some servers send before the document."""
        mark = codecs.BOM_UTF8
        while len(self._buffer) < len(mark) and mark.startswith(self._buffer):
            yield None
        if fault := encoding_fault(self._buffer):
            raise ValueError(f"it is not JSON: {fault}")
        if self._buffer.startswith(mark):
            self._at = len(mark)

    def _next(self) -> Generator[None, None, bytes]:
        """Return the next byte that is not white space, without consuming it."""
        while True:
            self._at = _end(_SPACE, self._buffer, self._at)
            if self._at < len(self._buffer):
                return bytes(self._buffer[self._at : self._at + 1])
            yield None

    def _sign(self, allowed: bytes) -> Generator[None, None, bytes]:
        """Consume and return one of several signs."""
        sign = yield from self._next()
        if sign not in [allowed[at : at + 1] for at in range(len(allowed))]:
            raise ValueError(f"it is not JSON: expected {' or '.join(allowed.decode())}")
        self._at += 1
        return sign

    def _value(self) -> Generator[None, None, bytearray]:
        """Return the bytes of the next value."""
        first = yield from self._next()
        self._kept = self._at
        if first == b'"':
            self._at += 1
            yield from self._string()
        elif first in (b"{", b"["):
            yield from self._nested()
        elif first not in _SCALAR_STARTS:
            raise ValueError("it is not JSON: expected a value")
        else:
            while True:
                self._at = _end(_SCALAR, self._buffer, self._at)
                if self._at < len(self._buffer):
                    break
                yield None
        value, self._kept = self._buffer[self._kept : self._at], None
        if len(value) >= LARGE:  # otherwise the next piece removes it, after it was parsed
            del self._buffer[: self._at]
            self._at = 0
        return value

    def _nested(self) -> Generator[None, None, None]:
        """Consume an object or an array."""
        depth = 0
        while True:
            self._at = _end(_UP_TO_BRACKET, self._buffer, self._at)
            if self._at == len(self._buffer):
                yield None
                continue
            sign = self._buffer[self._at]
            self._at += 1
            if sign == _QUOTE:  # the pattern stops at a string whose end has not arrived
                yield from self._string()
                continue
            depth += 1 if sign in _OPENING else -1
            if depth > DEEPEST:
                raise ValueError(f"it is nested more than {DEEPEST} deep")
            if not depth:
                return

    def _string(self) -> Generator[None, None, None]:
        """Consume the rest of a string."""
        while True:
            self._at = _end(_IN_STRING, self._buffer, self._at)
            if self._at < len(self._buffer) and self._buffer[self._at] == _QUOTE:
                self._at += 1
                return
            yield None

    def _loaded(self, value: bytearray) -> Any:
        if has_more_values(value, self._max_values):
            raise ValueError(f"one value of it has more than max_values, {self._max_values} values")
        if takes_more_memory(value, 4 * LONGEST_VALUE):
            raise ValueError(f"the texts of one value of it would take more than {4 * LONGEST_VALUE} bytes")
        try:
            return loads_exactly(value)
        except ValueError as error:
            why = str(error)
        raise ValueError(f"it is not JSON: {why}")


def _end(pattern: re.Pattern[bytes], buffer: bytearray, at: int) -> int:
    match = pattern.match(buffer, at)
    return at if match is None else match.end()


class CsvReader:
    """Reads the rows of a CSV document (RFC 4180) as dicts, whose keys are the cells of the first row.

    Attributes:
        count: The number of rows so far.
        is_open: Whether the last row has no line end.
    """

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._lines: list[str] = []  # of a row whose end has not arrived
        self._line: list[str] = []  # the parts of its last line
        self._in_cell = False  # whether the lines end inside a quoted cell
        self._length = 0
        self._names: list[str] | None = None
        self.count = 0
        self.is_open = False

    def feed(self, chunk: bytes) -> Iterator[dict[str, str]]:
        """Yield the rows that are complete with these bytes."""
        for piece in pieces(chunk):
            *lines, rest = self._decoded(piece).split("\n")
            for line in lines:
                self._append(line + "\n")
                yield from self._end_line()
            if rest:
                self._append(rest)

    def end(self, *, is_sized: bool = False) -> Iterator[dict[str, str]]:
        """Check that the last row is complete, and yield it if it has no line end.

        Args:
            is_sized: Whether the headers stated the length of the document, and as many bytes have arrived. Otherwise
                a row without a line end counts as incomplete.
        """
        if self._lines or self._line or self._decoder.getstate()[0]:
            rows = self._open_row() if is_sized else None
            if rows is None:
                raise NotWholeError(CUT_ROW)
            self.is_open = True
            yield from rows
        if self._names is None:
            raise NotWholeError("it is empty")

    def _open_row(self) -> list[dict[str, str]] | None:
        """Return the last row, which has no line end; None if it shows that it has been cut."""
        line = "".join(self._line)
        if self._decoder.getstate()[0] or line.endswith("\r") or _ends_in_cell(line, inside=self._in_cell):
            return None
        with suppress(ValueError):
            return list(self._row("".join([*self._lines, line, "\n"])))
        return None

    def _end_line(self) -> Iterator[dict[str, str]]:
        """Yield the row that a line completes, unless the line ends inside a quoted cell."""
        line = "".join(self._line)
        self._line.clear()
        self._lines.append(line)
        self._in_cell = _ends_in_cell(line, inside=self._in_cell)
        if not self._in_cell:
            row = "".join(self._lines)
            self._lines.clear()
            self._length = 0
            yield from self._row(row)

    def _decoded(self, piece: bytes) -> str:
        try:
            return self._decoder.decode(piece)
        except UnicodeDecodeError as error:
            why = error.reason
        raise ValueError(f"it is not utf-8: {why}")  # outside the handler: the context would hold the bytes

    def _append(self, text: str) -> None:
        self._line.append(text)
        self._length += len(text)
        if self._length > LONGEST_ROW:
            raise ValueError(f"a row of it has no end within {LONGEST_ROW} characters")

    def _row(self, text: str) -> Iterator[dict[str, str]]:
        try:
            [cells] = csv.reader([text], strict=True)
        except csv.Error as error:
            cells = _cells(text)
            if not cells:
                raise ValueError(f"row {self.count + 1} is not CSV: {error}") from error
        if self._names is None:
            if len(set(cells)) < len(cells):
                raise ValueError("its header names a column twice")
            self._names = cells
            return
        if len(cells) != len(self._names):
            raise ValueError(f"row {self.count + 1} has {len(cells)} cells, not {len(self._names)}")
        self.count += 1
        yield dict(zip(self._names, cells, strict=True))


def _ends_in_cell(line: str, *, inside: bool) -> bool:
    """Whether a line ends inside a quoted cell. A quotation mark within an unquoted cell is a letter: `5" screen`.

    Args:
        line: The line.
        inside: Whether it begins inside a quoted cell.
    """
    if '"' not in line:
        return inside
    at = 0
    while True:
        if inside or line.startswith('"', at):
            at = _end_of_cell(line, at if inside else at + 1)
            if at == len(line):
                return True
            inside = False
        at = line.find(",", at) + 1
        if not at:
            return False


def _end_of_cell(line: str, at: int) -> int:
    """Return the place of the quotation mark that ends a quoted cell, or the length of the line."""
    match = _IN_CELL.match(line, at)
    return at if match is None else match.end()


def _cells(text: str) -> list[str]:
    """Return the cells of a row; none if it is not CSV.

    The module `csv` is faster, but takes cells of up to 131,072 characters, by a limit for the whole program.
    """
    cells: list[str] = []
    at = 0
    while at < len(text):
        match = _CELL.match(text, at)
        if match is None:
            return []
        cells.append(match[2] if match[1] is None else match[1].replace('""', '"'))
        at = match.end()
    return cells
