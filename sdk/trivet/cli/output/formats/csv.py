"""CSV as RFC 4180 has it: a header, and cells that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from trivet.cli.output.escapes import formula_free
from trivet.cli.output.formats.json import document
from trivet.cli.output.plain import field_names
from trivet.cli.output.shape import Shape, plain_cell
from trivet.cli.output.target import Target

__all__ = ["write_rows"]


def write_rows(first: list[Any], records: Iterable[Any], shape: Shape, target: Target) -> None:
    """Write a header and a row for each record; without columns and records, nothing.

    Args:
        first: The first records, whose fields are the columns if neither the user nor the command names any.
        records: All records.
        shape: Which columns there are.
        target: Where they go.
    """
    columns = shape.shown(first)
    named = frozenset(each.name for each in columns)
    chosen = bool(shape.fields or shape.columns)
    left_out: dict[str, None] = {}
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n" if target.on_terminal else "\r\n")

    def row(cells: Iterable[str]) -> None:
        writer.writerow(list(cells))
        target.write(buffer.getvalue())
        buffer.seek(0)
        buffer.truncate()

    if columns:
        row(_text(each.name, target) for each in columns)
    for record in records:
        row(_text(plain_cell(record, each), target) for each in columns)
        if not chosen and len(left_out) < 100:
            left_out.update(dict.fromkeys(each for each in field_names(record) or () if each not in named))
    if left_out:
        target.note(f"trivet: later records have fields without a column: {', '.join(left_out)}; choose with --fields")


def _text(value: Any, target: Target) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    text = value if isinstance(value, str) else document(value)
    if target.raw:
        return text
    text = formula_free(text) if isinstance(value, str) else text
    return target.visible(text) if target.on_terminal else text
