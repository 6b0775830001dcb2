"""The workers of a bulk job: several rows at a time, at the rate of the job, until none is left or the run stops.

Before they begin, and again a minute later, rows come from the pages of a list, where a page replaces many look-ups.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from datetime import datetime, timedelta
from typing import TypeAlias

from attrs import evolve

from ...._async.connection import AsyncConnection
from ...._concurrency.cancellable import async_run_workers
from ...._core.clock import SLICE
from ...._core.retry import Pace
from ....errors import APIError
from .. import outcomes
from ..kinds import Job
from ..options import JobOptions
from ..state import FRESH, RowState
from ..work_queue import WorkQueue
from .lookups import AsyncUserPages

PAGE_COST = 10
"""A page replaces the look-ups of at least so many rows: it holds fifty times as many users as a few rows need."""

AsyncHandle: TypeAlias = Callable[[WorkQueue, RowState], Awaitable[None]]
"""Handles a row of a queue."""


class AsyncWorkers:
    """Handles the rows of queues, one queue after the other."""

    def __init__(self, connection: AsyncConnection, job: Job, options: JobOptions, pages: AsyncUserPages) -> None:
        self._job = job
        self._concurrency = options.concurrency
        self._pages = pages
        self._pages_read_at: datetime | None = None
        self._clock = connection.settings.clock
        self._pace = None if options.rate is None else Pace(options.rate, self._clock.monotonic)

    async def handle_all(self, queue: WorkQueue, handle: AsyncHandle, verify: AsyncHandle | None = None) -> None:
        """Handle all rows of a queue, then verify those that were changed; the journal is closed in every case.

        Args:
            queue: The queue.
            handle: Called with each row.
            verify: Called afterwards with each row whose change a look-up can show; None if none is to be verified.

        Raises:
            Exception: The first error that stopped the run; the requests in flight were completed.
        """
        try:
            while len(queue):  # again when the records of the pages are older than a minute
                await self._read_ahead(queue)
                await self._work(queue, handle)
            if verify is not None and queue.refill():
                await self._work(queue, verify)
        finally:
            queue.stop()
            queue.wait()  # only threads can still be running: a cancelled task has released its row
        if queue.error is not None:
            raise queue.error

    async def _work(self, queue: WorkQueue, handle: AsyncHandle) -> None:
        async def work() -> None:
            while await self._may_begin(queue) and (state := queue.take()) is not None:
                try:
                    await handle(queue, state)
                except BaseException as error:
                    queue.stop(error)
                    if not isinstance(error, Exception):  # cancelled, or interrupted
                        raise
                finally:
                    queue.release()

        # One prefetched call a row would return in order, and wait for the slowest: a worker takes rows as it can.
        await async_run_workers(min(self._concurrency, len(queue)), work)

    async def _may_begin(self, queue: WorkQueue) -> bool:
        """Wait until the rate allows another row; return False when there is none to begin, or pages are to be read."""
        while not self._is_outdated(queue) and len(queue):
            wait = 0.0 if self._pace is None else self._pace.take()
            if not wait:
                return True
            await self._clock.asleep(min(wait, SLICE))
        return False

    def _is_outdated(self, queue: WorkQueue) -> bool:
        """Return whether the next row has a record older than a minute, and pages replace the look-ups of many rows."""
        if len(queue) // PAGE_COST <= self._pages.count or queue.refilled:
            return False
        read_at, now = self._pages_read_at, self._clock.now()
        following = queue.following
        return (read_at is None or now - read_at > FRESH) and following is not None and self._is_on_pages(following)

    async def _read_ahead(self, queue: WorkQueue) -> None:
        """Settle and describe rows by the pages of the list of users, where those replace the look-ups of many rows.

        The others are left to their look-ups, and so are rows that are on no page.

        Raises:
            APIError: A page could not be read for a reason that concerns all rows.
        """
        # Rows that need it soon are included: the next pages would otherwise be read a moment later for them.
        by_id = {state.row.id.lower(): state for state in queue.pending() if self._is_on_pages(state, within=FRESH / 2)}
        try:
            if len(by_id) >= PAGE_COST:
                async with aclosing(self._pages.walk(lambda: len(by_id) // PAGE_COST)) as walk:
                    async for users, read_at in walk:
                        for user in users:
                            state = by_id.pop(user.id.lower(), None)
                            if state is not None:
                                queue.keep(self._job.judged(evolve(state, read_at=read_at), user))
        except APIError as error:  # the rows can still be looked up
            outcomes.keep_to_row(error)
        if self._is_outdated(queue):  # rows on no page do not begin another walk
            self._pages_read_at = self._clock.now()

    def _is_on_pages(self, state: RowState, *, within: timedelta = timedelta(0)) -> bool:
        """Return whether a page may replace a look-up that is due: not of an administrator, or a row that was sent."""
        job, now = self._job, self._clock.now()
        if not job.subject.searchable or state.sent or state.is_admin:
            return False
        read = evolve(state, is_admin=False, read_at=now)
        return job.needs_look_up(state, now + within) and not job.needs_look_up(read, now)
