"""Decoding the events of a stream."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from orjson import loads

from ..._core.body_bounds import has_more_values
from ..._core.call import MAX_VALUES
from ..._core.decoders import decode_unknown
from .._generated.events import decode_event
from .recent_events import RecentEvents

if TYPE_CHECKING:
    from .._generated.events import Event

__all__ = ["Unreadable", "read"]

CONNECTED = "server.connected"
"""The first event of each connection, and no repetition: with a known id, the server counts from the start again."""

PAYLOADS = ("data", "properties")
"""Where the server observed puts what the contract calls the payload."""


class Unreadable(NamedTuple):
    """An event that cannot be decoded.

    Attributes:
        data: Its data.
        reason: The fault of the data.
    """

    data: bytes
    reason: str


def read(framed: Iterable[bytes], seen: RecentEvents, *, strict: bool = False) -> list[Event | Unreadable]:
    """Decode the data of events, without repeated ones; data that is not a JSON object is `Unreadable`.

    An event that does not decode as its kind is an `Unknown`. A strict reader also checks the type of every value; an
    event that does not fit is `Unreadable`.
    """
    is_new = seen.is_new
    found: list[Event | Unreadable] = []
    for data in framed:
        if has_more_values(data, MAX_VALUES):
            found.append(Unreadable(data, f"an event has more than {MAX_VALUES} values"))
            continue
        try:
            wire: Any = loads(data)
        except ValueError as error:
            found.append(Unreadable(data, f"an event is not a JSON object: {error}"))
            continue
        if wire.__class__ is not dict:
            found.append(Unreadable(data, f"an event is not a JSON object: it is {type(wire).__name__}"))
            continue
        id_ = wire.get("id")
        if id_.__class__ is str and id_ and not is_new(id_, data):
            if wire.get("type") != CONNECTED:
                continue
            seen.forget()
            is_new(id_, data)
        if "payload" not in wire:
            _move_payload(wire)
        try:
            event = decode_event(wire)
        except Exception:  # an event of an unexpected form
            event = decode_unknown(wire)
        if strict and (faults := _faults(wire)):
            found.append(Unreadable(data, f"an event does not fit: {'; '.join(faults)}"))
            continue
        found.append(event)
    return found


def _faults(wire: dict[str, Any]) -> list[str]:
    from ..._core.converter import faults  # noqa: PLC0415  cattrs costs more to import than a client
    from .._generated.events import Event  # noqa: PLC0415  it loads the events of every group

    kind: Any = Event
    return faults(wire, kind)


def _move_payload(wire: dict[str, Any]) -> None:
    for name in PAYLOADS:
        if name in wire:
            wire["payload"] = wire.pop(name)
            return
