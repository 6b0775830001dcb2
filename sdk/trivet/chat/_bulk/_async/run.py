"""One run of a bulk job: the way of each row, from what is known of it to its outcome, among several workers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, TypeVar

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._concurrency.cancellable import SLICE, async_run_workers
from ...._core.retry import Pace
from ...._core.traceback_locals import forget_frames
from ....errors import APIError, APIStatusError, TrivetError
from .. import outcomes
from ..journal import Journal
from ..kinds import Job
from ..options import JobOptions
from ..row import Row, RowChange
from ..work_queue import WorkQueue
from .lookups import AsyncLookUps, AsyncUserPages
from .planning import AsyncPlan

if TYPE_CHECKING:
    from ..._impersonation.acting_as import ActingAs

T = TypeVar("T")

AGAIN = 0.5
"""Seconds before a row is looked up again that does not show its change: as observed, an answer can come before the
commit."""


async def row_or(step: Callable[[], Awaitable[T]], failed: Callable[[APIError], Row]) -> T | Row:
    """Return the result of a step, or the row of its error.

    Args:
        step: A step on the way of a row.
        failed: Returns the row of an error.

    Raises:
        APIError: It concerns all rows.
    """
    try:
        return await step()
    except APIError as error:
        if outcomes.stops_job(error):
            raise
        forget_frames(error)
        return failed(error)


class AsyncSender(AsyncResource):
    """Changes each row with the one call of its job; subclasses do more before it, or in its place."""

    def __init__(self, connection: AsyncConnection, job: Job) -> None:
        super().__init__(connection)
        self._job = job

    async def begin(self, changes: Sequence[RowChange]) -> None:
        """Do all that is needed before the first row; here, nothing.

        Args:
            changes: The rows of this run.

        Raises:
            APIError: No row must be changed.
        """

    async def prepare(self, change: RowChange) -> None:
        """Do all that is needed before the change of a row is journaled; here, nothing.

        Raises:
            APIError: The row must not be changed.
        """

    async def send(self, change: RowChange) -> Any:
        """Change a row; return the record of the answer, or the row with its outcome.

        Raises:
            TrivetError: The change failed.
        """
        return (await self._connection.exchange(self._job.change_call(change.row))).value


class AsyncRun(AsyncResource):
    """A job and its rows, from the first look at its source to the last outcome.

    `plan` reads the rows, `change_rows` hands them to workers, and `_change_row` is the way of each: judged by what is
    known, else looked up; prepared; written down and sent; settled by the answer, else looked up again.

    Attributes:
        plan: The rows, with their latest outcomes.
    """

    def __init__(
        self,
        connection: AsyncConnection,
        job: Job,
        options: JobOptions,
        sender: AsyncSender | None = None,
        acting: ActingAs | None = None,
    ) -> None:
        """Prepare the run of a job.

        Args:
            connection: The connection to send through.
            job: The job to run.
            options: How to run it.
            sender: Changes the rows; None for the one that sends the job's call.
            acting: The administrator and the user, if the job runs as another user.
        """
        super().__init__(connection)
        self._job = job
        self._options = options
        self._sender = sender or AsyncSender(connection, job)
        pages = AsyncUserPages(connection, options)
        self._look_ups = AsyncLookUps(connection, job, pages)
        self.plan = AsyncPlan(connection, job, options, pages, acting, self._look_up_planned)
        self._clock = connection.settings.clock
        self._pace = None if options.rate is None else Pace(options.rate, self._clock.monotonic)

    async def change_rows(self, journal: Journal) -> None:
        """Change all pending rows, and look them up afterwards if they are to be verified; close the journal.

        Args:
            journal: The journal that the plan has resumed or begun; it is closed after an error, too.

        Raises:
            TrivetError: The credentials or the client can no longer be used, or a rule stopped the job.
            OSError: The journal cannot be written.
        """
        options, changes, pending = self._options, self.plan.changes, self.plan.pending()
        try:
            await self._sender.begin(pending)
        except BaseException:
            journal.close()
            raise
        queue = WorkQueue(len(changes), pending, journal, options.progress, options.max_failures)
        await self._finish(queue, self._change_row, changes if options.verify else ())

    async def _change_row(self, queue: WorkQueue, change: RowChange) -> None:
        """Take a row its whole way, from what is known of it to its outcome."""
        earlier = change.row if change.uncertain else None
        is_known = not self._job.needs_look_up(change, self._clock.now())
        outcome = self._job.unneeded(change) if is_known else await self._look_up(change)
        if outcome is None:
            failed = partial(outcomes.from_failed_look_up, change)
            outcome = await row_or(lambda: self._sender.prepare(change), failed)
        if outcome is None and queue.mark_sent(change):
            outcome = await self._send(queue, change, earlier)
            if change.doubtful and outcome.outcome == "done":
                outcome, change.changed_again = outcomes.changed_again(outcome), True
        if outcome is not None:
            queue.settle(change, outcome)

    async def _look_up(self, change: RowChange) -> Row | None:
        """Return the outcome that a look-up shows; None when the row is still to be changed."""

        async def judged() -> Row | None:
            return self._job.judged(change, await self._look_ups.find(change))

        return await row_or(judged, partial(outcomes.from_failed_look_up, change))

    async def _send(self, queue: WorkQueue, change: RowChange, earlier: Row | None) -> Row:
        """Send a change, and return the outcome.

        Args:
            queue: The queue of the row.
            change: The change.
            earlier: The row as an earlier attempt left it that may still take effect; None without one.
        """
        try:
            answer = await self._sender.send(change)
        except TrivetError as error:
            if outcomes.stops_job(error) or not isinstance(error, APIError):
                queue.settle(change, earlier or outcomes.not_sent(change))
                raise
            outcome = None
            if earlier is not None and isinstance(error, APIStatusError):
                outcome = await self._look_up(change)  # the earlier one took effect only now, or nothing is known still
            forget_frames(error)
            return outcome or outcomes.from_error(change.row.id, error)
        if isinstance(answer, Row):
            return answer
        if self._job.is_shown(change, answer):
            return self._job.shown_by(change, answer)
        return await self._verify(change, answer)

    async def _verify(self, change: RowChange, answer: Any = None) -> Row:
        """Return the outcome that a look-up shows of a change that was sent.

        Args:
            change: The change.
            answer: The record in the answer to it, if that does not show it.
        """

        async def settled() -> Row:
            record = await self._look_ups.find(change, answer)
            if self._job.is_shown(change, record) is False:
                await self._clock.asleep(AGAIN)
                record = await self._look_ups.find(change)
            return self._job.settled(change, record)

        return await row_or(settled, partial(outcomes.unanswered, change.row.id))

    async def _verify_row(self, queue: WorkQueue, change: RowChange) -> None:
        outcome = await self._verify(change)
        if outcome != change.row:
            queue.settle(change, outcome)

    async def _look_up_planned(self, changes: Sequence[RowChange]) -> None:
        """Look up the planned rows that need it; nothing is changed.

        Args:
            changes: The rows.

        Raises:
            APIError: A row could not be looked up for a reason that concerns all rows.
        """
        now = self._clock.now()
        planned = [change for change in changes if change.row.outcome == "planned"]
        pending = [change for change in planned if self._job.needs_look_up(change, now)]
        numbers = count(1)

        async def look_up(queue: WorkQueue, change: RowChange) -> None:
            if self._job.needs_look_up(change, self._clock.now()):
                outcome = await self._look_up(change)
                if outcome is not None:
                    queue.settle(change, outcome)
            self._options.read("look-ups", next(numbers), len(pending))

        if pending:
            await self._finish(WorkQueue(len(changes), pending), look_up)

    async def _finish(
        self,
        queue: WorkQueue,
        handle: Callable[[WorkQueue, RowChange], Awaitable[None]],
        checked: Iterable[RowChange] = (),
    ) -> None:
        """Handle the rows of a queue, then verify rows that were changed; the journal is closed in every case."""
        try:
            while len(queue):  # again when the records of the pages are older than a minute
                await self._look_ups.read_ahead(queue)
                await self._run(queue, handle)
            changed = [] if queue.stopped else [change for change in checked if change.verifiable]
            if changed:
                queue.refill(changed)
                await self._run(queue, self._verify_row)
        finally:
            queue.stop()
            queue.wait()  # only threads can still be running: a cancelled task has released its row
        if queue.error is not None:
            raise queue.error

    async def _run(self, queue: WorkQueue, handle: Callable[[WorkQueue, RowChange], Awaitable[None]]) -> None:
        """Handle rows until the queue is empty or an error stops it; requests in flight are then completed."""

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
        await async_run_workers(min(self._options.concurrency, len(queue)), work)

    async def _may_begin(self, queue: WorkQueue) -> bool:
        """Wait until the rate allows another row; return False when there is none to begin, or pages are to be read."""
        while len(queue) and not self._look_ups.is_outdated(queue):
            wait = 0.0 if self._pace is None else self._pace.take()
            if not wait:
                return True
            await self._clock.asleep(min(wait, SLICE))
        return False
