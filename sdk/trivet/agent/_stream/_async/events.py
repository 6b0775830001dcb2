"""The subscription to the events of a runtime context."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._async.stream import AsyncStream
from ...._core import check
from ...._core.answer import Head, Unsent
from ...._core.call import Call
from ...._core.lazy_imports import lazy
from ...._core.public import exported_from
from ...._core.sse import Gap
from ....errors import DecodeError
from ..._generated import calls

if TYPE_CHECKING:
    from ...._core import answer_decoder
    from ..._generated import events as e
    from .. import decoding as event_data
    from .. import recent_events, reconnected
else:
    answer_decoder = lazy("trivet._core.answer_decoder")
    e = lazy("trivet.agent._generated.events")
    event_data = lazy("trivet.agent._stream.decoding")
    recent_events = lazy("trivet.agent._stream.recent_events")
    reconnected = lazy("trivet.agent._stream.reconnected")

__all__ = ["AsyncEventSubscription", "AsyncEvents"]

IDLE_TIMEOUT = 45.0
"""Seconds without data after which a connection is dead: three heartbeats of the server observed."""

DEDUPLICATION_WINDOW = 4096
"""The number of latest events among which a repeated one is dropped."""


@exported_from("trivet.agent")
class AsyncEvents(Unsent):
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
        self._connection = connection
        self._call = call
        self._stream = AsyncStream(connection, call, idle_timeout)
        self._waiting: deque[e.Event | reconnected.Reconnected | DecodeError] = deque()
        self._seen = recent_events.RecentEvents(DEDUPLICATION_WINDOW)
        if after_gap:
            self._stream.open_after_gap()

    @property
    def head(self) -> Head | None:
        """The status and headers of the latest connection; None before the first."""
        answer = self._stream.answer
        return None if answer is None else Head(answer.status, answer.headers)

    @property
    def connected(self) -> bool:
        """Whether there is a connection now; a subscription without one is about to make another, or is closed.

        >>> events.connected
        True
        """
        return self._stream.connected

    async def __aenter__(self) -> Self:
        """Open the stream.

        Raises:
            APIConnectionError: The service was not reached.
            APIStatusError: The service refused.
            DecodeError: The answer is no stream of events.
        """
        await self._stream.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the events at once, also where another task or thread waits for one; closing twice is fine."""
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> e.Event | reconnected.Reconnected:
        """Wait for the next event, one task or thread at a time.

        Raises:
            APIStatusError: The service refused a new connection, for instance with a 401. One that is busy or down is
                asked until it is back.
            DecodeError: An event is no JSON object, or does not fit its kind and the client is strict; the next step
                yields the next event. Or the answer is no stream of events.
            StreamError: An event does not end within 16 MB; the next step opens a new connection.
        """
        while not self._stream.closed:
            if self._waiting:
                item = self._waiting.popleft()
                if isinstance(item, DecodeError):
                    raise item
                return item
            batch = await self._stream.next()
            if batch is not None:
                self._decode(*batch)
        raise StopAsyncIteration

    def _decode(self, gap: Gap | None, framed: list[bytes]) -> None:
        if gap is not None:
            self._waiting.append(reconnected.Reconnected(*gap))
        strict = self._connection.settings.strict
        self._waiting.extend(event_data.read(framed, self._seen, self._failure, strict=strict))

    def _failure(self, data: bytes, reason: str) -> DecodeError:
        answer: Any = self._stream.answer
        return answer_decoder.decode_error(self._call, self._connection.settings, answer, data, reason)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.operation!r})"


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
            InvalidArgumentError: `idle_timeout` is no positive number; nothing was sent.

        Contract: Endpoints, `GET /api/event`.
        """
        check.seconds("idle_timeout", idle_timeout)
        return AsyncEvents(self._connection, calls.event_subscribe(), idle_timeout)
