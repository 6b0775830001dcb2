"""The sessions of one runtime context with their statuses and requests, and a revision that counts their changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from .._generated.events import SessionStatus
from .._generated.models import PermissionRequest, QuestionRequest, Session, Todo
from .record_fields import has_id, is_attributable
from .session_view import SessionView
from .transcript import Transcript

__all__ = ["SessionTable"]


MOST_REMOVED = 1000
"""The number of removed sessions, beyond that of sessions, of which the revisions are kept."""


class SessionTable:
    """Sessions by their ids, oldest first. A change costs what it changes, however many sessions there are.

    Attributes:
        revision: A number that grows with each change.
    """

    def __init__(self) -> None:
        self.revision = 0
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
        self._sessions = {each.id: each for each in sessions if has_id(each)}
        self._requests, self._requests_of = {}, {}
        for each in requests:
            if is_attributable(each):
                self.add_request(each)
        for change in replay:
            change()
        self.revision, self._revisions, self._forgotten = revision, revisions, forgotten
        self._statuses = {each: self._statuses.get(each) for each in self._sessions}
        self._todos = {each: self._todos[each] for each in self._sessions if each in self._todos}

    def mark_changed(self, session_id: str) -> bool:
        """Count a change of a session."""
        self.revision += 1
        self._revisions.pop(session_id, None)
        self._revisions[session_id] = self.revision
        if len(self._revisions) > 2 * len(self._sessions) + MOST_REMOVED:
            self._revisions = {each: at for each, at in self._revisions.items() if each in self._sessions}
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
        found: list[str] = []
        for session_id, at in reversed(self._revisions.items()):
            if at <= revision:
                break
            found.append(session_id)
        return found[::-1]

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
            tuple(each for each in requests if isinstance(each, PermissionRequest)),
            tuple(each for each in requests if isinstance(each, QuestionRequest)),
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
