"""What the service will refuse of a bulk job, as a dry run and a deletion know it before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ..._generated._async.resources import AsyncConversations
from ..jobs.job import Job
from ..rows.change import RowChange
from ..rows.foreseen import is_title_only, not_owned, refused_title

__all__ = ["AsyncRefusals"]


class AsyncRefusals(AsyncResource):
    """Settles the planned rows of a job that the service will refuse."""

    def __init__(self, connection: AsyncConnection, job: Job) -> None:
        super().__init__(connection)
        self._job = job
        self._conversations = AsyncConversations(connection)

    async def foresee(self, changes: Sequence[RowChange]) -> None:
        """Settle the planned rows that will be refused: conversations of others, and titles that are too long.

        Raises:
            APIError: The caller's own conversations could not be read.
        """
        planned = [change for change in changes if change.row.outcome == "planned"]
        for change in planned:
            row = refused_title(self._job, change)
            if row is not None:
                change.settle(row)
        owned = [change for change in planned if change.row.outcome == "planned" and change.owner_id is not None]
        if self._job.argument == "conversations" and owned:
            await self._settle_others(owned)

    async def _settle_others(self, changes: Sequence[RowChange]) -> None:
        # The contract has no operation for the caller's own record. This list holds their conversations only.
        page = await self._conversations.list(limit=1, include_archived=True).page()
        caller = next((each.user_id for each in page), None)
        others = [change for change in changes if change.owner_id != caller]
        shared: set[str] = set()
        if others and is_title_only(self._job):  # a recipient who may edit can change the title, as observed
            shared = {each.id async for each in self._conversations.shared_with_me(limit=100)}
        for change in others:
            if change.row.id.lower() not in shared:
                change.settle(not_owned(self._job, change))
