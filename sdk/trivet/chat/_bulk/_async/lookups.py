"""The reads of a bulk job: the record of a row by its id or from a list, and the pages of the list of users."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._core import answer_decoder
from ...._core.answer import Answer
from ...._core.call import Call
from ...._core.traceback_locals import forget_frames
from ....errors import APIError, APIStatusError
from ..._generated._async.resources import AsyncAdminUsers
from .. import outcomes
from ..kinds import Job
from ..options import JobOptions
from ..state import RowState

if TYPE_CHECKING:
    from ..._generated import models as m

CRASHED = 500
LIMIT = 500
"""The most users of a page, by the contract."""


async def read_record(connection: AsyncConnection, call: Call[Any], record_id: str) -> Answer[Any]:
    """Return the answer with a record; its value is None where the call finds none in a list.

    Raises:
        APIError: The record could not be read, or the answer is another one, as from a cache or a proxy.
    """
    answer = await connection.exchange(call)
    if answer.value is not None and answer.value.id.lower() != record_id.lower():
        why = f"the answer is another record than {record_id}"
        raise answer_decoder.decode_error(call, connection.settings, answer, answer.body, why)
    return answer


class AsyncUserPages:
    """The pages of the list of users, several in flight.

    Attributes:
        count: The number of pages, as far as the list was read.
        seen: The ids of the users on all pages that were read.
        hidden: How many users of the total were on no page of any walk, as with equal sort keys; None unless the latest
            walk has reached the end of a list with a total.
    """

    def __init__(self, connection: AsyncConnection, options: JobOptions) -> None:
        self._options = options
        self._users = AsyncAdminUsers(connection)
        self._clock = connection.settings.clock
        self.seen: set[str] = set()
        self.count = 0
        self.hidden: int | None = None

    async def walk(
        self, left: Callable[[], int], limit: int = LIMIT
    ) -> AsyncGenerator[tuple[Sequence[m.AdminUser], datetime], None]:
        """Yield each page with the time at which it was read, while they are fewer than the requests that they save.

        Args:
            left: Returns the number of requests that the rest of the pages may save.
            limit: The size of a page.

        Raises:
            APIError: A page could not be read.
        """
        self.hidden = None
        read_at = self._clock.now()
        page = await self._users.list(limit=limit).page()
        total = page.total
        seen = self.seen
        seen.update(user.id for user in page)
        self._options.call_reading("pages", len(seen), total or len(seen))
        yield page, read_at
        if total is None or not page:
            return
        self.count = -(-total // len(page))
        if self.count > 1:
            if self.count - 1 >= left():
                return
            rest = self._users.list(skip=len(page), limit=limit, prefetch=self._options.concurrency)
            async with aclosing(rest.pages()) as pages:
                read_at = self._clock.now()
                async for page in pages:
                    seen.update(user.id for user in page)
                    self._options.call_reading("pages", min(len(seen), total), total)
                    yield page, read_at
                    if not left():
                        return
                    read_at = self._clock.now()
        self.hidden = max(0, total - len(seen))


class AsyncLookUps(AsyncResource):
    """Reads single rows of a job; nothing is changed."""

    def __init__(self, connection: AsyncConnection, job: Job) -> None:
        super().__init__(connection)
        self._job = job
        self._clock = connection.settings.clock

    async def looked_up(self, state: RowState) -> RowState:
        """Return a row as a look-up shows it: with its outcome, or planned while its change is still to be sent.

        Raises:
            APIError: It concerns all rows.
        """
        read_at = self._clock.now()
        try:
            record = await self.find(state)
        except APIError as error:
            return state.settled(outcomes.from_failed_look_up(state, error))
        return self._job.judged(evolve(state, read_at=read_at), record)

    async def find(self, state: RowState, record: Any = None) -> Any:
        """Return the record of a row; None if the row was sent before, and there is no such record any more.

        Where the service fails to say that there is none (as observed, a missing user is a 500), or where the record
        does not show the new values, a list is searched: for a row that was sent, and for one of an undo, which the
        other job has sent.

        Args:
            state: The row.
            record: The record of the row, if it is known already.

        Raises:
            APIError: The row cannot be looked up.
        """
        job, row = self._job, state.row
        if record is None:
            try:
                record = (await read_record(self._connection, job.subject.read_call(row), row.id)).value
            except APIStatusError as error:
                is_gone, is_hidden = outcomes.is_gone(error), error.status == CRASHED and job.subject.searchable
                if not job.was_sent(state) or not (is_gone or is_hidden):
                    raise
                forget_frames(error)
                return None if is_gone else await self._in_list(row.id, row.label)
        if job.subject.searchable and job.was_sent(state) and job.hides_value(state, record):
            return await self._in_list(row.id, getattr(record, "email", None)) or record
        return record

    async def _in_list(self, row_id: str, search: str | None) -> Any:
        """Return the user with this id from the list that a text finds, the whole list without one; None if absent.

        Raises:
            APIError: The list cannot be read, or does not show all of its total.
        """
        users = await AsyncAdminUsers(self._connection).list(search=search).complete()
        return next((user for user in users if user.id.lower() == row_id.lower()), None)
