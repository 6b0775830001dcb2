"""What is known of one runtime context, without asking anybody: fetched lists, and the events since then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeAlias

from .._core.record import extra
from . import events as e
from .events import SessionStatus
from .models import Message, PermissionRequest, QuestionRequest, RuntimeContext, Session
from .reconnected import Reconnected
from .session_view import SessionView
from .transcript import MESSAGE_EVENTS, MessageEvent, Transcript

__all__ = ["ContextState"]

Recorded: TypeAlias = list[Callable[[], object]]

_CHANGED = (e.SessionCreatedEvent, e.SessionUpdatedEvent)
_ASKED = (e.PermissionAskedEvent, e.PermissionV2AskedEvent, e.QuestionAskedEvent, e.QuestionV2AskedEvent)
_ANSWERED = (
    e.PermissionRepliedEvent,
    e.PermissionV2RepliedEvent,
    e.QuestionRejectedEvent,
    e.QuestionRepliedEvent,
    e.QuestionV2RejectedEvent,
    e.QuestionV2RepliedEvent,
)


class ContextState:
    """The sessions of a runtime context, what they ask, and the messages of those that are open.

    Lists are fetched as messages are: from `begin` on events are recorded, and `finish` replays them over what was
    fetched meanwhile.

    Attributes:
        context: Where it is; None until the lists were fetched.
        heard: What the stream gives as its context; None until it does.
        loaded: Whether the lists were fetched; they may have become stale since.
        stale: Whether they have to be fetched, and nobody has begun to.
    """

    def __init__(self) -> None:
        """Know nothing."""
        self.context: RuntimeContext | None = None
        self.heard: RuntimeContext | None = None
        self.loaded = False
        self.stale = True
        self._sessions: dict[str, Session] = {}
        self._statuses: dict[str, SessionStatus | None] = {}
        self._requests: dict[str, PermissionRequest | QuestionRequest] = {}
        self._open: dict[str, tuple[Transcript, int]] = {}
        self._recorded: Recorded | None = None
        self._revision = 0
        self._revisions: dict[str, int] = {}

    # Events.

    def apply(self, event: e.Event | Reconnected) -> str | None:
        """Take what the stream gives; the session that is another one now, if it is one alone."""
        if isinstance(event, Reconnected):
            self._lose()
            return None
        if self.heard is None and isinstance(event, e.ServerConnectedEvent):
            self.heard = event.context
        before = self._revision
        session_id = self._apply(event)
        return session_id if self._revision != before else None

    def _apply(self, event: e.Event) -> str | None:
        session_id: Any = getattr(getattr(event, "payload", None), "session_id", None)
        if not isinstance(session_id, str):
            return None
        if isinstance(event, MESSAGE_EVENTS):
            self._tell(session_id, event)
        elif isinstance(event, e.SessionStatusEvent):
            self._rest(session_id, event.payload.status)
        elif isinstance(event, e.SessionIdleEvent):
            self._rest(session_id, e.SessionIdle(type="idle"))
        elif isinstance(event, _CHANGED) and event.payload.info is not None:
            self._keep(event.payload.info, event.context)
            self._record(self._keep, event.payload.info, event.context)
        elif isinstance(event, e.SessionDeletedEvent):
            self.drop(session_id)
            self._record(self.drop, session_id)
        elif isinstance(event, e.SessionNextMovedEvent) and event.payload.location is not None:
            self._move(session_id, event.payload.location)
            self._record(self._move, session_id, event.payload.location)
        elif isinstance(event, _ASKED):
            self._ask(event.payload, event.context)
            self._record(self._ask, event.payload, event.context)
        elif isinstance(event, _ANSWERED):
            self._answer(session_id, event.payload.request_id)
            self._record(self._answer, session_id, event.payload.request_id)
        return session_id

    def _record(self, take: Callable[..., object], *said: object) -> None:
        if self._recorded is not None:
            self._recorded.append(partial(take, *said))

    def _tell(self, session_id: str, event: MessageEvent) -> None:
        if session_id in self._open and self._open[session_id][0].apply(event):
            self._touch(session_id)

    def _rest(self, session_id: str, status: SessionStatus | None) -> None:
        known = session_id in self._sessions or not self.loaded
        if known and status != self._statuses.get(session_id):
            self._statuses[session_id] = status
            self._touch(session_id)

    def _keep(self, session: Session, context: RuntimeContext | None) -> None:
        if not self._is_here(_location(session) or context):
            self.drop(session.id)
            return
        before, self._sessions[session.id] = self._sessions.get(session.id), session
        if session != before:
            self._touch(session.id)

    def _move(self, session_id: str, location: RuntimeContext) -> None:
        if not self._is_here(location):
            self.drop(session_id)

    def drop(self, session_id: str) -> None:
        """Forget a session: it was deleted, or has left."""
        if self._sessions.pop(session_id, None) is not None:
            self._statuses.pop(session_id, None)
            self._open.pop(session_id, None)  # whoever watches it learns so, even if it comes back at once
            for request in [each for each in self._requests.values() if each.session_id == session_id]:
                del self._requests[request.id]
            self._touch(session_id)

    def _ask(self, request: PermissionRequest | QuestionRequest, context: RuntimeContext | None) -> None:
        if self._is_here(context) if context is not None else request.session_id in self._sessions:
            self._requests[request.id] = request
            self._touch(request.session_id)

    def _answer(self, session_id: str, request_id: str) -> None:
        if self._requests.pop(request_id, None) is not None:
            self._touch(session_id)

    def _is_here(self, location: RuntimeContext | None) -> bool:
        """Whether something is here; the stream observed tells of every context (facts)."""
        return location is None or self.context is None or location == self.context

    def _touch(self, session_id: str) -> None:
        self._revision += 1
        self._revisions[session_id] = self._revision

    # What has to be fetched.

    def _lose(self) -> None:
        """Events were missed: everything is fetched again, and how a session is, nobody knows."""
        self.stale, self._recorded = True, None
        for session_id in [each for each, status in self._statuses.items() if status is not None]:
            self._rest(session_id, None)
        for transcript, _ in self._open.values():
            transcript.lose()

    def begin(self) -> Recorded:
        """Record events from now on, while the lists are fetched; what is given back is for `finish`."""
        self.stale, self._recorded = False, []
        return self._recorded

    def finish(
        self,
        begun: Recorded,
        context: RuntimeContext | None,
        sessions: Iterable[Session],
        requests: Iterable[PermissionRequest | QuestionRequest],
    ) -> bool:
        """Take the lists that were fetched since `begin`; whether they still count."""
        if begun is not self._recorded:
            return False
        before = {each: self.view(each) for each in self._sessions}
        self._recorded, self.loaded, self.context = None, True, context or self.context
        self._sessions = {each.id: each for each in sessions}
        self._requests = {each.id: each for each in requests}
        revision, revisions = self._revision, dict(self._revisions)
        for take in begun:
            take()
        # Of what comes out, only that counts which is other than before.
        self._revision, self._revisions = revision, revisions
        self._statuses = {each: self._statuses.get(each) for each in self._sessions}
        self._open = {each: opened for each, opened in self._open.items() if each in self._sessions}
        for session_id in {**before, **self._sessions}:
            if self.view(session_id) != before.get(session_id):
                self._touch(session_id)
        return True

    def wanted(self) -> str | None:
        """What is to be fetched next: the lists, which is an empty text, the messages of a session, or nothing."""
        if self.stale:
            return ""
        for session_id, (transcript, _) in self._open.items():
            if session_id in self._sessions and (transcript.stale or self._may_settle(session_id, transcript)):
                return session_id
        return None

    def _may_settle(self, session_id: str, transcript: Transcript) -> bool:
        """Whether messages are in doubt that would be beyond it if they were fetched now."""
        at_rest = isinstance(self._statuses.get(session_id), e.SessionIdle)
        return at_rest and not transcript.loading and transcript.doubtful

    def give_up(self, wanted: str) -> None:
        """What was to be fetched was not to be had; it is still wanted."""
        if not wanted:
            self.stale, self._recorded = True, None
        elif wanted in self._open:
            self._open[wanted][0].lose()

    def begin_messages(self, session_id: str) -> list[MessageEvent]:
        """Record the events of an open session, while its messages are fetched; for `finish_messages`."""
        return self._open[session_id][0].begin() if session_id in self._open else []

    def finish_messages(self, session_id: str, begun: list[MessageEvent], messages: Iterable[Message]) -> bool:
        """Take the messages that were fetched since `begin_messages`; whether they still count."""
        if session_id not in self._open:
            return False
        transcript = self._open[session_id][0]
        before = transcript.show() if transcript.loaded else None
        counts = transcript.finish(begun, messages)
        if counts and transcript.show() != before:
            self._touch(session_id)
        return counts

    # What the caller asks for.

    def adopt(self, session: Session) -> bool:
        """Take a session that was fetched by itself; whether it is one of here."""
        if not self._is_here(_location(session)):
            return False
        self._sessions.setdefault(session.id, session)
        self._touch(session.id)
        self._record(self._keep, session, None)
        return True

    def open(self, session_id: str) -> Transcript:
        """Follow the messages of a session; each time is to be closed."""
        transcript, count = self._open.get(session_id) or (Transcript(), 0)
        self._open[session_id] = (transcript, count + 1)
        return transcript

    def close(self, session_id: str, opened: Transcript) -> None:
        """Forget the messages of a session, unless it is open another time."""
        transcript, count = self._open.get(session_id, (None, 0))
        if transcript is not opened:
            return
        if count > 1:
            self._open[session_id] = (opened, count - 1)
        else:
            del self._open[session_id]
            self._touch(session_id)

    def gone(self, session_id: str, opened: Transcript) -> bool:
        """Whether a session that was opened was deleted or has left since."""
        return session_id not in self._sessions or self._open.get(session_id, (None, 0))[0] is not opened

    def news(self, session_id: str, opened: Transcript, seen: int) -> bool:
        """Whether an open session is other than at a revision, all of it being here, or is gone."""
        return self.gone(session_id, opened) or (opened.loaded and self.revision(session_id) > seen)

    def changed(self, seen: int) -> list[str]:
        """The sessions that changed since a revision."""
        return [each for each in self._sessions if self.revision(each) > seen]

    def view(self, session_id: str) -> SessionView | None:
        """A session as it is now, if it is here."""
        session = self._sessions.get(session_id)
        if session is None:
            return None
        transcript = self._open[session_id][0] if session_id in self._open else Transcript()
        asked = [each for each in self._requests.values() if each.session_id == session_id]
        return SessionView(
            session,
            self._statuses.get(session_id),
            transcript.show(),
            transcript.loaded,
            tuple(each for each in asked if isinstance(each, PermissionRequest)),
            tuple(each for each in asked if isinstance(each, QuestionRequest)),
        )

    def views(self) -> list[SessionView]:
        """Every session as it is now, oldest first."""
        return [view for each in self._sessions if (view := self.view(each)) is not None]

    def revision(self, session_id: str | None = None) -> int:
        """A number that grows when a session changes; without one, when any does."""
        return self._revision if session_id is None else self._revisions.get(session_id, 0)


def _location(session: Session) -> RuntimeContext | None:
    """Where a session is pinned; in the older form observed, it says so itself."""
    if session.location is not None:
        return session.location
    said = extra(session)
    directory, workspace = said.get("directory"), said.get("workspaceID")
    return RuntimeContext(directory=directory, workspace_id=workspace) if isinstance(directory, str) else None
