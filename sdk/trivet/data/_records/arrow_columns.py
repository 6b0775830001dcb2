"""Columns: they turn Python values into Arrow arrays, and raise an error that names the record that does not fit.

`columns_from_annotations` chooses the class of a column from the annotation of a field.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime
from itertools import accumulate, chain
from typing import Any, NamedTuple, Protocol, cast

import orjson

from ..._core.decoders import Unknown
from ..._core.public import exported_from
from ..._core.record import Record, extra, is_set
from ..._core.unset import UNSET
from ...errors import TrivetError
from .._pyarrow_import import arrow

Getter = Callable[[Any], Any]


@exported_from("trivet.data")
class TableError(TrivetError, ValueError):
    """A record does not fit the columns of its class. The error does not show the value, which may be a secret.

    >>> try:
    ...     table = to_table(stops)
    ... except TableError as error:
    ...     print(error.index, error.field, error.problem)

    Attributes:
        index: The position of the record among all, from 0.
        field: The path of the column, such as `next_bus.latitude`; empty for the record itself.
        problem: The reason.
    """

    def __init__(self, index: int, field: str, problem: str) -> None:
        super().__init__(index, field, problem)
        self.index = index
        self.field = field
        self.problem = problem

    def __str__(self) -> str:
        field = f".{self.field}" if self.field else ""
        return f"records[{self.index}]{field}: {self.problem}"


class Source(NamedTuple):
    """The source of the values of an array, for errors.

    Attributes:
        rows: For each value, the index of its record.
        path: The path of the column.
    """

    rows: Sequence[int]
    path: str

    def error(self, place: int, problem: str) -> TableError:
        """Return the error for the value at a place."""
        return TableError(self.rows[place], self.path, problem)

    def below(self, name: str, places: Sequence[int] | None = None) -> Source:
        """Return the source of the values of a nested column, which are all values or those at some places."""
        rows = self.rows if places is None else [self.rows[place] for place in places]
        return Source(rows, f"{self.path}.{name}" if self.path else name)


class ArrowColumn(Protocol):
    """A column: an Arrow type, and the conversion of values into an array of this type."""

    @property
    def type(self) -> Any:
        """The Arrow type."""

    def array(self, values: list[Any], source: Source) -> Any:
        """Return an array of the values; None and `UNSET` become null.

        Raises:
            TableError: A value does not fit.
        """


class Plain:
    """Values that Arrow accepts, directly or after a conversion."""

    def __init__(self, kind: Any, convert: Getter | None = None, *, fits: type | tuple[type, ...]) -> None:
        self.type = kind
        self._convert = convert
        self._fits = fits

    def array(self, values: list[Any], source: Source) -> Any:
        """Return an array of values of the column's classes."""
        if not set(map(type, values)) <= {
            type(None),
            *(self._fits if isinstance(self._fits, tuple) else (self._fits,)),
        }:
            values = [self._checked(value, place, source) for place, value in enumerate(values)]
        try:
            return self._made(values)
        except (ValueError, TypeError, OverflowError):
            place = next(place for place, value in enumerate(values) if not self._takes(value))
        # Raised outside the handler, because an error of Arrow quotes the value.
        raise source.error(place, _misfit(values[place], self.type))

    def _takes(self, value: Any) -> bool:
        try:
            self._made([value])
        except (ValueError, TypeError, OverflowError):
            return False
        return True

    def _checked(self, value: Any, place: int, source: Source) -> Any:
        if value is UNSET or value is None:
            return None
        if not isinstance(value, self._fits) or (isinstance(value, bool) and self._fits is not bool):
            raise source.error(place, _misfit(value, self.type))
        return value

    def _made(self, values: list[Any]) -> Any:
        if self._convert is not None:
            convert = self._convert
            values = [None if value is None else convert(value) for value in values]
        return arrow().array(values, self.type)


class Choice(Plain):
    """Text with few different values, such as an open enum, as an Arrow dictionary."""

    def __init__(self) -> None:
        pa = arrow()
        super().__init__(pa.string(), fits=str)
        self.type = pa.dictionary(pa.int32(), pa.string())

    def _made(self, values: list[Any]) -> Any:
        return arrow().array(values, arrow().string()).dictionary_encode()


class Json:
    """Values of any type, as JSON text."""

    def __init__(self) -> None:
        self.type = arrow().string()

    def array(self, values: list[Any], source: Source) -> Any:
        """Return an array of JSON texts."""
        texts: list[str | None] = []
        with suppress(TypeError, ValueError, RecursionError):
            for value in values:
                texts.append(None if value is None or value is UNSET else json_text(value))
        if len(texts) < len(values):  # raised outside the handler, because an error of a JSON writer may hold the value
            raise source.error(len(texts), f"{_article(values[len(texts)])} cannot be written as JSON")
        return arrow().array(texts, self.type)


