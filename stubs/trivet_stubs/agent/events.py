"""The events of the agent stub: the open streams, the events that each gets, and the answer that writes them."""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from trivet_stubs.agent.context import Context
from trivet_stubs.kernel.contract import Contract
from trivet_stubs.kernel.disconnection import ConnectionCut, ConnectionWatch
from trivet_stubs.kernel.json_text import dumps
from trivet_stubs.kernel.notify import MultiLoopEvent, Notifier
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

HEARTBEAT = b": heartbeat\n\n"

_HEADERS = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
)


@dataclass(frozen=True, slots=True)
class End:
    """The end of a stream: clean or broken, after some last bytes."""

    clean: bool
    last: bytes = b""


class Subscriber:
    """An open stream, and the queue of bytes that wait to be written to it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.notifier: Notifier = Notifier()
        self.source: Iterator[bytes] | None = None
        self._waiting: deque[bytes | End] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, piece: bytes | End, limit: int) -> None:
        """Queue bytes or the end. If more than `limit` pieces wait, the consumer is too slow, and the stream breaks."""
        if len(self._waiting) >= limit and isinstance(piece, bytes):
            self._waiting.clear()
            piece = End(clean=False)
        self._waiting.append(piece)
        self.notifier.notify()

    def take(self) -> bytes | End | None:
        """Return the next piece to write, or None if no piece waits."""
        if self._waiting:
            return self._waiting.popleft()
        return None if self.source is None else next(self.source, None)


class Events:
    """All open streams. An event goes to the streams of its context, and is lost if none is open.

    >>> stub.events.send("session.idle", {"sessionID": "ses_000001"})
    >>> stub.events.cut(clean=False)
    1
    """

    def __init__(self, contract: Contract, default: Context, now: Callable[[], int]) -> None:
        self.limit = 65_536
        """How many events may wait for a slow consumer before its stream breaks; settable."""
        self.heartbeat_every: float | None = None
        """Real seconds without an event after which a stream gets a comment; None sends no comments; settable."""
        self._contract = contract
        self._default = default
        self._numbers = count(1)
        self._now = now
        self._lock = threading.Lock()
        self._subscribers: list[Subscriber] = []

    def __len__(self) -> int:
        return len(self._subscribers)

    # For tests.

    def send(
        self,
        kind: str,
        payload: JsonObject,
        context: Context | None = None,
        *,
        without: Collection[str] = (),
        **more: Any,
    ) -> JsonObject:
        """Send an event of any kind, unchecked, and return it.

        >>> stub.events.send("made.up", {"x": 1}, without=["time"], data={"x": 1})

        Args:
            kind: The type of the event, known or not.
            payload: The payload of the event.
            context: The context whose streams get the event; by default, the default runtime's.
            without: The fields to leave out, of `id`, `type`, `time`, `context` and `payload`.
            more: Further fields, or other values of these fields: an `id`, or `data`, which other servers send.
        """
        event = {**self._envelope(kind, payload, context or self._default), **more}
        event = {key: value for key, value in event.items() if key not in without}
        self.send_bytes(frame(event), context)
        return event

    def resend(self, event: JsonObject, context: Context | None = None) -> None:
        """Send an event again, with the same id.

        >>> stub.events.resend(stub.events.send("made.up", {}))
        """
        self.send_bytes(frame(event), context)

    def send_bytes(self, piece: bytes, context: Context | None = None) -> None:
        """Write bytes unchanged to the streams of a context, by default the default runtime's.

        >>> stub.events.send_bytes(b"data: not JSON\\n\\n")
        """
        self._put(piece, context or self._default)

    def heartbeat(self, context: Context | None = None) -> None:
        """Write a comment to the streams of a context, by default to all streams.

        >>> stub.events.heartbeat()
        """
        self._put(HEARTBEAT, context)

    def cut(self, *, clean: bool = True, mid_frame: bytes = b"", context: Context | None = None) -> int:
        """End the streams of a context, by default all, after the events before; return the number of streams.

        >>> stub.events.cut(clean=False, mid_frame=b'data: {"id":')
        1

        Args:
            clean: Whether the answer ends properly; otherwise the connection breaks.
            mid_frame: The last bytes, the beginning of an event that is never completed.
            context: The context; by default, all contexts.
        """
        return self._put(End(clean, mid_frame), context)

    def restart(self, *, clean: bool = False) -> int:
        """End all streams, as a restarted server does, and number the events from 1; return the number of streams.

        >>> stub.events.restart()
        1

        Args:
            clean: Whether the answers end properly; otherwise the connections break.
        """
        with self._lock:
            self._numbers = count(1)
        return self.cut(clean=clean)

    def pour(self, source: Iterable[tuple[str, JsonObject]], context: Context | None = None) -> None:
        """Send events from a source of types and payloads, which is read only as fast as a client reads a stream.

        >>> stub.events.pour(("made.up", {"number": number}) for number in itertools.count())
        """
        with self._lock:
            subscribers = [stream for stream in self._subscribers if stream.context == (context or self._default)]
        if not subscribers:
            raise ValueError("context: it has no open stream")
        first = subscribers[0]
        first.source = (frame(self._envelope(kind, payload, first.context)) for kind, payload in source)
        first.notifier.notify()

    # For operations.

    @applies("agent.events.first-is-server-connected")
    def join(self, context: Context) -> Subscriber:
        """Open a stream; its first event is `server.connected`."""
        subscriber = Subscriber(context)
        subscriber.put(frame(self._checked("server.connected", {}, context)), self.limit)
        with self._lock:
            self._subscribers.append(subscriber)
        return subscriber

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a stream that has ended."""
        with self._lock:
            self._subscribers.remove(subscriber)

    @applies("agent.events.one-stream-a-context")
    def publish(self, context: Context, kind: str, payload: JsonObject) -> None:
        """Send an event to a context, checked against the contract."""
        self._put(frame(self._checked(kind, payload, context), known_finite=True), context)

    def _put(self, piece: bytes | End, context: Context | None) -> int:
        with self._lock:
            subscribers = [stream for stream in self._subscribers if context is None or stream.context == context]
            for subscriber in subscribers:
                subscriber.put(piece, self.limit)
        return len(subscribers)

    def _checked(self, kind: str, payload: JsonObject, context: Context) -> JsonObject:
        event = self._envelope(kind, payload, context)
        record = "".join(word.capitalize() for word in kind.replace("-", ".").split("."))
        self._contract.check_record(f"{record}Event", event)
        return event

    @applies("agent.events.one-envelope")
    def _envelope(self, kind: str, payload: JsonObject, context: Context) -> JsonObject:
        return {
            "id": f"evt_{next(self._numbers):06d}",
            "type": kind,
            "time": self._now(),
            "context": context.wire(),
            "payload": payload,
        }


def frame(event: JsonObject, *, known_finite: bool = False) -> bytes:
    """Encode an event as one frame of a stream, with halves of surrogate pairs as escapes; a test may send them."""
    return b"data: " + dumps(event, keep_halves=True, known_finite=known_finite) + b"\n\n"


class EventStream(Response):
    """The events of a context, until the client disconnects, the stub closes, or a test cuts the stream."""

    def __init__(self, events: Events, context: Context, closing: MultiLoopEvent) -> None:
        super().__init__()
        self._events = events
        self._context = context
        self._closing = closing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Write events; the stream is open before its headers are sent, so that it misses no event after them."""
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
                await asyncio.sleep(0)  # other tasks have to run before a disconnect is noticed
                watch.check()
