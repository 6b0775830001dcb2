"""The bulk jobs over users."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from typing import Literal

from ....errors import InvalidArgumentError
from ..._generated._async.client import AsyncChatClient
from ..._impersonation.acting_as import ActingAs
from ..files.export_folder import export_path
from ..jobs import acting as acting_job
from ..jobs import export as export_jobs
from ..jobs import users as user_jobs
from ..rows.report import Report
from ..rows.row import Row
from .acting import AsyncActingSender
from .client import AsyncBulkClient
from .exporter import AsyncUserExporter, AsyncUserSaver
from .sources import Rows, UserT

__all__ = ["AsyncUserBulk"]


class AsyncUserBulk(AsyncBulkClient):
    """Jobs over many users, which administrators may run."""

    async def update_users(
        self,
        users: Rows[UserT],
        *,
        role: Literal["admin", "user"] | str | None = None,
        is_active: bool | None = None,
        is_app_admin: bool | None = None,
        where: Callable[[UserT], bool] | None = None,
        admins: Collection[str] = (),
        skip_unchanged: bool = False,
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
                and so are those of the application where the service shows `is_app_admin`, as it does in lists. A user
                whose role the service does not show is skipped, too. The account that runs the job cannot take its own
                rights, as far as its conversations show which it is, nor can the last active administrators be changed.
            skip_unchanged: Whether to skip users who have the new values already, instead of sending them.
            dry_run: Whether to change and write nothing, and only report what would happen to each row. Of a job that
                has begun, the report shows the rows as the journal has them.

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
        job = user_jobs.update_users(
            role=role, is_active=is_active, is_app_admin=is_app_admin, admins=admins, skip_unchanged=skip_unchanged
        )
        return await self._runner.run(job, users, where, dry_run)

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
        folder = export_path(export)
        job = user_jobs.delete_users(confirm=confirm, admins=admins, export=folder)
        sender = None if folder is None else AsyncUserExporter(self._connection, job, folder)
        return await self._runner.run(job, users, where, dry_run, sender)

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
        path = export_path(folder)
        if path is None:
            raise InvalidArgumentError("folder", "the path of a folder", None)
        job = export_jobs.export_users(path)
        sender = AsyncUserSaver(self._connection, job, path)
        return await self._runner.run(job, users, where, dry_run, sender)

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
        ...     for each in await user.conversations.list(include_archived=True).complete():
        ...         print(row.label, await user.conversations.get(each.id))
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
        job = acting_job.act_as_users(activate=activate, admins=admins)
        sender = AsyncActingSender(self._chat, job, work, audit)
        return await self._runner.run(job, users, where, dry_run, sender)
