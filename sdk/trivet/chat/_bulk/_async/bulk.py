"""The bulk client: one update or deletion for many users or conversations, with a report of every row."""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, Callable, Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from ...._async.client import AsyncResource
from ...._core import check
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._core.traceback_locals import async_hide_arguments
from ...._core.unset import UNSET, Unset
from ....errors import InvalidArgumentError
from ..._generated._async.client import AsyncChatClient
from ..._impersonation._async.client import AsyncActingClient
from ..._impersonation.acting_as import ActingAs
from .. import items, jobs, outcomes
from ..files import path_argument
from ..journal import Journal
from ..kinds import Job
from ..options import JobOptions, Reading
from ..report import Report
from ..row import Progress, Row
from ..stop_errors import StopNote
from .acting import AsyncActing
from .run import AsyncRun, AsyncSend
from .saving import AsyncConversationSaver, AsyncSaver, AsyncUserSaver
from .shares import shares_of

if TYPE_CHECKING:
    from ..._generated import models as m
else:
    m = lazy("trivet.chat._generated.models")

UserT = TypeVar("UserT", bound="m.AdminUser | m.User")
ConversationT = TypeVar("ConversationT", bound="m.Conversation | m.AdminConversation | m.ConversationWithMessages")
T = TypeVar("T")

Rows: TypeAlias = AsyncIterable[str | T] | Iterable[str | T] | Report
"""Ids, for users email addresses, records, or a mix of them; a pager is one of these. Or the report of a dry run."""

BY_HAND = ("done", "skipped", "planned")
"""The outcomes that a user can record."""


