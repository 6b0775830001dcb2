"""One run of a bulk job: its rows are read or resumed, looked up where needed, and changed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._async.pager import AsyncPager
from ....errors import InvalidArgumentError
from ..jobs.job import Job
from ..journal import Journal
from ..options import Options
from ..rows.change import RowChange
from ..rows.report import Report
from ..stop_rules import StopRules
from ..work_queue import WorkQueue
from .emails import AsyncEmails
from .lockout import AsyncLockout
from .refusals import AsyncRefusals
from .sender import AsyncSender
from .workers import AsyncWorkers

__all__ = ["AsyncRun"]


class AsyncRun(AsyncResource):
    """A job and its rows, from the first look at its source to the last outcome.

    Attributes:
        changes: The rows of the job; empty until all of them are read.
    """

    def __init__(
        self,
        connection: AsyncConnection,
        job: Job,
        options: Options,
        source: Any,
        where: Callable[[Any], bool] | None,
        sender: AsyncSender | None = None,
    ) -> None:
        """Prepare the run of a job.

        Args:
            connection: The connection to send through.
            job: The job to run.
            options: How to run it.
            source: The ids, the records or the pager that the caller gave.
            where: Selects records; None selects all.
            sender: Changes the rows; None for the one that sends the job's call.
        """
        super().__init__(connection)
        self._job = job
        self._options = options
        self._source = source
        self._where = where
        self._sender = sender
        self._resumed = False
        self._doubtful: list[RowChange] = []
        self.changes: list[RowChange] = []

    @property
    def report(self) -> Report:
        """The rows with their latest outcomes."""
        looked_up = sum(not change.doubtful for change in self._doubtful)
        changed = sum(change.changed_again for change in self._doubtful)
        return Report(tuple(change.row for change in self.changes), looked_up, changed)

    async def prepare(self, journal: Journal, head: dict[str, Any], *, dry_run: bool) -> None:
        """Read the rows, from the journal if it has them; change nothing.

        A dry run of a job that has begun shows the rows as its journal has them. Another one looks up all rows that
        need it. So does a delete, whose rows have to be counted before the first one is deleted.

        Args:
            journal: The journal to resume from or to begin.
            head: The values that distinguish the job from others.
            dry_run: Whether nothing will be changed, so that the journal is not begun.
        """
        resumed = journal.resume(head, read_only=dry_run)
        if resumed is not None:
            for change in resumed:
                if change.doubtful:
                    self._job.doubt(change)
            self._doubtful = [change for change in resumed if change.doubtful]
            await self._check_same_rows(resumed)
            if dry_run:
                for change in resumed:
                    change.plan_again(retry_failed=self._options.retry_failed)
            self.changes, self._resumed = resumed, True
            return
        self.changes = await self._read_rows()
        if dry_run or self._job.new_values is None:
            pending = [
                change for change in self.changes if change.row.outcome == "planned" and self._job.needs_lookup(change)
            ]
            queue = WorkQueue(len(self.changes), pending, Journal(None), None, StopRules())
            await AsyncWorkers(self._connection, self._job, self._options).look_up(queue)
            await AsyncRefusals(self._connection, self._job).foresee(self.changes)
        await AsyncLockout(self._connection, self._job).prevent(self.changes)
        if not dry_run:
            self._job.check_confirmed(sum(change.is_pending(retry_failed=False) for change in self.changes))
            journal.begin(head, self.changes)

    async def change_rows(self, journal: Journal) -> None:
        """Change all pending rows, and look them up afterwards if they are to be verified; close the journal.

        Args:
            journal: The journal that `prepare` has resumed or begun; it is closed after an error, too.
        """
        options = self._options
        # What this run has just been refused is not sent again, and of a deletion it was not confirmed.
        retry_failed = options.retry_failed and self._resumed
        pending = [change for change in self.changes if change.is_pending(retry_failed=retry_failed)]
        sender = self._sender or AsyncSender(self._connection, self._job)
        try:
            await sender.begin(pending)
        except BaseException:
            journal.close()
            raise
        rules = StopRules(options.max_failures)
        queue = WorkQueue(len(self.changes), pending, journal, options.progress, rules)
        checked = self.changes if options.verify else ()
        await AsyncWorkers(self._connection, self._job, options, sender).change(queue, checked)

    async def _read_rows(self) -> list[RowChange]:
        """Read all rows of the source, each id once.

        Raises:
            IncompleteListError: A pager's list does not show all of its total.
        """
        changes: dict[str, RowChange] = {}
        index = 0
        emails = AsyncEmails(self._connection, self._options.concurrency)
        async with aclosing(self._items(whole=True)) as items, aclosing(emails.resolve(self._job, items)) as rows:
            async for item in rows:
                change = self._job.row_change(index, item, self._where)
                if change is not None:
                    changes.setdefault(change.row.id.lower(), change)
                index += 1
        return list(changes.values())

    async def _check_same_rows(self, resumed: list[RowChange]) -> None:
        """Refuse an id that is not in the journal; once all rows are settled, refuse any such row.

        The records of a pager may have changed since the job began, so an unfinished job does not compare them. After
        a finished one, a row that is not in the journal means another job.
        """
        unfinished = any(change.is_pending(retry_failed=False) for change in resumed)
        if unfinished and isinstance(self._source, AsyncPager):
            return
        known = {change.row.id.lower() for change in resumed}
        emails = {change.row.label.casefold() for change in resumed if change.row.label is not None}
        index = -1
        async with aclosing(self._items(whole=False)) as items:
            async for item in items:
                index += 1
                if unfinished and not isinstance(item, str):
                    return
                if self._job.takes_email(item):
                    row_id, is_known = item, item.strip().casefold() in emails
                elif (change := self._job.row_change(index, item, self._where)) is not None:
                    row_id, is_known = change.row.id, change.row.id.lower() in known
                else:
                    continue
                if not is_known:
                    rule = "among the rows that the journal was begun with (another job needs another journal)"
                    raise InvalidArgumentError(f"{self._job.argument}[{index}]", rule, row_id)

    async def _items(self, *, whole: bool) -> AsyncGenerator[Any, None]:
        """Yield the items of the source; with `whole`, none of a pager's may be missing."""
        source = self._source
        self._job.check_rows(source)
        if isinstance(source, Report):
            for row in source.rows:
                yield row.id if row.outcome == "planned" else RowChange(row)
        elif whole and isinstance(source, AsyncPager):
            for item in await self._source.complete():
                yield item
        elif hasattr(source, "__aiter__"):
            async for item in source:
                yield item
        else:
            for item in source:
                yield item
