"""CSV as in RFC 4180, with a header, and with cells that a spreadsheet does not calculate."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from trivet._core.formula_guard import guarded
from trivet.cli.output.fields import FieldSelection, field_names, plain_cell
from trivet.cli.output.json import document
from trivet.cli.terminal import Target


def write_rows(first: list[Any], records: Iterable[Any], selection: FieldSelection, target: Target) -> None:
    """Write a header and a row for each record; without columns and records, nothing.

    Args:
        first: The first records, whose fields are the columns if neither the user nor the command names any.
        records: All records.
        selection: The columns.
        target: Where the rows are written.
    """
    columns = selection.shown(first)
    named = frozenset(column.name for column in columns)
    chosen = bool(selection.fields or selection.columns)
    left_out: dict[str, None] = {}
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n" if target.on_terminal else "\r\n")

    def row(cells: Iterable[str]) -> None:
        writer.writerow(list(cells))
        target.write(buffer.getvalue())
        buffer.seek(0)
        buffer.truncate()

    if columns:
        row(_text(column.name, target) for column in columns)
    for record in records:
        row(_text(plain_cell(record, column), target) for column in columns)
        if not chosen and len(left_out) < 100:
            left_out.update(dict.fromkeys(name for name in field_names(record) or () if name not in named))
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
    text = guarded(text) if isinstance(value, str) else text
    return target.visible(text) if target.on_terminal else text
