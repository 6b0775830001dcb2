# Derived from sdk/trivet/agent/_store/_async/events.py by `python -m codegen`; do not edit.
"""The subscription to the events of a runtime context, and one stream of events for several readers."""

from __future__ import annotations

import logging
import os
from copy import copy
from typing import TYPE_CHECKING

from ...._concurrency.background import BackgroundRunner
from ...._concurrency.cancellable import shielded
from ...._concurrency.event_loop import connection_owner, forget_closed_loops
from ...._core import check
from ...._core.call import Call
from ...._core.call_deadline import CallEnd
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._core.settings import Settings
from ...._core.traceback_locals import NOTHING, clear_locals
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.events import EventStream
from ....errors import StreamError, TrivetError
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import events as e

    Stream = EventStream[e.Event]
    from ...._core import events as event_data
    from .. import events as store_events
    from .. import sessions

    Place = dict[object, "EventBroadcast"]
    Query = tuple[tuple[str, str], ...]
else:
    e = lazy("trivet.agent._generated.events")
    event_data = lazy("trivet._core.events")
    sessions = lazy("trivet.agent._store.sessions")
    store_events = lazy("trivet.agent._store.events")
    Stream = EventStream


logger = logging.getLogger("trivet")

IDLE_TIMEOUT = 45.0
"""Seconds without data after which a connection is dead: three heartbeats of the server observed."""


@exported_from("trivet.agent")
class Events(Stream):
    """The events of a runtime context, without end, as long as the `with` block.

    >>> with client.event.subscribe() as events:
    ...     for event in events:
    ...         print(event.type)

    When the stream ends, breaks or is idle for too long, a new one is opened, and a `Reconnected` is yielded before its
    events. An event with the id and the data of an earlier one is dropped. The subscription is its own iterator: a loop
    that was left, also by an error or a timeout, continues where it was. Nothing is read ahead, so a slow reader slows
    the service down.
    """

    def __init__(
        self, connection: Connection, call: Call[None], idle_timeout: float | None, *, shared: bool = False
    ) -> None:
        super().__init__(
            connection,
            call,
            idle_timeout,
            store_events.decode,
            faults=store_events.faults,
            restarts=store_events.is_connected,
            delta_of=store_events.delta_of,
            shared=shared,
        )


class EventSubscription(Resource):
    """The operation that subscribes to the events of a runtime context."""

    def subscribe(self, *, idle_timeout: float | None = IDLE_TIMEOUT) -> Events:
        """Subscribe to the events of the runtime context, which are server-sent events without end.

        >>> with client.event.subscribe() as events:
        ...     for event in events:
        ...         print(event.type)

        The block sends the request. The first event is `server.connected`. An event of a kind that the contract does
        not name, or that does not fit its kind, is an `Unknown`. Events without a connection are missed: a
        `Reconnected` marks the gap.

        Args:
            idle_timeout: Seconds without data, heartbeats included, after which a connection counts as dead; None for
                no limit. The server observed sends a heartbeat every 15 s.

        Raises:
            InvalidArgumentError: `idle_timeout` is not a positive number; nothing was sent.

        Contract: Endpoints, `GET /api/event`.
        """
        check.seconds("idle_timeout", idle_timeout)
        return Events(self._connection, calls.event_subscribe(), idle_timeout)


