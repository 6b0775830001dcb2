# Derived from sdk/trivet/chat/_bulk/_async/client.py by `python -m codegen`; do not edit.
"""What every bulk client has: its options, the report of its latest job, and what it does with a journal."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Literal

from ...._sync.client import Resource
from ....errors import InvalidArgumentError
from ..._impersonation._sync.client import ActingClient
from ..jobs import undo as undo_job
from ..journal import journal_path
from ..options import Options
from ..rows.report import Report
from ..rows.row import Progress
from .runner import Runner

__all__ = ["BulkClient"]


class BulkClient(Resource):
    """Runs jobs over many rows, several rows at a time; the jobs themselves are methods of `Bulk`."""

    def __init__(
        self,
        chat: ActingClient,
        *,
        journal: str | os.PathLike[str] | None = None,
        concurrency: int = 8,
        rate: float | None = None,
        progress: Progress | None = None,
        retry_failed: bool = False,
        max_failures: int | None = None,
        verify: bool = False,
        moved_from: str | None = None,
    ) -> None:
        """Check the arguments; nothing is sent and no file is opened.

        Args:
            chat: The `ChatClient` to send through. Only their owner can change conversations: for those of another
                user, pass a client from `chat.acting_as`. A client that is closed, or whose token expires, stops the
                job as a 401 does.
            journal: The file to resume from. A job that is not a dry run creates it. Without a journal, a job that
                stops early cannot be resumed.
            concurrency: The number of rows in flight at the same time; not below 1.
            rate: How many rows are begun a second, at even intervals; None for no limit. A row may take more than one
                request; `max_per_second` of the client limits those.
            progress: Called with a row that has just got its outcome, the number of rows that have one, and the number
                of all rows; one call at a time. An error that it raises stops the job.
            retry_failed: Whether a resumed job sends the rows again that the service refused. Rows that never reached
                the service are always sent again.
            max_failures: The job stops once so many rows have failed or are unknown; not below 1. Without it, too, the
                job stops when the service has not answered five rows in a row.
            verify: Whether to look every row up at the end that is done or uncertain, those of earlier runs too, but
                not those settled by hand. A row whose change did not take effect fails; the next call sends it again.
            moved_from: The base URL in the journal, if the same service is now reached at another one. Without it, a
                journal of another base URL is refused: its rows may be done there and not here.

        Raises:
            InvalidArgumentError: An argument breaks a rule.
        """
        super().__init__(chat._connection)
        self._chat = chat
        options = self._options = Options(concurrency, rate, progress, retry_failed, max_failures, verify, moved_from)
        acting_as = None if chat.acting is None else chat.acting.user_id
        self._runner = Runner(self._connection, options, journal_path(journal), acting_as)

    @property
    def report(self) -> Report:
        """The rows of the latest job, also while it runs and after an error has stopped it.

        A row that is in flight is `unknown`.

        >>> bulk.report.counts
        {'done': 5, 'planned': 7}
        """
        return self._runner.report

    def undo(self, journal: str | os.PathLike[str], *, dry_run: bool = False) -> Report:
        """Restore the old values of the rows that an update has changed, from the journal of that job.

        >>> report = Bulk(chat, journal="undo.journal").undo("leavers.journal")
        >>> report.skipped[0].reason
        'it was changed since: role is 'admin', and the job set 'user''

        It is a job of its own, with a report of all rows of the other job, and resumes from its own journal. Every row
        is looked up right before it is changed. Rows are skipped that the other job did not change, whose old values
        the service did not show, or that have other values now than the job set.

        Args:
            journal: The journal of the job to undo: of `update_users`, `update_conversations` or `undo`.
            dry_run: Whether to change and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome; `old` are the values that the other job set, `new` those from before it.

        Raises:
            InvalidArgumentError: As in `update_users`; or the job to undo is no update, has not begun, is running, or
                is one of another service or user.
            AuthenticationError: As in `update_users`.
            APIError: As in `update_users`.
            OSError: As in `update_users`, or the journal of the job to undo cannot be read.

        Contract: Endpoints, `PATCH /admin/users/{user_id}` and `PATCH /conversations/{conversation_id}`.
        """
        path = journal_path(journal)
        if path is None:
            raise InvalidArgumentError("journal", "the path of a file", None)
        job, changes = undo_job.undo(*self._runner.undone(path))
        return self._runner.run(job, changes, None, dry_run)

    def settle(
        self,
        rows: str | Collection[str],
        outcome: Literal["done", "skipped", "planned"],
        *,
        reason: str | None = None,
    ) -> Report:
        """Record the outcome of rows by hand, in the journal; nothing is sent.

        For rows that stay unknown, because the service does not show whether the change took effect:

        >>> unknown = [row.id for row in bulk.report.unknown]
        >>> bulk.settle(unknown, "done", reason="looked up in the database")

        Args:
            rows: The ids of rows of the job.
            outcome: `done` or `skipped`: the row is not sent again. `planned`: it has not been changed, and the next
                run sends it.
            reason: Why, for the report.

        Returns:
            Every row of the journal's job with its outcome.

        Raises:
            InvalidArgumentError: An argument breaks a rule; or there is no journal, it is in use, is of another service
                or user, or does not have one of the rows. Nothing was recorded.
            OSError: The journal cannot be opened or written.
        """
        return self._runner.settle(rows, outcome, reason)

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._runner!r}"
