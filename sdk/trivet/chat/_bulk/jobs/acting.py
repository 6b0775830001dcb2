"""The bulk job that acts as each of many users."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from attrs import evolve, frozen

from ...._core import check
from ..._generated import calls
from ..._generated import models as m
from ..rows.change import RowChange
from ..rows.row import MAX_REASON, Row
from .job import Job
from .users import admin_ids, search_users

__all__ = ["ActingJob", "act_as_users", "was_active"]

INACTIVE = "it is not active, and activate is not set"
STILL_ACTIVE = "it is active, and was not before the job"
UNSHOWN = "the service does not show whether it is active"
DOUBTFUL = "the service or the job ended soon after, and no record shows whether a change is lost"


@frozen(kw_only=True)
class ActingJob(Job):
    """A job that does something as each of many users; no record shows whether it was done.

    A row is looked up right before, because what it was then is what it is again afterwards. An uncertain row is done
    again, and keeps what its journal says that it was.

    Attributes:
        activate: Whether a user who is not active is active for as long as it takes.
    """

    activate: bool

    def needs_lookup(self, change: RowChange) -> bool:
        """Return True: every row is looked up."""
        return True

    def doubt(self, change: RowChange) -> None:
        """Let a doubtful row be looked up, which shows whether the user is still active; it is not done again."""
        reason = DOUBTFUL if change.row.reason is None else f"{change.row.reason}; {DOUBTFUL}"
        change.row = evolve(change.row, outcome="unknown", reason=reason[:MAX_REASON])

    def outcome_from_record(self, change: RowChange, record: Any) -> Row | None:
        """Return the outcome of a row that is not to be done; None for another one."""
        if change.doubtful:
            if getattr(record, "is_active", None) and not was_active(change.row):
                return Row(change.row.id, "unknown", STILL_ACTIVE, 200)
            return evolve(change.row, outcome="done")
        if record is None:
            return self.verified(change, None)
        change.describe(record, label=self.label, fields=self.shown)
        skipped = self.admin_outcome(change, record)
        if skipped is not None:
            return skipped
        active = was_active(change.row)
        if active is None:
            return Row(change.row.id, "skipped", UNSHOWN)
        return None if active or self.activate else Row(change.row.id, "skipped", INACTIVE)

    def is_shown(self, change: RowChange, record: Any) -> bool | None:
        """Return whether a record shows that the user is again as active as before the job."""
        if record is None:
            return False
        return getattr(record, "is_active", None) == was_active(change.row)

    def verified(self, change: RowChange, record: Any) -> Row:
        """Return the row as it is, unless the user has been left active or does not exist any more."""
        if record is None:
            return Row(change.row.id, "failed", "the user does not exist any more", 404, "NOT_FOUND")
        if getattr(record, "is_active", None) and not was_active(change.row):
            return Row(change.row.id, "unknown", STILL_ACTIVE)
        return change.row


def was_active(row: Row) -> bool | None:
    """Return whether the user of a row was active before the job; None if the service did not show it."""
    active: bool | None = (row.old or {}).get("is_active")
    return active


def act_as_users(*, activate: bool, admins: Collection[str]) -> ActingJob:
    """Return the job that acts as users.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    check.boolean("activate", activate)
    ids = admin_ids(admins)
    return ActingJob(
        name="act_as_users",
        argument="users",
        records=(m.AdminUser, m.User),
        read_call=lambda row: calls.admin_users_get(row.id),
        change_call=lambda row: calls.admin_users_impersonate(row.id),
        arguments={"activate": activate, "admins": sorted(ids)},
        label="email",
        shown=("is_active",),
        new_values={},
        admins=ids,
        search_call=search_users,
        durable=activate,  # only that line holds that the user was not active
        activate=activate,
    )
