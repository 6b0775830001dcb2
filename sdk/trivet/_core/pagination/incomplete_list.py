"""The error of a list of which some items are on no page."""

from __future__ import annotations

from ...errors import APIError
from ..public import exported_from

__all__ = ["IncompleteListError"]


@exported_from("trivet")
class IncompleteListError(APIError):
    """A list shows fewer items than its total, although it was read again with pages of other sizes.

    Raised by `complete()` of a pager, and by a bulk job before it changes anything:

    >>> client.admin.users.list().complete()
    IncompleteListError: admin.users.list: 28 of 3000 items are missing

    Attributes:
        total: The number of items that the service says there are.
        missing: How many of them were on no page.
    """

    def __init__(self, operation: str, total: int, missing: int) -> None:
        super().__init__(operation, total, missing)
        self.operation = operation
        self.total = total
        self.missing = missing

    def __str__(self) -> str:
        items = "item is" if self.missing == 1 else "items are"
        return self._with_hint(f"{self.operation}: {self.missing} of {self.total} {items} missing")
