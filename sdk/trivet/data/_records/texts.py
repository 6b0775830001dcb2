"""Columns of rows that are mappings of text, as those of a CSV export are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._arrow import arrow
from .columns import Field, Fields, Plain, Source

__all__ = ["text_fields"]


class _Row:
    """The getter of one cell; a row without it is null there."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, row: Mapping[str, Any]) -> Any:
        return row.get(self._name)


class _TextFields(Fields):
    """Texts by the keys of the first row; a row with another key does not fit."""

    def __init__(self, names: frozenset[str], fields: list[Field]) -> None:
        super().__init__((dict, Mapping), fields)
        self._names = names

    def arrays(self, values: list[Any], source: Source) -> list[Any]:
        """Make the arrays of the cells."""
        made = super().arrays(values, source)
        for place, row in enumerate(values):
            if not row.keys() <= self._names:
                raise source.error(place, "the row has a column that the first row does not have")
        return made


def text_fields(row: Mapping[str, Any]) -> Fields:
    """Return the columns of a row: each of its keys, as text.

    >>> text_fields({"User Email": "ada@example.com"}).schema.names
    ['User Email']
    """
    fields = [Field(str(name), _Row(name), Plain(arrow().string(), fits=str)) for name in row]
    return _TextFields(frozenset(row), fields)
