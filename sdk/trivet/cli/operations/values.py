"""Results that are one value: a record, a list that is whole, text, or nothing."""

from __future__ import annotations

import sys
from typing import Any

from trivet._core.printable import printable
from trivet.cli.invocation import Invocation
from trivet.cli.operations.table import Operation
from trivet.cli.output.fields import Column

__all__ = ["columns", "show_text", "show_value"]

_ENDLESS = 1 << 62


def columns(operation: Operation) -> list[Column]:
    """Return the columns that a table of an operation's records has room for."""
    return [Column(each, right=each in operation.numbers) for each in operation.columns]


def show_value(invocation: Invocation, operation: Operation, value: Any) -> None:
    """Show what a method returned.

    >>> show_value(invocation, operation, client.admin.users.get(user_id))
    """
    items: Any = value
    if value is None:
        if sys.stderr.isatty():
            invocation.note(f"Done: {operation.id}.")
    elif isinstance(value, str):
        show_text(invocation, value)
    elif isinstance(value, list):
        invocation.show(items, columns(operation))
    else:
        invocation.show_one(value)


def show_text(invocation: Invocation, text: str) -> None:
    """Write text as it is; on a terminal with escapes for control characters, but for line ends."""
    if invocation.on_terminal and not invocation.options.raw:
        lines = text.split("\n")
        text = "\n".join(printable(each, _ENDLESS) for each in lines)
    sys.stdout.write(text)
    if invocation.on_terminal and not text.endswith("\n"):
        sys.stdout.write("\n")
