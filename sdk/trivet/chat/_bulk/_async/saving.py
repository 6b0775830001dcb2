"""The savers of users and conversations, most of them before a deletion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._core.traceback_locals import forget_frames
from ....errors import NotFoundError
from ..._generated import calls
from ..._generated._async.resources import AsyncAdminConversations
from .. import outcomes
from ..files import save_record
from ..row import Row
from ..state import RowState
from .lookups import read_record


class AsyncConversationSaver(AsyncResource):
    """Saves a conversation as the service sends it, with all its messages."""

    def __init__(self, connection: AsyncConnection, folder: Path) -> None:
        super().__init__(connection)
        self._folder = folder

    async def begin(self, states: Sequence[RowState]) -> None:
        """Do nothing: a conversation is read when it is saved."""

    async def save(self, row: Row) -> None:
        """Save the conversation; the disk has the file before the deletion is sent.

        Raises:
            APIError: The conversation could not be read, so it must not be deleted.
            OSError: The file cannot be written; no further row is deleted.
        """
        answer = await read_record(self._connection, calls.conversations_get(row.id), row.id)
        save_record(self._folder, row.id, answer.body)


class AsyncUserSaver(AsyncResource):
    """Saves a user with all their conversations in a folder of the user's own."""

    def __init__(self, connection: AsyncConnection, folder: Path) -> None:
        super().__init__(connection)
        self._folder = folder
        self._conversations: dict[str, list[str]] = {}

    async def begin(self, states: Sequence[RowState]) -> None:
        """Find the conversations of the users: the service only lists the conversations of all users.

        Args:
            states: The rows of this run.

        Raises:
            APIError: The list cannot be read, or does not show all of its total.
        """
        self._conversations = {state.row.id.lower(): [] for state in states}
        if not states:
            return
        for conversation in await AsyncAdminConversations(self._connection).list(limit=100).complete():
            owner = None if conversation.user_id is None else conversation.user_id.lower()
            if owner in self._conversations:
                self._conversations[owner].append(conversation.id)

    async def save(self, row: Row) -> None:
        """Save the user and their conversations; the disk has the files before the deletion is sent.

        Raises:
            APIError: Something could not be read, so the user must not be deleted.
            OSError: A file cannot be written; no further row is deleted.
        """
        user_id = row.id
        user = await read_record(self._connection, calls.admin_users_get(user_id), user_id)
        save_record(self._folder, "user", user.body, folder=user_id)
        for conversation_id in self._conversations[user_id.lower()]:
            try:
                call = calls.conversations_get(conversation_id)
                conversation = await read_record(self._connection, call, conversation_id)
            except NotFoundError as error:
                if not outcomes.is_gone(error):
                    raise
                forget_frames(error)
                continue  # deleted by its owner in the meantime
            save_record(self._folder, conversation_id, conversation.body, folder=user_id)

    async def saved(self, state: RowState) -> Row:
        """Return the outcome of a user who was only to be saved."""
        return outcomes.saved(state.row.id, len(self._conversations[state.row.id.lower()]))


AsyncSaver: TypeAlias = AsyncConversationSaver | AsyncUserSaver
"""Saves each row before its change."""
