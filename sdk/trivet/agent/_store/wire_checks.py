"""What records say that nobody has looked at closely: decoding an answer leaves odd values as they are."""

from __future__ import annotations

from typing import Any

from ..._core.record import extra
from .._generated.models import RuntimeContext, Session

__all__ = ["is_named", "is_text", "location_of"]


def is_named(record: Any) -> bool:
    """Whether it has an id that is one."""
    return is_text(record.id)


def is_text(found: object) -> bool:
    """Whether something is the text that it ought to be."""
    return isinstance(found, str)


def location_of(session: Session) -> RuntimeContext | None:
    """Where a session is pinned; in the older form observed, it says so itself."""
    if session.location is not None:
        return session.location
    said = extra(session)
    directory, workspace = said.get("directory"), said.get("workspaceID")
    return RuntimeContext(directory=directory, workspace_id=workspace) if isinstance(directory, str) else None
