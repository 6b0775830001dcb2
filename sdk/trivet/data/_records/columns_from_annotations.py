"""The columns of a list: from the annotations of its records' class, or from the keys of its first row.

The columns of a class do not depend on its records, so that an empty list has the same columns as any other.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from functools import cache
from operator import attrgetter
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import attrs

from ..._core.decoders import Unknown
from ..._core.record import Record, extra
from ..._core.unset import Unset
from ...errors import InvalidArgumentError
from .._pyarrow_import import arrow
from .arrow_columns import ArrowColumn, Choice, Field, Fields, Items, Json, Plain, Source
from .meanings import meaning_of

CLASS = "a class of records, or a union of such classes"

UNKNOWN_FIELDS = "unknown_fields"
"""The column of fields that the service sent although its contract does not name them, as JSON text or null."""

_NOTHING = (type(None), Unset)


@cache
def fields_of(record: Any) -> Fields:
    """Return the columns of a class of records, or of a union of such classes.

    >>> fields_of(BusStop).schema

    Args:
        record: The class: of a service's records, or another attrs class. A union has the columns of all its classes;
            a field that has different types in two of them becomes JSON text.

    Raises:
        TypeError: `record` is not a class of records.
    """
    fields = _fields(_arms(record), ())
    if fields is None:
        raise TypeError(f"{record!r} is not a class of records")
    return fields


def declared_fields(records: Any, record: Any) -> Fields | None:
    """Return the columns of the argument `record`, or of a pager or an export; None if only the records have a class.

    Raises:
        InvalidArgumentError: `record` is not a class of records.
    """
    if record is not None:
        return _fields_of(record)
    call = getattr(records, "_call", None)
    if call is None or call.record is None or call.accept == "text/csv":
        return None
    return fields_of(_item(call.record))


def fields_from(first: Any) -> Fields:
    """Return the columns of a list by its first record, or by its first row if it is a mapping, as from a CSV."""
    if isinstance(first, Mapping):
        return text_fields(cast("Mapping[str, Any]", first))
    kind = _class_of(first)
    return _fields_of(kind, "records", f"records of trivet, first a {kind.__name__}")


def text_fields(row: Mapping[str, Any]) -> Fields:
    """Return a text column for each key of a row.

    >>> text_fields({"User Email": "ada@example.com"}).schema.names
    ['User Email']
    """
    fields = [Field(str(name), _CellGetter(name), Plain(arrow().string(), fits=str)) for name in row]
    return _TextFields(frozenset(row), fields)


def _fields_of(record: Any, argument: str = "record", rule: str = CLASS) -> Fields:
    try:
        return fields_of(record)
    except TypeError:
        raise InvalidArgumentError(argument, rule, record) from None


def _class_of(record: object) -> Any:
    kind = type(record)
    return getattr(kind, "__complete__", kind)  # a record that lacks assumed fields has a class of its own


@cache
def _item(page: type[Any]) -> Any:
    """Return the class of the items in a page or an exported document: the items of its first list of records."""
    for hint in get_type_hints(page).values():
        if get_origin(hint) is list:
            [item] = get_args(hint)
            arms = get_args(item) if get_origin(item) in (Union, types.UnionType) else (item,)
            if all(isinstance(arm, type) and attrs.has(arm) for arm in arms):
                return item
    raise TypeError(f"{page.__name__} has no list of records")


def _fields(classes: Sequence[Any], above: tuple[type, ...]) -> Fields | None:
    """Return the columns of classes; None if one of them is not a class of records, or contains itself."""
    if not all(isinstance(kind, type) and attrs.has(kind) and kind not in above for kind in classes):
        return None
    known = [kind for kind in classes if not issubclass(kind, Unknown)]
    if not known:
        return None
    fields: dict[str, Field] = {}
    records = [kind for kind in classes if issubclass(kind, Record)]
    secret = frozenset[str]().union(*(kind.__secret__ for kind in records))
    for cls in known:
        for field in _own(cls, secret, (*above, *known)):
            first = fields.setdefault(field.name, field)
            if first.column.type != field.column.type:
                fields[field.name] = Field(field.name, attrgetter(field.name), Json())
    if records:
        fields[UNKNOWN_FIELDS] = Field(UNKNOWN_FIELDS, _unknown_fields, Json())
    return Fields(tuple(classes), list(fields.values()))


def _own(cls: type[Any], secret: frozenset[str], above: tuple[type, ...]) -> list[Field]:
    """Return the fields of one class without the secrets, because tables are often shared."""
    hints: dict[str, Any] = _hints(cast("Any", cls))
    is_record = issubclass(cls, Record)
    names = list(cls.__wire_names__.values()) if is_record else [field.name for field in attrs.fields(cls)]
    return [_field(cls, name, hints[name], above) for name in names if name not in secret]


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)  # cached, because many classes may contain this one


def _field(cls: type, name: str, hint: Any, above: tuple[type, ...]) -> Field:
    arms = _arms(hint)
    meaning = meaning_of(cls, name, arms)
    if meaning is not None:
        return Field(name, meaning.get, _COLUMN_OF_FORM[meaning.form]())
    is_tag = issubclass(cls, Record) and name in [cls.__wire_names__[wire] for wire in cls.__tags__]
    return Field(name, _TagGetter(name) if is_tag else attrgetter(name), _column(arms, above))


def _column(arms: list[Any], above: tuple[type, ...]) -> ArrowColumn:
    if all(arm is str or get_origin(arm) is Literal for arm in arms) and _literals(arms, str):
        return Choice()
    simple = {int if _literals([arm], int) else str if _literals([arm], str) else arm for arm in arms}
    if len(simple) == 1:
        [kind] = simple
        if kind in _COLUMN_OF_CLASS:
            return _COLUMN_OF_CLASS[kind]()
        if get_origin(kind) in (list, tuple) and (inside := get_args(kind)):
            return Items(_column(_arms(inside[0]), above))
    return _fields(arms, above) or Json()


def _arms(hint: Any) -> list[Any]:
    """Return the types in a union without None and `UNSET`; for any other type, the type itself."""
    arms = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    return [kind for kind in arms if kind not in _NOTHING]


def _literals(arms: list[Any], kind: type) -> bool:
    """Return whether there is a Literal among some types, and all of its values are of a class."""
    values = [value for arm in arms if get_origin(arm) is Literal for value in get_args(arm)]
    return bool(values) and all(type(value) is kind for value in values)


def _unknown_fields(record: Any) -> Any:
    if isinstance(record, Unknown):
        return record.data
    return extra(record) or None


def _aware(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("no UTC offset")
    return value.astimezone(UTC)


def _microseconds(milliseconds: float) -> int:
    return round(milliseconds * 1000)


def _instant(convert: Callable[[Any], Any], fits: type | tuple[type, ...]) -> Plain:
    return Plain(arrow().timestamp("us", "UTC"), convert, fits=fits)


_COLUMN_OF_CLASS: dict[Any, Callable[[], ArrowColumn]] = {
    str: lambda: Plain(arrow().string(), fits=str),
    int: lambda: Plain(arrow().int64(), fits=int),
    float: lambda: Plain(arrow().float64(), fits=(float, int)),
    bool: lambda: Plain(arrow().bool_(), fits=bool),
    datetime: lambda: _instant(_aware, datetime),
    date: lambda: Plain(arrow().date32(), fits=date),
}

_COLUMN_OF_FORM: dict[str, Callable[[], ArrowColumn]] = {
    "instant": _COLUMN_OF_CLASS[datetime],
    "milliseconds": lambda: _instant(_microseconds, (float, int)),
    "time": lambda: Plain(arrow().time32("ms"), fits=time),
    "number": _COLUMN_OF_CLASS[float],
    "count": _COLUMN_OF_CLASS[int],
    "choice": Choice,
}


class _TagGetter:
    """Returns the tag of a record in a union, and of an unknown variant the tag that the service sent."""

    def __init__(self, name: str) -> None:
        self._get = attrgetter(name)

    def __call__(self, record: Record) -> Any:
        return record.tag if isinstance(record, Unknown) else self._get(record)


class _CellGetter:
    """Returns the cell of a row with one name, or None if the row has no such cell."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, row: Mapping[str, Any]) -> Any:
        return row.get(self._name)


class _TextFields(Fields):
    """Text columns by the keys of the first row; a row with another key does not fit."""

    def __init__(self, names: frozenset[str], fields: list[Field]) -> None:
        super().__init__((dict, Mapping), fields)
        self._names = names

    def arrays(self, values: list[Any], source: Source) -> list[Any]:
        """Return an array for each column; a row with another key is an error."""
        arrays = super().arrays(values, source)
        for index, row in enumerate(values):
            if not row.keys() <= self._names:
                raise source.error(index, "the row has a column that the first row does not have")
        return arrays
