"""A row of a bulk job: its outcome for users, and the state of its change until then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias, get_args

from attrs import define, evolve, field, frozen

from ..._core.public import exported_from
from ..._core.unset import UNSET

Outcome: TypeAlias = Literal["planned", "done", "failed", "skipped", "unknown"]
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

CAUSES: tuple[Cause, ...] = get_args(Cause)
MAX_REASON = 500
OK = 200
GATEWAY = frozenset({502, 503, 504})
"""The statuses with which a gateway says that it got no answer from the service."""

FRESH = timedelta(minutes=1)
"""How long a record counts as the latest state of its row: an older one is read again before the change."""

NULLABLE = frozenset({"title", "full_name", "shared_with"})
"""The fields that can be null; another field that is None was not in the answer."""


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


@define
class RowChange:
    """A row that a job changes, from its look-up to its outcome.

    Attributes:
        row: The row with its latest outcome.
        is_admin: Whether the row is an administrator; None until it was looked up.
        owner_id: The id of a conversation's owner; None where it is not known.
        sent: Whether the change was sent, with or without an answer.
        by_hand: Whether the user has recorded the outcome, which then is not verified.
        doubtful: Whether the change was done in an earlier run and may be lost, because the service or the run ended
            soon after; until the service has confirmed it again.
        changed_again: Whether the service had lost the change, and it was sent again.
        read_at: When the record of the row was read, by the client's clock; None before.
    """

    row: Row
    is_admin: bool | None = None
    sent: bool = False
    owner_id: str | None = None
    by_hand: bool = False
    doubtful: bool = False
    changed_again: bool = False
    read_at: datetime | None = None

    @property
    def uncertain(self) -> bool:
        """Whether the change may have taken effect without an answer that confirms it."""
        status = self.row.status
        return self.sent and (
            self.row.outcome == "unknown"
            or (self.row.outcome == "failed" and status is not None and (status >= 500 or status == 408))
        )

    @property
    def is_partial(self) -> bool:
        """Whether an update was answered with a success, and not all of its values were found afterwards."""
        return self.sent and self.row.outcome == "failed" and self.row.status == OK

    @property
    def verifiable(self) -> bool:
        """Whether a look-up can show if the change took effect: it was answered with a success, or is uncertain."""
        return (self.row.outcome == "done" and not self.by_hand) or self.uncertain

    @property
    def was_active(self) -> bool | None:
        """Whether the user of the row was active before the job; None if the service did not show it."""
        active: bool | None = (self.row.old or {}).get("is_active")
        return active

    def describe(
        self, record: object, *, label: str, fields: Iterable[str], new: Mapping[str, Any] | None = None
    ) -> None:
        """Add the label, role and values of a record to the row; a row that was sent keeps its old values.

        Args:
            record: The user or conversation.
            label: The field that names the row.
            fields: The fields whose old values the row shows.
            new: The values that the change sets, if it is an update.
        """
        self.owner_id = getattr(record, "user_id", None)
        name, role = getattr(record, label, self.row.label), getattr(record, "role", None)
        if self.sent:
            self.row = self.row.described_as(Row(self.row.id, "planned", label=name, new=new, role=role))
            return
        values = {field: getattr(record, field, UNSET) for field in fields}
        old = {
            field: value
            for field, value in values.items()
            if value is not UNSET and (value is not None or field in NULLABLE)
        }
        self.row = evolve(self.row, label=name, old=old, new=new, role=role)

    def mark_sent(self) -> None:
        """Record that the change is sent; until an answer arrives, its outcome is unknown."""
        self.row = Row(self.row.id, "unknown", "it was sent, and no answer is known").described_as(self.row)
        self.sent = True

    def settle(self, row: Row, *, by_hand: bool = False) -> None:
        """Record the outcome; a row that is planned again has not been changed."""
        self.row = row.described_as(self.row)
        self.by_hand = by_hand
        self.doubtful = self.doubtful and not by_hand and not row.is_answered
        self.sent = self.sent and row.outcome != "planned"

    def is_fresh(self, now: datetime) -> bool:
        """Return whether the record of the row was read within the last minute.

        Args:
            now: The time by the client's clock.
        """
        return self.read_at is not None and timedelta(0) <= now - self.read_at <= FRESH

    def plan_again(self, *, retry_failed: bool) -> None:
        """Show a failed row as planned that the next run sends, for the dry run of a job that has begun."""
        if self.row.outcome == "failed" and not self.uncertain and self.is_pending(retry_failed=retry_failed):
            self.row = evolve(self.row, outcome="planned", reason=None, status=None, code=None, cause=None)

    def is_pending(self, *, retry_failed: bool) -> bool:
        """Return whether a run still has to handle the row; refused rows count only with `retry_failed`."""
        row = self.row
        if row.outcome == "failed":  # without a status, it was never sent; with a success, it had no effect
            return retry_failed or row.status is None or row.status < 300
        return row.outcome in ("planned", "unknown")


def lower_email(email: str) -> str:
    """Return an address in lower case, in which different letters stay different.

    `straße` and `strasse` may be two users, and so may an address with a Kelvin sign, which is a k in lower case.
    """
    if email.isascii():
        return email.lower()
    return "".join(letter.lower() if letter.isascii() or not letter.lower().isascii() else letter for letter in email)
