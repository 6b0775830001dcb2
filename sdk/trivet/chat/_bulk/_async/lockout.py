"""What keeps a job from taking the last administrators out of a service, or the account that runs it."""

from __future__ import annotations

from collections.abc import Sequence

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ..._generated._async.resources import AsyncAdminUsers, AsyncConversations
from ..jobs.job import Job
from ..rows.change import RowChange
from ..rows.foreseen import last_admin, locks_out, own_account

__all__ = ["AsyncLockout"]


class AsyncLockout(AsyncResource):
    """Settles the planned rows of administrators who are needed still; observed services would change them."""

    def __init__(self, connection: AsyncConnection, job: Job) -> None:
        super().__init__(connection)
        self._job = job
        self._users = AsyncAdminUsers(connection)
        self._conversations = AsyncConversations(connection)

    async def prevent(self, changes: Sequence[RowChange]) -> None:
        """Skip the account of the caller, and all administrators if no active one would be left.

        Nothing is read unless the job names administrators, or undoes what let users in or made them administrators.

        Raises:
            APIError: The users or the caller's own conversations could not be read.
        """
        job = self._job
        planned = [change for change in changes if change.row.outcome == "planned" and change.is_admin is not False]
        if job.restores:
            planned = [change for change in planned if locks_out(change.row.new or {})]
        elif not (job.locks_out and job.admins):
            return
        if not planned:
            return
        users = await self._users.list(limit=500).complete()
        active = {
            user.id.lower(): user
            for user in users
            if getattr(user, "role", None) == "admin" and getattr(user, "is_active", None)
        }
        endangered = {
            row_id: change
            for change in planned
            if (row_id := change.row.id.lower()) in active and (job.restores or job.names_admin(row_id, active[row_id]))
        }
        if not endangered:
            return
        # The contract has no operation for the caller's own record. This list holds their conversations only.
        page = await self._conversations.list(limit=1, include_archived=True).page()
        own = endangered.pop(next((each.user_id or "" for each in page), "").lower(), None)
        if own is not None:
            own.settle(own_account(own))
        if not active.keys() - endangered.keys():
            for change in endangered.values():
                change.settle(last_admin(change))
