"""The bulk jobs over conversations: update and delete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import evolve

from ...._core.call import Call
from ...._core.unset import Unset
from ..._generated import calls
from ..._generated import models as m
from ..rows.row import Row
from .job import Job, check_confirm, new_values

__all__ = ["delete_conversations", "update_conversations"]


def update_conversations(*, title: str | Unset | None, is_archived: bool | None) -> Job:
    """Return the job that updates conversations.

    Raises:
        InvalidArgumentError: An argument breaks a rule, or there is nothing to update.
    """

    def change_call(row: Row) -> Call[Any]:
        return calls.conversations_update(row.id, title=title, is_archived=is_archived)

    values = new_values(change_call, "title or is_archived")
    return _conversation_job("update_conversations", change_call, values, None)


def delete_conversations(*, confirm: int | None, export: Path | None = None) -> Job:
    """Return the job that deletes conversations, after saving them in a folder if one is given.

    Raises:
        InvalidArgumentError: An argument breaks a rule.
    """
    job = _conversation_job("delete_conversations", lambda row: calls.conversations_delete(row.id), None, confirm)
    # A job that is resumed without its export would delete what was not saved.
    return job if export is None else evolve(job, arguments={"export": str(export)})


def _conversation_job(
    name: str, change_call: Callable[[Row], Call[Any]], values: dict[str, Any] | None, confirm: int | None
) -> Job:
    return Job(
        name=name,
        argument="conversations",
        records=(m.Conversation, m.AdminConversation, m.ConversationWithMessages),
        read_call=lambda row: calls.conversations_get(row.id),
        change_call=change_call,
        arguments=dict(values or {}),
        label="title",
        shown=("user_id", "is_archived"),
        new_values=values,
        confirm=check_confirm(confirm),
    )
