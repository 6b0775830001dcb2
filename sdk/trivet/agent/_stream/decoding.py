"""Decoding the events of a stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from orjson import loads

from ..._core.recent_keys import RecentKeys
from ..._core.sse import ServerSentEvent
from ..._core.wire import decode_unknown
from .._generated.events import Event, decode_event

__all__ = ["read"]

F = TypeVar("F")

PAYLOADS = ("data", "properties")
"""Where the server observed puts what the contract calls the payload."""


def read(
    framed: Iterable[ServerSentEvent], seen: RecentKeys, failure: Callable[[bytes, str], F], *, strict: bool = False
) -> Iterator[Event | F]:
    """Decode events, without those whose ids were seen; data that is no JSON object becomes a failure.

    An event that does not decode as its kind is an `Unknown`. A strict reader also checks the type of every value, and
    makes a failure of an event that does not fit.
    """
    for data, _, _ in framed:
        try:
            wire: Any = loads(data)
        except ValueError as error:
            yield failure(data, f"an event is not a JSON object: {error}")
            continue
        if wire.__class__ is not dict:
            yield failure(data, f"an event is not a JSON object: it is {type(wire).__name__}")
            continue
        id_ = wire.get("id")
        if id_ and isinstance(id_, str) and not seen.new(id_):
            continue
        if "payload" not in wire:
            _move_payload(wire)
        try:
            event = decode_event(wire)
        except Exception:  # an event of an unexpected form
            event = decode_unknown(wire)
        if strict and (faults := _faults(wire)):
            yield failure(data, f"an event does not fit: {'; '.join(faults)}")
            continue
        yield event


def _faults(wire: dict[str, Any]) -> list[str]:
    from ..._core.strict import faults  # noqa: PLC0415  cattrs costs more to import than a client

    kind: Any = Event
    return faults(wire, kind)


def _move_payload(wire: dict[str, Any]) -> None:
    for name in PAYLOADS:
        if name in wire:
            wire["payload"] = wire.pop(name)
            return
