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
from ..models.pty import Pty, decode_pty
from ..models.shared import EventEnvelope

__all__ = [
    "PtyChanged", "PtyCreatedEvent", "PtyDeleted", "PtyDeletedEvent", "PtyExited", "PtyExitedEvent",
    "PtyUpdatedEvent",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyChanged(Record):
    """A pseudo-terminal that was created or updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"info": "info"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"info"})

    info: Pty
    """The pseudo-terminal."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyCreatedEvent(EventEnvelope):
    """The event pty.created: a pseudo-terminal was created. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("pty.created",)}

    type: Literal["pty.created"]

    payload: PtyChanged


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyDeleted(Record):
    """A pseudo-terminal that was deleted. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"id": "id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id of the pseudo-terminal."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyDeletedEvent(EventEnvelope):
    """The event pty.deleted: a pseudo-terminal that was deleted. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("pty.deleted",)}

    type: Literal["pty.deleted"]

    payload: PtyDeleted


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyExited(Record):
    """A pseudo-terminal whose process exited. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"id": "id", "exitCode": "exit_code"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id of the pseudo-terminal."""

    exit_code: int | None = None
    """The exit code."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyExitedEvent(EventEnvelope):
    """The event pty.exited: a pseudo-terminal whose process exited. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("pty.exited",)}

    type: Literal["pty.exited"]

    payload: PtyExited


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyUpdatedEvent(EventEnvelope):
    """The event pty.updated: a pseudo-terminal was updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("pty.updated",)}

    type: Literal["pty.updated"]

    payload: PtyChanged


def decode_pty_changed(d: dict[str, Any]) -> PtyChanged:
    o = new(PtyChanged)
    try:
        o.info = decode_pty(d["info"])
    except KeyError:
        return decode_rest(o, d, {"info": decode_pty})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_pty_deleted(d: dict[str, Any]) -> PtyDeleted:
    o = new(PtyDeleted)
    try:
        o.id = d["id"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_pty_exited(d: dict[str, Any]) -> PtyExited:
    o = new(PtyExited)
    try:
        o.id = d["id"]
        o.exit_code = d.get("exitCode")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("exitCode" in d) else d
    return o


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "pty.created": (PtyCreatedEvent, decode_pty_changed),
    "pty.deleted": (PtyDeletedEvent, decode_pty_deleted),
    "pty.exited": (PtyExitedEvent, decode_pty_exited),
    "pty.updated": (PtyUpdatedEvent, decode_pty_changed),
}
"""From each kind of event to its class and the decoder of its payload."""
