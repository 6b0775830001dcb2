"""Fields of records, read defensively: an answer decodes with values of a wrong type, and without assumed fields."""

from __future__ import annotations

from typing import Any

from ..._core.record import extra
from .._generated.models import PermissionRequest, QuestionRequest, RuntimeContext, Session

__all__ = ["has_id", "is_attributable", "is_text", "location_of"]


def has_id(record: Any) -> bool:
    """Return whether a record's id is there, and text."""
    return is_text(getattr(record, "id", None))


def is_attributable(request: PermissionRequest | QuestionRequest) -> bool:
    """Return whether a request has both ids: its own, to reply to it, and that of the session that waits for it."""
    return has_id(request) and is_text(getattr(request, "session_id", None))


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
