"""One run of a bulk job: its rows are read or resumed, looked up where needed, and changed by several workers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING, Any

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._concurrency.cancellable import SLICE, async_run_workers
from ...._core.retry import Pace
from ...._core.traceback_locals import forget_frames
from ....errors import APIError, APIStatusError, TrivetError
from .. import outcomes
from ..jobs import Job
from ..journal import Journal
from ..options import JobOptions
from ..report import Report
from ..row import FRESH, Row, RowChange
from ..stop_rules import StopRules
from ..work_queue import WorkQueue
from .lookups import PAGE_COST, AsyncLookUps, AsyncUserPages
from .own_account import AsyncOwnAccount
from .refusals import AsyncRefusals
from .rows import AsyncRowReader

if TYPE_CHECKING:
    from ..._impersonation.acting_as import ActingAs

AGAIN = 0.5
"""Seconds before a row is looked up again that does not show its change: as observed, an answer can come before the
commit."""


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

    `prepare` reads the rows, `change_rows` hands them to workers. Each worker takes a row, looks it up if needed,
    sends its change, and takes the next one; `outcomes` decides on each answer.

    Attributes:
        changes: The rows of the job; empty until all of them are read.
    """

    def __init__(
        self,
        connection: AsyncConnection,
        job: Job,
        options: JobOptions,
        source: Any,
        where: Callable[[Any], bool] | None,
        sender: AsyncSender | None = None,
        acting: ActingAs | None = None,
    ) -> None:
        """Prepare the run of a job.

        Args:
            connection: The connection to send through.
            job: The job to run.
            options: How to run it.
            source: The ids, the records, the pager or the report that the caller gave.
            where: Selects records; None selects all.
            sender: Changes the rows; None for the one that sends the job's call.
            acting: The administrator and the user, if the job runs as another user.
        """
        super().__init__(connection)
        self._job = job
        self._options = options
        self._source = source
        self._where = where
        self._sender = sender or AsyncSender(connection, job)
        self._pages = AsyncUserPages(connection, options)
        self._reader = AsyncRowReader(connection, job, options, self._pages)
        self._own = AsyncOwnAccount(connection, options, self._pages, acting)
        self._look_ups = AsyncLookUps(connection, job, self._pages)
        self._clock = connection.settings.clock
        self._pace = None if options.rate is None else Pace(options.rate, self._clock.monotonic)
        self._pages_read_at: datetime | None = None
        self._resumed = False
        self._repeated = 0
        self._doubtful: list[RowChange] = []
        self.changes: list[RowChange] = []

    @property
    def report(self) -> Report:
        """The rows with their latest outcomes."""
        looked_up = sum(not change.doubtful for change in self._doubtful)
        changed = sum(change.changed_again for change in self._doubtful)
        changes = tuple(self.changes)
        return Report(tuple(change.row for change in changes), looked_up, changed, self._repeated, changes)

    async def prepare(self, journal: Journal, head: dict[str, Any], *, dry_run: bool) -> None:
        """Read the rows, from the journal if it has them; change nothing.

        A dry run of a job that has begun shows the rows as its journal has them. Another one looks up all rows that
        need it. So does a deletion, whose rows have to be counted before the first one is deleted.

        Args:
            journal: The journal to resume from or to begin.
            head: The values that distinguish the job from others.
            dry_run: Whether nothing will be changed, so that the journal is not begun.
        """
        resumed = journal.resume(head, read_only=dry_run)
        if resumed is not None:
            for change in resumed:
                if change.doubtful:
                    change.row = outcomes.doubted(self._job, change)
                    change.doubtful = self._job.kind != "save"
            self._doubtful = [change for change in resumed if change.doubtful]
            await self._reader.check_same(self._source, self._where, resumed)
            if dry_run:
                for change in resumed:
                    change.plan_again(retry_failed=self._options.retry_failed)
            self.changes, self._resumed, self._repeated = resumed, True, journal.repeated
            # Another administrator may resume the job, who must not lock out their own account either.
            refusals = AsyncRefusals(self._connection, self._job, self._own, retry_failed=self._options.retry_failed)
            for change in await refusals.keep_own_account(resumed):
                if not dry_run:
                    journal.settle(change.row)
            return
        if self._job.argument == "users":
            await self._own.check_named()
        self.changes = await self._reader.read(self._source, self._where)
        self._repeated = self._reader.repeated
        refusals = AsyncRefusals(self._connection, self._job, self._own)
        if dry_run or self._job.kind == "delete":
            await self._look_up_planned(self.changes)
            await refusals.foresee(self.changes)
        await refusals.keep_own_account(self.changes)
        await refusals.keep_last_administrators(self.changes)
        await self._look_up_planned(refusals.without_role(self.changes))
        refusals.mark_administrators(self.changes)
        if not dry_run:
            refusals.check_own_account(self.changes)
            self._job.check_confirmed(sum(change.is_pending(retry_failed=False) for change in self.changes))
            journal.begin(head, self.changes, self._repeated)

    async def change_rows(self, journal: Journal) -> None:
        """Change all pending rows, and look them up afterwards if they are to be verified; close the journal.

        Args:
            journal: The journal that `prepare` has resumed or begun; it is closed after an error, too.

        Raises:
            TrivetError: The credentials or the client can no longer be used, or a rule stopped the job.
            OSError: The journal cannot be written.
        """
        options = self._options
        # Rows that this run was refused are not sent again, and a deletion was not confirmed for them.
        retry_failed = options.retry_failed and self._resumed
        pending = [change for change in self.changes if change.is_pending(retry_failed=retry_failed)]
        try:
            await self._sender.begin(pending)
        except BaseException:
            journal.close()
            raise
        queue = WorkQueue(len(self.changes), pending, journal, options.progress, StopRules(options.max_failures))
        await self._finish(queue, self._change_row, self.changes if options.verify else ())

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
        if not pending:
            return
        queue = WorkQueue(len(changes), pending, Journal(None), None, StopRules())
        numbers = count(1)

        async def look_up(queue: WorkQueue, change: RowChange) -> None:
            if self._job.needs_look_up(change, self._clock.now()):
                outcome = await self._look_up(change)
                if outcome is not None:
                    queue.settle(change, outcome)
            self._options.read("look-ups", next(numbers), len(pending))

        await self._finish(queue, look_up)

    async def _finish(
        self,
        queue: WorkQueue,
        handle: Callable[[WorkQueue, RowChange], Awaitable[None]],
        checked: Iterable[RowChange] = (),
    ) -> None:
        """Handle the rows of a queue, then verify rows that were changed; the journal is closed in every case."""
        try:
            await self._read_pages(queue)
            await self._run(queue, handle)
            while len(queue) and not queue.stopped:  # the records are older than a minute
                await self._read_pages(queue)
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
        while len(queue) and not queue.stopped and not self._is_outdated(queue):
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
        return (read_at is None or now - read_at > FRESH) and (
            following is not None and self._look_ups.is_on_pages(following)
        )

    async def _read_pages(self, queue: WorkQueue) -> None:
        """Read the records of pending rows from the pages of the list of users, where that replaces many look-ups."""
        try:
            async with aclosing(self._look_ups.from_pages(queue.pending())) as rows:
                async for change, outcome in rows:
                    if outcome is not None:
                        queue.settle(change, outcome)
        except APIError as error:  # the rows can still be looked up
            if outcomes.stops_job(error):
                raise
            forget_frames(error)
        if self._is_outdated(queue):  # rows on no page do not begin another walk
            self._pages_read_at = self._clock.now()

    async def _change_row(self, queue: WorkQueue, change: RowChange) -> None:
        """Change a row, unless a look-up shows that it is not to be changed."""
        earlier = change.row if change.uncertain else None
        needs_look_up = self._job.needs_look_up(change, self._clock.now())
        outcome = await self._look_up(change) if needs_look_up else outcomes.unsuitable(self._job, change)
        if outcome is None:
            outcome = await self._prepare(change)
        if outcome is None and queue.mark_sent(change):
            outcome = await self._send(queue, change, earlier)
            if change.doubtful and outcome.outcome == "done":
                outcome, change.changed_again = outcomes.changed_again(outcome), True
        if outcome is not None:
            queue.settle(change, outcome)

    async def _look_up(self, change: RowChange) -> Row | None:
        """Return the outcome that a look-up shows; None when the row is still to be changed."""
        try:
            record = await self._look_ups.find(change)
        except APIError as error:
            if outcomes.stops_job(error):
                raise
            forget_frames(error)
            return outcomes.from_failed_look_up(change, error)
        return outcomes.from_record(self._job, change, record)

    async def _prepare(self, change: RowChange) -> Row | None:
        """Return the outcome of a row that cannot be prepared for its change; None when it is."""
        try:
            await self._sender.prepare(change)
        except APIError as error:
            if outcomes.stops_job(error):
                raise
            forget_frames(error)
            return outcomes.from_failed_look_up(change, error)
        return None

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
            if outcomes.stops_job(error) or not isinstance(error, APIError):
                queue.settle(change, earlier or outcomes.not_sent(change))
                raise
            if earlier is not None and isinstance(error, APIStatusError):
                outcome = await self._look_up(change)
                if outcome is not None:  # the earlier one took effect only now, or nothing is known still
                    return outcome
            forget_frames(error)
            return outcomes.from_error(change.row.id, error)
        if isinstance(record, Row):
            return record
        if outcomes.is_shown(self._job, change, record):
            return outcomes.shown(self._job, change, record)
        return await self._verify(change, record)

    async def _verify_row(self, queue: WorkQueue, change: RowChange) -> None:
        outcome = await self._verify(change)
        if outcome != change.row:
            queue.settle(change, outcome)

    async def _verify(self, change: RowChange, answer: Any = None) -> Row:
        """Return the outcome that a look-up shows of a change that was sent.

        Args:
            change: The change.
            answer: The record in the answer to it, if that does not show it.
        """
        try:
            record = await self._look_ups.find(change, answer)
            if outcomes.is_shown(self._job, change, record) is False:
                await self._clock.asleep(AGAIN)
                record = await self._look_ups.find(change)
        except APIError as error:
            if outcomes.stops_job(error):
                raise
            forget_frames(error)
            return outcomes.unanswered(change.row.id, error)
        return outcomes.verified(self._job, change, record)
