"""A row of a bulk job as its user sees it: what was changed, with which outcome, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from ..._core.public import exported_from

Outcome: TypeAlias = Literal["done", "failed", "skipped", "unknown", "planned"]
"""`planned`: no change was sent yet. `done`: the change took effect. `failed`: the service refused the change or was
never reached. `skipped`: the row is not to be changed. `unknown`: the change was sent and no answer arrived, so it may
or may not have taken effect."""

Cause: TypeAlias = Literal[
    "unchanged",
    "untouched",
    "partly_changed",
    "admin_not_named",
    "role_not_shown",
    "no_user",
    "several_users",
    "own_account",
    "own_not_known",
    "last_admin",
    "not_owner",
    "title_too_long",
    "inactive",
    "activity_not_shown",
    "still_active",
    "changed_since",
    "old_values_not_known",
    "not_settled",
    "refused",
    "crashed",
    "not_sent",
    "unanswered",
    "no_effect",
    "gone",
    "not_shown",
    "doubtful",
    "lost",
    "work_failed",
    "by_hand",
]
"""The reason of a row as a value; its sentence may be reworded, the cause stays.

Skipped: `unchanged`: the row has the new values already. `admin_not_named`: the user is an administrator and not in
`admins`. `role_not_shown`: the service does not show the role of the user, who is not in `admins`. `no_user` and
`several_users`: the number of users with the email address. `own_account` and `last_admin`: the change would lock out
the account that runs the job, or the last administrator. `not_owner`: another user owns the conversation. `inactive`
and `activity_not_shown`: the user cannot be acted as. In an undo, `untouched`: the other job did not change the row;
`not_settled`: it is not known whether it did; `old_values_not_known`: its old values are not in the journal;
`changed_since`: the row has been changed by others.

Failed: `refused` and `crashed`: the service answered with an error, below 500 or from 500. `not_sent`: the request
never reached the service. `no_effect`: a success without an effect. `gone`: the record does not exist any more.
`title_too_long`: observed services refuse the title. `work_failed`: the function of `act_as_users` did not succeed.

Unknown: `unanswered`: no answer, or one of a gateway. `not_shown`: the service does not show whether the change took
effect. `doubtful`: the change was done, and may be lost. `still_active`: a user whom the job activated may be active.

Done: `lost`: the service had lost the change, which was sent again. Planned: `partly_changed`: the job to undo may have
changed a part of the row; `own_not_known`: the user is an administrator who may be the account that runs the job, which
stops before its first change until `own` names that account. Of any outcome, `by_hand`: the user has recorded it."""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
CAUSES: tuple[Cause, ...] = get_args(Cause)
DETAILS = ("label", "old", "new", "role")
"""The attributes of a row that describe it."""
MAX_REASON = 500
OK = 200
GATEWAY = frozenset({502, 503, 504})
"""The statuses with which a gateway says that it got no answer from the service."""


@exported_from("trivet.chat.bulk")
@frozen
class Row:
    """One user, conversation or share of a bulk job.

    >>> for row in report.failed:
    ...     print(row.id, row.status, row.reason)

    The label, the role, the values and the cause only describe a row: two rows are equal if all the rest is.

    Attributes:
        id: The id of the user, the conversation or the share, as it was given.
        outcome: Whether it was changed.
        reason: Why the row was skipped or failed, or what the function of `act_as_users` has returned; else None.
        status: The HTTP status of the failure, if there was an answer.
        code: The service's own error code, if that answer had one.
        label: The email address of a user, or the title of a conversation; None if it has none, or was not looked up.
        old: The values before the change, by field, as they were listed or looked up; None without a look-up. A field
            that the service did not show is left out.
        new: The values that an update sets, by field; None for a deletion.
        role: The role of a user, as it was listed or looked up; None where it was not.
        cause: The reason as a value, for programs; None for a row without a reason.
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

    @property
    def is_answered(self) -> bool:
        """Whether the outcome is an answer of the service itself; the 404 of an unknown row is a gateway's.

        >>> Row("4f8a…", "failed", "Connection refused").is_answered
        False
        """
        if self.outcome not in ("failed", "unknown"):
            return True
        if self.status is None or self.status in GATEWAY:
            return False
        return (self.outcome, self.status) != ("unknown", 404)

    def described_as(self, row: Row) -> Row:
        """Return this row with the label and the values of another one, where it has none of its own.

        >>> Row("a", "done").described_as(row).label
        'ann@old.example'
        """
        return evolve(self, **{name: getattr(row, name) for name in DETAILS if getattr(self, name) is None})


Progress: TypeAlias = Callable[[Row, int, int], object]
"""Called with a row that has just got its outcome, the number of rows that have one, and the number of all rows.

>>> Bulk(chat, progress=lambda row, settled, total: print(row.id, f"{settled} of {total}"))
"""


def lower_email(email: str) -> str:
    """Return an address in lower case, in which different letters stay different.

    `straße` and `strasse` may be two users, and so may an address with a Kelvin sign, which is a k in lower case.
    """
    if email.isascii():
        return email.lower()
    return "".join(letter.lower() if letter.isascii() or not letter.lower().isascii() else letter for letter in email)
