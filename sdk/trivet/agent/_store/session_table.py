"""The sessions of one runtime context with their statuses and requests, and a revision that counts their changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from .._generated.events import SessionStatus
from .._generated.models import PermissionRequest, QuestionRequest, Session
from .record_fields import has_id, is_attributable
from .session_view import SessionView
from .transcript import Transcript

__all__ = ["SessionTable"]


class SessionTable:
    """Sessions by their ids, oldest first.

    Attributes:
        revision: A number that grows with each change.
    """

    def __init__(self) -> None:
        self.revision = 0
        self._revisions: dict[str, int] = {}
        self._sessions: dict[str, Session] = {}
        self._statuses: dict[str, SessionStatus | None] = {}
        self._requests: dict[str, PermissionRequest | QuestionRequest] = {}

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
        for request in self._requests_of(session_id):
            del self._requests[request.id]
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

    def forget_statuses(self) -> None:
        """Make every status unknown."""
        for session_id in self._statuses:
            self.set_status(session_id, None)

    def add_request(self, request: PermissionRequest | QuestionRequest) -> bool:
        """Add or replace a request."""
        self._requests[request.id] = request
        return self.mark_changed(request.session_id)

    def remove_request(self, session_id: str, request_id: str) -> bool:
        """Remove a request that was answered."""
        return self._requests.pop(request_id, None) is not None and self.mark_changed(session_id)

    def replace(
        self,
        sessions: Iterable[Session],
        requests: Iterable[PermissionRequest | QuestionRequest],
        replay: Iterable[Callable[[], object]],
    ) -> None:
        """Replace all sessions and requests, then replay the changes since; none of this counts as a change.

        Statuses stay, for no list holds them.
        """
        revision, revisions = self.revision, dict(self._revisions)
        self._sessions = {each.id: each for each in sessions if has_id(each)}
        self._requests = {each.id: each for each in requests if is_attributable(each)}
        for change in replay:
            change()
        self.revision, self._revisions = revision, revisions
        self._statuses = {each: self._statuses.get(each) for each in self._sessions}

    def mark_changed(self, session_id: str) -> bool:
        """Count a change of a session."""
        self.revision += 1
        if session_id in self._sessions:
            self._revisions[session_id] = self.revision
        else:
            self._revisions.pop(session_id, None)
        return True

    def revision_of(self, session_id: str) -> int:
        """Return the revision of a session's latest change."""
        return self._revisions.get(session_id, 0)

    def changed_since(self, revision: int) -> list[str]:
        """Return the ids of the sessions that have changed since a revision."""
        return [each for each in self._sessions if self.revision_of(each) > revision]

    def view(self, session_id: str, transcript: Transcript | None) -> SessionView | None:
        """Return a session as it is now, with its messages if they are kept; None where it is not here."""
        session = self._sessions.get(session_id)
        if session is None:
            return None
        requests = self._requests_of(session_id)
        return SessionView(
            session,
            self._statuses.get(session_id),
            () if transcript is None else transcript.build(),
            transcript is not None and transcript.loaded,
            tuple(each for each in requests if isinstance(each, PermissionRequest)),
            tuple(each for each in requests if isinstance(each, QuestionRequest)),
        )

    def _requests_of(self, session_id: str) -> list[PermissionRequest | QuestionRequest]:
        return [each for each in self._requests.values() if each.session_id == session_id]
