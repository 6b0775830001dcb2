"""One row of a bulk job and its outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from ...._core.public import exported_from
from ....errors import APIConnectionError, APIError, APIStatusError, DecodeError

__all__ = ["CAUSES", "Cause", "Outcome", "Progress", "Row", "row_of_error"]

Outcome: TypeAlias = Literal["planned", "done", "failed", "skipped", "unknown"]
"""`planned`: no change was sent yet. `done`: the change took effect. `failed`: the service refused the change or was
never reached. `skipped`: the row is not to be changed. `unknown`: the change was sent and no answer arrived, so it may
or may not have taken effect."""

Cause: TypeAlias = Literal["unchanged", "untouched", "partly_changed", "admin_not_named", "role_not_shown"]
"""The reason of a row as a value, in the cases that a program decides by. `unchanged`: the row has the new values
already. `untouched`: the job to undo did not change the row. `partly_changed`: the job to undo may have changed a part
of the row. `admin_not_named`: the user is an administrator and not in `admins`. `role_not_shown`: the service does not
show the role of the user, who is not in `admins`."""

CAUSES: tuple[Cause, ...] = get_args(Cause)
MAX_REASON = 500


@exported_from("trivet.chat.bulk")
@frozen
class Row:
    """One user, conversation or share of a bulk job.

    >>> for row in report.failed:
    ...     print(row.id, row.status, row.reason)

    The label, the role, the values and the cause only describe a row: two rows are equal if all the rest is.

    Attributes:
        id: The id of the user, the conversation or the share, as it was given.
        outcome: What happened to it.
        reason: Why the row was skipped or failed, or what the function of `act_as_users` has returned; else None.
        status: The HTTP status of the failure, if there was an answer.
        code: The service's own error code, if that answer had one.
        label: The email address of a user, or the title of a conversation; None if it has none, or was not looked up.
        old: The values before the change, by field, as they were listed or looked up; None without a look-up. A field
            that the service did not show is left out.
        new: The values that an update sets, by field; None for a deletion.
        role: The role of a user, as it was listed or looked up; None where it was not.
        cause: The reason as a value, in the cases that a program decides by: its sentence may be reworded, the cause
            stays. None in other cases.
    """

    id: str
    outcome: Outcome
    reason: str | None = None
    status: int | None = None
    code: str | None = None
    label: str | None = field(default=None, eq=False)
    old: Mapping[str, Any] | None = field(default=None, eq=False)
    new: Mapping[str, Any] | None = field(default=None, eq=False)
    role: str | None = field(default=None, eq=False)
    cause: Cause | None = field(default=None, eq=False)

    def described_as(self, row: Row) -> Row:
        """Return this row with the label and the values of another one, where it has none of its own.

        >>> Row("a", "done").described_as(row).label
        'ann@old.example'
        """
        return evolve(
            self,
            label=row.label if self.label is None else self.label,
            old=row.old if self.old is None else self.old,
            new=row.new if self.new is None else self.new,
            role=row.role if self.role is None else self.role,
        )


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
