"""The sessions of a runtime context: a session at one moment, which sessions a view has, and the table of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePosixPath
from posixpath import join, normpath
from typing import Any, Literal
from urllib.parse import urlencode

from attrs import asdict, frozen

from ..._core.call import Call
from ..._core.pagination.page import Batch
from ..._core.public import exported_from
from ..._core.record import extra
from .._generated import calls
from .._generated.events import SessionStatus
from .._generated.models import Message, PermissionRequest, QuestionRequest, RuntimeContext, Session, Todo
from .transcript import Transcript


def has_id(record: Any) -> bool:
    """Return whether a record's id is there, and text."""
    return is_text(getattr(record, "id", None))


def is_attributable(request: PermissionRequest | QuestionRequest) -> bool:
    """Return whether a request has both ids: its own, to reply to it, and the id of the session that waits for it."""
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


MOST_PARENTS = 10_000
"""The number of sessions whose parents are kept."""


def keep_parent(parents: dict[str, str | None], session: Session) -> None:
    """Keep the parent of a session, which never changes; the oldest of too many are dropped."""
    if has_id(session):
        parents[session.id] = session.parent_id
        for oldest in list(islice(parents, max(len(parents) - MOST_PARENTS, 0))):
            parents.pop(oldest, None)


def sessions_above(parents: Mapping[str, str | None], session_id: object) -> set[object]:
    """Return the sessions above one, as far as their parents are known.

    >>> sessions_above({"ses_2": "ses_1", "ses_1": None}, "ses_2")
    {'ses_1'}
    """
    above: set[object] = set()
    parent = parents.get(session_id) if isinstance(session_id, str) else None
    while parent is not None and parent not in above:
        above.add(parent)
        parent = parents.get(parent)
    return above


@exported_from("trivet.agent")
@frozen
class SessionView:
    """A session at one moment, as a store knows it. Later changes make other views and leave this one as it is.

    >>> now = view.session(session.id)
    >>> now.session.title, now.status, now.permissions

    Attributes:
        session: The session.
        status: Whether it is busy, idle or retrying; None until an event says so, as no list does. The event may be
            missed: to wait until the work ends, call `session.wait`.
        messages: Its messages with their parts, oldest first; empty unless the session is watched.
        loaded: Whether the messages are here, as they are while the session is watched.
        permissions: The permissions that it asks for.
        questions: The questions that it asks the user.
        todos: Its todos; None until an event brings them, as no list of sessions does: `session.todo` fetches them.
        gone: Whether it was deleted or has left the context; then this is its last state there.
    """

    session: Session
    status: SessionStatus | None
    messages: tuple[Message, ...]
    loaded: bool
    permissions: tuple[PermissionRequest, ...]
    questions: tuple[QuestionRequest, ...]
    todos: tuple[Todo, ...] | None = None
    gone: bool = False


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
        """The end of a view's key, after its context key; empty without a filter."""
        filters = {"path": self.path, "roots": self.roots and "true", "start": self.start, "search": self.search}
        query = urlencode({name: value for name, value in filters.items() if value is not None and value is not False})
        return query and f"?{query}"

    def call(self, order: Literal["asc"] | None, cursor: str | None = None) -> Call[Batch[Session]]:
        """Return the call that lists the sessions; a filter that breaks a rule raises an InvalidArgumentError."""
        return calls.session_list(limit=None, order=order, cursor=cursor, **asdict(self))

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
        below = PurePosixPath(normpath(join(context.directory, self.path)))
        where = PurePosixPath(location.directory)
        return location.workspace_id == context.workspace_id and (where == below or below in where.parents)


MOST_REMOVED = 1000
"""The number of removed sessions, beyond the number of sessions, whose revisions are kept."""


