# Derived from sdk/trivet/chat/_bulk/_async/bulk.py by `python -m codegen`; do not edit.
"""The bulk client: one update or delete for many users or conversations, with a report of every row."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from ...._core import check
from ...._core.public import exported_from
from ...._core.unset import UNSET, Unset
from ...._sync.client import Resource
from ....errors import InvalidArgumentError
from .. import conversation_jobs, undo_job, user_jobs
from ..export_folder import export_path
from ..job import Job
from ..journal import Journal, journal_path
from ..options import Options
from ..report import Report
from ..row import Progress
from .exporter import Exporter
from .run import Run
from .sender import Sender

if TYPE_CHECKING:
    from ..._generated import models as m
    from ..._impersonation._sync.client import ActingClient

__all__ = ["Bulk"]

UserT = TypeVar("UserT", bound="m.AdminUser | m.User")
ConversationT = TypeVar("ConversationT", bound="m.Conversation | m.AdminConversation | m.ConversationWithMessages")
T = TypeVar("T")

Rows: TypeAlias = Iterable[str | T] | Iterable[str | T]
"""Ids, records, or both; a pager is one of these."""


@exported_from("trivet.chat.bulk")
class Bulk(Resource):
    """One update or delete for many users or conversations, several rows at a time.

    >>> with ChatClient() as chat:
    ...     bulk = Bulk(chat, journal="leavers.jsonl")
    ...     report = bulk.delete_users(chat.admin.users.list(search="@old.example"), confirm=11)
    >>> print(report)
    12 rows: 11 done, 1 skipped

    A job with a journal can be resumed: call the same method with the same arguments and the same journal again. Rows
    that have an outcome are not sent again. A row that was sent, and whose answer is not in the journal, is uncertain
    and looked up first: a delete took effect if the row is gone, an update if the fields have the new values. After
    the last outcome, the same call returns the same report and changes nothing. Rows that are not in the journal are
    refused: another job needs another journal.

    A journal holds the ids and arguments of its job and the outcomes, but no credentials; only its owner can read the
    file. No line is lost when the process is killed. The disk is synced before the first row is sent and at the end: a
    power cut in between can lose the latest lines. Their rows are then sent again, so that an update changes nothing
    and a delete fails with 404. Two runs cannot use one journal at the same time, if the system supports file locks.
    """

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
            verify: Whether to look every row up at the end that is done or uncertain, those of earlier runs too. A row
                whose change did not take effect fails, and the next call sends it again.
            moved_from: The base URL in the journal, if the same service is now reached at another one. Without it, a
                journal of another base URL is refused: its rows may be done there and not here.

        Raises:
            InvalidArgumentError: An argument breaks a rule.
        """
        super().__init__(chat._connection)
        self._options = Options(concurrency, rate, progress, retry_failed, max_failures, verify, moved_from)
        self._acting_as = None if chat.acting is None else chat.acting.user_id
        self._journal = journal_path(journal)
        self._latest: Run | None = None

    @property
    def report(self) -> Report:
        """The rows of the latest job, also while it runs and after an error has stopped it.

        A row that is in flight is `unknown`.

        >>> bulk.report.counts
        {'done': 5, 'planned': 7}
        """
        return Report(()) if self._latest is None else self._latest.report

    def update_users(
        self,
        users: Rows[UserT],
        *,
        role: Literal["admin", "user"] | str | None = None,
        is_active: bool | None = None,
        is_app_admin: bool | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        dry_run: bool = False,
    ) -> Report:
        """Change the role or the status of many users; administrators only.

        >>> bulk.update_users(chat.admin.users.list(search="@old.example"), is_active=False)

        Args:
            users: Ids, records, or a pager such as `chat.admin.users.list(search=...)`. A user who is given twice
                counts once. A user given by id is looked up right before the change.
            role: `admin` for an administrator of this service, `user`, or another role that the service has.
            is_active: Whether they may sign in.
            is_app_admin: Whether they administer the application.
            where: Selects records; not allowed with plain ids.
            admins: The ids of the administrators to change. All other administrators are skipped, and so are those of
                the application where the service shows `is_app_admin`, as it does in lists. A user whose role the
                service does not show is skipped, too.
            dry_run: Whether to change and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: An argument breaks a rule, or the journal belongs to another job or is in use; nothing
                was changed.
            AuthenticationError: The credentials are no longer accepted; with new ones, the same call resumes the job.
            APIError: The rows could not be read; nothing was changed.
            OSError: The journal cannot be opened or written; a row without a line in it is not sent.

        Contract: Endpoints, `PATCH /admin/users/{user_id}`.
        """
        job = user_jobs.update_users(role=role, is_active=is_active, is_app_admin=is_app_admin, admins=admins)
        return self._run(job, users, where, dry_run)

    def delete_users(
        self,
        users: Rows[UserT],
        *,
        confirm: int | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        dry_run: bool = False,
    ) -> Report:
        """Delete many users permanently, with their conversations and ratings; administrators only.

        >>> bulk.delete_users(["4f8a…", "90b1…"], confirm=2)

        A user who does not exist fails with 404.

        Args:
            users: Ids, records, or a pager such as `chat.admin.users.list(search=...)`. A user who is given twice
                counts once. Users given by id are looked up before the first one is deleted.
            confirm: The number of users to delete: the rows that a dry run counts as planned. Required unless
                `dry_run`; not below 0.
            where: Selects records; not allowed with plain ids.
            admins: The ids of the administrators to delete; all others are skipped, as in `update_users`.
            dry_run: Whether to delete and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: As in `update_users`, or `confirm` is another number than there are users to delete.
            AuthenticationError: As in `update_users`.
            APIError: As in `update_users`.
            OSError: As in `update_users`.

        Contract: Endpoints, `DELETE /admin/users/{user_id}`.
        """
        return self._run(user_jobs.delete_users(confirm=confirm, admins=admins), users, where, dry_run)

    def update_conversations(
        self,
        conversations: Rows[ConversationT],
        *,
        title: str | Unset | None = UNSET,
        is_archived: bool | None = None,
        where: Callable[[ConversationT], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Change the title or the archived status of many conversations; their owner only.

        >>> bulk.update_conversations(chat.conversations.list(), is_archived=True)

        Args:
            conversations: Ids, records, or a pager such as `chat.conversations.list()`. A conversation that is given
                twice counts once.
            title: The new title of all; None clears it.
            is_archived: Whether they are hidden from the default list.
            where: Selects records; not allowed with plain ids.
            dry_run: Whether to change and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: As in `update_users`.
            AuthenticationError: As in `update_users`.
            APIError: As in `update_users`.
            OSError: As in `update_users`.

        Contract: Endpoints, `PATCH /conversations/{conversation_id}`.
        """
        job = conversation_jobs.update_conversations(title=title, is_archived=is_archived)
        return self._run(job, conversations, where, dry_run)

    def delete_conversations(
        self,
        conversations: Rows[ConversationT],
        *,
        confirm: int | None = None,
        export: str | os.PathLike[str] | None = None,
        where: Callable[[ConversationT], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Delete many conversations and their messages; their owner only.

        >>> bulk.delete_conversations(chat.conversations.list(), confirm=40, export="deleted")

        A conversation of another user is skipped, and one that does not exist fails with 404.

        Args:
            conversations: Ids, records, or a pager such as `chat.conversations.list()`. A conversation that is given
                twice counts once.
            confirm: The number of conversations to delete: the rows that a dry run counts as planned. Required unless
                `dry_run`; not below 0.
            export: A folder to save each conversation in before it is deleted, as `<id>.json`, with all its messages.
                It is made if there is none. A conversation that cannot be saved is not deleted.
            where: Selects records; not allowed with plain ids.
            dry_run: Whether to delete and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: As in `update_users`, or `confirm` is another number than there are conversations.
            AuthenticationError: As in `update_users`.
            APIError: As in `update_users`.
            OSError: As in `update_users`, or a file of the export cannot be written; its conversation is not deleted.

        Contract: Endpoints, `DELETE /conversations/{conversation_id}`.
        """
        folder = export_path(export)
        job = conversation_jobs.delete_conversations(confirm=confirm, export=folder)
        sender = None if folder is None else Exporter(self._connection, job, folder)
        return self._run(job, conversations, where, dry_run, sender)

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
        job, changes = undo_job.undo(*Journal(path, self._options.moved_from).finished(self._service()))
        return self._run(job, changes, None, dry_run)

    def _service(self) -> dict[str, Any]:
        return {"base_url": self._connection.settings.base_url, "acting_as": self._acting_as}

    def _run(
        self,
        job: Job,
        source: Any,
        where: Callable[[Any], bool] | None,
        dry_run: bool,
        sender: Sender | None = None,
    ) -> Report:
        check.boolean("dry_run", dry_run)
        check.function("where", where)
        if not dry_run:
            job.check_confirmed()
        run = self._latest = Run(self._connection, job, self._options, source, where, sender)
        head = {"job": job.name, **self._service(), **job.arguments}
        journal = Journal(None if dry_run else self._journal, self._options.moved_from)
        try:
            run.prepare(journal, head, dry_run=dry_run)
        except BaseException:
            journal.close()
            raise
        if dry_run:
            return run.report
        try:
            run.change_rows(journal)
        except BaseException as error:
            resume = "" if self._journal is None else f"; the same call resumes it from {self._journal}"
            error.add_note(f"the job stopped at {run.report}{resume}")
            raise
        return run.report

    def __repr__(self) -> str:
        journal = None if self._journal is None else str(self._journal)
        return f"{type(self).__name__}(journal={journal!r}, concurrency={self._options.concurrency})"
