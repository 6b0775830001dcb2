"""A reader of server-sent events: it cuts the bytes of a stream into events, bounded in events and in bytes. No I/O."""

import json
from dataclasses import dataclass
from typing import Any, cast

from trivet_stubs.checks.outcome import Broken, NotTried
from trivet_stubs.kernel.event_splitter import EventCutter

Json = dict[str, Any]

MAX_EVENTS = 5_000
MAX_BYTES = 8 * 1024 * 1024


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
            Broken: The data of an event is not a JSON object.
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
            events.append(_event(frame.data.decode("utf-8", "replace")))
        return events


def _event(text: str) -> Event:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Broken(f"an event is not JSON: {text[:100]!r}") from error
    if not isinstance(value, dict):
        raise Broken(f"an event is not a JSON object: {text[:100]!r}")
    return Event(json.dumps(value, ensure_ascii=True), cast(Json, value))
