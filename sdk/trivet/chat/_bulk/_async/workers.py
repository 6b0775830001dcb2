"""The workers of a run: each takes a row, looks it up if needed, changes it, and takes the next one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._concurrency.prefetch import AsyncPrefetcher
from ....errors import APIError, AuthenticationError, NotFoundError, TrivetError
from ..job import Job
from ..row import Row, row_of_error
from ..row_change import RowChange
from ..work_queue import WorkQueue

__all__ = ["AsyncWorkers"]


class AsyncWorkers(AsyncResource):
    """Several workers over one work queue; the requests of one job."""

    def __init__(self, connection: AsyncConnection, job: Job, concurrency: int) -> None:
        super().__init__(connection)
        self._job = job
        self._concurrency = concurrency

    async def look_up(self, queue: WorkQueue) -> None:
        """Look every row of the queue up; nothing is changed.

        Raises:
            APIError: A row could not be looked up for a reason that concerns all rows.
        """
        await self._run(queue, self._look_up_row)

    async def change(self, queue: WorkQueue) -> None:
        """Change every row of the queue; the journal is closed afterwards, also after an error.

        Raises:
            TrivetError: The credentials or the client can no longer be used.
            OSError: The journal cannot be written.
        """
        await self._run(queue, self._change_row)

    async def _run(self, queue: WorkQueue, handle: Callable[[WorkQueue, RowChange], Awaitable[None]]) -> None:
        """Handle the rows until the queue is empty or an error stops it; requests in flight are then completed."""

        async def work() -> None:
            while (change := queue.take()) is not None:
                try:
                    await handle(queue, change)
                except BaseException as error:
                    queue.stop(error)
                    if not isinstance(error, Exception):  # cancelled, or interrupted
                        raise
                finally:
                    queue.release()

        # One prefetched call a row would return in order, and wait for the slowest: a worker takes rows as it can.
        workers: AsyncPrefetcher[None] = AsyncPrefetcher(self._concurrency)
        count = min(self._concurrency, len(queue))
        try:
            for _ in range(count):
                workers.add(work)
            for _ in range(count):
                await workers.next()
        finally:
            queue.stop()
            await workers.aclose()
            queue.wait()  # only threads can still be running: a cancelled task has released its row
        if queue.error is not None:
            raise queue.error

    async def _look_up_row(self, queue: WorkQueue, change: RowChange) -> None:
        outcome = await self._look_up(change)
        if outcome is not None:
            queue.settle(change, outcome)

    async def _change_row(self, queue: WorkQueue, change: RowChange) -> None:
        """Change a row, unless a look-up shows that it is not to be changed."""
        was_uncertain = change.uncertain
        outcome = await self._look_up(change) if self._job.needs_lookup(change) else None
        if outcome is None and queue.mark_sent(change):
            outcome = await self._send(queue, change, was_uncertain)
        if outcome is not None:
            queue.settle(change, outcome)

    async def _send(self, queue: WorkQueue, change: RowChange, was_uncertain: bool) -> Row:
        try:
            await self._connection.exchange(self._job.change_call(change.row))
        except TrivetError as error:
            if not isinstance(error, APIError) or isinstance(error, AuthenticationError):
                # The token or the client can no longer be used, for any row. This one has not been changed.
                queue.settle(change, Row(change.row.id, "planned"))
                raise
            if was_uncertain and isinstance(error, NotFoundError):
                outcome = await self._look_up(change)
                if outcome is not None:  # the change that an earlier run sent took effect only now
                    return outcome
            return row_of_error(change.row.id, error, changing=True)
        return Row(change.row.id, "done")

    async def _look_up(self, change: RowChange) -> Row | None:
        """Return the outcome that a look-up shows; None when the row is still to be changed."""
        try:
            answer = await self._connection.exchange(self._job.read_call(change.row.id))
        except AuthenticationError:
            raise
        except APIError as error:
            return self._job.outcome_from_error(change, error)
        return self._job.outcome_from_record(change, answer.value)
