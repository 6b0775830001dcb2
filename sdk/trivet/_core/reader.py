"""Documents read as they arrive: bytes in, records out, and at the end whether that was all."""

from __future__ import annotations

import codecs
import csv
import importlib
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ..errors import TrivetError
from . import codec
from .answer import Head
from .call import Call
from .wire import has_form

if TYPE_CHECKING:
    from .settings import Settings

__all__ = ["CsvReader", "JsonReader", "NotWholeError", "Reader", "records", "rows"]

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

LONGEST_ROW = 1_000_000
"""So much without the end of a row, or without an item, means that this is not the document."""


class NotWholeError(Exception):
    """A document ended too early, or holds fewer or more records than it says."""


class Reader(Protocol[T_co]):
    """What makes records of a document.

    `feed` and `end` raise a ValueError where the document is not of its form, and `end` a `NotWholeError` where it is
    not all there.
    """

    count: int

    def feed(self, chunk: bytes) -> Iterator[T_co]:
        """Give the records that are complete with these bytes."""
        ...

    def end(self) -> Iterator[T_co]:
        """Give what the end of the document completes, and check that it is whole."""
        ...

    def close(self) -> None:
        """Read no more, whether that was the end or not."""
        ...


class JsonReader(Generic[T]):
    """The items of one array of a JSON object, told by `total` beside it how many there are.

    Attributes:
        count: How many items came.
    """

    def __init__(self, items: str, make: Callable[[Any, int], T]) -> None:
        """Read the array of this name; `make` gets each of its items as wire data, and its index."""
        ijson = _ijson()
        self._broken: type[Exception] = ijson.JSONError
        self._cut: type[Exception] = ijson.IncompleteJSONError
        self._name = items
        self._make = make
        self._items: Any = ijson.sendable_list()
        self._totals: Any = ijson.sendable_list()
        self._parsers = [
            # As floats, the parser would refuse whole numbers of more than 64 bits, too.
            ijson.items_coro(self._items, f"{items}.item", use_float=False),
            ijson.items_coro(self._totals, "total", use_float=False),
        ]
        self._start = b""
        self.count = 0

    def feed(self, chunk: bytes) -> Iterator[T]:
        """Give the items that are complete with these bytes."""
        if chunk:  # no bytes at all are the end to the parser
            self._tell(lambda parser: parser.send(chunk), cut=())
        if not self.count and len(self._start) < LONGEST_ROW:
            self._start += chunk
        yield from self._made()

    def end(self) -> Iterator[T]:
        """Give nothing more, and check that the document is whole and as long as it says."""
        self._tell(lambda parser: parser.close(), cut=self._cut)
        yield from self._made()
        if not (self.count or self._is_empty_array()):
            raise ValueError(f"it has no array {self._name}")
        if not self._totals:
            raise ValueError("it has no total")
        if self._totals[0] != self.count:
            raise NotWholeError(f"it holds {self.count} {self._name}, and says that there are {self._totals[0]}")

    def close(self) -> None:
        """Read no more; a parser that is left alone would complain that its document is not whole."""
        for parser in self._parsers:
            with suppress(self._broken, UnicodeDecodeError):
                parser.close()

    def _tell(self, what: Callable[[Any], object], *, cut: type[Exception] | tuple[()]) -> None:
        # One backend calls whatever is wrong incomplete, and quotes the document, which may echo a token.
        try:
            for parser in self._parsers:
                what(parser)
        except cut:
            raise NotWholeError("it ends in the middle") from None
        except (self._broken, UnicodeDecodeError) as error:
            raise ValueError(f"it is not JSON: {str(error).partition(chr(10))[0]}") from None

    def _made(self) -> Iterator[T]:
        items, self._items[:] = [*self._items], []
        for item in items:
            self.count += 1
            yield self._make(_with_floats(item), self.count - 1)

    def _is_empty_array(self) -> bool:
        """Whether a document without items has the place for them all the same."""
        document: Any = json.loads(self._start) if len(self._start) < LONGEST_ROW else None
        return has_form(document, dict) and document.get(self._name) == []


def _with_floats(value: Any) -> Any:
    """Make floats of the parser's decimals, in place."""
    if has_form(value, Decimal):
        return float(value)
    if has_form(value, dict) or has_form(value, list):
        for key, each in value.items() if has_form(value, dict) else enumerate(value):
            if not has_form(each, str):
                value[key] = _with_floats(each)
    return value


def records(
    call: Call[Any], settings: Settings, items: str, record: type[T], decode: Callable[[Any], T]
) -> Callable[[Head], JsonReader[T]]:
    """What makes the reader of a JSON document's records, once its head is here.

    Raises:
        TrivetError: There is no ijson to read it with.
    """
    _ijson()  # better now than in the middle of an answer

    def read(head: Head) -> JsonReader[T]:
        def make(data: Any, index: int) -> T:
            return codec.one(call, settings, head, data, record, decode, f"$.{items}[{index}]")

        return JsonReader(items, make)

    return read


def _ijson() -> Any:
    try:
        return importlib.import_module("ijson")  # an optional extra, without types
    except ImportError:
        raise TrivetError("an export in JSON is read with ijson: install trivet[export]") from None


def rows(_: Head) -> CsvReader:
    """The reader of a CSV document."""
    return CsvReader()


class CsvReader:
    """The rows of a CSV document (RFC 4180), each a mapping from the names in its first row.

    Attributes:
        count: How many rows came.
    """

    def __init__(self) -> None:
        """Begin before the first row."""
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._rest = ""
        self._names: list[str] | None = None
        self.count = 0

    def feed(self, chunk: bytes) -> Iterator[dict[str, str]]:
        """Give the rows that are complete with these bytes."""
        *lines, self._rest = (self._rest + self._decoder.decode(chunk)).split("\n")
        row = ""
        for line in lines:
            row += line + "\n"
            if row.count('"') % 2 == 0:  # otherwise the line ends inside a quoted cell
                yield from self._row(row)
                row = ""
        self._rest = row + self._rest
        if len(self._rest) > LONGEST_ROW:
            raise ValueError(f"a row of it has no end within {LONGEST_ROW} characters")

    def end(self) -> Iterator[dict[str, str]]:
        """Give nothing more, and check that the last row is whole."""
        if self._rest or self._decoder.getstate()[0]:
            raise NotWholeError("it ends in the middle of a row")
        if self._names is None:
            raise NotWholeError("it is empty")
        yield from ()

    def close(self) -> None:
        """Read no more."""
        self._rest = ""

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
