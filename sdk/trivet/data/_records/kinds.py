"""The columns of a class, read from its annotations: an empty list has the same columns as a long one."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time
from functools import cache
from operator import attrgetter
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

import attrs

from ..._core.record import Record, extra
from ..._core.unset import Unset
from ..._core.wire import Unknown
from .._arrow import arrow
from .columns import Choice, Column, Field, Fields, Items, Json, Plain
from .meanings import meaning_of

__all__ = ["UNKNOWN_FIELDS", "fields_of"]

UNKNOWN_FIELDS = "unknown_fields"
"""The column of what the service sent and its contract does not name, as JSON text; null where there is nothing."""

_NOTHING = (type(None), Unset)


@cache
def fields_of(record: Any) -> Fields:
    """Return the columns of a class of records, or of a union of such classes.

    >>> fields_of(BusStop).schema

    Args:
        record: The class: of a service's records, or another attrs class. Of a union, the columns of all its classes;
            what two of them have in different types is JSON text.

    Raises:
        TypeError: There are no such classes in it.
    """
    found = _fields(_arms(record), ())
    if found is None:
        raise TypeError(f"{record!r} is no class of records")
    return found


def _fields(classes: Sequence[Any], above: tuple[type, ...]) -> Fields | None:
    """The columns of classes; None where one of them has none, or holds itself."""
    if not all(isinstance(each, type) and attrs.has(each) and each not in above for each in classes):
        return None
    known = [each for each in classes if each is not Unknown]
    if not known:
        return None
    found: dict[str, Field] = {}
    records = [each for each in classes if issubclass(each, Record)]
    secret = frozenset[str]().union(*(each.secret_ for each in records))
    for each in known:
        for field in _own(each, secret, (*above, *known)):
            former = found.setdefault(field.name, field)
            if former.column.type != field.column.type:
                found[field.name] = Field(field.name, attrgetter(field.name), Json())
    if records:
        found[UNKNOWN_FIELDS] = Field(UNKNOWN_FIELDS, _unknown_fields, Json())
    return Fields(tuple(classes), list(found.values()))


def _own(cls: type[Any], secret: frozenset[str], above: tuple[type, ...]) -> list[Field]:
    """The fields of one class, but for the secrets: a table travels further than a record."""
    hints: dict[str, Any] = _hints(cast("Any", cls))
    is_record = issubclass(cls, Record)
    names = list(cls.wire_names_.values()) if is_record else [each.name for each in attrs.fields(cls)]
    return [_field(cls, name, hints[name], above) for name in names if name not in secret]


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)  # of a class that many others hold


def _field(cls: type, name: str, hint: Any, above: tuple[type, ...]) -> Field:
    arms = _arms(hint)
    meaning = meaning_of(cls, name, arms)
    if meaning is not None:
        return Field(name, meaning.get, _COLUMN_OF_FORM[meaning.form]())
    return Field(name, attrgetter(name), _column(arms, above))


def _column(arms: list[Any], above: tuple[type, ...]) -> Column:
    if all(each is str or get_origin(each) is Literal for each in arms) and _literals(arms, str):
        return Choice()
    simple = {int if _literals([each], int) else str if _literals([each], str) else each for each in arms}
    if len(simple) == 1:
        [kind] = simple
        if kind in _COLUMN_OF_CLASS:
            return _COLUMN_OF_CLASS[kind]()
        if get_origin(kind) in (list, tuple) and (inside := get_args(kind)):
            return Items(_column(_arms(inside[0]), above))
    return _fields(arms, above) or Json()


def _arms(hint: Any) -> list[Any]:
    """The types of a union, None and `UNSET` aside; of any other type, the type itself."""
    each = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    return [kind for kind in each if kind not in _NOTHING]


def _literals(arms: list[Any], kind: type) -> bool:
    """Whether there is a Literal among some types, and all values of all are of a class."""
    values = [value for each in arms if get_origin(each) is Literal for value in get_args(each)]
    return bool(values) and all(type(value) is kind for value in values)


def _unknown_fields(record: Any) -> Any:
    if type(record) is Unknown:
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


_COLUMN_OF_CLASS: dict[Any, Callable[[], Column]] = {
    str: lambda: Plain(arrow().string(), fits=str),
    int: lambda: Plain(arrow().int64(), fits=int),
    float: lambda: Plain(arrow().float64(), fits=(float, int)),
    bool: lambda: Plain(arrow().bool_(), fits=bool),
    datetime: lambda: _instant(_aware, datetime),
    date: lambda: Plain(arrow().date32(), fits=date),
}
_COLUMN_OF_FORM: dict[str, Callable[[], Column]] = {
    "instant": _COLUMN_OF_CLASS[datetime],
    "milliseconds": lambda: _instant(_microseconds, (float, int)),
    "time": lambda: Plain(arrow().time32("ms"), fits=time),
    "number": _COLUMN_OF_CLASS[float],
    "count": _COLUMN_OF_CLASS[int],
    "choice": Choice,
}
