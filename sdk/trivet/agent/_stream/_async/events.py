"""What happens in a runtime context, as it happens."""

from __future__ import annotations

from collections import deque
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ...._async.client import AsyncResource
from ...._async.connection import AsyncConnection
from ...._async.http.response import START
from ...._async.stream import AsyncStream
from ...._core import check
from ...._core.answer import Head, Unsent
from ...._core.call import Call
from ...._core.lazy import lazy
from ...._core.public import exported_from
from ...._core.recent_keys import RecentKeys
from ...._core.sse import Gap, ServerSentEvent
from ....errors import DecodeError
from ..._generated import calls

if TYPE_CHECKING:
    from ...._core import codec
    from ..._generated import events as e
    from .. import decoding as event_data
    from .. import reconnected
else:
    codec = lazy("trivet._core.codec")
    event_data = lazy("trivet.agent._stream.decoding")
    reconnected = lazy("trivet.agent._stream.reconnected")

__all__ = ["AsyncEventSubscription", "AsyncEvents"]

IDLE_TIMEOUT = 45.0
"""Seconds after which a silent connection is dead: three of the heartbeats that the server observed sends."""

REMEMBERED = 4096
"""Among how many of the latest events a repeated one is noticed."""


@exported_from("trivet.agent")
class AsyncEvents(Unsent):
    """The events of a runtime context, without end, as long as the `with` block.

    When the stream ends, breaks or falls silent there is another one after a while, and a `Reconnected` before what
    comes by it. An event that has come before is dropped, by its id. It is its own iterator: a loop that was left, by
    an error or a timeout too, goes on where it was. Nothing is read ahead, so who is slow slows the service down.
    """

    def __init__(self, connection: AsyncConnection, call: Call[None], idle_timeout: float | None) -> None:
        """Send nothing yet."""
        self._connection = connection
        self._call = call
        self._stream = AsyncStream(connection, call, idle_timeout)
        self._waiting: deque[e.Event | reconnected.Reconnected | DecodeError] = deque()
        self._seen = RecentKeys(REMEMBERED)

    @property
    def head(self) -> Head | None:
        """The status and headers of the latest connection; None before there is one."""
        answer = self._stream.answer
        return None if answer is None else Head(answer.status, answer.headers)

    async def __aenter__(self) -> Self:
        """Open the stream.

        Raises:
            APIConnectionError: The service was not reached.
            APIStatusError: It refused.
            DecodeError: What came is no stream of events.
        """
        await self._stream.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the events at once, for whoever waits for one in another task or thread too; closing twice is fine."""
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> e.Event | reconnected.Reconnected:
        """Wait for the next event, one task or thread at a time.

        Raises:
            APIStatusError: The service refuses another connection: with a 401, for instance. While it is busy or down,
                it is asked again and again.
            DecodeError: An event is no JSON object, or does not fit its kind and the client is strict; the next one
                follows. Or what came is no stream of events.
            StreamError: An event does not end within 16 MB; what follows comes by another connection.
        """
        while not self._stream.closed:
            if self._waiting:
                item = self._waiting.popleft()
                if isinstance(item, DecodeError):
                    raise item
                return item
            found = await self._stream.next()
            if found is not None:
                self._take(*found)
        raise StopAsyncIteration

    def _take(self, gap: Gap | None, framed: list[ServerSentEvent]) -> None:
        if gap is not None:
            self._waiting.append(reconnected.Reconnected(*gap))
        strict = self._connection.settings.strict
        self._waiting.extend(event_data.read(framed, self._seen, self._failure, strict=strict))

    def _failure(self, data: bytes, why: str) -> DecodeError:
        answer: Any = self._stream.answer
        return codec.decode_error(self._call, self._connection.settings, answer, data[:START], why)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.operation!r})"


class AsyncEventSubscription(AsyncResource):
    """What follows the events of a runtime context."""

    def subscribe(self, *, idle_timeout: float | None = IDLE_TIMEOUT) -> AsyncEvents:
        """Follow what happens in the runtime context, as server-sent events without end.

        Nothing is sent before `async with client.event.subscribe() as events`. The first event is `server.connected`.
        An event of a kind that the contract does not name, or that does not fit its kind, is an `Unknown`. What happens
        while there is no connection is lost: a `Reconnected` says so, once there is another.

        Args:
            idle_timeout: Seconds without a byte, heartbeats included, after which a connection counts as dead; None for
                no limit. The server observed sends a heartbeat every 15 s.

        Raises:
            InvalidArgumentError: It is no positive number; nothing was sent.

        Contract: Endpoints, `GET /api/event`.
        """
        check.seconds("idle_timeout", idle_timeout)
        return AsyncEvents(self._connection, calls.event_subscribe(), idle_timeout)
