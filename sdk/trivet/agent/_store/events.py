"""Events of an agent server: decoding, requests among them, and those who receive them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from ..._core.decoders import has_form
from ..._core.events import Delta, Reconnected
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


def delta_of(wire: dict[str, Any]) -> Delta | None:
    """Return the piece of a text in an event such as `message.part.delta`; None for other events.

    The text is named by the kind of the event, the ids in its payload, and its field.
    """
    kind: Any = wire.get("type")
    payload: Any = next((wire[name] for name in ("payload", *PAYLOADS) if name in wire), None)
    if not has_form(kind, str) or not kind.endswith(".delta") or not has_form(payload, dict):
        return None
    name = "delta" if "delta" in payload else "text"
    if not has_form(payload.get(name), str):
        return None
    names = {field: value for field, value in payload.items() if field.endswith("ID") or field == "field"}
    return Delta((kind, repr(sorted(names.items()))), payload, name)


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
