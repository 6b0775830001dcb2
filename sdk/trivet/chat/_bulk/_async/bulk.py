"""The bulk client: one update or delete for many users or conversations, with a report of every row."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._core.unset import UNSET, Unset
from ..files.export_folder import export_path
from ..jobs import conversations as conversation_jobs
from ..jobs import shares as share_jobs
from ..rows.report import Report
from .exporter import AsyncConversationExporter
from .shares import AsyncShares
from .sources import ConversationT, Rows
from .users import AsyncUserBulk

if TYPE_CHECKING:
    from ..._generated import models as m
else:
    m = lazy("trivet.chat._generated.models")

__all__ = ["AsyncBulk"]


@exported_from("trivet.chat.bulk")
class AsyncBulk(AsyncUserBulk):
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
        job = conversation_jobs.update_conversations(title=title, is_archived=is_archived)
        return await self._runner.run(job, conversations, where, dry_run)

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
        folder = export_path(export)
        job = conversation_jobs.delete_conversations(confirm=confirm, export=folder)
        sender = None if folder is None else AsyncConversationExporter(self._connection, job, folder)
        return await self._runner.run(job, conversations, where, dry_run, sender)

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
        shares = AsyncShares(self._connection, conversations, self._options.concurrency)
        return await self._runner.run(job, shares, where, dry_run)
