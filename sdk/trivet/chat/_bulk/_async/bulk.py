"""Bulk work over the chat client: rows in, one request each, and a report of all."""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from ...._async.client import AsyncResource
from ...._core import check
from ...._core.public import exported_from
from ...._core.unset import UNSET, Unset
from .. import job as jobs
from ..job import Job, Task
from ..journal import Journal
from ..report import Report
from ..work_queue import Progress
from .run import AsyncRun

if TYPE_CHECKING:
    from ..._generated import models as m
    from ..._generated._async.client import AsyncChatClient

__all__ = ["AsyncBulk"]

UserT = TypeVar("UserT", bound="m.AdminUser | m.User")
ConversationT = TypeVar("ConversationT", bound="m.Conversation | m.AdminConversation | m.ConversationWithMessages")
T = TypeVar("T")

Rows: TypeAlias = AsyncIterable[str | T] | Iterable[str | T]
"""Ids, records, or both; a pager among them."""


@exported_from("trivet.chat.bulk")
class AsyncBulk(AsyncResource):
    """One update or delete for many users or conversations, some rows at a time, with a report of each.

    With a journal, a job that ended early goes on where it was: run the same method with the same arguments and the
    same journal. Rows whose outcome is known are not sent again. A row that was sent and whose answer nobody wrote down
    is in doubt, and looked up first: a delete took effect if the row is gone, an update if the fields are as wanted.
    Once all rows have an outcome, the same line gives the same report and changes nothing, and rows that the journal
    does not know are refused: what is to be done next week needs another journal.

    A journal holds the ids and arguments of its job and what was answered, no credentials, and is for its owner's eyes
    only. Nothing that ends the process loses a line of it. It is forced to the disk before the first row is sent and
    at the end: a power cut in between can take the latest lines, whose rows are then sent once more, so that an update
    changes nothing and a delete fails with 404. Two runs cannot use one journal at the same time, where the system
    knows file locks.
    """

    def __init__(
        self,
        chat: AsyncChatClient,
        *,
        journal: str | os.PathLike[str] | None = None,
        concurrency: int = 8,
        progress: Progress | None = None,
        retry_failed: bool = False,
    ) -> None:
        """Send and open nothing yet.

        Args:
            chat: The client that the rows are sent through. Conversations are their owner's to change: for those of
                another user, a client from `chat.acting_as`. A client that closes, or whose token expires, stops the
                job as a 401 does.
            journal: The file to go on from after an interruption; made when a job begins that is no dry run. Without
                it, a job that ends early cannot be resumed.
            concurrency: How many rows may be in flight at once; not below 1.
            progress: Called with a row that has its outcome, how many rows have theirs, and how many there are; one
                call at a time. What it raises stops the job.
            retry_failed: Whether a job that goes on sends those rows again that the service refused. Rows that never
                reached it are sent again anyhow.

        Raises:
            InvalidArgumentError: An argument breaks a rule.
        """
        super().__init__(chat._connection)
        check.integer("concurrency", concurrency, minimum=1)
        check.boolean("retry_failed", retry_failed)
        check.function("progress", progress)
        self._acting_as = None if chat.acting is None else chat.acting.user_id
        self._journal = jobs.path(journal)
        self._concurrency = concurrency
        self._progress = progress
        self._retry_failed = retry_failed
        self._tasks: list[Task] = []

    @property
    def report(self) -> Report:
        """What is known of each row of the latest job, also after an error has stopped it and while it runs.

        A row that is in flight is unknown.
        """
        return Report(tuple(task.row for task in self._tasks))

    async def update_users(
        self,
        users: Rows[UserT],
        *,
        role: Literal["admin", "user"] | None = None,
        is_active: bool | None = None,
        is_app_admin: bool | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        dry_run: bool = False,
    ) -> Report:
        """Change what many users may do; administrators only.

        Args:
            users: Their ids or records, or a pager such as `chat.admin.users.list(search=...)`. A user who is there
                twice counts once. Who is given by id is looked up right before the change.
            role: Whether they are administrators of this service, `admin` or `user`.
            is_active: Whether they may sign in.
            is_app_admin: Whether they administer the application.
            where: Says of a record whether it is meant; not for plain ids, which have nothing to look at.
            admins: The ids of those administrators who are meant too; all others are skipped, also those of the
                application, as far as the service shows who they are: in lists it does.
            dry_run: Whether to change and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: An argument breaks a rule, or the journal is of another job or in use; no row was
                sent.
            AuthenticationError: The credentials are no longer taken. Rows that were not changed stay planned; with new
                credentials, the same line goes on.
            APIError: The list of users could not be read; no row was sent.
            OSError: The journal cannot be opened or written; no row goes out that it has no line of.

        Contract: Endpoints, `PATCH /admin/users/{user_id}`.
        """
        job = jobs.update_users(role=role, is_active=is_active, is_app_admin=is_app_admin, admins=admins)
        return await self._run(job, users, where, dry_run)

    async def delete_users(
        self,
        users: Rows[UserT],
        *,
        confirm: int | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        dry_run: bool = False,
    ) -> Report:
        """Delete many users for good, their conversations and ratings with them; administrators only.

        A user who is not there fails with 404.

        Args:
            users: Their ids or records, or a pager such as `chat.admin.users.list(search=...)`. A user who is there
                twice counts once. Who is given by id is looked up before the first one is deleted.
            confirm: How many users are to be deleted: the rows that a dry run counts as planned. Needed but for a dry
                run; not below 0.
            where: Says of a record whether it is meant; not for plain ids, which have nothing to look at.
            admins: The ids of those administrators who are meant too; all others are skipped, also those of the
                application, as far as the service shows who they are: in lists it does.
            dry_run: Whether to delete and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: An argument breaks a rule, `confirm` is another number, or the journal is of another
                job or in use; no row was sent.
            AuthenticationError: The credentials are no longer taken. Rows that were not changed stay planned; with new
                credentials, the same line goes on.
            APIError: The list of users could not be read; no row was sent.
            OSError: The journal cannot be opened or written; no row goes out that it has no line of.

        Contract: Endpoints, `DELETE /admin/users/{user_id}`.
        """
        return await self._run(jobs.delete_users(confirm=confirm, admins=admins), users, where, dry_run)

    async def update_conversations(
        self,
        conversations: Rows[ConversationT],
        *,
        title: str | Unset | None = UNSET,
        is_archived: bool | None = None,
        where: Callable[[ConversationT], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Change the title or the archived status of many conversations; their owner only.

        Args:
            conversations: Their ids or records, or a pager such as `chat.conversations.list()`. One that is there twice
                counts once.
            title: The new title of all; None clears it.
            is_archived: Whether they are hidden from the default list.
            where: Says of a record whether it is meant; not for plain ids, which have nothing to look at.
            dry_run: Whether to change and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: An argument breaks a rule, or the journal is of another job or in use; no row was
                sent.
            AuthenticationError: The credentials are no longer taken. Rows that were not changed stay planned; with new
                credentials, the same line goes on.
            APIError: The list of conversations could not be read; no row was sent.
            OSError: The journal cannot be opened or written; no row goes out that it has no line of.

        Contract: Endpoints, `PATCH /conversations/{conversation_id}`.
        """
        job = jobs.update_conversations(title=title, is_archived=is_archived)
        return await self._run(job, conversations, where, dry_run)

    async def delete_conversations(
        self,
        conversations: Rows[ConversationT],
        *,
        confirm: int | None = None,
        where: Callable[[ConversationT], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Delete many conversations and their messages; their owner only.

        A conversation that is not there, or not the caller's, fails with 404.

        Args:
            conversations: Their ids or records, or a pager such as `chat.conversations.list()`. One that is there twice
                counts once.
            confirm: How many conversations are to be deleted: the rows that a dry run counts as planned. Needed but for
                a dry run; not below 0.
            where: Says of a record whether it is meant; not for plain ids, which have nothing to look at.
            dry_run: Whether to delete and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: An argument breaks a rule, `confirm` is another number, or the journal is of another
                job or in use; no row was sent.
            AuthenticationError: The credentials are no longer taken. Rows that were not changed stay planned; with new
                credentials, the same line goes on.
            APIError: The list of conversations could not be read; no row was sent.
            OSError: The journal cannot be opened or written; no row goes out that it has no line of.

        Contract: Endpoints, `DELETE /conversations/{conversation_id}`.
        """
        return await self._run(jobs.delete_conversations(confirm=confirm), conversations, where, dry_run)

    async def _run(self, job: Job, source: Any, where: Callable[[Any], bool] | None, dry_run: bool) -> Report:
        check.boolean("dry_run", dry_run)
        check.function("where", where)
        if not dry_run:
            job.check_confirmed()
        self._tasks = []
        run = AsyncRun(self._connection, job, self._concurrency)
        journal = Journal(None if dry_run else self._journal)
        try:
            tasks = journal.resume(self._head(job))
            if tasks is not None:
                await run.compare(source, tasks, where)
                self._tasks = tasks
            else:
                tasks = self._tasks = await run.snapshot(source, where)
                if dry_run or job.wanted is None:
                    await run.look_up(tasks)
                if dry_run:
                    return self.report
                job.check_confirmed(len(self.report.planned))
                journal.begin(self._head(job), tasks)
        except BaseException:
            journal.close()
            raise
        todo = [task for task in tasks if task.left(retry_failed=self._retry_failed)]
        try:
            await run.work(tasks, todo, journal, self._progress)
        except Exception as error:
            again = "" if self._journal is None else f"; the same line goes on from {self._journal}"
            error.add_note(f"the job stopped at {self.report}{again}")
            raise
        return self.report

    def _head(self, job: Job) -> dict[str, Any]:
        """What tells a job from others."""
        settings = self._connection.settings
        return {"job": job.name, "base_url": settings.base_url, "acting_as": self._acting_as, **job.arguments}

    def __repr__(self) -> str:
        journal = None if self._journal is None else str(self._journal)
        return f"{type(self).__name__}(journal={journal!r}, concurrency={self._concurrency})"
