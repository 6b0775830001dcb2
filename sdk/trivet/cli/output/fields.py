"""The fields of records: as plain data, by the paths of `--fields`, and as the columns of a table or a CSV file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from difflib import get_close_matches
from enum import Enum
from itertools import chain
from typing import Any, NoReturn

from attrs import frozen

from trivet import UNSET, Record, Unknown, extra
from trivet._core.decoders import has_form
from trivet.cli.failures import UsageError

HIDDEN = "***"
"""The text in place of a token in a table, unless `--fields` names it."""

_MAX_DEPTH = 100
"""The most levels of nesting that are written, because an object may contain itself."""


class _Missing:
    """The type of `MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
"""The value of a field that a record does not have; None is a value of the service."""


@frozen
class Column:
    """A column of a table or of a CSV file.

    >>> Column("services", "Buses", lambda row: " ".join(row["services"]))

    Attributes:
        name: The field's name: `--fields` chooses by it, and it is the head of a CSV column.
        title: The head of a table's column; if empty, the name.
        text: Returns the text for a table, in place of the value that other formats write.
        right: Whether a table aligns it to the right, as numbers are.
        value: Returns the value of a record; by default the field with this name.
    """

    name: str
    title: str = ""
    text: Callable[[Any], object] | None = None
    right: bool = False
    value: Callable[[Any], object] | None = None


@frozen
class FieldSelection:
    """The fields that `--fields` selects in one run, and the columns of the command.

    >>> FieldSelection(("bus_stop_code",)).selected(stop)
    {'bus_stop_code': '28301'}

    Attributes:
        fields: The paths of `--fields`; empty for all fields.
        columns: The columns of the command for tables and CSV; empty for all fields.
    """

    fields: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()

    def selected(self, record: Any) -> Any:
        """Return the selected fields as plain data; without `--fields`, the whole record."""
        if not self.fields:
            return plain(record)
        return {column.name: plain_cell(record, column) for column in self._chosen()}

    def shown(self, records: Sequence[Any], *, hides_secrets: bool = False) -> list[Column]:
        """Return the columns of a table or a CSV file: the selected fields, the command's columns, or all fields.

        Args:
            records: The first records, which have the fields.
            hides_secrets: Whether a secret field is shown as `***`, unless `--fields` selects it.
        """
        if self.fields:
            return self._chosen()
        if self.columns:
            return list(self.columns)
        secret = frozenset[str]().union(*map(secret_names, records)) if hides_secrets else frozenset[str]()
        columns = [Column(name, value=_hidden(name) if name in secret else None) for name in known_fields(records)]
        if any(field_names(record) is None for record in records):
            columns.append(Column("value", value=_without_fields))
        return columns

    def _chosen(self) -> list[Column]:
        by_name = {column.name: column for column in self.columns}
        return [by_name.get(field) or Column(field) for field in self.fields]


def _without_fields(record: Any) -> Any:
    return record if field_names(record) is None else MISSING


def _hidden(name: str) -> Callable[[Any], Any]:
    def value(record: Any) -> Any:
        secret = value_at(record, name)
        return secret if secret is MISSING or secret is None else HIDDEN

    return value


def cell(record: Any, column: Column) -> Any:
    """Return the value of a record in a column; MISSING if the record does not have it."""
    return value_at(record, column.name) if column.value is None else column.value(record)


def plain_cell(record: Any, column: Column) -> Any:
    """Return the value of a record in a column as plain data, as it stands in the whole record; None if it is absent.

    >>> plain_cell(stop, Column("bus_stop_code"))
    '28301'
    """
    value = cell(record, column)
    return None if value is MISSING else plain(value, 1)  # a level below the record, where nesting is cut, too


def peek(records: Iterable[Any], count: int) -> tuple[list[Any], Iterator[Any]]:
    """Read the first records, and return them and an iterator over all records.

    An error that ends them early is raised by the iterator, after the records before it.

    >>> first, records = peek(client.stops.list(), 100)
    """
    iterator = iter(records)
    first: list[Any] = []
    rest: Iterator[Any] = iterator
    try:
        while len(first) < count:
            first.append(next(iterator))
    except StopIteration:
        rest = iter(())
    except BaseException as error:  # an interruption, too, comes after the records that were read
        rest = _Raising(error)
    return first, chain(first[:], rest)


class _Raising(Iterator[Any]):
    """An iterator that raises an error."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __next__(self) -> NoReturn:
        raise self._error


def plain(value: Any, depth: int = 0) -> Any:
    """Return a value as JSON, CSV and YAML can write it.

    >>> plain(BusStop(bus_stop_code="28301", ...))
    {'bus_stop_code': '28301', ...}

    The fields of a record have the names of its attributes; fields that the contract does not name have their wire
    names. A field that the service did not send is left out. Times are written as ISO 8601, durations in seconds, bytes
    in base64.
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, Enum):
        return plain(value.value, depth)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode()
    if depth >= _MAX_DEPTH:
        return "..."
    names = field_names(value)
    if names is not None:
        fields = ((name, read(value, name)) for name in names)
        return {name: plain(inner, depth + 1) for name, inner in fields if inner is not MISSING}
    if has_form(value, Iterable):
        return [plain(inner, depth + 1) for inner in value]
    return str(value)


def field_names(value: Any) -> list[str] | None:
    """Return the names of the fields of a record, a mapping or another object with fields; None for other values."""
    if isinstance(value, Unknown):
        return [str(key) for key in value.data]
    if isinstance(value, Record):
        kind: Any = type(value)
        kind = getattr(kind, "__complete__", kind)  # the class of a record that lacks an assumed field
        return list(dict.fromkeys((*kind.__wire_names__.values(), *extra(value))))
    if has_form(value, Mapping):
        return [str(key) for key in value]
    if has_form(value, tuple) and hasattr(value, "_fields"):
        return [str(name) for name in value._fields]
    kind = value.__class__
    attributes = getattr(kind, "__attrs_attrs__", None)
    if attributes is not None:
        return [attribute.name for attribute in attributes if not attribute.name.startswith("_")]
    fields = getattr(kind, "__dataclass_fields__", None)
    return None if fields is None else [name for name in fields if not name.startswith("_")]


def read(value: Any, name: str) -> Any:
    """Return the value of a field, or of a public property of a record; MISSING if there is neither."""
    if isinstance(value, Unknown):
        return value.data.get(name, MISSING)
    if has_form(value, Mapping):
        field = value.get(name, MISSING)
        if field is not MISSING:
            return MISSING if field is UNSET else field
        return next((inner for key, inner in value.items() if str(key) == name), MISSING)
    if name.startswith("_"):
        return MISSING
    try:
        field = getattr(value, name, MISSING)
    except (ValueError, TypeError):  # of a property that cannot parse the text of a field
        return None
    if field is UNSET or callable(field):
        return MISSING
    if field is MISSING and isinstance(value, Record):
        return extra(value).get(name, MISSING)
    return field


def secret_names(value: Any) -> frozenset[str]:
    """Return the names of the secret fields of a record, such as a token, which its repr hides."""
    return value.__secret__ if isinstance(value, Record) else frozenset()


def value_at(value: Any, path: str) -> Any:
    """Return the value at a path of names; through a list, a list of the values in its items.

    >>> value_at(arrival, "services.next_bus.load")
    ['SEA', 'SDA']

    Args:
        value: A record, a mapping or a list of them.
        path: Names with dots between them; a number is the index in a list.

    Returns:
        The value, or MISSING.
    """
    whole = read(value, path) if "." in path else MISSING  # a key of a mapping may have a dot
    if whole is not MISSING:
        return whole
    for name in path.split("."):
        value = _step(value, name)
        if value is MISSING or value is None:
            return value
    return value


def _step(value: Any, name: str) -> Any:
    if has_form(value, (list, tuple)) and not hasattr(value, "_fields"):
        items: Sequence[Any] = value
        if name.isdecimal():
            return items[int(name)] if int(name) < len(items) else None
        values = [_step(inner, name) for inner in items]
        return [None if inner is MISSING else inner for inner in values]
    return None if value is None else read(value, name)


def known_fields(records: Iterable[Any], columns: Iterable[Column] = ()) -> list[str]:
    """Return the names of columns and of all fields that some records have, in the order of their first appearance."""
    names = dict.fromkeys(column.name for column in columns)
    for record in records:
        names.update(dict.fromkeys(field_names(record) or ()))
    return list(names)


def check_fields(fields: Sequence[str], records: Sequence[Any], columns: Sequence[Column] = ()) -> None:
    """Raise an error for a field that no record has.

    >>> check_fields(["bus_stop_cod"], stops)
    UsageError: --fields: there is no field 'bus_stop_cod'; did you mean bus_stop_code? Known: bus_stop_code, ...

    Args:
        fields: The paths of `--fields`.
        records: The first records; without any, every path is accepted.
        columns: The columns of the command.

    Raises:
        UsageError: No record has a field of `--fields`.
    """
    named = {column.name for column in columns}
    for field in fields:
        if not records or field in named:
            continue
        misses = [_unknown_part(record, field) for record in records]
        if any(miss is None for miss in misses):
            continue
        # The names are suggested where the longest part of the path leads.
        depth = max(miss[0] for miss in misses if miss is not None)
        outer = "".join(f"{name}." for name in field.split(".")[:depth])
        names = [*dict.fromkeys(name for miss in misses if miss and miss[0] == depth for name in miss[1])]
        if not depth:
            names = list(dict.fromkeys([*(column.name for column in columns), *names]))
        raise UsageError(unknown_name("--fields: there is no field", field, [f"{outer}{name}" for name in names]))


def _unknown_part(value: Any, path: str) -> tuple[int, list[str]] | None:
    """Return where a path fails: the number of names before, and the fields there; None if it leads to a value, or may.

    A path may lead to a value if it has an index, or passes None or an empty list, which do not show their fields.
    """
    if "." in path and read(value, path) is not MISSING:
        return None
    values = [value]
    for depth, name in enumerate(path.split(".")):
        items = [inner for outer in values for inner in _items(outer)]
        values = [inner for inner in items if inner is not None and inner is not MISSING]
        if not values or (name.isdecimal() and depth):
            return None
        names = known_fields(values)
        inside = [read(inner, name) for inner in values]
        if name not in names and all(inner is MISSING for inner in inside):
            return depth, names
        values = inside
    return None


def _items(value: Any) -> list[Any]:
    return list(value) if has_form(value, (list, tuple)) and not hasattr(value, "_fields") else [value]


def unknown_name(problem: str, name: str, known: Sequence[str]) -> str:
    """Return a message about an unknown name, with the nearest known ones and all of them.

    >>> unknown_name("there is no field", "nam", ["name", "id"])
    "there is no field 'nam'; did you mean name? Known: name, id"
    """
    near = get_close_matches(name, known, n=3, cutoff=0.6)
    suggestion = f"; did you mean {' or '.join(near)}? Known" if near else "; known"
    return f"{problem} {name!r}{suggestion}: {', '.join(known) or 'none'}"
