"""The events of a stream, from their bytes to their records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from orjson import loads

from ..._core.recent_keys import RecentKeys
from ..._core.sse import ServerSentEvent
from ..._core.wire import decode_unknown
from .._generated.events import decode_event

if TYPE_CHECKING:
    from .._generated.events import Event

__all__ = ["read"]

F = TypeVar("F")

PAYLOADS = ("data", "properties")
"""Where the server observed puts what the contract calls the payload."""


def read(
    framed: Iterable[ServerSentEvent], seen: RecentKeys, failure: Callable[[bytes, str], F], *, strict: bool = False
) -> Iterator[Event | F]:
    """Make the events that have not been seen; what is no JSON object becomes a failure.

    An event that does not fit its kind is as good as one of an unknown kind. Whether every type of it fits is only
    looked at where that is asked for; then, too, what does not fit is a failure.
    """
    for data, _, _ in framed:
        try:
            found: Any = loads(data)
        except ValueError as error:
            yield failure(data, f"an event is not a JSON object: {error}")
            continue
        if found.__class__ is not dict:
            yield failure(data, f"an event is not a JSON object: it is {type(found).__name__}")
            continue
        known = found.get("id")
        if known and isinstance(known, str) and not seen.new(known):
            continue
        if "payload" not in found:
            _move_payload(found)
        try:
            event = decode_event(found)
        except Exception:  # whatever does not fit
            event = decode_unknown(found)
        if strict and (wrong := _faults(found)):
            yield failure(data, f"an event does not fit: {'; '.join(wrong)}")
            continue
        yield event


def _faults(found: dict[str, Any]) -> list[str]:
    from ..._core.strict import faults  # noqa: PLC0415  cattrs costs more to import than a client
    from .._generated.events import Event  # noqa: PLC0415  it loads the events of every group

    kind: Any = Event
    return faults(found, kind)


def _move_payload(found: dict[str, Any]) -> None:
    for name in PAYLOADS:
        if name in found:
            found["payload"] = found.pop(name)
            return
