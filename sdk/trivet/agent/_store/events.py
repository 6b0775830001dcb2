"""Events of an agent server: decoding, requests among them, those who receive them, and events that cannot be read."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Protocol

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
    for name in PAYLOADS:
        if "payload" not in wire and name in wire:
            wire["payload"] = wire.pop(name)
    return decode_event(wire)


def faults(wire: dict[str, Any]) -> list[str]:
    """List the values of a decoded event that do not fit its kind."""
    from .._generated.events import Event  # noqa: PLC0415  it loads the events of every group

    kind: Any = Event
    return converter.faults(wire, kind)


def is_connected(wire: dict[str, Any]) -> bool:
    """Return whether an event begins a connection."""
    return bool(wire.get("type") == CONNECTED)


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


FOR_ALL = (*ASKED, *REPLIED, Reconnected)
"""The events that any reader of a stream may need, whatever session it reads."""


class EventReceiver(Protocol):
    """An object that takes the events of a shared stream. Its methods must not wait."""

    def receive(self, event: e.Event | Reconnected) -> None:
        """Take an event; an error that is raised here is passed to `lose`."""

    def lose(self, failure: Exception) -> None:
        """Take note that no more events will be passed on."""


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
