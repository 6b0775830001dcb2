"""What keeps a job from taking the last administrators out of a service, or the account that runs it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._core.pagination.page import IncompleteListError
from ..._generated._async.resources import AsyncAdminUsers, AsyncConversations
from ..jobs.job import Job
from ..rows.change import RowChange, locks_out
from ..rows.foreseen import last_admin, own_account
from ..rows.old_values import may_be_admin

__all__ = ["AsyncLockout"]


class AsyncLockout(AsyncResource):
    """Settles the planned rows of administrators who are needed still; observed services would change them."""

    def __init__(self, connection: AsyncConnection, job: Job) -> None:
        super().__init__(connection)
        self._job = job
        self._users = AsyncAdminUsers(connection)
        self._conversations = AsyncConversations(connection)

    async def prevent(self, changes: Sequence[RowChange]) -> None:
        """Skip the account of the caller, and all administrators if no other active one is found.

        Nothing is read unless a row may take the rights of an administrator, as far as its own values show. The caller
        is an active administrator, or the job would be refused: if their conversations show who they are, one is left.

        Raises:
            APIError: The users or the caller's own conversations could not be read.
        """
        needed = {change.row.id.lower(): change for change in changes if self._may_lock_out(change)}
        if not needed:
            return
        # The contract has no operation for the caller's own record. This list holds their conversations only.
        page = await self._conversations.list(limit=1, include_archived=True).page()
        caller = next((conversation.user_id or "" for conversation in page), "").lower()
        if caller in needed:
            needed[caller].settle(own_account(needed[caller]))
        if not caller:
            await self._keep_last(needed)

    def _may_lock_out(self, change: RowChange) -> bool:
        """Return whether a planned row may take the rights of an administrator, or keep one from signing in."""
        job, row = self._job, change.row
        if row.outcome != "planned":
            return False
        if job.restores:
            return locks_out(row.new or {}) and may_be_admin(row)
        if not (job.locks_out and job.admins):
            return False
        # A row whose role is not known yet has no email address either, so that any named address may be its own.
        by_email = any("@" in name for name in job.admins)
        return row.role == "admin" or (row.role is None and (by_email or row.id.lower() in job.admins))

    async def _keep_last(self, needed: dict[str, RowChange]) -> None:
        """Skip the rows of administrators unless the list of users shows an active one whose rights are not taken.

        One is enough, so that the list need not show all users. If it shows none and some users are missing, the rows
        of those are skipped, too, because any may be an administrator's.
        """
        last: list[RowChange] = []
        unlisted = 0
        try:
            async with aclosing(self._users.list(limit=500).iter_complete()) as users:
                async for user in users:
                    change = needed.pop(user.id.lower(), None)
                    if getattr(user, "role", None) != "admin" or not getattr(user, "is_active", None):
                        continue
                    if change is None or not (self._job.restores or self._job.names_admin(user.id, user)):
                        return
                    last.append(change)
        except IncompleteListError as error:
            last += needed.values()
            unlisted = error.missing
        for change in last:
            change.settle(last_admin(change, unlisted))
