# Derived from sdk/trivet/agent/_stream/_async/events.py by `python -m codegen`; do not edit.
"""The subscription to the events of a runtime context."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...._core import check
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._sync.client import Resource
from ...._sync.connection import Connection
from ...._sync.events import EventStream
from ..._generated import calls

if TYPE_CHECKING:
    from ..._generated import events as e
    from .. import decoding

    Stream = EventStream[e.Event]
else:
    e = lazy("trivet.agent._generated.events")
    decoding = lazy("trivet.agent._stream.decoding")
    Stream = EventStream

__all__ = ["EventSubscription", "Events"]

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
        self, connection: Connection, call: Call[None], idle_timeout: float | None, *, after_gap: bool = False
    ) -> None:
        super().__init__(
            connection,
            call,
            idle_timeout,
            decoding.decode,
            faults=decoding.faults,
            restarts=decoding.is_connected,
            after_gap=after_gap,
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
            InvalidArgumentError: `idle_timeout` is no positive number; nothing was sent.

        Contract: Endpoints, `GET /api/event`.
        """
        check.seconds("idle_timeout", idle_timeout)
        return Events(self._connection, calls.event_subscribe(), idle_timeout)
