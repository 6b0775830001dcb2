"""The error of a record that does not fit the columns of its class."""

from __future__ import annotations

from ..._core.public import exported_from
from ...errors import TrivetError

__all__ = ["TableError"]


@exported_from("trivet.data")
class TableError(TrivetError, ValueError):
    """A record that does not fit the columns of its class. It does not show the value, which may be a secret.

    >>> try:
    ...     table = to_table(stops)
    ... except TableError as error:
    ...     print(error.index, error.field, error.problem)

    Attributes:
        index: The position of the record among all, from 0.
        field: The column, with those of nested records, such as `next_bus.latitude`; empty for the record itself.
        problem: What does not fit.
    """

    def __init__(self, index: int, field: str, problem: str) -> None:
        super().__init__(index, field, problem)
        self.index = index
        self.field = field
        self.problem = problem

    def __str__(self) -> str:
        field = f".{self.field}" if self.field else ""
        return f"records[{self.index}]{field}: {self.problem}"
