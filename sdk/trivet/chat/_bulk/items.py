"""The rows of a bulk job, as its source names them: by ids, records and email addresses, or by another job."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ..._concurrency.functions import resolve
from ...errors import APIStatusError, InvalidArgumentError, NotFoundError
from .kinds import Job
from .outcomes import users_are, with_error
from .row import Cause, Row, lower_email
from .state import RowState

if TYPE_CHECKING:
    from .._generated import models as m


def from_item(
    job: Job, index: int, item: object, where: Callable[[Any], bool] | None, read_at: datetime | None = None
) -> RowState | None:
    """Return the row of an id or a record; None for a record that `where` leaves out.

    Args:
        job: The job.
        index: The position of the item in its source.
        item: The id, the record, or a row that has its outcome already.
        where: Selects records; None selects all.
        read_at: When the record was read.

    Raises:
        InvalidArgumentError: The item is neither an id nor a record, or is an id although `where` needs a record.
    """
    if isinstance(item, RowState):
        return item
    row_id = job.subject.id_of(index, item)
    if isinstance(item, str):
        if where is not None:
            rule = f"left out where {job.subject.argument}[{index}] is an id, because it needs a record"
            raise InvalidArgumentError("where", rule, item)
        return RowState(Row(row_id, "planned", new=job.new_values))
    if where is not None and not _is_selected(where, item):
        return None
    state = RowState(Row(row_id, "planned"), read_at=read_at if job.subject.records_show_values else None)
    return job.judged(state, item)


def _is_selected(where: Callable[[Any], object], record: object) -> bool:
    selected = where(record)
    if isinstance(selected, bool):
        return selected
    # A coroutine is always true, so it must not pass for an answer.
    raise InvalidArgumentError("where", "a function that returns True or False", resolve(selected))


def with_email(email: str, users: Iterable[m.AdminUser], hidden: int = 0) -> m.AdminUser | RowState:
    """Return the user with an email address, or the skipped row of an address that none or several have.

    Case counts only where two addresses differ in nothing else.

    Args:
        email: The address.
        users: Users with similar addresses. In a search `_` and `%` are wildcards, as observed, so most of its matches
            may be other users.
        hidden: How many users were on no page of the list that the users come from.
    """
    same = [user for user in users if lower_email(getattr(user, "email", "")) == lower_email(email)]
    exact = [user for user in same if user.email == email] or same
    if len(exact) == 1:
        return exact[0]
    reason = f"{len(exact)} users have this email address" if exact else "no user has this email address"
    if hidden and not exact:
        reason = f"no user on the pages of the list has this email address ({users_are(hidden)} on none)"
    return RowState(Row(email, "skipped", reason, label=email, cause="several_users" if exact else "no_user"))


def without_shares(conversation_id: str, error: APIStatusError) -> RowState:
    """Return the skipped row of a conversation whose shares the caller may not list."""
    cause: Cause = "gone" if isinstance(error, NotFoundError) else "not_owner"
    return RowState(with_error(conversation_id, "skipped", error, cause))


def restoring(state: RowState) -> RowState:
    """Return the row of an undo for a row of the other job; one with nothing to restore is skipped."""
    return RowState(evolve(_restoring_row(state), role=state.row.role), is_admin=state.is_admin)


def _restoring_row(state: RowState) -> Row:
    row, partial = state.row, state.is_partial

    def skipped(reason: str, cause: Cause) -> Row:
        return Row(row.id, "skipped", reason, label=row.label, cause=cause)

    if row.outcome != "done" and not partial:
        if state.uncertain:
            hint = "it is not known whether the job changed it; resume that job first"
            return skipped(f"{hint}, with retry_failed=True" if row.outcome == "failed" else hint, "not_settled")
        return skipped(f"the job did not change it: its outcome is {row.outcome}", "untouched")
    new, old = row.new or {}, row.old or {}
    unknown = [name for name in new if name not in old]
    if unknown:
        return skipped(f"its {' and '.join(unknown)} before the job is not known", "old_values_not_known")
    changed = [name for name in new if new[name] != old[name]]
    if not changed:
        return skipped("the job did not change it: it had the new values before", "untouched")
    return Row(
        row.id,
        "planned",
        "the job may have changed a part of it" if partial else None,
        label=row.label,
        cause="partly_changed" if partial else None,
        old={name: new[name] for name in changed},
        new={name: old[name] for name in changed},
    )
