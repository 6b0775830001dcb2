"""An answer that goes on: server-sent events, written as fast as they are read."""

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from trivet_stubs.agent.context import Context
from trivet_stubs.agent.events import HEARTBEAT, End, Events, Subscriber
from trivet_stubs.kernel.connection import ConnectionCut, ConnectionWatch
from trivet_stubs.kernel.notify import MultiLoopEvent

_HEADERS = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)


class EventStream(Response):
    """The events of a context, until the client goes away, the stub closes, or a test cuts the stream."""

    def __init__(self, events: Events, context: Context, closing: MultiLoopEvent) -> None:
        super().__init__()
        self._events = events
        self._context = context
        self._closing = closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write events; the stream is open before its headers are sent, so nothing after them is missed."""
        subscriber = self._events.join(self._context)
        try:
            async with ConnectionWatch(receive, self._closing) as watch:
                await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
                await self._write(subscriber, watch, send)
        finally:
            self._events.leave(subscriber)

    async def _write(self, subscriber: Subscriber, watch: ConnectionWatch, send: Send) -> None:
        with subscriber.notifier.listen() as notified:
            while True:
                notified.clear()
                piece = subscriber.take()
                if isinstance(piece, End):
                    await send({"type": "http.response.body", "body": piece.last, "more_body": not piece.clean})
                    if not piece.clean:
                        raise ConnectionCut
                    return
                if piece is None:
                    if await watch.wait(notified, self._events.heartbeat_every):
                        continue
                    piece = HEARTBEAT
                await send({"type": "http.response.body", "body": piece, "more_body": True})
                await asyncio.sleep(0)  # a client that has gone is only noticed when others get their turn
                watch.check()
