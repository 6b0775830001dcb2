# Derived from sdk/trivet/chat/_bulk/_async/run.py by `python -m codegen`; do not edit.
"""One run of a bulk job: its rows are read or resumed, looked up where needed, and changed."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import Any

from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.pager import Pager
from ....errors import InvalidArgumentError
from ..job import Job
from ..journal import Journal
from ..report import Report
from ..row import Progress
from ..row_change import RowChange
from ..work_queue import WorkQueue
from .workers import Workers

__all__ = ["Run"]


class Run(Resource):
    """A job and its rows, from the first look at its source to the last outcome.

    Attributes:
        changes: The rows of the job; empty until all of them are read.
    """

    def __init__(self, connection: Connection, job: Job, source: Any, where: Callable[[Any], bool] | None) -> None:
        """Prepare the run of a job.

        Args:
            connection: The connection to send through.
            job: The job to run.
            source: The ids, the records or the pager that the caller gave.
            where: Selects records; None selects all.
        """
        super().__init__(connection)
        self._job = job
        self._source = source
        self._where = where
        self.changes: list[RowChange] = []

    @property
    def report(self) -> Report:
        """The rows with their latest outcomes."""
        return Report(tuple(change.row for change in self.changes))

    def prepare(self, journal: Journal, head: dict[str, Any], concurrency: int, *, dry_run: bool) -> None:
        """Read the rows, from the journal if it has them; change nothing.

        A dry run looks up all rows that need it. So does a delete, whose rows have to be counted before the first
        one is deleted.

        Args:
            journal: The journal to resume from or to begin.
            head: The values that distinguish the job from others.
            concurrency: The number of look-ups in flight at the same time.
            dry_run: Whether nothing will be changed, so that the journal is not begun.
        """
        resumed = journal.resume(head)
        if resumed is not None:
            self._check_same_rows(resumed)
            self.changes = resumed
            return
        self.changes = self._read_rows()
        if dry_run or self._job.new_values is None:
            pending = [
                change for change in self.changes if change.row.outcome == "planned" and self._job.needs_lookup(change)
            ]
            queue = WorkQueue(len(self.changes), pending, Journal(None), None)
            Workers(self._connection, self._job, concurrency).look_up(queue)
        if not dry_run:
            self._job.check_confirmed(len(self.report.planned))
            journal.begin(head, self.changes)

    def change_rows(self, journal: Journal, progress: Progress | None, concurrency: int, *, retry_failed: bool) -> None:
        """Change all pending rows; the journal is closed afterwards, also after an error.

        Args:
            journal: The journal that `prepare` has resumed or begun.
            progress: Called after each outcome.
            concurrency: The number of rows in flight at the same time.
            retry_failed: Whether rows that the service refused are sent again.
        """
        pending = [change for change in self.changes if change.is_pending(retry_failed=retry_failed)]
        queue = WorkQueue(len(self.changes), pending, journal, progress)
        Workers(self._connection, self._job, concurrency).change(queue)

    def _read_rows(self) -> list[RowChange]:
        """Read all rows of the source, each id once."""
        changes: dict[str, RowChange] = {}
        index = 0
        with closing(self._items()) as items:
            for item in items:
                change = self._job.row_change(index, item, self._where)
                if change is not None:
                    changes.setdefault(change.row.id.lower(), change)
                index += 1
        return list(changes.values())

    def _check_same_rows(self, resumed: list[RowChange]) -> None:
        """Refuse an id that is not in the journal; once all rows are settled, refuse any such row.

        The records of a pager may have changed since the job began, so an unfinished job does not compare them. After
        a finished one, a row that is not in the journal means another job.
        """
        unfinished = any(change.is_pending(retry_failed=False) for change in resumed)
        if unfinished and isinstance(self._source, Pager):
            return
        known = {change.row.id.lower() for change in resumed}
        index = 0
        with closing(self._items()) as items:
            for item in items:
                if unfinished and not isinstance(item, str):
                    return
                change = self._job.row_change(index, item, self._where)
                if change is not None and change.row.id.lower() not in known:
                    rule = "among the rows that the journal was begun with (another job needs another journal)"
                    raise InvalidArgumentError(f"{self._job.argument}[{index}]", rule, change.row.id)
                index += 1

    def _items(self) -> Generator[Any, None, None]:
        self._job.check_rows(self._source)
        if hasattr(self._source, "__iter__"):
            for item in self._source:
                yield item
        else:
            for item in self._source:
                yield item