class SessionTable:
    """Sessions by their ids, oldest first. A change costs what it changes, however many sessions there are.

    Attributes:
        revision: A number that grows with each change.
    """

    def __init__(self) -> None:
        self.revision: int = 0
        # The sessions that have changed, and those that were removed, in the order of their latest change.
        self._revisions: dict[str, int] = {}
        self._forgotten = 0
        self._sessions: dict[str, Session] = {}
        self._statuses: dict[str, SessionStatus | None] = {}
        self._todos: dict[str, tuple[Todo, ...]] = {}
        self._requests: dict[str, PermissionRequest | QuestionRequest] = {}
        self._requests_of: dict[str, dict[str, PermissionRequest | QuestionRequest]] = {}

    def __contains__(self, session_id: object) -> bool:
        return session_id in self._sessions

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._sessions))

    # Each method that changes something returns whether it did.

    def put(self, session: Session) -> bool:
        """Add or replace a session."""
        before, self._sessions[session.id] = self._sessions.get(session.id), session
        return session != before and self.mark_changed(session.id)

    def remove(self, session_id: str) -> bool:
        """Remove a session with its status and its requests."""
        if self._sessions.pop(session_id, None) is None:
            return False
        self._statuses.pop(session_id, None)
        self._todos.pop(session_id, None)
        for request_id in self._requests_of.pop(session_id, {}):
            del self._requests[request_id]
        return self.mark_changed(session_id)

    def status(self, session_id: str) -> SessionStatus | None:
        """Return the status of a session; None where it is unknown."""
        return self._statuses.get(session_id)

    def set_status(self, session_id: str, status: SessionStatus | None) -> bool:
        """Set the status of a session, which may be one that the next lists bring."""
        if status == self._statuses.get(session_id):
            return False
        self._statuses[session_id] = status
        return self.mark_changed(session_id)

    def set_todos(self, session_id: str, todos: Sequence[Todo] | None) -> bool:
        """Set the todos of a session that is here; an event without a list of them changes nothing."""
        if not isinstance(todos, list | tuple) or tuple(todos) == self._todos.get(session_id):
            return False
        self._todos[session_id] = tuple(todos)
        return self.mark_changed(session_id)

    def forget_statuses(self) -> None:
        """Make the status and the todos of every session unknown, for no list holds them."""
        for session_id in self._statuses:
            self.set_status(session_id, None)
        for session_id in list(self._todos):
            del self._todos[session_id]
            self.mark_changed(session_id)

    def add_request(self, request: PermissionRequest | QuestionRequest) -> bool:
        """Add or replace a request."""
        self._drop_request(request.id)
        self._requests[request.id] = request
        self._requests_of.setdefault(request.session_id, {})[request.id] = request
        return self.mark_changed(request.session_id)

    def remove_request(self, session_id: str, request_id: str) -> bool:
        """Remove a request that was answered."""
        return self._drop_request(request_id) and self.mark_changed(session_id)

    def replace(
        self,
        sessions: Iterable[Session],
        requests: Iterable[PermissionRequest | QuestionRequest],
        replay: Iterable[Callable[[], object]],
    ) -> None:
        """Replace all sessions and requests, then replay the changes since; none of this counts as a change.

        Statuses and todos stay, for no list holds them.
        """
        revision, revisions, forgotten = self.revision, dict(self._revisions), self._forgotten
        self._sessions = {session.id: session for session in sessions if has_id(session)}
        self._requests, self._requests_of = {}, {}
        for request in requests:
            if is_attributable(request):
                self.add_request(request)
        for change in replay:
            change()
        self.revision, self._revisions, self._forgotten = revision, revisions, forgotten
        self._statuses = {id_: self._statuses.get(id_) for id_ in self._sessions}
        self._todos = {id_: self._todos[id_] for id_ in self._sessions if id_ in self._todos}

    def mark_changed(self, session_id: str) -> bool:
        """Count a change of a session."""
        self.revision += 1
        self._revisions.pop(session_id, None)
        self._revisions[session_id] = self.revision
        if len(self._revisions) > 2 * len(self._sessions) + MOST_REMOVED:
            self._revisions = {id_: at for id_, at in self._revisions.items() if id_ in self._sessions}
            self._forgotten = self.revision
        return True

    def revision_of(self, session_id: str) -> int:
        """Return the revision of a session's latest change."""
        return self._revisions.get(session_id, 0) if session_id in self._sessions else 0

    def changed_since(self, revision: int) -> list[str] | None:
        """Return the ids of the sessions that were changed or removed since a revision, in the order of the changes.

        None where that is not known: before the first revision, and where too many were removed since.
        """
        if revision < self._forgotten or revision < 0:
            return None
        changed: list[str] = []
        for session_id, at in reversed(self._revisions.items()):
            if at <= revision:
                break
            changed.append(session_id)
        return changed[::-1]

    def view(self, session_id: str, transcript: Transcript | None) -> SessionView | None:
        """Return a session as it is now, with its messages if they are kept; None where it is not here."""
        session = self._sessions.get(session_id)
        if session is None:
            return None
        requests = self._requests_of.get(session_id, {}).values()
        return SessionView(
            session,
            self._statuses.get(session_id),
            () if transcript is None else transcript.build(),
            transcript is not None and transcript.loaded,
            tuple(request for request in requests if isinstance(request, PermissionRequest)),
            tuple(request for request in requests if isinstance(request, QuestionRequest)),
            todos=self._todos.get(session_id),
        )

    def _drop_request(self, request_id: str) -> bool:
        request = self._requests.pop(request_id, None)
        if request is None:
            return False
        others = self._requests_of[request.session_id]
        del others[request_id]
        if not others:
            del self._requests_of[request.session_id]
        return True
