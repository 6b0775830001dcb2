"""Which sessions of a runtime context a view holds: the filters of `session.list`."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlencode

from attrs import frozen

from .._generated.models import RuntimeContext, Session

__all__ = ["SessionFilter"]


@frozen(kw_only=True)
class SessionFilter:
    """The filters of a list, which also decide about the sessions that events name.

    Attributes:
        path: Only sessions at or below this path of the directory.
        roots: Whether sessions with a parent are left out.
        start: Only sessions updated at or after this time, in Unix milliseconds.
        search: Only sessions whose titles contain this text, without regard to case.
    """

    path: str | None = None
    roots: bool | None = None
    start: float | None = None
    search: str | None = None

    @property
    def suffix(self) -> str:
        """What the key of a view has after its context key; empty without a filter."""
        given = {"path": self.path, "roots": self.roots and "true", "start": self.start, "search": self.search}
        query = urlencode({name: value for name, value in given.items() if value is not None and value is not False})
        return query and f"?{query}"

    def matches(self, session: Session) -> bool:
        """Return whether a session passes the filters, where it is."""
        if self.roots and session.parent_id is not None:
            return False
        updated: Any = None if session.time is None else session.time.updated
        if self.start is not None and isinstance(updated, int | float) and updated < self.start:
            return False
        return self.search is None or self.search.casefold() in (session.title or "").casefold()

    def is_within(self, location: RuntimeContext | None, context: RuntimeContext | None) -> bool | None:
        """Return whether a location is below the path of a context; None without a path, where the context decides."""
        if self.path is None or location is None or context is None:
            return None
        below = _resolved(context.directory, self.path)
        where = PurePosixPath(location.directory)
        return location.workspace_id == context.workspace_id and (where == below or below in where.parents)


def _resolved(directory: str, path: str) -> PurePosixPath:
    parts: list[str] = []
    for each in PurePosixPath(directory, path).parts:
        if each == "..":
            del parts[max(1, len(parts) - 1) :]
        else:
            parts.append(each)
    return PurePosixPath(*parts)
