"""What happens in a runtime context, as it happens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ..._async.client import AsyncResource
from ..._async.connection import AsyncConnection
from ..._async.transport import START, AsyncResponse
from ..._core import sse
from ..._core.answer import Head, Unsent
from ..._core.call import Call
from ..._core.lazy import lazy
from ...errors import StreamError
from .. import calls

if TYPE_CHECKING:
    from ..._core import codec
    from .. import event_data
    from .. import events as e
else:
    codec = lazy("trivet._core.codec")
    event_data = lazy("trivet.agent.event_data")

__all__ = ["AsyncEventSubscription", "AsyncEvents"]

PATIENCE = 45.0
"""Seconds without a single byte, heartbeats included, after which a stream is taken for dead."""


class AsyncEvents(Unsent):
    """The events of a runtime context over one connection, open as long as the `with` block.

    Iterate it for the events. It ends where the server ends the stream; nothing is sent again.

    Attributes:
        head: The status and headers of the stream; None before it is open.
    """

    def __init__(self, connection: AsyncConnection, call: Call[None], patience: float | None) -> None:
        """Send nothing yet."""
        self._connection = connection
        self._call = call
        self._patience = patience
        self._response: AsyncResponse | None = None
        self.head: Head | None = None

    async def __aenter__(self) -> Self:
        """Open the stream.

        Raises:
            APIConnectionError: The service was not reached.
            APIStatusError: It refused.
            DecodeError: What came is no stream of events.
        """
        response = await self._connection.stream(self._call, self._patience)
        self._response, self.head = response, Head(response.status, response.headers)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the stream; closing twice is fine."""
        response, self._response = self._response, None
        if response is not None:
            await response.aclose()

    async def __aiter__(self) -> AsyncIterator[e.Event]:
        if self._response is None:
            raise TypeError("events come inside their `with` block")
        response, parser = self._response, sse.EventParser()
        async with aclosing(response.chunks(unpacked=True)) as chunks:
            async for chunk in chunks:
                try:
                    framed = parser.feed(chunk)
                except sse.TooLongError as error:
                    raise StreamError(self._call.operation, str(error)) from error
                for each in framed:
                    yield self._event(each.data, response)

    def _event(self, data: bytes, response: AsyncResponse) -> e.Event:
        try:
            return event_data.read(data)
        except ValueError as error:
            settings: Any = self._connection.settings
            why = f"an event is not a JSON object: {error}"
            raise codec.failure(self._call, settings, response, data[:START], why) from error

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._call.operation!r})"


class AsyncEventSubscription(AsyncResource):
    """What follows the events of a runtime context."""

    def subscribe(self) -> AsyncEvents:
        """Follow what happens in the runtime context, as server-sent events without end.

        Nothing is sent before the `with` block begins: `with client.event.subscribe() as events`. The first event is
        `server.connected`. An event of a kind that the contract does not name, or that does not fit its kind, is an
        `Unknown`.

        Contract: Endpoints, `GET /api/event`.
        """
        return AsyncEvents(self._connection, calls.event_subscribe(), PATIENCE)
