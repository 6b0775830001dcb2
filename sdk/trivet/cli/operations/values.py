"""Results that are one value: a record, a list that is whole, text, or nothing."""

from __future__ import annotations

import sys
from typing import Any

from attrs import evolve

from trivet import Record
from trivet._core.printable import printable
from trivet.cli.invocation import Invocation
from trivet.cli.operations.table import Operation
from trivet.cli.options import Format
from trivet.cli.output.columns import Column
from trivet.cli.output.writer import write_records

__all__ = ["columns", "show_one", "show_text", "show_value"]

_ENDLESS = 1 << 62


def columns(operation: Operation) -> list[Column]:
    """Return the columns that a table of an operation's records has room for."""
    return [Column(each, right=each in operation.numbers) for each in operation.columns]


def show_value(invocation: Invocation, operation: Operation, value: Any) -> None:
    """Show what a method returned.

    >>> show_value(invocation, operation, client.admin.users.get(user_id))
    """
    if value is None:
        if sys.stderr.isatty():
            invocation.note(f"Done: {operation.id}.")
    elif isinstance(value, str):
        show_text(invocation, value)
    elif isinstance(value, list):
        invocation.show(value, columns(operation))
    else:
        show_one(invocation, value)


def show_one(invocation: Invocation, value: Any) -> None:
    """Show one record: as an object, not an array, in JSON; on a terminal a line for each field."""
    options = invocation.options
    form = options.output or (Format.TABLE if invocation.on_terminal else Format.JSON)
    if form is Format.JSON:  # of one record, NDJSON is the object itself
        whole = evolve(options, output=Format.NDJSON)
        write_records([value], whole, columns=(), on_terminal=invocation.on_terminal)
    elif form is Format.TABLE and isinstance(value, Record) and not options.fields:
        rows = [{"field": name, "value": getattr(value, name, None)} for name in value.wire_names_.values()]
        write_records(
            [each for each in rows if each["value"] is not None],
            options,
            columns=(Column("field", "Field"), Column("value", "Value")),
            on_terminal=invocation.on_terminal,
        )
    else:
        write_records([value], options, columns=(), on_terminal=invocation.on_terminal)


def show_text(invocation: Invocation, text: str) -> None:
    """Write text as it is; on a terminal with escapes for control characters, but for line ends."""
    if invocation.on_terminal and not invocation.options.raw:
        lines = text.split("\n")
        text = "\n".join(printable(each, _ENDLESS) for each in lines)
    sys.stdout.write(text)
    if invocation.on_terminal and not text.endswith("\n"):
        sys.stdout.write("\n")