class EventBroadcast:
    """One stream of events for all turns and stores of a client that would send the same request for it.

    The first reader opens the stream, and the last one that leaves closes it. No event waits in a queue: a job in the
    background passes each one on at once. So a slow reader delays no other, and drops events that it cannot keep. An
    event that cannot be read is passed on as a gap; too many of them end the stream.
    """

    def __init__(self, connection: Connection, place: Place) -> None:
        """Read over a connection; other readers find the broadcast in `place` until it ends."""
        self._place = place
        self._parents: dict[str, str | None] = connection.shared_values.setdefault("parents", {})
        self._events = Events(connection, calls.event_subscribe(), IDLE_TIMEOUT, shared=True)
        self._clock = connection.settings.clock
        self._endless_events = event_data.UnreadableCount()
        self._background = BackgroundRunner()
        self._readers: tuple[SharedEvents, ...] = ()
        self._opened = False
        self._ended = False
        self._failure: Exception | None = None

    @classmethod
    def of(cls, connection: Connection) -> EventBroadcast:
        """Return the broadcast of this event loop for the request that a connection would send."""
        streams, key = connection.shared_streams, _key(connection.settings, connection.settings.context)
        forget_closed_loops(streams)
        place: Place = streams.setdefault(connection_owner(), {})
        return place.get(key) or place.setdefault(key, cls(connection, place))

    @property
    def connected(self) -> bool:
        """Whether there is a connection now."""
        return self._events.connected

    def join(self, reader: SharedEvents) -> bool:
        """Pass events on to a reader from now on; return False if the broadcast has ended."""
        with self._background:
            if not self._ended:
                first, self._readers = not self._readers, (*self._readers, reader)
                if first:
                    self._background.start(self._read)
            return not self._ended

    def offer(self, settings: Settings, query: Query) -> None:
        """Let others find it by another query for the same context, unless they find another one."""
        with self._background:
            if not self._ended:
                self._place.setdefault(_key(settings, query), self)

    def wait_until_open(self, reader: SharedEvents, end: CallEnd | None) -> None:
        """Wait until the stream is open, or the reader has left.

        Raises:
            APIError: The stream could not be opened, or not before the `end`.
        """
        left = None if end is None else end.left()
        self._background.wait_for(lambda: self._opened or self._ended or reader.closed, left)
        if not self._opened and not reader.closed:
            raise _copy(self._failure) if end is None or self._failure is not None else end.error()

    def leave(self, reader: SharedEvents) -> None:
        """Pass nothing on to a reader any more; with the last one, close the stream."""
        is_last = self._remove(reader)
        self._background.notify()
        if is_last:
            shielded(self._close)

    def _close(self) -> None:
        self._events.close()
        self._background.close()

    def _remove(self, reader: SharedEvents) -> bool:
        """Remove a reader; return whether it was the last one, with which the broadcast ends."""
        with self._background:
            self._readers = tuple(other for other in self._readers if other is not reader)
            is_last = not self._readers and not self._ended
            if is_last:
                self._end()
            return is_last

    def _end(self) -> None:
        """Let no other reader join."""
        with self._background:
            self._ended = True
            for key, broadcast in list(self._place.items()):
                if broadcast is self:
                    self._place.pop(key, None)
            self._background.notify()

    def _read(self) -> None:
        try:
            with self._events as events:
                with self._background:
                    self._opened = True
                    self._background.notify()
                while not self._ended:
                    try:
                        for event in events:
                            self._pass_on(event)
                            if self._ended:
                                break
                    except StreamError as error:
                        if self._endless_events.add(self._clock.monotonic()):
                            raise
                        logger.info("event.subscribe: %s; fetching everything again", error)
                        self._pass_on(event_data.Reconnected(cause=None, attempts=1))
        except Exception as error:
            event = NOTHING
            clear_locals(error)
            self._failure = error
        finally:  # also if the task is cancelled
            self._end()
        if self._failure is not None and self._opened:
            for reader in self._readers:
                reader.receiver.lose(_copy(self._failure))

    def _pass_on(self, event: e.Event | event_data.Reconnected) -> None:
        """Pass an event on to the readers of its session, and of those above; one for any session, to all."""
        session_id = getattr(getattr(event, "payload", None), "session_id", None)
        is_for_all = isinstance(event, store_events.FOR_ALL)
        if isinstance(event, (e.SessionCreatedEvent, e.SessionUpdatedEvent)) and event.payload.info is not None:
            sessions.keep_parent(self._parents, event.payload.info)
        concerned = {session_id}
        if not isinstance(event, e.MessagePartDeltaEvent):  # no reader shows the texts of a session below
            concerned |= sessions.sessions_above(self._parents, session_id)
        for reader in self._readers:
            if is_for_all or reader.session_id is None or reader.session_id in concerned:
                try:
                    reader.receiver.receive(event)
                except Exception as error:
                    self._remove(reader)
                    reader.receiver.lose(error)


class SharedEvents:
    """A reader of the stream that turns and stores share.

    Those share it whose clients are copies of one client with equal options, in one event loop and process. A stream
    with other headers, observers or timeouts is another request, which its user expects to be sent.

    Attributes:
        receiver: The object to which the events are passed.
        session_id: The session whose events are passed on, with the requests of all sessions, and the events of the
            sessions below except deltas; None for every event.
        closed: Whether it was closed.
    """

    def __init__(
        self, connection: Connection, receiver: store_events.EventReceiver, session_id: str | None = None
    ) -> None:
        """Read over a connection that is bound to the context; nothing is sent yet."""
        self._connection = connection
        self._broadcast: EventBroadcast | None = None
        self.receiver: store_events.EventReceiver = receiver
        self.session_id: str | None = session_id
        self.closed: bool = False

    @property
    def connected(self) -> bool:
        """Whether there is a connection now."""
        return self._broadcast is not None and self._broadcast.connected

    def open(self, end: CallEnd | None = None) -> None:
        """Wait until events are passed on, unless it is closed meanwhile; again, after the receiver has lost them.

        Raises:
            APIConnectionError: The service was not reached, or not before the `end`.
            APIStatusError: The service refused.
            DecodeError: The answer is not a stream of events.
        """
        while not self.closed:
            self._broadcast = EventBroadcast.of(self._connection)
            if self._broadcast.join(self):
                self._broadcast.wait_until_open(self, end)
                return

    def offer(self, query: Query) -> None:
        """Share the stream with those who name its context by another query, too."""
        if self._broadcast is not None:
            self._broadcast.offer(self._connection.settings, query)

    def close(self) -> None:
        """Leave the stream, also where another task or thread waits until it is open; closing twice is fine."""
        self.closed = True
        if self._broadcast is not None:
            self._broadcast.leave(self)


def _copy(failure: Exception | None) -> Exception:
    """Return an error for one of several readers, each of which adds to its traceback."""
    if failure is None:
        return TrivetError("event.subscribe: the stream was closed")
    own = copy(failure) if isinstance(failure, TrivetError) else failure  # others may not be copied so easily
    own.__cause__ = failure.__cause__
    return own.with_traceback(failure.__traceback__)


def _key(settings: Settings, query: Query) -> object:
    """Return a key that is equal for equal requests: all options of the client are in it but its `context`."""
    others = [getattr(settings, name) for name in Settings.__slots__ if name not in ("context", "headers", "secrets")]
    return os.getpid(), query, tuple(sorted(settings.headers.items())), *others
