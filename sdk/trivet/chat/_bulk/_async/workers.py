"""The workers of a run: each takes a row, looks it up if needed, changes it, and takes the next one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from attrs import evolve

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._concurrency.cancellable import SLICE, async_run_workers
from ...._core.retry import Pace
from ....errors import APIError, APIStatusError, AuthenticationError, TrivetError
from ..jobs.job import Job
from ..options import Options
from ..rows.change import RowChange
from ..rows.evidence import CHANGED_AGAIN, row_of_answer, unknown_row
from ..rows.row import Row
from ..stop_rules import StopRules
from ..work_queue import WorkQueue
from .lookups import AsyncLookups
from .sender import AsyncSender

__all__ = ["AsyncWorkers"]

AGAIN = 0.5
"""Seconds before a row is looked up again that does not show its change: as observed, an answer can come before the
commit."""


class AsyncWorkers(AsyncResource):
    """Several workers over one work queue; the requests of one job."""

    def __init__(
        self, connection: AsyncConnection, job: Job, options: Options, sender: AsyncSender | None = None
    ) -> None:
        super().__init__(connection)
        self._job = job
        self._sender = sender or AsyncSender(connection, job)
        self._concurrency = options.concurrency
        self._clock = connection.settings.clock
        self._pace = None if options.rate is None else Pace(options.rate, self._clock.monotonic)
        self._lookups = AsyncLookups(connection, job)

    async def look_up(self, queue: WorkQueue) -> None:
        """Look every row of the queue up; nothing is changed.

        Raises:
            APIError: A row could not be looked up for a reason that concerns all rows.
        """
        await self._finish(queue, self._look_up_row)

    async def change(self, queue: WorkQueue, checked: Iterable[RowChange]) -> None:
        """Change every row of the queue; the journal is closed afterwards, also after an error.

        Args:
            queue: The rows to change.
            checked: The rows to look up at the end, as far as a look-up shows whether they were changed.

        Raises:
            TrivetError: The credentials or the client can no longer be used, or a rule stopped the job.
            OSError: The journal cannot be written.
        """
        await self._finish(queue, self._change_row, checked)

    async def _finish(
        self,
        queue: WorkQueue,
        handle: Callable[[WorkQueue, RowChange], Awaitable[None]],
        checked: Iterable[RowChange] = (),
    ) -> None:
        try:
            await self._run(queue, handle)
            if not queue.stopped:
                queue.refill([change for change in checked if change.verifiable], StopRules())
                await self._run(queue, self._verify_row)
        finally:
            queue.stop()
            queue.wait()  # only threads can still be running: a cancelled task has released its row
        if queue.error is not None:
            raise queue.error

    async def _run(self, queue: WorkQueue, handle: Callable[[WorkQueue, RowChange], Awaitable[None]]) -> None:
        """Handle the rows until the queue is empty or an error stops it; requests in flight are then completed."""

        async def work() -> None:
            while await self._may_begin(queue) and (change := queue.take()) is not None:
                try:
                    await handle(queue, change)
                except BaseException as error:
                    queue.stop(error)
                    if not isinstance(error, Exception):  # cancelled, or interrupted
                        raise
                finally:
                    queue.release()

        # One prefetched call a row would return in order, and wait for the slowest: a worker takes rows as it can.
        await async_run_workers(min(self._concurrency, len(queue)), work)

    async def _may_begin(self, queue: WorkQueue) -> bool:
        """Wait until the rate allows another row; return False when there is none to begin."""
        while len(queue) and not queue.stopped:
            wait = 0.0 if self._pace is None else self._pace.take()
            if not wait:
                return True
            await self._clock.asleep(min(wait, SLICE))
        return False

    async def _look_up_row(self, queue: WorkQueue, change: RowChange) -> None:
        outcome = await self._look_up(change)
        if outcome is not None:
            queue.settle(change, outcome)

    async def _change_row(self, queue: WorkQueue, change: RowChange) -> None:
        """Change a row, unless a look-up shows that it is not to be changed."""
        earlier = change.row if change.uncertain else None
        outcome = await self._look_up(change) if self._job.needs_lookup(change) else None
        if outcome is None:
            outcome = await self._prepare(change)
        if outcome is None and queue.mark_sent(change):
            outcome = await self._send(queue, change, earlier)
            if change.doubtful and outcome.outcome == "done":
                outcome, change.changed_again = evolve(outcome, reason=CHANGED_AGAIN), True
        if outcome is not None:
            queue.settle(change, outcome)

    async def _prepare(self, change: RowChange) -> Row | None:
        """Return the outcome of a row that cannot be prepared for its change; None when it is."""
        try:
            await self._sender.prepare(change)
        except AuthenticationError:
            raise
        except APIError as error:
            return self._job.outcome_from_error(change, error)
        return None

    async def _verify_row(self, queue: WorkQueue, change: RowChange) -> None:
        outcome = await self._verify(change)
        if outcome != change.row:
            queue.settle(change, outcome)

    async def _send(self, queue: WorkQueue, change: RowChange, earlier: Row | None) -> Row:
        """Send a change, and return the outcome.

        Args:
            queue: The queue of the row.
            change: The change.
            earlier: The row as an earlier attempt left it that may still take effect; None without one.
        """
        try:
            record = await self._sender.send(change)
        except TrivetError as error:
            if not isinstance(error, APIError) or isinstance(error, AuthenticationError):
                # The token or the client can no longer be used, for any row. This one has not been changed.
                queue.settle(change, earlier or Row(change.row.id, "planned"))
                raise
            if earlier is not None and isinstance(error, APIStatusError):
                outcome = await self._look_up(change)
                if outcome is not None:  # the earlier one took effect only now, or nothing is known still
                    return outcome
            return row_of_answer(change.row.id, error)
        if isinstance(record, Row):
            return record
        if self._job.is_shown(change, record):
            return Row(change.row.id, "done")
        return await self._verify(change, record)

    async def _look_up(self, change: RowChange) -> Row | None:
        """Return the outcome that a look-up shows; None when the row is still to be changed."""
        try:
            found = await self._lookups.find(change)
        except AuthenticationError:
            raise
        except APIError as error:
            return self._job.outcome_from_error(change, error)
        return self._job.outcome_from_record(change, found)

    async def _verify(self, change: RowChange, answer: Any = None) -> Row:
        """Return the outcome that a look-up shows of a change that was sent.

        Args:
            change: The change.
            answer: The record in the answer to it, if that does not show it.
        """
        try:
            found = await self._lookups.find(change, answer)
            if self._job.is_shown(change, found) is False:
                await self._clock.asleep(AGAIN)
                found = await self._lookups.find(change)
        except AuthenticationError:
            raise
        except APIError as error:
            return unknown_row(change.row.id, error)
        return self._job.verified(change, found)
