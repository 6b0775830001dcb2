"""The bulk job that undoes an update: the old values of its journal are restored where the new ones still stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from ...._core.call import Call
from ...._core.unset import UNSET
from ....errors import InvalidArgumentError
from ..._generated import calls
from ..._generated import models as m
from ..rows.change import RowChange
from ..rows.old_values import restoring_row
from ..rows.row import Row
from .job import Job
from .users import search_users

__all__ = ["undo"]


def undo(undone: Mapping[str, Any], changes: Sequence[RowChange]) -> tuple[Job, list[RowChange]]:
    """Return the job that undoes another one, and its rows.

    Only rows that the other job is known to have changed are planned; the others are skipped, with the reason.

    Args:
        undone: The head of the other job's journal.
        changes: The rows of the other job as its latest run left them.

    Raises:
        InvalidArgumentError: The other job is not an update.
    """
    name = _update(undone)
    # The journal has these values as its own, and follows a service that moves.
    arguments = {"undone": {name: value for name, value in undone.items() if name not in ("base_url", "acting_as")}}
    if name == "update_users":
        job = Job(
            name="undo",
            argument="users",
            records=(m.User,),
            read_call=lambda row: calls.admin_users_get(row.id),
            change_call=_restore_user,
            arguments=arguments,
            label="email",
            shown=(),
            new_values={},
            search_call=search_users,
            restores=True,
        )
    elif name == "update_conversations":
        job = Job(
            name="undo",
            argument="conversations",
            records=(m.ConversationWithMessages,),
            read_call=lambda row: calls.conversations_get(row.id),
            change_call=_restore_conversation,
            arguments=arguments,
            label="title",
            shown=(),
            new_values={},
            restores=True,
        )
    else:
        raise InvalidArgumentError("journal", f"the journal of an update; {name} cannot be undone", name)
    return job, [RowChange(evolve(restoring_row(change), role=change.row.role)) for change in changes]


def _update(undone: Mapping[str, Any]) -> Any:
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


def _restore_conversation(row: Row) -> Call[Any]:
    values = dict(row.new or {})
    return calls.conversations_update(row.id, title=values.get("title", UNSET), is_archived=values.get("is_archived"))
