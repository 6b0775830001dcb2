"""What a bulk client does with each of its jobs: run it over its rows, with its journal, and keep its report."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from ...._async.connection import AsyncConnection
from ...._core import check
from ....errors import InvalidArgumentError
from ..jobs.job import Job
from ..journal import Journal
from ..options import Options
from ..rows.change import RowChange
from ..rows.report import Report
from ..rows.row import Outcome, Row
from ..stop_rules import StopNote
from .run import AsyncRun
from .sender import AsyncSender

__all__ = ["AsyncRunner"]

BY_HAND = ("done", "skipped", "planned")
"""The outcomes that a user can record."""


class AsyncRunner:
    """Runs one job after the other; the latest one can be reported while it runs."""

    def __init__(
        self, connection: AsyncConnection, options: Options, journal: Path | None, acting_as: str | None
    ) -> None:
        """Prepare to run jobs.

        Args:
            connection: The connection to send through.
            options: How to run them.
            journal: The file to resume from and to write to.
            acting_as: The id of the user that the connection impersonates.
        """
        self._connection = connection
        self._options = options
        self._journal = journal
        self._service = {"base_url": connection.settings.base_url, "acting_as": acting_as}
        self._latest: AsyncRun | None = None
        self._settled: Report | None = None

    @property
    def report(self) -> Report:
        """The rows of the latest job, or of the one whose rows were settled by hand since."""
        if self._settled is not None:
            return self._settled
        return Report(()) if self._latest is None else self._latest.report

    async def run(
        self,
        job: Job,
        source: Any,
        where: Callable[[Any], bool] | None,
        dry_run: bool,
        sender: AsyncSender | None = None,
    ) -> Report:
        """Run a job, or resume it from its journal.

        Args:
            job: The job.
            source: The ids, the records or the pager that the caller gave.
            where: Selects records; None selects all.
            dry_run: Whether to change and write nothing.
            sender: What changes a row; None for the call of the job.
        """
        check.boolean("dry_run", dry_run)
        check.function("where", where)
        if not dry_run:
            job.check_confirmed()
        self._settled = None
        run = self._latest = AsyncRun(self._connection, job, self._options, source, where, sender)
        head = {"job": job.name, **self._service, **job.arguments}
        journal = self._open(self._journal, durable=job.durable)
        try:
            await run.prepare(journal, head, dry_run=dry_run)
        except BaseException as error:
            journal.close()
            if not isinstance(error, InvalidArgumentError):
                error.add_note(StopNote("the job stopped before it changed anything"))
            raise
        if dry_run:
            journal.close()
            return run.report
        try:
            await run.change_rows(journal)
        except BaseException as error:
            resume = "" if self._journal is None else f"; the same call resumes it from {self._journal}"
            error.add_note(StopNote(f"the job stopped at {run.report}{resume}"))
            raise
        return run.report

    def undone(self, journal: Path) -> tuple[dict[str, Any], list[RowChange]]:
        """Return the head and the rows of another job from its journal."""
        return self._open(journal).finished(self._service)

    def settle(self, rows: str | Collection[str], outcome: Outcome, reason: str | None) -> Report:
        """Record the outcome of rows in the journal; return all rows of the job.

        Raises:
            InvalidArgumentError: An argument breaks a rule, or the journal is missing, in use, or of another service.
            OSError: The journal cannot be opened or written.
        """
        ids = _ids(rows)
        check.choice("outcome", outcome, BY_HAND)
        if reason is not None:
            check.text("reason", reason)
        if self._journal is None:
            raise InvalidArgumentError("journal", "given, because outcomes are recorded there", None)
        job, _ = self.undone(self._journal)
        journal = self._open(self._journal)
        try:
            changes = journal.resume(job) or []
            by_id = {change.row.id.lower(): change for change in changes}
            for index, row_id in enumerate(ids):
                if row_id.lower() not in by_id:
                    raise InvalidArgumentError(f"rows[{index}]", "the id of a row of the journal's job", row_id)
            for row_id in ids:
                change = by_id[row_id.lower()]
                change.settle(Row(change.row.id, outcome, reason), by_hand=True)
                journal.settle(change.row, by_hand=True)
        finally:
            journal.close()
        self._settled = Report(tuple(change.row for change in changes))
        return self._settled

    def _open(self, path: Path | None, *, durable: bool = False) -> Journal:
        now = self._connection.settings.clock.now
        return Journal(path, self._options.moved_from, durable=durable, now=now)

    def __repr__(self) -> str:
        journal = None if self._journal is None else str(self._journal)
        return f"(journal={journal!r}, concurrency={self._options.concurrency})"


def _ids(rows: str | Collection[str]) -> list[str]:
    given = [rows] if isinstance(rows, str) else list(rows)
    for index, row_id in enumerate(given):
        check.uuid(f"rows[{index}]", row_id)
    return given
