# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new, optional_array
from ...._core.free_form import free_form
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "PermissionReplyInput", "PermissionRequest", "PermissionRequestsEnvelope", "PermissionSource",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionReplyInput(Record):
    """The form that replies to a permission request. Taken by `permission.reply`."""

    __wire_names__: ClassVar[Names] = {"response": "response"}

    response: Literal["once", "always", "reject"] | str
    """The reply."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionRequest(Record):
    """A request of an agent for permission. Returned by `event.subscribe` and `permission.list`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "sessionID": "session_id",
        "action": "action",
        "resources": "resources",
        "save": "save",
        "metadata": "metadata",
        "source": "source",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id", "session_id"})

    id: str
    """The id, with the prefix `per_`."""

    session_id: str
    """The id of the session."""

    action: str | None = None
    """The action."""

    resources: list[str] = Factory(lambda: list[str]())
    """The resources of the action."""

    save: list[str] | None = None
    """The resources that the reply `always` allows from then on."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""

    source: PermissionSource | None = None
    """The source of the request."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionRequestsEnvelope(Record):
    """The pending permission requests of a runtime context. Returned by `permission.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[PermissionRequest]
    """The requests."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PermissionSource(Record):
    """The tool call that requests a permission. Returned by `event.subscribe` and `permission.list`."""

    __wire_names__: ClassVar[Names] = {"type": "type", "messageID": "message_id", "callID": "call_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"type"})

    type: str
    """The type of source, for instance tool."""

    message_id: str | None = None
    """The id of the message of the call."""

    call_id: str | None = None
    """The id of the call."""


def decode_permission_reply_input(d: dict[str, Any]) -> PermissionReplyInput:
    o = new(PermissionReplyInput)
    o.response = d["response"]
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_permission_request(d: dict[str, Any]) -> PermissionRequest:
    o = new(PermissionRequest)
    try:
        if len(d) == 7:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.session_id = d["sessionID"]
            o.action = d["action"]
            o.resources = optional_array(d["resources"])
            o.save = None if (v := d["save"]) is None else array(v)
            o.metadata = free_form(d["metadata"])
            o.source = None if (v := d["source"]) is None else decode_permission_source(v)
            o.__source__ = None
            return o
        o.id = d["id"]
        o.session_id = d["sessionID"]
        o.action = d.get("action")
        o.resources = optional_array(d.get("resources"))
        o.save = None if (v := d.get("save")) is None else array(v)
        o.metadata = free_form(d.get("metadata"))
        o.source = None if (v := d.get("source")) is None else decode_permission_source(v)
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "resources": optional_array,
                "save": or_null(array),
                "metadata": free_form,
                "source": or_null(decode_permission_source),
            },
        )
    o.__source__ = (
        None
        if len(d) == 2 + ("action" in d) + ("resources" in d) + ("save" in d) + ("metadata" in d) + ("source" in d)
        else d
    )
    return o


def decode_permission_requests_envelope(d: dict[str, Any]) -> PermissionRequestsEnvelope:
    o = new(PermissionRequestsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_permission_request)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_permission_source(d: dict[str, Any]) -> PermissionSource:
    o = new(PermissionSource)
    try:
        o.type = d["type"]
        o.message_id = d.get("messageID")
        o.call_id = d.get("callID")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("messageID" in d) + ("callID" in d) else d
    return o
