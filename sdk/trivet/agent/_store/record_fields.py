"""Fields of records, read defensively: decoding an answer keeps a value of a wrong type as it is."""

from __future__ import annotations

from typing import Any

from ..._core.record import extra
from .._generated.models import RuntimeContext, Session

__all__ = ["has_id", "is_text", "location_of"]


def has_id(record: Any) -> bool:
    """Return whether a record's id is text."""
    return is_text(record.id)


def is_text(value: object) -> bool:
    """Return whether a value is text, as its type promises."""
    return isinstance(value, str)


def location_of(session: Session) -> RuntimeContext | None:
    """Return the context that a session is pinned to; the older form observed has it in the session's own fields."""
    if session.location is not None:
        return session.location
    older = extra(session)
    directory, workspace = older.get("directory"), older.get("workspaceID")
    return RuntimeContext(directory=directory, workspace_id=workspace) if isinstance(directory, str) else None
