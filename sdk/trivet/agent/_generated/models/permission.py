# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import Factory, define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context, encode_runtime_context

__all__ = [
    "PermissionReplyInput",
    "PermissionRequest",
    "PermissionRequestsEnvelope",
    "PermissionSource",
    "RECORDS",
    "decode_permission_reply_input",
    "decode_permission_request",
    "decode_permission_requests_envelope",
    "decode_permission_source",
    "encode_permission_reply_input",
    "encode_permission_request",
    "encode_permission_requests_envelope",
    "encode_permission_source",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class PermissionReplyInput(Record):
    """The form that replies to a permission request."""

    wire_names_ = {"response": "response"}

    response: Literal["once", "always", "reject"] | str
    """The reply."""


@define(kw_only=True, eq=False, repr=False)
class PermissionRequest(Record):
    """A request of an agent for permission."""

    wire_names_ = {
        "id": "id",
        "sessionID": "session_id",
        "action": "action",
        "resources": "resources",
        "save": "save",
        "metadata": "metadata",
        "source": "source",
    }

    id: str | None = None
    """The id, with the prefix `per_`."""

    session_id: str | None = None
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


@define(kw_only=True, eq=False, repr=False)
class PermissionRequestsEnvelope(Record):
    """The pending permission requests of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[PermissionRequest]
    """The requests."""


@define(kw_only=True, eq=False, repr=False)
class PermissionSource(Record):
    """The tool call that requests a permission."""

    wire_names_ = {"type": "type", "messageID": "message_id", "callID": "call_id"}

    type: str | None = None
    """The type of source, for instance tool."""

    message_id: str | None = None
    """The id of the message of the call."""

    call_id: str | None = None
    """The id of the call."""


def decode_permission_reply_input(d: dict[str, Any]) -> PermissionReplyInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionReplyInput)
    o.response = d["response"]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_permission_reply_input(o: PermissionReplyInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "response": o.response,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_request(d: dict[str, Any]) -> PermissionRequest:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionRequest)
    if len(d) == 7:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.session_id = d["sessionID"]
            o.action = d["action"]
            o.resources = [] if (v := d["resources"]) is None else array(v)
            o.save = None if (v := d["save"]) is None else array(v)
            o.metadata = d["metadata"]
            o.source = None if (v := d["source"]) is None else decode_permission_source(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.session_id = d.get("sessionID")
    o.action = d.get("action")
    o.resources = [] if (v := d.get("resources")) is None else array(v)
    o.save = None if (v := d.get("save")) is None else array(v)
    o.metadata = d.get("metadata")
    o.source = None if (v := d.get("source")) is None else decode_permission_source(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("sessionID" in d)
        + ("action" in d)
        + ("resources" in d)
        + ("save" in d)
        + ("metadata" in d)
        + ("source" in d)
        else d
    )
    return o


def encode_permission_request(o: PermissionRequest) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "resources": o.resources,
    }
    if o.id is not None:
        d["id"] = o.id
    if o.session_id is not None:
        d["sessionID"] = o.session_id
    if o.action is not None:
        d["action"] = o.action
    if o.save is not None:
        d["save"] = o.save
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.source is not None:
        d["source"] = encode_permission_source(o.source)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_requests_envelope(d: dict[str, Any]) -> PermissionRequestsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionRequestsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_permission_request(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_permission_requests_envelope(o: PermissionRequestsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_permission_request(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_permission_source(d: dict[str, Any]) -> PermissionSource:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PermissionSource)
    o.type = d.get("type")
    o.message_id = d.get("messageID")
    o.call_id = d.get("callID")
    o.source_ = None if len(d) == 0 + ("type" in d) + ("messageID" in d) + ("callID" in d) else d
    return o


def encode_permission_source(o: PermissionSource) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.type is not None:
        d["type"] = o.type
    if o.message_id is not None:
        d["messageID"] = o.message_id
    if o.call_id is not None:
        d["callID"] = o.call_id
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    PermissionReplyInput: (decode_permission_reply_input, encode_permission_reply_input),
    PermissionRequest: (decode_permission_request, encode_permission_request),
    PermissionRequestsEnvelope: (decode_permission_requests_envelope, encode_permission_requests_envelope),
    PermissionSource: (decode_permission_source, encode_permission_source),
}
"""From each record to the functions that read and write its wire form."""
