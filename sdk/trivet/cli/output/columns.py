"""A column of a table or of a CSV file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

__all__ = ["Column"]


@frozen
class Column:
    """One column.

    >>> Column("services", "Buses", lambda row: " ".join(row["services"]))

    Attributes:
        name: The field's name: what `--fields` chooses by, and the head of a CSV column.
        title: The head of a table's column; the name, if it is empty.
        text: Returns what a table shows of a record, in place of the value; no other format has it.
        right: Whether a table aligns it to the right, as numbers are.
        value: Returns the value, if it is not the field of the name.
    """

    name: str
    title: str = ""
    text: Callable[[Any], object] | None = None
    right: bool = False
    value: Callable[[Any], object] | None = None
