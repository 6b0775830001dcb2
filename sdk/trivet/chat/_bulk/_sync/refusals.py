# Derived from sdk/trivet/chat/_bulk/_async/refusals.py by `python -m codegen`; do not edit.
"""The rows of a bulk job that must not be changed, or that the service will refuse, found before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from attrs import evolve

from ...._core.pagination.page import IncompleteListError
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ....errors import InvalidArgumentError
from ..._generated._sync.resources import AdminUsers, Conversations
from .. import outcomes
from ..jobs import Job, locks_out
from ..row import RowChange
from .lookups import LIMIT
from .own_account import OWN, OwnAccount


class Refusals(Resource):
    """Settles planned rows: those that the service will refuse, and administrators that are still needed."""

    def __init__(self, connection: Connection, job: Job, own: OwnAccount, *, retry_failed: bool = False) -> None:
        """Prepare to judge rows; nothing is sent.

        Args:
            connection: The connection of the job.
            job: The job.
            own: The account that runs it.
            retry_failed: Whether the run sends the rows again that the service refused.
        """
        super().__init__(connection)
        self._job = job
        self._retry_failed = retry_failed
        self._own = own
        self._own_is_known: bool | None = None
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

    def keep_own_account(self, changes: Sequence[RowChange]) -> list[RowChange]:
        """Skip the account that runs the job, if it is known, where the job would lock it out; return its rows.

        An account that is not given is read only if a row may take the rights of an administrator, as far as its own
        values show.

        Raises:
            InvalidArgumentError: No user who can run a job has the id or email address of `own`.
            APIError: The account could not be read.
        """
        judge = self._takes_rights if self._own.is_given else self._may_lock_out
        if not any(map(judge, changes)):
            return []
        own = self._own.ids()
        self._own_is_known = bool(own)
        kept = [change for change in changes if change.row.id.lower() in own and self._takes_rights(change)]
        for change in kept:
            change.settle(outcomes.own_account(change))
        return kept

    def keep_last_administrators(self, changes: Sequence[RowChange]) -> None:
        """Skip all administrators if no other active one is found, where the account that runs the job is not known.

        The caller is an active administrator, or the job would be refused. So if the account is known, one is left.

        Raises:
            APIError: The users could not be read.
        """
        needed = {change.row.id.lower(): change for change in self._unsafe(changes)}
        if needed:
            self._keep_last(needed)

    def without_role(self, changes: Sequence[RowChange]) -> list[RowChange]:
        """Return the rows whose users may be administrators, and the account that runs the job, until they are read."""
        rows = self._unsafe(changes) if self._job.kind != "restore" else ()
        return [change for change in rows if change.row.role is None]

    def mark_administrators(self, changes: Sequence[RowChange]) -> None:
        """Mark the rows of administrators who may be the account that runs the job; an inactive user runs no job."""
        for change in self._unsafe(changes):
            if change.was_active is not False:
                change.row = outcomes.own_not_known(change)

    def _unsafe(self, changes: Sequence[RowChange]) -> list[RowChange]:
        """Return the rows that may lock out the account that runs the job, which is not known."""
        return [change for change in changes if self._may_lock_out(change)] if self._own_is_known is False else []

    def check_own_account(self, changes: Sequence[RowChange]) -> None:
        """Refuse a job that may lock out the account that runs it.

        Raises:
            InvalidArgumentError: A row is marked.
        """
        for change in changes:
            if change.row.cause == "own_not_known":
                who = change.row.label or change.row.id
                why = f"because {who} may be it: an administrator, whom the job would lock out"
                raise InvalidArgumentError("own", f"{OWN}, {why}", None)

    def _settle_others(self, changes: Sequence[RowChange]) -> None:
        caller = self._own.owner_of_conversations()
        others = [change for change in changes if change.owner_id != caller]
        shared: set[str] = set()
        # A recipient of a share that allows editing can change the title, as observed, and nothing else.
        if others and self._job.kind == "update" and set(self._job.new_values or ()) == {"title"}:
            shared = {conversation.id for conversation in self._conversations.shared_with_me(limit=100)}
        for change in others:
            if change.row.id.lower() not in shared:
                change.settle(outcomes.not_owned(self._job, change))

    def _takes_rights(self, change: RowChange) -> bool:
        """Return whether a row that is still to be sent takes the role of its user, or keeps them from signing in."""
        job, row = self._job, change.row
        if row.outcome == "unknown" or change.uncertain or not change.is_pending(retry_failed=self._retry_failed):
            return False
        return locks_out(row.new or {}) if job.kind == "restore" else job.locks_out

    def _may_lock_out(self, change: RowChange) -> bool:
        """Return whether a row may take the rights of an administrator, or keep one from signing in."""
        job, row = self._job, change.row
        if not self._takes_rights(change):
            return False
        if job.kind == "restore":
            return outcomes.may_be_admin(row) or bool(change.is_admin)
        if row.role == "admin" or change.is_admin:
            return True
        # A row whose role is not known yet has no email address either, so that any named address may be its own.
        admins = job.admins or ()
        return row.role is None and (any("@" in name for name in admins) or row.id.lower() in admins)

    def _keep_last(self, needed: dict[str, RowChange]) -> None:
        """Skip the rows of administrators unless the list of users shows an active one whose rights are not taken.

        One is enough, so that the list need not show all users. If it shows none and some users are missing, the rows
        of those are skipped, too, because any may be an administrator's.
        """
        last: list[RowChange] = []
        hidden = 0
        try:
            with closing(self._users.list(limit=LIMIT).iter_complete()) as users:
                for user in users:
                    change, role = needed.pop(user.id.lower(), None), getattr(user, "role", None)
                    if change is not None and change.row.role is None:
                        change.row = evolve(change.row, role=role)
                    if role != "admin" or not getattr(user, "is_active", None):
                        continue
                    if change is None or not (self._job.kind == "restore" or self._job.names_admin(user.id, user)):
                        return
                    last.append(change)
        except IncompleteListError as error:
            last += needed.values()
            hidden = error.missing
        for change in last:
            change.settle(outcomes.last_admin(change, hidden))
