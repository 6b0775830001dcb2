"""Which fields of a record are written, and how a record becomes the value of a format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NoReturn

from attrs import frozen

from trivet.cli.output.columns import Column
from trivet.cli.output.fields import known_fields, value_at
from trivet.cli.output.plain import MISSING, plain, secret_names

__all__ = ["HIDDEN", "Shape", "cell", "peek", "plain_cell"]

HIDDEN = "***"
"""What a table shows for a token that the service has sent, unless `--fields` names it."""


@frozen
class Shape:
    """The choice of a run: the fields of `--fields`, and the columns of the command.

    >>> Shape(("bus_stop_code",)).selected(stop)
    {'bus_stop_code': '28301'}

    Attributes:
        fields: The paths that the user chose; empty for all.
        columns: What the command shows in tables and CSV; empty for all fields.
    """

    fields: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()

    def selected(self, record: Any) -> Any:
        """Return the chosen fields as plain data; the whole record without a choice."""
        if not self.fields:
            return plain(record)
        return {each.name: plain_cell(record, each) for each in self._chosen()}

    def shown(self, records: Sequence[Any], *, hides_secrets: bool = False) -> list[Column]:
        """Return the columns of a table or a CSV file: the chosen ones, those of the command, or all fields.

        Args:
            records: The first records, which have the fields.
            hides_secrets: Whether a field that no repr shows is shown as `***`, unless the user chose it.
        """
        if self.fields:
            return self._chosen()
        if self.columns:
            return list(self.columns)
        secret = frozenset[str]().union(*map(secret_names, records)) if hides_secrets else frozenset[str]()
        names = known_fields(records)
        if records and not names:
            return [Column("value", value=_itself)]
        return [Column(each, value=_hidden(each) if each in secret else None) for each in names]

    def _chosen(self) -> list[Column]:
        by_name = {each.name: each for each in self.columns}
        return [by_name.get(each) or Column(each) for each in self.fields]


def cell(record: Any, column: Column) -> Any:
    """Return what a column takes out of a record; MISSING if the record does not have it."""
    return value_at(record, column.name) if column.value is None else column.value(record)


def plain_cell(record: Any, column: Column) -> Any:
    """Return what a column takes out of a record as plain data, as it stands in the whole record; None if it is absent.

    >>> plain_cell(stop, Column("bus_stop_code"))
    '28301'
    """
    value = cell(record, column)
    return None if value is MISSING else plain(value, 1)  # a level below the record, where nesting is cut, too


def peek(records: Iterable[Any], count: int) -> tuple[list[Any], Iterator[Any]]:
    """Read the first records; return them, and an iterator over all.

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
    except BaseException as error:  # an interruption, too, comes after what is there
        rest = _Raising(error)
    return first, chain(first[:], rest)


class _Raising(Iterator[Any]):
    """An iterator that raises."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __next__(self) -> NoReturn:
        raise self._error


def _itself(record: Any) -> Any:
    return record


def _hidden(name: str) -> Callable[[Any], Any]:
    def value(record: Any) -> Any:
        found = value_at(record, name)
        return found if found is MISSING or found is None else HIDDEN

    return value
