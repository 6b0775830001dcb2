"""The jobs that undo other jobs, from the heads of their journals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ...errors import InvalidArgumentError
from .jobs import CONVERSATIONS, USERS, change_conversation, change_user
from .kinds import Job, Restoration
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
        return restore(subject=USERS, change_call=lambda row: change_user(row.id, row.new or {}))
    if name == "update_conversations":
        return restore(subject=CONVERSATIONS, change_call=lambda row: change_conversation(row.id, row.new or {}))
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
