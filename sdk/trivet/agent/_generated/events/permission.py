# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from ...._core.decoders import new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, Tags, decode_rest
from ..models.permission import PermissionRequest, decode_permission_request
from ..models.shared import EventEnvelope

__all__ = [
    "PermissionAskedEvent", "PermissionReplied", "PermissionRepliedEvent", "PermissionV2AskedEvent",
    "PermissionV2RepliedEvent",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionAskedEvent(EventEnvelope):
    """The event permission.asked: a request of an agent for permission. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("permission.asked",)}

    type: Literal["permission.asked"]

    payload: PermissionRequest


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionReplied(Record):
    """A reply to a permission request. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "requestID": "request_id", "reply": "reply"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "request_id"})

    session_id: str
    """The id of the session."""

    request_id: str
    """The id of the request."""

    reply: Literal["once", "always", "reject"] | str | None = None
    """The reply."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionRepliedEvent(EventEnvelope):
    """The event permission.replied: a reply to a permission request. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("permission.replied",)}

    type: Literal["permission.replied"]

    payload: PermissionReplied


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionV2AskedEvent(EventEnvelope):
    """The event permission.v2.asked: a request of an agent for permission. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("permission.v2.asked",)}

    type: Literal["permission.v2.asked"]

    payload: PermissionRequest


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionV2RepliedEvent(EventEnvelope):
    """The event permission.v2.replied: a reply to a permission request. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("permission.v2.replied",)}

    type: Literal["permission.v2.replied"]

    payload: PermissionReplied


def decode_permission_replied(d: dict[str, Any]) -> PermissionReplied:
    o = new(PermissionReplied)
    try:
        o.session_id = d["sessionID"]
        o.request_id = d["requestID"]
        o.reply = d.get("reply")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 + ("reply" in d) else d
    return o


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "permission.asked": (PermissionAskedEvent, decode_permission_request),
    "permission.replied": (PermissionRepliedEvent, decode_permission_replied),
    "permission.v2.asked": (PermissionV2AskedEvent, decode_permission_request),
    "permission.v2.replied": (PermissionV2RepliedEvent, decode_permission_replied),
}
"""From each kind of event to its class and the decoder of its payload."""