@exported_from("trivet.chat.bulk")
class AsyncBulk(AsyncResource):
    """One update or delete for many users or conversations, several rows at a time.

    >>> async with AsyncChatClient() as chat:
    ...     bulk = AsyncBulk(chat, journal="leavers.jsonl")
    ...     report = await bulk.delete_users(chat.admin.users.list(search="@old.example"), confirm=11)
    >>> print(report)
    12 rows: 11 done, 1 skipped

    A job with a journal can be resumed: call the same method with the same arguments and the same journal again. Rows
    that have an outcome are not sent again. A row that was sent, and whose answer is not in the journal, is uncertain
    and looked up first: a delete took effect if the service says that the row is gone, an update if the fields have the
    new values. So is a row that was done at most 30 seconds before the service stopped answering, or before the process
    was killed: the service may have confirmed a change that it never stored. Then the row is sent again. After the last
    outcome, the same call returns the same report and changes nothing. Rows that are not in the journal are refused:
    another job needs another journal.

    A journal holds the arguments of its job and the rows with their email addresses or titles, old and new values,
    outcomes and times, but no credentials; only its owner can read the file. No line is lost when the process is
    killed. The disk is synced before the first row is sent and at the end: a power cut in between can lose the latest
    lines. Their rows are then sent again, so that an update changes nothing and a delete fails with 404. Two runs
    cannot use one journal at the same time, if the system supports file locks.
    """

    def __init__(
        self,
        chat: AsyncActingClient,
        *,
        journal: str | os.PathLike[str] | None = None,
        concurrency: int = 8,
        rate: float | None = None,
        progress: Progress | None = None,
        retry_failed: bool = False,
        max_failures: int | None = None,
        verify: bool = False,
        moved_from: str | None = None,
        reading: Reading | None = None,
        own: str | None = None,
    ) -> None:
        """Check the arguments; nothing is sent and no file is opened.

        Args:
            chat: The `AsyncChatClient` to send through. Only their owner can change conversations: for another user's,
                pass a client from `chat.acting_as`. A client that is closed, or whose token expires, stops the
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
            verify: Whether to look every row up at the end that is done or uncertain, also rows of earlier runs, but
                not rows settled by hand. A row whose change did not take effect fails; the next call sends it again.
            moved_from: The base URL in the journal, if the same service is now reached at another one. Without it, a
                journal of another base URL is refused: its rows may be done there and not here.
            reading: Called while the rows are read, before the first is changed, with the step (`pages`, `searches` or
                `look-ups`), the number done in it, and the number of all; one call at a time. An error that it raises
                ends the job.
            own: The id or email address of the account that runs the jobs, which no job deactivates, demotes or
                deletes. Without it, the account is the user whose id is the subject (`sub`) of the token, if that is a
                JWT (assumed: by the contract, a token is opaque), else the owner of the caller's conversations. If
                neither shows it, a job that would lock out an administrator stops before its first change. A client
                from `chat.acting_as` knows its account: the user, and the administrator who acts as them, are kept.

        Raises:
            InvalidArgumentError: An argument breaks a rule.
        """
        super().__init__(chat._connection)
        self._chat = chat
        self._options = JobOptions(
            concurrency, rate, progress, retry_failed, max_failures, verify, moved_from, reading, own
        )
        self._journal = None if journal is None else path_argument("journal", journal, "file")
        acting_as = None if chat.acting is None else chat.acting.user_id
        self._service = {"base_url": self._connection.settings.base_url, "acting_as": acting_as}
        self._latest: AsyncRun | None = None
        self._settled: Report | None = None

    @property
    def report(self) -> Report:
        """The rows of the latest job, also while it runs and after an error has stopped it.

        A row that is in flight is `unknown`. After `settle`, they are the rows of the journal.

        >>> bulk.report.counts
        {'done': 5, 'planned': 7}
        """
        if self._settled is not None:
            return self._settled
        return Report(()) if self._latest is None else self._latest.plan.report

    @async_hide_arguments
    async def update_users(
        self,
        users: Rows[UserT],
        *,
        role: Literal["admin", "user"] | str | None = None,
        is_active: bool | None = None,
        is_app_admin: bool | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        skip_unchanged: bool = True,
        dry_run: bool = False,
    ) -> Report:
        """Change the role or the status of many users; administrators only.

        >>> await bulk.update_users(chat.admin.users.list(search="@old.example"), is_active=False)

        Args:
            users: Ids, email addresses, records, a pager such as `chat.admin.users.list(search=...)`, or the report of
                a dry run: exactly its planned rows are changed. An address stands for the one user who has exactly it;
                without one, its row is skipped. A user who is given twice counts once. A user given by id is looked up
                right before the change.
            role: `admin` for an administrator of this service, `user`, or another role that the service has.
            is_active: Whether they may sign in.
            is_app_admin: Whether they administer the application.
            where: Selects records; not allowed with plain ids.
            admins: The ids or email addresses of the administrators to change. All other administrators are skipped,
                and so are administrators of the application where the service shows `is_app_admin`, as it does in
                lists. A user whose role the service does not show is skipped, too. The account that runs the job cannot
                take its own rights (`own` names it), nor can the last active administrators be changed.
            skip_unchanged: Whether to skip users who have the new values already, such as inactive ones of a
                deactivation; False sends them all the same.
            dry_run: Whether to change and write nothing, and only report what would happen to each row. Of a job that
                has begun, the report shows the rows as the journal has them.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: An argument breaks a rule, or the journal belongs to another job or is in use; or an
                administrator may be the account that runs the job, and has to be named as `own`; nothing was changed.
            AuthenticationError: The credentials are no longer accepted; with new ones, the same call resumes the job.
            APIError: The rows could not be read, or a pager does not show as many as its total (`IncompleteListError`);
                nothing was changed.
            JobStoppedError: The service does not answer, or `max_failures` is reached; the same call resumes the job.
            OSError: The journal cannot be opened or written; a row without a line in it is not sent.

        Contract: Endpoints, `PATCH /admin/users/{user_id}`.
        """
        job = jobs.update_users(
            role=role, is_active=is_active, is_app_admin=is_app_admin, admins=admins, skip_unchanged=skip_unchanged
        )
        return await self._run(job, users, where, dry_run)

    @async_hide_arguments
    async def delete_users(
        self,
        users: Rows[UserT],
        *,
        confirm: int | None = None,
        export: str | os.PathLike[str] | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        dry_run: bool = False,
    ) -> Report:
        """Delete many users permanently, with their conversations and ratings; administrators only.

        >>> await bulk.delete_users(["4f8a…", "90b1…"], confirm=2)

        A user who does not exist fails with 404.

        Args:
            users: Ids, email addresses, records, or a pager, as in `update_users`. Users given by id are looked up
                before the first one is deleted.
            confirm: The number of users to delete: the rows that a dry run counts as planned. Required unless
                `dry_run`; not below 0.
            export: A folder in which each user gets a folder of their own before the deletion, with `user.json` and
                their conversations as `<id>.json`, as they are listed when the job begins. A user who cannot be saved
                is not deleted.
            where: Selects records; not allowed with plain ids.
            admins: The administrators to delete; all others are skipped, as in `update_users`.
            dry_run: Whether to delete and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: As in `update_users`, or `confirm` is another number than there are users to delete.
            APIError, OSError: As in `update_users`, or a file of the export cannot be written; its user is not deleted.

        Contract: Endpoints, `DELETE /admin/users/{user_id}`.
        """
        folder = None if export is None else path_argument("export", export, "folder")
        job = jobs.delete_users(confirm=confirm, admins=admins, export=folder)
        saver = None if folder is None else AsyncUserSaver(self._connection, folder)
        return await self._run(job, users, where, dry_run, saver=saver)

    @async_hide_arguments
    async def export_users(
        self,
        users: Rows[UserT],
        folder: str | os.PathLike[str],
        *,
        where: Callable[[UserT], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Save many users with their conversations in a folder; administrators only. Nothing is changed.

        >>> await bulk.export_users(["bob@example.com"], "exported")

        Each user gets a folder of their own with `user.json` and their conversations as `<id>.json`, as the service
        sends them, with all messages. What is there from an earlier run is replaced.

        Args:
            users: Ids, email addresses, records, a pager, or a report, as in `update_users`.
            folder: The folder; it is made if there is none, readable by its owner only.
            where: Selects records; not allowed with plain ids.
            dry_run: Whether to write nothing, and only report which users would be saved.

        Returns:
            Every row with its outcome; the reason is the number of conversations.

        Raises:
            InvalidArgumentError: As in `update_users`.
            APIError: As in `update_users`.
            OSError: As in `update_users`, or a file cannot be written; no further user is saved.

        Contract: Endpoints, `GET /admin/users/{user_id}` and `GET /conversations/{conversation_id}`.
        """
        path = path_argument("folder", folder, "folder")
        saver = AsyncUserSaver(self._connection, path)
        return await self._run(jobs.export_users(path), users, where, dry_run, saver=saver, send=saver.saved)

    @async_hide_arguments
    async def act_as_users(
        self,
        users: Rows[UserT],
        work: Callable[[AsyncChatClient, Row], object],
        *,
        activate: bool = False,
        audit: Callable[[ActingAs], object] | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        dry_run: bool = False,
    ) -> Report:
        """Call a function for each of many users, with a client that acts as the user; administrators only.

        >>> async def export(user, row):
        ...     for conversation in await user.conversations.list(include_archived=True).complete():
        ...         print(row.label, await user.conversations.get(conversation.id))
        >>> await bulk.act_as_users(chat.admin.users.list(), export)

        A user who is not active cannot be acted as. With `activate`, such a user is activated for the call, and
        deactivated afterwards in every case: an error, an exception of `work`, a cancelled task. If the process is
        killed, the user stays active until the same call resumes the job from its journal: it calls `work` again for
        a user whose call has not ended, so `work` has to do what is left, and deactivates them. A row that could not
        be deactivated is `unknown`, and its reason says so.

        Args:
            users: Ids, email addresses, records, or a pager. Every user is looked up right before the call.
            work: Called with a client as `chat.acting_as` gives it, and the row; an awaitable result is awaited. The
                text of its result becomes the reason of the row. A TrivetError that it raises fails the row, and so
                does a report in which rows are not done; any other exception stops the job.
            activate: Whether to activate users who are not active for as long as the call takes; else they are skipped.
            audit: As in `chat.acting_as`.
            where: Selects records; not allowed with plain ids.
            admins: The administrators to act as; all others are skipped, as in `update_users`.
            dry_run: Whether to call and change nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome; `old` shows whether the user was active.

        Raises:
            InvalidArgumentError: As in `update_users`.
            APIError, OSError: As in `update_users`.

        Contract: Endpoints, `POST /admin/users/{user_id}/impersonate`.
        """
        job = jobs.act_as_users(activate=activate, admins=admins)
        acting = AsyncActing(self._chat, work, audit)
        return await self._run(job, users, where, dry_run, send=acting.send)

    @async_hide_arguments
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

        >>> await bulk.update_conversations(chat.conversations.list(), is_archived=True)

        Args:
            conversations: Ids, records, or a pager such as `chat.conversations.list()`. A conversation that is given
                twice counts once. One given by id is looked up right before the change.
            title: The new title of all; None clears it.
            is_archived: Whether they are hidden from the default list.
            where: Selects records; not allowed with plain ids.
            dry_run: Whether to change and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: As in `update_users`.
            APIError, OSError: As in `update_users`.

        Contract: Endpoints, `PATCH /conversations/{conversation_id}`.
        """
        job = jobs.update_conversations(title=title, is_archived=is_archived)
        return await self._run(job, conversations, where, dry_run)

    @async_hide_arguments
    async def delete_conversations(
        self,
        conversations: Rows[ConversationT],
        *,
        confirm: int | None = None,
        export: str | os.PathLike[str] | None = None,
        where: Callable[[ConversationT], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Delete many conversations and their messages; their owner only.

        >>> await bulk.delete_conversations(chat.conversations.list(), confirm=40, export="deleted")

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
            APIError, OSError: As in `update_users`, or a file of the export cannot be written; then its conversation is
                not deleted.

        Contract: Endpoints, `DELETE /conversations/{conversation_id}`.
        """
        folder = None if export is None else path_argument("export", export, "folder")
        job = jobs.delete_conversations(confirm=confirm, export=folder)
        saver = None if folder is None else AsyncConversationSaver(self._connection, folder)
        return await self._run(job, conversations, where, dry_run, saver=saver)

    @async_hide_arguments
    async def share_conversations(
        self,
        conversations: Rows[ConversationT],
        user_id: str,
        *,
        permission: Literal["view", "edit"] | str = "view",
        where: Callable[[ConversationT], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Share many conversations with a user; their owner only.

        >>> bulk = AsyncBulk(chat, journal="handover.journal")
        >>> await bulk.share_conversations(chat.conversations.list(), "90b1…", permission="edit")

        A conversation that is shared with the user already is skipped, with any permission: its share stays as it is.
        `undo` revokes exactly the shares that the job has made.

        Args:
            conversations: Ids, records, or a pager such as `chat.conversations.list()`. The shares of every
                conversation are listed right before it is shared.
            user_id: The id of the user.
            permission: `view` or `edit`, or another permission that the service has.
            where: Selects records; not allowed with plain ids.
            dry_run: Whether to share and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome; `new` of a row that is done holds the id of its share.

        Raises:
            InvalidArgumentError: As in `update_users`.
            APIError, OSError: As in `update_users`.

        Contract: Endpoints, `POST /conversations/{conversation_id}/shares`.
        """
        job = jobs.share_conversations(user_id=user_id, permission=permission)
        return await self._run(job, conversations, where, dry_run)

    @async_hide_arguments
    async def revoke_shares(
        self,
        conversations: Rows[ConversationT],
        *,
        confirm: int | None = None,
        where: Callable[[m.Share], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Revoke the shares of many conversations; the user who shared them only.

        >>> links = lambda share: share.shared_with is None
        >>> await bulk.revoke_shares(chat.conversations.list(), where=links, confirm=3)

        A row is a share: its label is the id of the user it is shared with, None for a public link, and `old` holds its
        conversation and permission. A conversation whose shares the caller may not list is a skipped row, which no
        resumed call reads again, because `confirm` has not counted its shares: revoke them with another journal. With
        the same journal, the same call resumes the job; shares made in the meantime are not revoked.

        Args:
            conversations: Ids, records, or a pager such as `chat.conversations.list()`.
            confirm: The number of shares to revoke: the rows that a dry run counts as planned. Required unless
                `dry_run`; not below 0.
            where: Selects shares.
            dry_run: Whether to revoke and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: As in `update_users`, or `confirm` is another number than there are shares.
            APIError, OSError: As in `update_users`.

        Contract: Endpoints, `DELETE /conversations/{conversation_id}/shares/{share_id}`.
        """
        job = jobs.revoke_shares(confirm=confirm)
        job.subject.check_rows(conversations)
        shares = shares_of(self._connection, conversations, self._options.concurrency)
        return await self._run(job, shares, where, dry_run)

    @async_hide_arguments
    async def undo(self, journal: str | os.PathLike[str], *, dry_run: bool = False) -> Report:
        """Restore the old values of the rows that an update has changed, from the journal of that job.

        >>> report = await AsyncBulk(chat, journal="undo.journal").undo("leavers.journal")
        >>> report.skipped[0].reason
        'it was changed since: role is 'admin', and the job set 'user''

        It is a job of its own, with a report of all rows of the other job, and resumes from its own journal. Every row
        is looked up right before it is changed. Rows are skipped that the other job did not change, whose old values
        the service did not show, or that have other values now than the job set. A conversation that the other job
        has shared loses exactly that share.

        Args:
            journal: The journal of the job to undo: of `update_users`, `update_conversations`, `share_conversations`,
                or `undo` of an update.
            dry_run: Whether to change and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome; `old` are the values that the other job set, `new` those from before it.

        Raises:
            InvalidArgumentError: As in `update_users`; or the job to undo is not an update, has not begun, is running,
                or is one of another service or user.
            AuthenticationError: As in `update_users`.
            APIError: As in `update_users`.
            OSError: As in `update_users`, or the journal of the job to undo cannot be read.

        Contract: Endpoints, `PATCH /admin/users/{user_id}`, `PATCH /conversations/{conversation_id}` and
        `DELETE /conversations/{conversation_id}/shares/{share_id}`.
        """
        path = path_argument("journal", journal, "file")
        undone, states = self._open_journal(path).finished(self._service)
        restoring = map(items.restoring, states)
        return await self._run(jobs.undo(undone), restoring, None, dry_run)

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
        ids = [rows] if isinstance(rows, str) else list(rows)
        for index, row_id in enumerate(ids):
            check.uuid(f"rows[{index}]", row_id)
        check.choice("outcome", outcome, BY_HAND)
        if reason is not None:
            check.text("reason", reason)
        if self._journal is None:
            raise InvalidArgumentError("journal", "given, because outcomes are recorded there", None)
        job, _ = self._open_journal(self._journal).finished(self._service)
        journal = self._open_journal(self._journal)
        try:
            replay = journal.resume(job)
            states = {} if replay is None else {row_id.lower(): state for row_id, state in replay.states.items()}
            for index, row_id in enumerate(ids):
                if row_id.lower() not in states:
                    raise InvalidArgumentError(f"rows[{index}]", "the id of a row of the journal's job", row_id)
            for row_id in map(str.lower, ids):
                state = states[row_id]
                states[row_id] = state.settled(outcomes.settled_by_hand(state.row.id, outcome, reason))
                journal.settle(states[row_id].row)
        finally:
            journal.close()
        self._settled = Report(tuple(state.row for state in states.values()))
        return self._settled

    async def _run(
        self,
        job: Job,
        source: Any,
        where: Callable[[Any], bool] | None,
        dry_run: bool,
        *,
        saver: AsyncSaver | None = None,
        send: AsyncSend | None = None,
    ) -> Report:
        """Run a job, or resume it from its journal; an error gets a note that says how far the job got.

        Args:
            job: The job.
            source: The ids, the records, the pager or the report that the caller gave.
            where: Selects records; None selects all.
            dry_run: Whether nothing is changed.
            saver: Saves each row before its change; None where none is saved.
            send: Changes a row; None for the job's call.
        """
        check.boolean("dry_run", dry_run)
        check.function("where", where)
        if not dry_run:
            job.check_confirmed()
        self._settled = None
        run = AsyncRun(self._connection, job, self._options, saver=saver, send=send, acting=self._chat.acting)
        self._latest = run
        head = {"job": job.name, **self._service, **job.arguments}
        journal = self._open_journal(self._journal, durable=job.durable)
        try:
            await run.plan.make(source, where, journal, head, dry_run=dry_run)
        except BaseException as error:
            journal.close()
            if not isinstance(error, InvalidArgumentError):
                error.add_note(StopNote("the job stopped before it changed anything"))
            raise
        if dry_run:
            journal.close()
            return run.plan.report
        try:
            await run.change_rows(journal)
        except BaseException as error:
            resume = "" if self._journal is None else f"; the same call resumes it from {self._journal}"
            error.add_note(StopNote(f"the job stopped at {run.plan.report}{resume}"))
            raise
        return run.plan.report

    def _open_journal(self, path: Path | None, *, durable: bool = False) -> Journal:
        now = self._connection.settings.clock.now
        return Journal(path, self._options.moved_from, durable=durable, now=now)

    def __repr__(self) -> str:
        journal = None if self._journal is None else str(self._journal)
        return f"{type(self).__name__}(journal={journal!r}, concurrency={self._options.concurrency})"
