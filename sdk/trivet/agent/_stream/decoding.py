"""Decoding the events of an agent server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.lazy_imports import lazy
from .._generated.events import decode_event

if TYPE_CHECKING:
    from ..._core import converter
    from .._generated.events import Event
else:
    converter = lazy("trivet._core.converter")  # cattrs costs more to import than a client

CONNECTED = "server.connected"
"""The first event of each connection, and no repetition: with a known id, the server counts from the start again."""

PAYLOADS = ("data", "properties")
"""Where the server observed puts what the contract calls the payload."""


def decode(wire: dict[str, Any]) -> Event:
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
