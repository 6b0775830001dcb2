"""The jobs that undo other jobs, from the heads of their journals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ..._core.call import Call
from ..._core.unset import UNSET
from ...errors import InvalidArgumentError
from .._generated import calls
from .jobs import CONVERSATIONS, USERS
from .kinds import Job, Restoration
from .row import Row
from .share_jobs import revoke_made_share, shared_with


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
    restore = partial(Restoration, name="undo", arguments=arguments, new_values={})
    if name == "update_users":
        return restore(subject=USERS, change_call=_restore_user)
    if name == "update_conversations":
        return restore(subject=CONVERSATIONS, change_call=_restore_conversation)
    if name == "share_conversations" and undone.get("job") == name:  # a share that was revoked never has its id again
        return restore(subject=shared_with(str(undone.get("shared_with"))), change_call=revoke_made_share)
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


def _restore_conversation(row: Row) -> Call[Any]:
    values = dict(row.new or {})
    return calls.conversations_update(row.id, title=values.get("title", UNSET), is_archived=values.get("is_archived"))
