"""The jobs that undo other jobs, from the heads of their journals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from ..._core.call import Call
from ..._core.unset import UNSET
from ...errors import InvalidArgumentError
from .._generated import calls
from .._generated import models as m
from .jobs import Job
from .row import Row
from .share_jobs import SharedConversation, read_shared, revoke_made_share


def undo(undone: Mapping[str, Any]) -> Job:
    """Return the job that undoes another one: it restores the old values of its journal where the new ones still stand.

    Args:
        undone: The head of the other job's journal.

    Raises:
        InvalidArgumentError: The other job is not an update.
    """
    name = _undone_update(undone)
    # The journal has these values as its own, and follows a service that moves.
    arguments = {"undone": {name: value for name, value in undone.items() if name not in ("base_url", "acting_as")}}
    users = Job(
        name="undo",
        kind="restore",
        argument="users",
        records=(m.User,),
        read_call=lambda row: calls.admin_users_get(row.id),
        change_call=_restore_user,
        arguments=arguments,
        label="email",
        new_values={},
        searchable=True,
    )
    if name == "update_users":
        return users
    if name == "update_conversations":
        return evolve(
            users,
            argument="conversations",
            records=(m.ConversationWithMessages,),
            read_call=_read_conversation,
            change_call=_restore_conversation,
            label="title",
            searchable=False,
        )
    if name == "share_conversations" and undone.get("job") == name:  # a share that was revoked never has its id again
        user_id = str(undone.get("shared_with"))

        def read_call(row: Row) -> Call[Any]:
            return read_shared(row, user_id)

        return evolve(
            users,
            argument="conversations",
            records=(SharedConversation,),
            read_call=read_call,
            change_call=revoke_made_share,
            label="title",
            searchable=False,
        )
    done = f"undo of {name}" if undone.get("job") == "undo" else name
    raise InvalidArgumentError("journal", f"the journal of an update; {done} cannot be undone", name)


def _undone_update(undone: Mapping[str, Any]) -> Any:
    """Return the name of the job that was undone first, if the job to undo is an undoing one itself."""
    name: Any = undone.get("job")
    while name == "undo":
        undone = undone.get("undone", {})
        name = undone.get("job")
    return name


def _restore_user(row: Row) -> Call[Any]:
    values = dict(row.new or {})
    return calls.admin_users_update(
        row.id, role=values.get("role"), is_active=values.get("is_active"), is_app_admin=values.get("is_app_admin")
    )


def _read_conversation(row: Row) -> Call[Any]:
    return calls.conversations_get(row.id)


def _restore_conversation(row: Row) -> Call[Any]:
    values = dict(row.new or {})
    return calls.conversations_update(row.id, title=values.get("title", UNSET), is_archived=values.get("is_archived"))