class Items:
    """Arrays, whose items are a column of their own."""

    def __init__(self, item: ArrowColumn) -> None:
        self._item = item
        self.type = arrow().list_(item.type)

    def array(self, values: list[Any], source: Source) -> Any:
        """Return an array of lists."""
        lists: list[Sequence[Any] | None] = []
        for place, value in enumerate(values):
            if value is not None and value is not UNSET and not _is_list(value):
                raise source.error(place, f"expected a list, got {_article(value)}")
            lists.append(None if value is UNSET else value)
        # One array of all items, cut by offsets; a null offset marks a null list.
        lengths = [len(entries or ()) for entries in lists]
        ends = [0, *accumulate(lengths)]
        places = [place for place, length in enumerate(lengths) for _ in range(length)]
        flat = list(chain.from_iterable(entries or () for entries in lists))
        items = self._item.array(flat, Source([source.rows[place] for place in places], f"{source.path}[]"))
        starts = [None if entries is None else start for entries, start in zip(lists, ends, strict=False)]
        offsets = arrow().array([*starts, ends[-1]], arrow().int32())
        return arrow().ListArray.from_arrays(offsets, items, type=self.type)


class Field(NamedTuple):
    """One field of a record.

    Attributes:
        name: The name of the column.
        get: Returns the value of a record; it may raise AttributeError for a field that the service did not send.
        column: The column of the values.
    """

    name: str
    get: Getter
    column: ArrowColumn


class Fields:
    """Records as structs, with a column for each field."""

    def __init__(self, classes: tuple[type, ...], fields: Sequence[Field]) -> None:
        self._classes = classes
        self._fields = fields
        self.type = arrow().struct([(field.name, field.column.type) for field in fields])

    @property
    def schema(self) -> Any:
        """The columns as an Arrow schema."""
        return arrow().schema(list(self.type))

    def array(self, values: list[Any], source: Source) -> Any:
        """Return an array of structs."""
        missing = [value is None or value is UNSET for value in values]
        mask = arrow().array(missing, arrow().bool_()) if any(missing) else None
        return arrow().StructArray.from_arrays(self.arrays(values, source), fields=list(self.type), mask=mask)

    def arrays(self, values: list[Any], source: Source) -> list[Any]:
        """Return the arrays of the fields."""
        self._check(values, source)
        return [field.column.array(_values(field.get, values), source.below(field.name)) for field in self._fields]

    def _check(self, values: list[Any], source: Source) -> None:
        if set(map(type, values)) <= {*self._classes, type(None)}:
            return
        for place, value in enumerate(values):
            if value is not None and value is not UNSET and not isinstance(value, self._classes):
                names = " or ".join(kind.__name__ for kind in self._classes[:3])
                raise source.error(place, f"expected {names}, got {_article(value)}")


def columns_of(fields: Fields, records: list[Any], first: int) -> Any:
    """Return a record batch of records; `first` is the index of the first one."""
    source = Source(range(first, first + len(records)), "")
    for place, record in enumerate(records):
        if record is None:
            raise source.error(place, "expected a record, got None")
    return arrow().RecordBatch.from_arrays(fields.arrays(records, source), schema=fields.schema)


def json_text(value: Any) -> str:
    """Return a value as JSON text, with the wire names of records and without their secrets.

    >>> json_text({"path": "README.md"})
    '{"path":"README.md"}'

    Raises:
        TypeError: A value has no form in JSON.
        ValueError: A text cannot be encoded, or an object contains itself.
    """
    try:
        return orjson.dumps(value, default=_json_value, option=orjson.OPT_PASSTHROUGH_DATACLASS).decode()
    except TypeError:  # orjson refuses integers of more than 64 bits
        return json.dumps(value, default=_json_value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _json_value(value: Any) -> Any:
    if isinstance(value, Unknown):
        return value.data
    if isinstance(value, Record):
        known = {
            wire: content
            for wire, name in value.__wire_names__.items()
            if name not in value.__secret__ and is_set(value, name) and (content := getattr(value, name)) is not UNSET
        }
        return known | extra(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, tuple | set | frozenset):
        return list(cast("tuple[Any, ...]", value))
    if hasattr(value, "__attrs_attrs__"):
        return {field.name: getattr(value, field.name) for field in value.__attrs_attrs__}
    raise TypeError(f"a {type(value).__name__} has no form in JSON")


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _values(get: Getter, records: list[Any]) -> list[Any]:
    try:
        return [get(record) for record in records]
    except AttributeError:  # a record is None, or lacks a field that is assumed or belongs to other variants
        return [_value(get, record) for record in records]


def _value(get: Getter, record: Any) -> Any:
    try:
        return get(record)
    except AttributeError:
        return None


def _misfit(value: object, kind: Any) -> str:
    without_zone = isinstance(value, datetime) and value.tzinfo is None
    return f"{'a time without a zone' if without_zone else _article(value)} does not fit the column of {kind}"


def _article(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
