"""Events of an agent server: decoding, requests among them, and events that wait for a reader or cannot be read."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from ..._core.events import Reconnected
from ..._core.lazy_imports import lazy
from .._generated import events as e
from .._generated.events import decode_event

if TYPE_CHECKING:
    from ..._core import converter
else:
    converter = lazy("trivet._core.converter")  # cattrs costs more to import than a client


CONNECTED = "server.connected"
"""The first event of each connection, and no repetition: with a known id, the server counts from the start again."""

PAYLOADS = ("data", "properties")
"""Where the server observed puts what the contract calls the payload."""


def decode(wire: dict[str, Any]) -> e.Event:
    """Decode an event; one of a kind that the contract does not name is an `Unknown`."""
    if "payload" not in wire:
        _move_payload(wire)
    return decode_event(wire)


def faults(wire: dict[str, Any]) -> list[str]:
    """List the values of a decoded event that do not fit its kind."""
    from .._generated.events import Event  # noqa: PLC0415  it loads the events of every group

    kind: Any = Event
    return converter.faults(wire, kind)


def is_connected(wire: dict[str, Any]) -> bool:
    """Return whether an event begins a connection."""
    return bool(wire.get("type") == CONNECTED)


def _move_payload(wire: dict[str, Any]) -> None:
    for name in PAYLOADS:
        if name in wire:
            wire["payload"] = wire.pop(name)
            return


ASKED = (e.PermissionAskedEvent, e.PermissionV2AskedEvent, e.QuestionAskedEvent, e.QuestionV2AskedEvent)
"""Their payload is the request."""

REPLIED = (
    e.PermissionRepliedEvent,
    e.PermissionV2RepliedEvent,
    e.QuestionRejectedEvent,
    e.QuestionRepliedEvent,
    e.QuestionV2RejectedEvent,
    e.QuestionV2RepliedEvent,
)
"""Their payload names the request; any client may have replied."""


class EventRelay:
    """A queue of events, bounded: the stream does not wait for those who share it.

    When too many wait, they are dropped, and a `Reconnected` says that events were missed.

    Attributes:
        ended: Whether the stream has ended, so that no more events will arrive.
    """

    def __init__(self, limit: int) -> None:
        """Let at most `limit` events wait."""
        self.ended = False
        self._limit = limit
        self._waiting: deque[e.Event | Reconnected] = deque()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, event: e.Event | Reconnected) -> None:
        """Add an event."""
        if len(self._waiting) >= self._limit:
            self._waiting.clear()
            self.put_gap()
        self._waiting.append(event)

    def put_gap(self) -> None:
        """Add that events were missed."""
        self._waiting.append(Reconnected(cause=None, attempts=1))

    def take(self) -> e.Event | Reconnected:
        """Return the oldest event, and remove it.

        Raises:
            IndexError: No event waits.
        """
        return self._waiting.popleft()


MOST = 5
"""The number of unreadable events within a stretch that count as missed events."""

STRETCH = 60.0
"""Seconds of a stretch."""


class BadFrames:
    """Counts events that cannot be read, in the latest minute.

    Each of them counts as missed events, which are fetched. A body that has more of them in a minute is not a
    stream of events; many of them in a day are not a reason to give up.
    """

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=MOST + 1)

    def add(self, now: float) -> bool:
        """Count one; return whether there were too many, by a clock whose seconds never decrease."""
        self._times.append(now)
        return len(self._times) > MOST and now - self._times[0] <= STRETCH
