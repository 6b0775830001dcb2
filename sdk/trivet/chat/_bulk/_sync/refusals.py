# Derived from sdk/trivet/chat/_bulk/_async/refusals.py by `python -m codegen`; do not edit.
"""The rows of a bulk job that must not be changed, or that the service will refuse, found before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from ...._core.pagination.page import IncompleteListError
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ..._generated._sync.resources import AdminUsers, Conversations
from .. import outcomes
from ..jobs import Job, locks_out
from ..row import RowChange


class Refusals(Resource):
    """Settles planned rows: those that the service will refuse, and administrators that are still needed."""

    def __init__(self, connection: Connection, job: Job) -> None:
        super().__init__(connection)
        self._job = job
        self._users = AdminUsers(connection)
        self._conversations = Conversations(connection)

    def foresee(self, changes: Sequence[RowChange]) -> None:
        """Settle the planned rows that will be refused: conversations of others, and titles that are too long.

        Raises:
            APIError: The caller's own conversations could not be read.
        """
        planned = [change for change in changes if change.row.outcome == "planned"]
        for change in planned:
            row = outcomes.refused_title(self._job, change)
            if row is not None:
                change.settle(row)
        owned = [change for change in planned if change.row.outcome == "planned" and change.owner_id is not None]
        if self._job.argument == "conversations" and owned:
            self._settle_others(owned)

    def keep_administrators(self, changes: Sequence[RowChange]) -> None:
        """Skip the account of the caller, and all administrators if no other active one is found.

        Nothing is read unless a row may take the rights of an administrator, as far as its own values show. The caller
        is an active administrator, or the job would be refused: if their conversations show who they are, one is left.

        Raises:
            APIError: The users or the caller's own conversations could not be read.
        """
        needed = {change.row.id.lower(): change for change in changes if self._may_lock_out(change)}
        if not needed:
            return
        caller = (self._caller() or "").lower()
        if caller in needed:
            needed[caller].settle(outcomes.own_account(needed[caller]))
        if not caller:
            self._keep_last(needed)

    def _caller(self) -> str | None:
        """Return the id of the caller, if they have a conversation.

        The contract has no operation for the caller's own record. This list holds their conversations only.
        """
        page = self._conversations.list(limit=1, include_archived=True).page()
        return next((conversation.user_id for conversation in page), None)

    def _settle_others(self, changes: Sequence[RowChange]) -> None:
        caller = self._caller()
        others = [change for change in changes if change.owner_id != caller]
        shared: set[str] = set()
        # A recipient of a share that allows editing can change the title, as observed, and nothing else.
        if others and self._job.kind == "update" and set(self._job.new_values or ()) == {"title"}:
            shared = {conversation.id for conversation in self._conversations.shared_with_me(limit=100)}
        for change in others:
            if change.row.id.lower() not in shared:
                change.settle(outcomes.not_owned(self._job, change))

    def _may_lock_out(self, change: RowChange) -> bool:
        """Return whether a planned row may take the rights of an administrator, or keep one from signing in."""
        job, row = self._job, change.row
        if row.outcome != "planned":
            return False
        if job.kind == "restore":
            return locks_out(row.new or {}) and outcomes.may_be_admin(row)
        if not (job.locks_out and job.admins):
            return False
        # A row whose role is not known yet has no email address either, so that any named address may be its own.
        by_email = any("@" in name for name in job.admins)
        return row.role == "admin" or (row.role is None and (by_email or row.id.lower() in job.admins))

    def _keep_last(self, needed: dict[str, RowChange]) -> None:
        """Skip the rows of administrators unless the list of users shows an active one whose rights are not taken.

        One is enough, so that the list need not show all users. If it shows none and some users are missing, the rows
        of those are skipped, too, because any may be an administrator's.
        """
        last: list[RowChange] = []
        hidden = 0
        try:
            with closing(self._users.list(limit=500).iter_complete()) as users:
                for user in users:
                    change = needed.pop(user.id.lower(), None)
                    if getattr(user, "role", None) != "admin" or not getattr(user, "is_active", None):
                        continue
                    if change is None or not (self._job.kind == "restore" or self._job.names_admin(user.id, user)):
                        return
                    last.append(change)
        except IncompleteListError as error:
            last += needed.values()
            hidden = error.missing
        for change in last:
            change.settle(outcomes.last_admin(change, hidden))
