"""The requests of a stub as they are answered: server-sent events."""

import asyncio
from collections.abc import Callable

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from trivet_stubs.kernel.connection import ConnectionWatch
from trivet_stubs.kernel.messages import LoggedRequest
from trivet_stubs.kernel.notify import Broadcast, Reader
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.state import StubState

_HEADERS = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_HEARTBEAT_EVERY = 15.0


class LiveRequests(Response):
    """One event for each answered request, and one named `changed` when the stub was steered.

    It ends when the client disconnects, when the stub closes, or when the client is so slow that events were lost.
    """

    def __init__(self, state: StubState, changes: Broadcast[str], show: Callable[[LoggedRequest], JsonObject]) -> None:
        super().__init__()
        self._state = state
        self._changes = changes
        self._show = show

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write events; they are collected before the headers are sent, so that none after them is missed."""
        reader = Reader(self._event)
        with self._state.requests.answered.reading(reader), self._changes.reading(reader):
            async with ConnectionWatch(receive, self._state.closing) as watch:
                await send({"type": "http.response.start", "status": 200, "headers": list(_HEADERS)})
                await send({"type": "http.response.body", "body": b": open\n\n", "more_body": True})
                with reader.notifier.listen() as notified:
                    await self._write(reader, watch, notified, send)

    async def _write(self, reader: Reader[bytes], watch: ConnectionWatch, notified: asyncio.Event, send: Send) -> None:
        while not reader.lost:
            notified.clear()
            piece = reader.take()
            if piece is None:
                if await watch.wait(notified, _HEARTBEAT_EVERY):
                    continue
                piece = b": heartbeat\n\n"
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            await asyncio.sleep(0)  # other tasks have to run before a disconnect is noticed
            watch.check()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _event(self, item: LoggedRequest | str) -> bytes:
        if isinstance(item, str):
            return b'event: changed\ndata: {"what":%s}\n\n' % orjson.dumps(item)
        return b"id: %d\ndata: %s\n\n" % (item.number, orjson.dumps(self._show(item)))
