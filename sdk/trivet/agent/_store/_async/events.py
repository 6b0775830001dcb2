"""The subscription to the events of a runtime context, and one stream of events for several readers."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any, Self

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._async.events import AsyncEventStream
from ...._concurrency.background import AsyncBackgroundRunner
from ...._concurrency.event_loop import async_connection_owner, forget_closed_loops
from ...._core import check
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._core.settings import Settings
from ..._contexts.context import context_key
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import events as e

    Stream = AsyncEventStream[e.Event]
    from ...._core.events import Reconnected
    from .. import events as store_events
else:
    e = lazy("trivet.agent._generated.events")
    store_events = lazy("trivet.agent._store.events")
    Stream = AsyncEventStream


IDLE_TIMEOUT = 45.0
"""Seconds without data after which a connection is dead: three heartbeats of the server observed."""


@exported_from("trivet.agent")
class AsyncEvents(Stream):
    """The events of a runtime context, without end, as long as the `with` block.

    >>> async with client.event.subscribe() as events:
    ...     async for event in events:
    ...         print(event.type)

    When the stream ends, breaks or is idle for too long, a new one is opened, and a `Reconnected` is yielded before its
    events. An event with the id and the data of an earlier one is dropped. The subscription is its own iterator: a loop
    that was left, also by an error or a timeout, continues where it was. Nothing is read ahead, so a slow reader slows
    the service down.
    """

    def __init__(
        self, connection: AsyncConnection, call: Call[None], idle_timeout: float | None, *, after_gap: bool = False
    ) -> None:
        super().__init__(
            connection,
            call,
            idle_timeout,
            store_events.decode,
            faults=store_events.faults,
            restarts=store_events.is_connected,
            after_gap=after_gap,
        )


class AsyncEventSubscription(AsyncResource):
    """The operation that subscribes to the events of a runtime context."""

    def subscribe(self, *, idle_timeout: float | None = IDLE_TIMEOUT) -> AsyncEvents:
        """Subscribe to the events of the runtime context, which are server-sent events without end.

        >>> async with client.event.subscribe() as events:
        ...     async for event in events:
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
        return AsyncEvents(self._connection, calls.event_subscribe(), idle_timeout)


LIMIT = 1024
"""The number of events that wait for one reader; a reader that is slower has missed some."""


class AsyncEventBroadcast:
    """The stream of a runtime context, as its one reader passes it on to others.

    Only readers of the same event loop and process, and with the same credentials and headers, find it.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        """Broadcast the events that arrive over this connection."""
        self._connection = connection
        self._place: dict[Any, Any] = {}
        self._key: object = None
        self._lock = threading.Lock()
        self._readers: tuple[AsyncSharedEvents, ...] = ()
        self._closed = False

    def open(self, context: str) -> None:
        """Let others find it by the key of its runtime context."""
        streams = self._connection.shared_streams
        forget_closed_loops(streams)
        self._place = streams.setdefault(async_connection_owner(), {})
        self._key = _key(context, self._connection.settings)
        with self._lock:
            if not self._closed:
                self._place[self._key] = self

    def attach(self, reader: AsyncSharedEvents) -> bool:
        """Pass all events from now on to a reader, too; return False if there will be none."""
        with self._lock:
            if not self._closed:
                self._readers = (*self._readers, reader)
            return not self._closed

    def detach(self, reader: AsyncSharedEvents) -> None:
        """Pass no more events to a reader."""
        with self._lock:
            self._readers = tuple(other for other in self._readers if other is not reader)

    def publish(self, event: e.Event | Reconnected | None) -> None:
        """Pass an event to each reader; None says that events were missed."""
        for reader in self._readers:
            reader.receive(event)

    def close(self) -> None:
        """End it: its readers go on with streams of their own; closing twice is allowed."""
        with self._lock:
            self._closed = True
            readers, self._readers = self._readers, ()
            if self._place.get(self._key) is self:
                del self._place[self._key]
        for reader in readers:
            reader.end()


class AsyncSharedEvents:
    """The events of a runtime context, over the stream of a store that follows it, or over one of their own.

    When the store's stream ends, they go on with one of their own, after a `Reconnected`.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        """Read over a connection that is bound to the context; the server's default context is never shared."""
        self._connection = connection
        self._changed = AsyncBackgroundRunner()
        self._relay = store_events.EventRelay(LIMIT)
        self._broadcast: AsyncEventBroadcast | None = None
        self._own: AsyncEvents | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        """Find the stream of a store, or open another one.

        Raises:
            APIConnectionError: The service was not reached.
            APIStatusError: The service refused.
            DecodeError: The answer is not a stream of events.
        """
        self._broadcast = self._find()
        if self._broadcast is None or not self._broadcast.attach(self):
            self._broadcast = None
            self._own = await AsyncEvents(self._connection, calls.event_subscribe(), IDLE_TIMEOUT).__aenter__()
        return self

    async def aclose(self) -> None:
        """End the events at once, also where another task or thread waits for one; closing twice is fine."""
        with self._changed:
            self._closed = True
            own = self._own
            self._changed.notify()
        if self._broadcast is not None:
            self._broadcast.detach(self)
        if own is not None:
            await own.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> e.Event | Reconnected:
        """Wait for the next event.

        Raises:
            APIError: A stream of their own failed, as the stream of a subscription does.
        """
        waiting = self._relay
        if self._own is None and not waiting:
            await self._changed.wait_for(lambda: self._closed or bool(waiting) or waiting.ended)
        with self._changed:
            if self._closed:
                raise StopAsyncIteration
            if waiting:
                return waiting.take()
            if self._own is None:
                self._own = AsyncEvents(self._connection, calls.event_subscribe(), IDLE_TIMEOUT, after_gap=True)
        return await anext(self._own)

    def receive(self, event: e.Event | Reconnected | None) -> None:
        """Take an event of the shared stream; None says that events were missed."""
        with self._changed:
            if event is None:
                self._relay.put_gap()
            else:
                self._relay.put(event)
            self._changed.notify()

    def end(self) -> None:
        """Take the end of the shared stream."""
        with self._changed:
            self._relay.ended = True
            self._changed.notify()

    def _find(self) -> AsyncEventBroadcast | None:
        settings = self._connection.settings
        streams, bound = self._connection.shared_streams.get(async_connection_owner()), dict(settings.context)
        if streams is None or "directory" not in bound:
            return None
        context = context_key(bound["directory"], bound.get("workspace"))
        broadcast: AsyncEventBroadcast | None = streams.get(_key(context, settings))
        return broadcast


def _key(context: str, settings: Settings) -> object:
    headers = tuple(sorted(settings.headers.items()))
    return os.getpid(), context, id(settings.auth), headers, settings.strict
