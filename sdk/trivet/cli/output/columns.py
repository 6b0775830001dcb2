"""A column of a table or of a CSV file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

__all__ = ["Column"]


@frozen
class Column:
    """One column.

    >>> Column("position", "Position", lambda stop: f"{stop.latitude},{stop.longitude}")

    Attributes:
        name: The field's name: what `--fields` chooses by, and the head of a CSV column.
        title: The head of a table's column; the name, if it is empty.
        value: Takes the value out of a record; by default the attribute or key of the name.
        right: Whether a table aligns it to the right, as numbers are.
    """

    name: str
    title: str = ""
    value: Callable[[Any], object] | None = None
    right: bool = False
