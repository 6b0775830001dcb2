"""Server-sent events: cut out of the bytes of a stream, and read while a check acts, bounded in size and in time."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, cast

from trivet_checks.exchanges.evidence import Broken, NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply
from trivet_stubs.kernel.event_splitter import EventCutter
from trivet_stubs.kernel.json_text import loads
from trivet_stubs.serving.bounded_http_client import HttpStream, NoAnswer

MAX_EVENTS = 5_000
MAX_BYTES = 8 * 1024 * 1024


SECONDS = 20.0
"""How long a check waits for one event."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream."""

    text: str
    """The data as it was sent."""
    value: Json

    @property
    def kind(self) -> object:
        """The type of the event; None if it has none."""
        return self.value.get("type")

    def mentions(self, record_id: str) -> bool:
        """Whether an id stands anywhere in the event."""
        return json.dumps(record_id) in self.text

    def payload(self, name: str) -> Any:
        """A field of the payload; None if it is missing."""
        payload = self.value.get("payload")
        return cast(Json, payload).get(name) if isinstance(payload, dict) else None


class EventReader:
    """Takes the bytes of a stream in pieces of any size, and returns the events that they complete.

    >>> EventReader().feed(b'data: {"type": "server.connected"}\\n\\n')[0].kind
    'server.connected'

    Args:
        max_events: How many events are read.
        max_bytes: How many bytes are read.
    """

    def __init__(self, *, max_events: int = MAX_EVENTS, max_bytes: int = MAX_BYTES) -> None:
        self._max_events = max_events
        self._max_bytes = max_bytes
        self._events = 0
        self._bytes = 0
        self._cutter = EventCutter(limit=None)

    def feed(self, piece: bytes) -> list[Event]:
        """Read a piece.

        Raises:
            NotTried: The stream is larger than a check reads.
            Broken: The data of an event begins as a JSON object, and cannot be read.
        """
        self._bytes += len(piece)
        if self._bytes > self._max_bytes:
            raise NotTried(f"the event stream sent more than {self._max_bytes} bytes")
        events: list[Event] = []
        for frame in self._cutter.feed(piece):
            if frame.data is None:
                continue
            self._events += 1
            if self._events > self._max_events:
                raise NotTried(f"the event stream sent more than {self._max_events} events")
            event = _event(frame.data.decode("utf-8", "replace"))
            if event is not None:
                events.append(event)
        return events


def _event(text: str) -> Event | None:
    """The event of some data; None if the data is not an object, which servers and gateways send as signs of life.

    The contract does not show the framing of the stream: empty data, `null` and `[DONE]` break no rule.
    """
    try:
        value = loads(text, keep_halves=True)  # the other half of a pair may be in the next delta
    except ValueError as error:
        if not text.lstrip("\ufeff \t\r\n").startswith("{"):
            return None
        message = f"an event is not JSON: {error}"
        raise Broken(message, operation="event.subscribe", had_to_succeed=True) from None
    return Event(json.dumps(value), cast(Json, value)) if isinstance(value, dict) else None


class Listener:
    """Reads one event stream.

        with agent.listening(agent.here) as listener:
            session = agent.session()
            listener.until(lambda event: event.mentions(session["id"]))

    Args:
        stream: The open answer of `event.subscribe`.
        head: The request and the head of the answer, if they are known.
        seconds: How long to wait for one event.
        monotonic: Tells the seconds of a clock that never goes back.
    """

    def __init__(
        self,
        stream: HttpStream,
        head: Reply | None = None,
        *,
        seconds: float = SECONDS,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.events: list[Event] = []
        """The events so far."""
        self._stream = stream
        self._head = head
        self._reader = EventReader()
        self._seconds = seconds
        self._monotonic = monotonic

    def until(self, holds: Callable[[Event], bool]) -> Event:
        """Read to the first event for which this holds, among those that were read before, too.

        Raises:
            NotTried: There is none in time.
            Broken: The stream has ended.
        """
        looked = 0
        end = self._monotonic() + self._seconds
        while True:
            for event in self.events[looked:]:
                if holds(event):
                    return event
            looked = len(self.events)
            self._read(end)

    def first(self, record_id: str) -> Event | None:
        """The first event so far that has an id."""
        return next((event for event in self.events if event.mentions(record_id)), None)

    def broken(self, message: str, event: Event | None = None) -> NoReturn:
        """Raise `Broken` with the request of the stream and an event as its evidence."""
        if self._head is None:
            raise Broken(message)
        if event is None:
            self._head.broken(message)
        data = event.text.encode("utf-8", "replace")
        raise Broken(message, self._head.gate.evidence_of_event(self._head.request, self._head.headers, data))

    def _read(self, end: float) -> None:
        left = end - self._monotonic()
        try:
            piece = self._stream.take(left) if left > 0 else None
        except NoAnswer:
            piece = None
        if piece is None:
            raise NotTried(f"no event of what the check did came within {self._seconds:g} s")
        if not piece:
            self.broken("the event stream has ended")
        self.events += self._reader.feed(piece)
