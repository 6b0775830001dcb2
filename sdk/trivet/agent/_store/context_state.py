"""The state of one runtime context, without I/O: fetched lists, changed by the events since then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable
from functools import partial
from typing import Any, TypeAlias
from weakref import WeakSet

from ..._core.events import Reconnected
from .._generated import events as e
from .._generated.events import SessionStatus
from .._generated.models import Message, PermissionRequest, QuestionRequest, RuntimeContext, Session
from .events import ASKED, REPLIED
from .sessions import SessionFilter, SessionTable, SessionView, has_id, is_text, location_of
from .transcript import MessageEvent, Transcript

LISTS = ""
"""The key of the lists of sessions and requests; any other key is a session's id and stands for its messages."""


class PendingFetch:
    """A session that is being fetched by its id.

    Attributes:
        session_id: The session.
        valid: Whether the answer may be used; False once the session has left, or events were missed.
    """

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self.valid = True


Recording: TypeAlias = list[Callable[[], object]]

CHANGED = (e.SessionCreatedEvent, e.SessionUpdatedEvent)


class ContextState:
    """The sessions of a runtime context, their requests, and the messages of those that are watched.

    Changes are recorded from `begin_lists` on; `finish_lists` replays them over the lists that were fetched meanwhile.
    Messages are fetched in the same way.

    Attributes:
        context: The runtime context; None until the lists were fetched.
        stream_context: The context that the stream names as its own; None until it does.
        loaded: Whether the lists were fetched; they may be stale.
        table: The sessions, with the revisions of their changes.
        abandoned: Transcripts whose watchers were garbage-collected without closing them; any thread may append.
    """

    def __init__(self, session_filter: SessionFilter | None = None) -> None:
        self._filter = session_filter or SessionFilter()
        self.context: RuntimeContext | None = None
        self.stream_context: RuntimeContext | None = None
        self.loaded: bool = False
        self.abandoned: deque[tuple[str, Transcript]] = deque()
        self.table: SessionTable = SessionTable()
        # The keys of the fetches that are due, each once, in the order they were added.
        self._queue: dict[str, None] = {LISTS: None}
        self._pending: WeakSet[PendingFetch] = WeakSet()  # one ends when its caller drops it
        # Each is kept until it was closed as often as it was opened.
        self._transcripts: dict[str, Transcript] = {}
        self._recording: Recording | None = None

    # Events.

    def apply(self, event: e.Event | Reconnected) -> None:
        """Take an item of the stream."""
        session_id: Any = getattr(getattr(event, "payload", None), "session_id", None)
        if isinstance(event, Reconnected):
            self.invalidate()
        elif isinstance(event, e.ServerConnectedEvent):
            self.stream_context = event.context or self.stream_context
        elif not isinstance(session_id, str):
            pass
        elif isinstance(event, MessageEvent):
            self._change_messages(session_id, event)
        elif isinstance(event, e.SessionStatusEvent):
            self._set_status(session_id, event.payload.status)
        elif isinstance(event, e.SessionIdleEvent):
            self._set_status(session_id, e.SessionIdle(type="idle"))
        elif isinstance(event, e.TodoUpdatedEvent) and session_id in self.table:
            self.table.set_todos(session_id, event.payload.todos)
        elif isinstance(event, CHANGED) and event.payload.info is not None and has_id(event.payload.info):
            self._change(self._set_session, event.payload.info, event.context)
        elif isinstance(event, e.SessionDeletedEvent):
            self._change(self.remove, session_id)
        elif isinstance(event, e.SessionNextMovedEvent) and event.payload.location is not None:
            self._change(self._move, session_id, event.payload.location)
        elif isinstance(event, ASKED) and has_id(event.payload):
            self._change(self._add_request, event.payload, event.context)
        elif isinstance(event, REPLIED) and is_text(request_id := getattr(event.payload, "request_id", None)):
            self._change(self.table.remove_request, session_id, request_id)

    def _change(self, change: Callable[..., object], *arguments: object) -> None:
        """Make a change now, and record it where the lists are being fetched."""
        change(*arguments)
        if self._recording is not None:
            self._recording.append(partial(change, *arguments))

    def _change_messages(self, session_id: str, event: MessageEvent) -> None:
        transcript = self._transcripts.get(session_id)
        if transcript is not None and transcript.apply(event):
            self.table.mark_changed(session_id)
            self._enqueue_if_due(session_id)

    def _set_status(self, session_id: str, status: SessionStatus | None) -> None:
        # The lists that are being fetched may bring the session.
        known = session_id in self.table or not self.loaded or self._recording is not None
        if known and self.table.set_status(session_id, status):
            transcript = self._transcripts.get(session_id)
            if transcript is not None and isinstance(status, e.SessionIdle):
                transcript.rest()
            self._enqueue_if_due(session_id)

    def _set_session(self, session: Session, context: RuntimeContext | None) -> None:
        if not self._holds(session, context):
            self.remove(session.id)
        elif self.table.put(session):
            self._enqueue_if_due(session.id)

    def _move(self, session_id: str, location: RuntimeContext) -> None:
        if not self._is_in_view(location):
            self.remove(session_id)
        elif session_id not in self.table and self._recording is None:  # filters are the list's
            self._queue.setdefault(LISTS)  # no event brings the session itself

    def remove(self, session_id: str) -> None:
        """Remove a session that was deleted or has left the context."""
        self._invalidate_fetches(session_id)
        if self.table.remove(session_id):
            self._transcripts.pop(session_id, None)  # so that its watchers end, even if it comes back at once

    def _add_request(self, request: PermissionRequest | QuestionRequest, context: RuntimeContext | None) -> None:
        if self._is_in_view(context) if context is not None else request.session_id in self.table:
            self.table.add_request(request)

    def _holds(self, session: Session, context: RuntimeContext | None) -> bool:
        """Return whether a session belongs to the view; without a location of its own, it is where its event is."""
        return self._is_in_view(location_of(session) or context) and self._filter.matches(session)

    def _is_in_view(self, location: RuntimeContext | None) -> bool:
        """Return whether the view may hold sessions of a location."""
        is_within = self._filter.is_within(location, self.context)
        if is_within is not None:
            return is_within
        # The stream observed has events of every context (facts).
        return location is None or self.context is None or location == self.context

    # Fetches.

    def invalidate(self) -> None:
        """Take note that events were missed: all is fetched again, and the status of each session is unknown."""
        self._recording = None
        self._queue = {LISTS: None}
        self._invalidate_fetches()
        self.table.forget_statuses()
        for session_id, transcript in self._transcripts.items():
            transcript.invalidate()
            self._enqueue_if_due(session_id)

    @property
    def stale(self) -> bool:
        """Whether the lists are still to be fetched, so that something may have been missed."""
        return self._recording is not None or LISTS in self._queue

    def next_fetch(self, deferred: Container[str] = ()) -> str | None:
        """Return the key of what to fetch next: `LISTS`, or the id of a session whose messages are due.

        A deferred key is returned only where there is no other.
        """
        self._close_abandoned()
        first: str | None = None
        for key in list(self._queue):
            if key != LISTS and not self._is_due(key):
                del self._queue[key]
            elif key not in deferred:
                return key
            elif first is None:
                first = key
        return first

    def fail_fetch(self, key: str) -> None:
        """Take note that a fetch failed; it is still due, after everything else."""
        if key == LISTS:
            self._recording = None
            self._queue.setdefault(LISTS)
        elif (transcript := self._transcripts.get(key)) is not None:
            transcript.invalidate()
            self._enqueue_if_due(key)

    def _enqueue_if_due(self, session_id: str) -> None:
        if self._is_due(session_id):
            self._queue.setdefault(session_id)

    def _is_due(self, session_id: str) -> bool:
        """Return whether the messages of a session are missing, or uncertain where a fetch now would settle them."""
        transcript = self._transcripts.get(session_id)
        if transcript is None or session_id not in self.table:
            return False
        is_idle = isinstance(self.table.status(session_id), e.SessionIdle)
        return transcript.stale or (is_idle and not transcript.loading and transcript.uncertain)

    def begin_lists(self) -> Recording:
        """Record changes from now on, while the lists are fetched; the recording is for `finish_lists`."""
        self._queue.pop(LISTS, None)
        self._recording = []
        return self._recording

    def finish_lists(
        self,
        recording: Recording,
        context: RuntimeContext | None,
        sessions: Iterable[Session],
        requests: Iterable[PermissionRequest | QuestionRequest],
    ) -> bool:
        """Take the lists that were fetched since `begin_lists`; return False where they are outdated."""
        if recording is not self._recording:
            return False
        before = {session_id: self.view(session_id) for session_id in self.table}
        self._recording, self.loaded, self.context = None, True, context or self.context
        self.table.replace(sessions, requests, recording)
        self._transcripts = {id_: transcript for id_, transcript in self._transcripts.items() if id_ in self.table}
        for session_id in {**before, **dict.fromkeys(self.table)}:
            if self.view(session_id) != before.get(session_id):
                self.table.mark_changed(session_id)
        for session_id in self._transcripts:
            self._enqueue_if_due(session_id)
        return True

    def begin_messages(self, session_id: str) -> list[MessageEvent]:
        """Record the events of a watched session, while its messages are fetched; for `finish_messages`."""
        self._queue.pop(session_id, None)
        transcript = self._transcripts.get(session_id)
        return [] if transcript is None else transcript.begin()

    def finish_messages(self, session_id: str, recording: list[MessageEvent], messages: Iterable[Message]) -> bool:
        """Take the messages that were fetched since `begin_messages`; return False where they are outdated."""
        transcript = self._transcripts.get(session_id)
        if transcript is None:
            return False
        before = transcript.build() if transcript.loaded else None
        is_current = transcript.finish(recording, messages)
        if is_current and transcript.build() != before:
            self.table.mark_changed(session_id)
        self._enqueue_if_due(session_id)
        return is_current

    def is_awaited(self, session_id: str, recording: list[MessageEvent]) -> bool:
        """Return whether the messages that are fetched since `begin_messages` are still of use."""
        self._close_abandoned()
        transcript = self._transcripts.get(session_id)
        return transcript is not None and transcript.is_awaited(recording)

    # Requests of the caller.

    def track_fetch(self, session_id: str) -> PendingFetch:
        """Begin to fetch a session by its id; the result says whether the session leaves meanwhile."""
        fetch = PendingFetch(session_id)
        self._pending.add(fetch)
        return fetch

    def _invalidate_fetches(self, session_id: str | None = None) -> None:
        for fetch in self._pending:
            fetch.valid = fetch.valid and session_id not in (None, fetch.session_id)

    def adopt(self, session: Session) -> bool:
        """Add a session that was fetched by its id, unless it is known; return whether it belongs to this context."""
        if not self._holds(session, None):
            return False
        self._change(self._add_session, session)
        return True

    def _add_session(self, session: Session) -> None:
        if session.id not in self.table:
            self._set_session(session, None)

    def open(self, session_id: str) -> Transcript:
        """Begin to keep the messages of a session, until the result is passed to `close`."""
        transcript = self._transcripts.setdefault(session_id, Transcript())
        transcript.readers += 1
        self._enqueue_if_due(session_id)
        return transcript

    def close(self, session_id: str, opened: Transcript) -> None:
        """End what `open` began; the messages are dropped with the last one that is closed."""
        if self._transcripts.get(session_id) is opened:  # otherwise the session has left meanwhile
            opened.readers -= 1
            if opened.readers == 0:
                del self._transcripts[session_id]
                self.table.mark_changed(session_id)

    def _close_abandoned(self) -> None:
        while self.abandoned:
            self.close(*self.abandoned.popleft())

    def is_gone(self, session_id: str, opened: Transcript) -> bool:
        """Return whether a session was deleted or has left since it was opened."""
        return session_id not in self.table or self._transcripts.get(session_id) is not opened

    def has_changed(self, session_id: str, opened: Transcript, since: int) -> bool:
        """Return whether an open session is gone, or is loaded and has changed since a revision."""
        return self.is_gone(session_id, opened) or (opened.loaded and self.table.revision_of(session_id) > since)

    def view(self, session_id: str) -> SessionView | None:
        """Return a session as it is now; None where it is not in this context."""
        return self.table.view(session_id, self._transcripts.get(session_id))

    def views(self) -> list[SessionView]:
        """Return every session as it is now, oldest first."""
        return [view for session_id in self.table if (view := self.view(session_id)) is not None]
