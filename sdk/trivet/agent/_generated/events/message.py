# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from ...._core.decoders import new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, Tags, decode_rest, or_null
from ..models.session import Message, Part, decode_message, decode_part
from ..models.shared import EventEnvelope

__all__ = [
    "MessagePartDelta", "MessagePartDeltaEvent", "MessagePartRemoved", "MessagePartRemovedEvent",
    "MessagePartUpdated", "MessagePartUpdatedEvent", "MessageRemoved", "MessageRemovedEvent", "MessageUpdated",
    "MessageUpdatedEvent",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagePartDelta(Record):
    """The payload of message.part.delta: text to append to a field of a part.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "sessionID": "session_id",
        "messageID": "message_id",
        "partID": "part_id",
        "field": "field",
        "delta": "delta",
    }

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    part_id: str
    """The id of the part."""

    field: str
    """The name of the field to extend, for instance text."""

    delta: str
    """The text to append."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagePartDeltaEvent(EventEnvelope):
    """The event message.part.delta: text to append to a field of a part. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("message.part.delta",)}

    type: Literal["message.part.delta"]

    payload: MessagePartDelta


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagePartRemoved(Record):
    """A part of a message that was removed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "messageID": "message_id", "partID": "part_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id", "part_id"})

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""

    part_id: str
    """The id of the part."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagePartRemovedEvent(EventEnvelope):
    """The event message.part.removed: a part of a message that was removed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("message.part.removed",)}

    type: Literal["message.part.removed"]

    payload: MessagePartRemoved


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagePartUpdated(Record):
    """A part of a message that was created or updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "sessionID": "session_id",
        "messageID": "message_id",
        "part": "part",
        "time": "time",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    session_id: str
    """The id of the session."""

    message_id: str | None = None
    """The id of the message of the part; the observed server sends it inside the part."""

    part: Part | None = None
    """The part."""

    time: float | None = None
    """When it happened, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessagePartUpdatedEvent(EventEnvelope):
    """The event message.part.updated: a part of a message that was created or updated.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("message.part.updated",)}

    type: Literal["message.part.updated"]

    payload: MessagePartUpdated


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageRemoved(Record):
    """A message that was removed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "messageID": "message_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id", "message_id"})

    session_id: str
    """The id of the session."""

    message_id: str
    """The id of the message."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageRemovedEvent(EventEnvelope):
    """The event message.removed: a message that was removed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("message.removed",)}

    type: Literal["message.removed"]

    payload: MessageRemoved


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageUpdated(Record):
    """A message that was created or updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "info": "info"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    session_id: str
    """The id of the session."""

    info: Message | None = None
    """The message."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class MessageUpdatedEvent(EventEnvelope):
    """The event message.updated: a message that was created or updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("message.updated",)}

    type: Literal["message.updated"]

    payload: MessageUpdated


def decode_message_part_delta(d: dict[str, Any]) -> MessagePartDelta:
    o = new(MessagePartDelta)
    o.session_id = d["sessionID"]
    o.message_id = d["messageID"]
    o.part_id = d["partID"]
    o.field = d["field"]
    o.delta = d["delta"]
    o.__source__ = None if len(d) == 5 else d
    return o


def decode_message_part_removed(d: dict[str, Any]) -> MessagePartRemoved:
    o = new(MessagePartRemoved)
    try:
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
        o.part_id = d["partID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 3 else d
    return o


def decode_message_part_updated(d: dict[str, Any]) -> MessagePartUpdated:
    o = new(MessagePartUpdated)
    try:
        o.session_id = d["sessionID"]
        o.message_id = d.get("messageID")
        o.part = None if (v := d.get("part")) is None else decode_part(v)
        o.time = d.get("time")
    except KeyError:
        return decode_rest(o, d, {"part": or_null(decode_part)})
    o.__source__ = None if len(d) == 1 + ("messageID" in d) + ("part" in d) + ("time" in d) else d
    return o


def decode_message_removed(d: dict[str, Any]) -> MessageRemoved:
    o = new(MessageRemoved)
    try:
        o.session_id = d["sessionID"]
        o.message_id = d["messageID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_message_updated(d: dict[str, Any]) -> MessageUpdated:
    o = new(MessageUpdated)
    try:
        o.session_id = d["sessionID"]
        o.info = None if (v := d.get("info")) is None else decode_message(v)
    except KeyError:
        return decode_rest(o, d, {"info": or_null(decode_message)})
    o.__source__ = None if len(d) == 1 + ("info" in d) else d
    return o


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "message.part.delta": (MessagePartDeltaEvent, decode_message_part_delta),
    "message.part.removed": (MessagePartRemovedEvent, decode_message_part_removed),
    "message.part.updated": (MessagePartUpdatedEvent, decode_message_part_updated),
    "message.removed": (MessageRemovedEvent, decode_message_removed),
    "message.updated": (MessageUpdatedEvent, decode_message_updated),
}
"""From each kind of event to its class and the decoder of its payload."""
