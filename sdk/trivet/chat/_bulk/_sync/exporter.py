# Derived from sdk/trivet/chat/_bulk/_async/exporter.py by `python -m codegen`; do not edit.
"""The senders of jobs that save users or conversations, most of them before a deletion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...._sync.connection import Connection
from ....errors import NotFoundError
from ..._generated import calls
from ..._generated._sync.resources import AdminConversations
from ..files.export_folder import ExportFolder
from ..jobs.job import Job
from ..rows.change import RowChange
from ..rows.evidence import is_gone
from ..rows.row import Row
from .record import read_record
from .sender import Sender

__all__ = ["ConversationExporter", "UserExporter", "UserSaver"]


class ConversationExporter(Sender):
    """Saves a conversation as the service sends it, with all its messages; then it is deleted."""

    def __init__(self, connection: Connection, job: Job, path: Path) -> None:
        super().__init__(connection, job)
        self._folder = ExportFolder(path)

    def prepare(self, change: RowChange) -> None:
        """Save the conversation; the disk has the file before the deletion is sent.

        Raises:
            APIError: The conversation could not be read, so it must not be deleted.
            OSError: The file cannot be written; no further row is deleted.
        """
        answer = read_record(self._connection, calls.conversations_get(change.row.id), change.row.id)
        self._folder.save(change.row.id, answer.body)


class UserExporter(Sender):
    """Saves a user with all their conversations in a folder of the user's own; then the user is deleted."""

    def __init__(self, connection: Connection, job: Job, path: Path) -> None:
        super().__init__(connection, job)
        self._folder = ExportFolder(path)
        self._conversations: dict[str, list[str]] = {}

    def begin(self, changes: Sequence[RowChange]) -> None:
        """Find the conversations of the users: the service lists those of all users only.

        Raises:
            APIError: The list cannot be read, or does not show all of its total.
        """
        self._conversations = {change.row.id.lower(): [] for change in changes}
        if not changes:
            return
        for each in AdminConversations(self._connection).list(limit=100).complete():
            if each.user_id is not None and each.user_id.lower() in self._conversations:
                self._conversations[each.user_id.lower()].append(each.id)

    def prepare(self, change: RowChange) -> None:
        """Save the user and their conversations; the disk has the files before the deletion is sent.

        Raises:
            APIError: Something could not be read, so the user must not be deleted.
            OSError: A file cannot be written; no further row is deleted.
        """
        user_id = change.row.id
        user = read_record(self._connection, calls.admin_users_get(user_id), user_id)
        self._folder.save("user", user.body, folder=user_id)
        for each in self._conversations[user_id.lower()]:
            try:
                conversation = read_record(self._connection, calls.conversations_get(each), each)
            except NotFoundError as error:
                if not is_gone(error):
                    raise
                continue  # deleted by its owner in the meantime
            self._folder.save(each, conversation.body, folder=user_id)


class UserSaver(UserExporter):
    """Saves a user with all their conversations, and changes nothing."""

    def send(self, change: RowChange) -> Row:
        """Return the outcome of a user who has been saved."""
        count = len(self._conversations[change.row.id.lower()])
        return Row(change.row.id, "done", "1 conversation" if count == 1 else f"{count} conversations")
