"""What is known of one runtime context, without asking anybody: fetched lists, and the events since then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable
from functools import partial
from typing import Any, TypeAlias

from .._generated import events as e
from .._generated.events import SessionStatus
from .._generated.models import Message, PermissionRequest, QuestionRequest, RuntimeContext, Session
from .._stream.reconnected import Reconnected
from .pending_fetches import Seekers, Sought
from .session_view import SessionView
from .transcript import MESSAGE_EVENTS, MessageEvent, Transcript
from .wire_checks import is_named, is_text, location_of

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
        left: The transcripts that were left without being closed; anybody adds to them at any time.
    """

    def __init__(self) -> None:
        """Know nothing."""
        self.context: RuntimeContext | None = None
        self.heard: RuntimeContext | None = None
        self.loaded = False
        self.left: deque[tuple[str, Transcript]] = deque()
        # What has to be fetched, as in `wanted`, in this order.
        self._due: dict[str, None] = {"": None}
        self._seekers = Seekers()
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
            self.lose()
            return None
        if isinstance(event, e.ServerConnectedEvent) and event.context is not None:
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
        elif isinstance(event, _CHANGED) and event.payload.info is not None and is_named(event.payload.info):
            self._keep(event.payload.info, event.context)
            self._record(self._keep, event.payload.info, event.context)
        elif isinstance(event, e.SessionDeletedEvent):
            self.drop(session_id)
            self._record(self.drop, session_id)
        elif isinstance(event, e.SessionNextMovedEvent) and event.payload.location is not None:
            self._move(session_id, event.payload.location)
            self._record(self._move, session_id, event.payload.location)
        elif isinstance(event, _ASKED) and is_named(event.payload):
            self._ask(event.payload, event.context)
            self._record(self._ask, event.payload, event.context)
        elif isinstance(event, _ANSWERED) and is_text(event.payload.request_id):
            self._answer(session_id, event.payload.request_id)
            self._record(self._answer, session_id, event.payload.request_id)
        return session_id

    def _record(self, take: Callable[..., object], *said: object) -> None:
        if self._recorded is not None:
            self._recorded.append(partial(take, *said))

    def _tell(self, session_id: str, event: MessageEvent) -> None:
        if session_id in self._open and self._open[session_id][0].apply(event):
            self._touch(session_id)
            self._look(session_id)

    def _rest(self, session_id: str, status: SessionStatus | None) -> None:
        # While the lists are fetched, it may be one that they bring.
        known = session_id in self._sessions or not self.loaded or self._recorded is not None
        if known and status != self._statuses.get(session_id):
            self._statuses[session_id] = status
            self._touch(session_id)
            self._look(session_id)

    def _keep(self, session: Session, context: RuntimeContext | None) -> None:
        if not self._is_here(location_of(session) or context):
            self.drop(session.id)
            return
        before, self._sessions[session.id] = self._sessions.get(session.id), session
        if session != before:
            self._touch(session.id)
            self._look(session.id)

    def _move(self, session_id: str, location: RuntimeContext) -> None:
        if not self._is_here(location):
            self.drop(session_id)
        elif session_id not in self._sessions and self._recorded is None:
            self._due[""] = None  # nothing else says what has come here

    def drop(self, session_id: str) -> None:
        """Forget a session: it was deleted, or has left."""
        self._seekers.miss(session_id)
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
        if session_id in self._sessions:
            self._revisions[session_id] = self._revision
        else:
            self._revisions.pop(session_id, None)

    # What has to be fetched.

    def lose(self) -> None:
        """Events were missed: everything is fetched again, and how a session is, nobody knows."""
        self._recorded, self._due = None, {"": None}
        self._seekers.miss()
        for session_id in [each for each, status in self._statuses.items() if status is not None]:
            self._statuses[session_id] = None
            self._touch(session_id)
        for session_id, (transcript, _) in self._open.items():
            transcript.lose()
            self._look(session_id)

    def begin(self) -> Recorded:
        """Record events from now on, while the lists are fetched; what is given back is for `finish`."""
        self._due.pop("", None)
        self._recorded = []
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
        self._sessions = {each.id: each for each in sessions if is_named(each)}
        self._requests = {each.id: each for each in requests if is_named(each)}
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
        for session_id in self._open:
            self._look(session_id)
        return True

    def wanted(self, later: Container[str] = ()) -> str | None:
        """What is to be fetched next: the lists, which is an empty text, the messages of a session, or nothing.

        What is named to come later does so, unless there is nothing else.
        """
        self._sweep()
        # What was due may have left, or have been settled since.
        self._due = {each: None for each in self._due if not each or self._is_due(each)}
        return next((each for each in self._due if each not in later), next(iter(self._due), None))

    def _look(self, session_id: str) -> None:
        if session_id not in self._due and self._is_due(session_id):
            self._due[session_id] = None

    def _is_due(self, session_id: str) -> bool:
        """Whether messages are missing, or in doubt that would be beyond it if they were fetched now."""
        if session_id not in self._open or session_id not in self._sessions:
            return False
        transcript, _ = self._open[session_id]
        at_rest = isinstance(self._statuses.get(session_id), e.SessionIdle)
        return transcript.stale or (at_rest and not transcript.loading and transcript.doubtful)

    def give_up(self, wanted: str) -> None:
        """What was to be fetched was not to be had; it is still wanted, but after everything else."""
        if not wanted:
            self._recorded = None
            self._due[""] = None
        elif wanted in self._open:
            self._open[wanted][0].lose()
            self._look(wanted)

    def begin_messages(self, session_id: str) -> list[MessageEvent]:
        """Record the events of an open session, while its messages are fetched; for `finish_messages`."""
        self._due.pop(session_id, None)
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
        self._look(session_id)
        return counts

    # What the caller asks for.

    def seek(self, session_id: str) -> Sought:
        """Notice from now on whether a session leaves, while it is fetched by itself."""
        return self._seekers.seek(session_id)

    def adopt(self, session: Session) -> bool:
        """Take a session that was fetched by itself, if nothing newer is known; whether it is one of here."""
        if not self._is_here(location_of(session)):
            return False
        self._add(session)
        self._record(self._add, session)
        return True

    def _add(self, session: Session) -> None:
        if session.id not in self._sessions:
            self._keep(session, None)

    def open(self, session_id: str) -> Transcript:
        """Follow the messages of a session; each time is to be closed."""
        transcript, count = self._open.get(session_id) or (Transcript(), 0)
        self._open[session_id] = (transcript, count + 1)
        self._look(session_id)
        return transcript

    def awaits(self, session_id: str, begun: list[MessageEvent]) -> bool:
        """Whether anybody still needs the messages that are fetched since `begin_messages`."""
        self._sweep()
        return session_id in self._open and self._open[session_id][0].awaits(begun)

    def _sweep(self) -> None:
        while self.left:
            self.close(*self.left.popleft())

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
