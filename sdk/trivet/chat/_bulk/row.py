"""One row of a bulk job and its outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from attrs import frozen

from ..._core.public import exported_from
from ...errors import APIConnectionError, APIError, APIStatusError, DecodeError

__all__ = ["Outcome", "Progress", "Row", "row_of_error"]

Outcome: TypeAlias = Literal["planned", "done", "failed", "skipped", "unknown"]
"""`planned`: no change was sent yet. `done`: the change took effect. `failed`: the service refused the change or was
never reached. `skipped`: the row is not to be changed. `unknown`: the change was sent and no answer arrived, so it may
or may not have taken effect."""

MAX_REASON = 500


@exported_from("trivet.chat.bulk")
@frozen
class Row:
    """One user or conversation of a bulk job.

    >>> for row in report.failed:
    ...     print(row.id, row.status, row.reason)

    Attributes:
        id: The id of the user or conversation, as it was given.
        outcome: What happened to it.
        reason: Why the row was skipped or failed; else None.
        status: The HTTP status of the failure, if there was an answer.
        code: The service's own error code, if that answer had one.
    """

    id: str
    outcome: Outcome
    reason: str | None = None
    status: int | None = None
    code: str | None = None


Progress: TypeAlias = Callable[[Row, int, int], object]
"""Called with a row that has just got its outcome, the number of rows that have one, and the number of all rows.

>>> Bulk(chat, progress=lambda row, settled, total: print(row.id, f"{settled} of {total}"))
"""


def row_of_error(row_id: str, error: APIError, *, changing: bool) -> Row:
    """Return the row of a call that failed: `unknown` where the change may have taken effect all the same.

    Args:
        row_id: The row's id.
        error: The error of the call. Its text holds no credentials.
        changing: Whether the call was the change itself, and not a look-up.
    """
    text = str(error)
    reason = text if len(text) <= MAX_REASON else text[: MAX_REASON - 3] + "..."
    match error:
        case APIStatusError(status=408 | 502 | 503 | 504) if changing:
            # These come from a gateway: the server behind it may have made the change.
            return Row(row_id, "unknown", reason, error.status, error.code)
        case APIStatusError():
            return Row(row_id, "failed", reason, error.status, error.code)
        case DecodeError():
            return Row(row_id, "unknown" if changing else "failed", reason, error.status)
        case APIConnectionError(sent=True) if changing:
            return Row(row_id, "unknown", reason)
        case _:
            return Row(row_id, "failed", reason)
