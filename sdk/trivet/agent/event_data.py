"""One event of the stream, from its bytes to its record."""

from __future__ import annotations

from typing import Any

import orjson

from .._core.wire import decode_unknown, has_form
from . import events

__all__ = ["load", "typed"]

PAYLOADS = ("data", "properties")
"""Where the server observed puts what the contract calls the payload."""


def load(data: bytes) -> dict[str, Any]:
    """Read the envelope of an event.

    Raises:
        ValueError: They are no JSON object.
    """
    found: Any = orjson.loads(data)
    if not has_form(found, dict):
        raise ValueError(f"it is {type(found).__name__}")
    envelope: dict[str, Any] = found
    return envelope


def typed(found: dict[str, Any]) -> events.Event:
    """Make the event of its envelope; one that does not fit its kind is as good as one of an unknown kind."""
    if "payload" not in found:
        for name in PAYLOADS:
            if name in found:
                found["payload"] = found.pop(name)
                break
    try:
        return events.decode_event(found)
    except Exception:  # whatever does not fit
        return decode_unknown(found)
