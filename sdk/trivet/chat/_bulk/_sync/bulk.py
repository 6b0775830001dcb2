# Derived from sdk/trivet/chat/_bulk/_async/bulk.py by `python -m codegen`; do not edit.
"""The bulk client: one update or delete for many users or conversations, with a report of every row."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Literal

from ...._core.public import exported_from
from ...._core.unset import UNSET, Unset
from ..files.export_folder import export_path
from ..jobs import acting as acting_job
from ..jobs import conversations as conversation_jobs
from ..jobs import shares as share_jobs
from ..jobs import users as user_jobs
from ..rows.report import Report
from ..rows.row import Row
from .acting import ActingSender
from .client import BulkClient
from .exporter import ConversationExporter, UserExporter
from .shares import Shares
from .sources import ConversationT, Rows, UserT

if TYPE_CHECKING:
    from ..._generated import models as m
    from ..._generated._sync.client import ChatClient
    from ..._impersonation.acting_as import ActingAs

__all__ = ["Bulk"]


@exported_from("trivet.chat.bulk")
class Bulk(BulkClient):
    """One update or delete for many users or conversations, several rows at a time.

    >>> with ChatClient() as chat:
    ...     bulk = Bulk(chat, journal="leavers.jsonl")
    ...     report = bulk.delete_users(chat.admin.users.list(search="@old.example"), confirm=11)
    >>> print(report)
    12 rows: 11 done, 1 skipped

    A job with a journal can be resumed: call the same method with the same arguments and the same journal again. Rows
    that have an outcome are not sent again. A row that was sent, and whose answer is not in the journal, is uncertain
    and looked up first: a delete took effect if the service says that the row is gone, an update if the fields have the
    new values. After the last outcome, the same call returns the same report and changes nothing. Rows that are not in
    the journal are refused: another job needs another journal.

    A journal holds the arguments of its job and the rows with their email addresses or titles, old and new values and
    outcomes, but no credentials; only its owner can read the file. No line is lost when the process is killed. The disk
    is synced before the first row is sent and at the end: a power cut in between can lose the latest lines. Their rows
    are then sent again, so that an update changes nothing and a delete fails with 404. Two runs cannot use one journal
    at the same time, if the system supports file locks.
    """

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
            users: Ids, email addresses, records, or a pager such as `chat.admin.users.list(search=...)`. An address
                stands for the one user who has exactly it; without one, its row is skipped. A user who is given twice
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
            APIError: The rows could not be read, or a pager does not show as many as its total (`IncompleteListError`);
                nothing was changed.
            JobStoppedError: The service does not answer, or `max_failures` is reached; the same call resumes the job.
            OSError: The journal cannot be opened or written; a row without a line in it is not sent.

        Contract: Endpoints, `PATCH /admin/users/{user_id}`.
        """
        job = user_jobs.update_users(role=role, is_active=is_active, is_app_admin=is_app_admin, admins=admins)
        return self._runner.run(job, users, where, dry_run)

    def delete_users(
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

        >>> bulk.delete_users(["4f8a…", "90b1…"], confirm=2)

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
            admins: The ids of the administrators to delete; all others are skipped, as in `update_users`.
            dry_run: Whether to delete and write nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome.

        Raises:
            InvalidArgumentError: As in `update_users`, or `confirm` is another number than there are users to delete.
            APIError, OSError: As in `update_users`, or a file of the export cannot be written; its user is not deleted.

        Contract: Endpoints, `DELETE /admin/users/{user_id}`.
        """
        folder = export_path(export)
        job = user_jobs.delete_users(confirm=confirm, admins=admins, export=folder)
        sender = None if folder is None else UserExporter(self._connection, job, folder)
        return self._runner.run(job, users, where, dry_run, sender)

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
        job = conversation_jobs.update_conversations(title=title, is_archived=is_archived)
        return self._runner.run(job, conversations, where, dry_run)

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
            APIError, OSError: As in `update_users`, or a file of the export cannot be written; then its conversation is
                not deleted.

        Contract: Endpoints, `DELETE /conversations/{conversation_id}`.
        """
        folder = export_path(export)
        job = conversation_jobs.delete_conversations(confirm=confirm, export=folder)
        sender = None if folder is None else ConversationExporter(self._connection, job, folder)
        return self._runner.run(job, conversations, where, dry_run, sender)

    def act_as_users(
        self,
        users: Rows[UserT],
        work: Callable[[ChatClient, Row], object],
        *,
        activate: bool = False,
        audit: Callable[[ActingAs], object] | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        dry_run: bool = False,
    ) -> Report:
        """Call a function for each of many users, with a client that acts as the user; administrators only.

        >>> def export(user, row):
        ...     for each in user.conversations.list(include_archived=True).complete():
        ...         print(row.label, user.conversations.get(each.id))
        >>> bulk.act_as_users(chat.admin.users.list(), export)

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
            admins: The ids of the administrators to act as; all others are skipped, as in `update_users`.
            dry_run: Whether to call and change nothing, and only report what would happen to each row.

        Returns:
            Every row with its outcome; `old` shows whether the user was active.

        Raises:
            InvalidArgumentError: As in `update_users`.
            APIError, OSError: As in `update_users`.

        Contract: Endpoints, `POST /admin/users/{user_id}/impersonate`.
        """
        job = acting_job.act_as_users(activate=activate, admins=admins)
        sender = ActingSender(self._chat, job, work, audit)
        return self._runner.run(job, users, where, dry_run, sender)

    def revoke_shares(
        self,
        conversations: Rows[ConversationT],
        *,
        confirm: int | None = None,
        where: Callable[[m.Share], bool] | None = None,
        dry_run: bool = False,
    ) -> Report:
        """Revoke the shares of many conversations; the user who shared them only.

        >>> links = lambda share: share.shared_with is None
        >>> bulk.revoke_shares(chat.conversations.list(), where=links, confirm=3)

        A row is a share: its label is the id of the user it is shared with, None for a public link, and `old` holds its
        conversation and permission. A conversation whose shares the caller may not list is a skipped row. With the
        same journal, the same call resumes the job; shares made in the meantime are not revoked.

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
        job = share_jobs.revoke_shares(confirm=confirm)
        job.check_rows(conversations)
        shares = Shares(self._connection, conversations, self._options.concurrency)
        return self._runner.run(job, shares, where, dry_run)
