# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypeAlias

from ...._core.decoders import Unknown, decode_unknown, new, optional_array
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, Tags, decode_rest, or_null
from ..models.session import Session, decode_session
from ..models.shared import EventEnvelope
from .shared import SessionNamed, decode_session_named

__all__ = [
    "NamedError", "NamedErrorData", "RetryAction", "SessionBusy", "SessionChanged", "SessionCompactedEvent",
    "SessionCreatedEvent", "SessionDeletedEvent", "SessionDiffEvent", "SessionDiffed", "SessionErrorEvent",
    "SessionFailed", "SessionIdle", "SessionIdleEvent", "SessionRetry", "SessionStatus", "SessionStatusChanged",
    "SessionStatusEvent", "SessionUpdatedEvent", "SnapshotFileDiff",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NamedError(Record):
    """An error of a session. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"name": "name", "data": "data"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
    """The name of the error, for instance ProviderAuthError, MessageAbortedError or ContextOverflowError."""

    data: NamedErrorData | None = None
    """Details of the error."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class NamedErrorData(Record):
    """Details of an error of a session, as far as there are any. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "message": "message",
        "providerID": "provider_id",
        "statusCode": "status_code",
        "isRetryable": "is_retryable",
        "responseHeaders": "response_headers",
        "responseBody": "response_body",
        "metadata": "metadata",
        "retries": "retries",
        "ref": "ref",
    }
    __secret__: ClassVar[frozenset[str]] = frozenset({"response_headers"})

    message: str | None = None
    """The error message."""

    provider_id: str | None = None
    """The id of the provider."""

    status_code: int | None = None
    """The HTTP status of the provider's response."""

    is_retryable: bool | None = None
    """Whether the request can be retried."""

    response_headers: dict[str, str] | None = None
    """The headers of the provider's response."""

    response_body: str | None = None
    """The body of the provider's response."""

    metadata: dict[str, str] | None = None
    """Metadata of any kind."""

    retries: int | None = None
    """The number of retries."""

    ref: str | None = None
    """A reference to find the error in the server's log."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class RetryAction(Record):
    """An action with which the user can resolve the failure of a provider. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "reason": "reason",
        "provider": "provider",
        "title": "title",
        "message": "message",
        "label": "label",
        "link": "link",
    }

    reason: str | None = None
    """The reason."""

    provider: str | None = None
    """The name of the provider."""

    title: str | None = None
    """The title."""

    message: str | None = None
    """The message."""

    label: str | None = None
    """The label of the button."""

    link: str | None = None
    """The URL of the link."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionBusy(Record):
    """The status of a session whose agent is working. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"type": "type"}
    __tags__: ClassVar[Tags] = {"type": ("busy",)}

    type: Literal["busy"]
    """The type of status."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionChanged(Record):
    """A session that was created, updated or deleted. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "info": "info"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    session_id: str
    """The id of the session."""

    info: Session | None = None
    """The session, in its last state if it was deleted."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionCompactedEvent(EventEnvelope):
    """The event session.compacted: the conversation of a session was compacted.

    Returned by `event.subscribe`.
    """

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.compacted",)}

    type: Literal["session.compacted"]

    payload: SessionNamed


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionCreatedEvent(EventEnvelope):
    """The event session.created: a session was created. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.created",)}

    type: Literal["session.created"]

    payload: SessionChanged


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionDeletedEvent(EventEnvelope):
    """The event session.deleted: a session was deleted. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.deleted",)}

    type: Literal["session.deleted"]

    payload: SessionChanged


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionDiffEvent(EventEnvelope):
    """The event session.diff: the files that a session changed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.diff",)}

    type: Literal["session.diff"]

    payload: SessionDiffed


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionDiffed(Record):
    """The files that a session changed. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "diff": "diff"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    session_id: str
    """The id of the session."""

    diff: list[SnapshotFileDiff] = Factory(lambda: list[SnapshotFileDiff]())
    """The changed files."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionErrorEvent(EventEnvelope):
    """The event session.error: an error, in a session or outside of any. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.error",)}

    type: Literal["session.error"]

    payload: SessionFailed


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionFailed(Record):
    """An error, in a session or outside of any. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "error": "error"}

    session_id: str | None = None
    """The id of the session, if the error happened in one."""

    error: NamedError | None = None
    """The error."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionIdle(Record):
    """The status of a session whose agent has finished. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"type": "type"}
    __tags__: ClassVar[Tags] = {"type": ("idle",)}

    type: Literal["idle"]
    """The type of status."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionIdleEvent(EventEnvelope):
    """The event session.idle: the agent has finished in this session. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.idle",)}

    type: Literal["session.idle"]

    payload: SessionNamed


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionRetry(Record):
    """The status of a session whose provider failed and is retried. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "type": "type",
        "attempt": "attempt",
        "message": "message",
        "action": "action",
        "next": "next",
    }
    __tags__: ClassVar[Tags] = {"type": ("retry",)}

    type: Literal["retry"]
    """The type of status."""

    attempt: int | None = None
    """The number of the attempt."""

    message: str | None = None
    """The error message."""

    action: RetryAction | None = None
    """An action with which the user can resolve the failure."""

    next: float | None = None
    """When the next attempt starts, in Unix milliseconds."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionStatusChanged(Record):
    """The new status of a session. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id", "status": "status"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    session_id: str
    """The id of the session."""

    status: SessionStatus | None = None
    """The status."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionStatusEvent(EventEnvelope):
    """The event session.status: a session is busy, idle or retrying. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.status",)}

    type: Literal["session.status"]

    payload: SessionStatusChanged


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionUpdatedEvent(EventEnvelope):
    """The event session.updated: a session was updated. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("session.updated",)}

    type: Literal["session.updated"]

    payload: SessionChanged


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SnapshotFileDiff(Record):
    """The diff of one file between two snapshots. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "file": "file",
        "patch": "patch",
        "additions": "additions",
        "deletions": "deletions",
        "status": "status",
    }

    file: str | None = None
    """The path."""

    patch: str | None = None
    """The diff in unified format."""

    additions: float | None = None
    """The number of added lines."""

    deletions: float | None = None
    """The number of deleted lines."""

    status: Literal["added", "deleted", "modified"] | str | None = None
    """How the file changed."""


SessionStatus: TypeAlias = SessionIdle | SessionBusy | SessionRetry | Unknown
"""The status of a session: idle, busy or retrying."""


def decode_named_error(d: dict[str, Any]) -> NamedError:
    o = new(NamedError)
    try:
        o.name = d["name"]
        o.data = None if (v := d.get("data")) is None else decode_named_error_data(v)
    except KeyError:
        return decode_rest(o, d, {"data": or_null(decode_named_error_data)})
    o.__source__ = None if len(d) == 1 + ("data" in d) else d
    return o


def decode_named_error_data(d: dict[str, Any]) -> NamedErrorData:
    o = new(NamedErrorData)
    try:
        if len(d) == 9:  # usually all optional fields are there, and no unknown one
            o.message = d["message"]
            o.provider_id = d["providerID"]
            o.status_code = d["statusCode"]
            o.is_retryable = d["isRetryable"]
            o.response_headers = d["responseHeaders"]
            o.response_body = d["responseBody"]
            o.metadata = d["metadata"]
            o.retries = d["retries"]
            o.ref = d["ref"]
            o.__source__ = None
            return o
        o.message = d.get("message")
        o.provider_id = d.get("providerID")
        o.status_code = d.get("statusCode")
        o.is_retryable = d.get("isRetryable")
        o.response_headers = d.get("responseHeaders")
        o.response_body = d.get("responseBody")
        o.metadata = d.get("metadata")
        o.retries = d.get("retries")
        o.ref = d.get("ref")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None
        if len(d)
        == ("message" in d)
        + ("providerID" in d)
        + ("statusCode" in d)
        + ("isRetryable" in d)
        + ("responseHeaders" in d)
        + ("responseBody" in d)
        + ("metadata" in d)
        + ("retries" in d)
        + ("ref" in d)
        else d
    )
    return o


def decode_retry_action(d: dict[str, Any]) -> RetryAction:
    o = new(RetryAction)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.reason = d["reason"]
            o.provider = d["provider"]
            o.title = d["title"]
            o.message = d["message"]
            o.label = d["label"]
            o.link = d["link"]
            o.__source__ = None
            return o
        o.reason = d.get("reason")
        o.provider = d.get("provider")
        o.title = d.get("title")
        o.message = d.get("message")
        o.label = d.get("label")
        o.link = d.get("link")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None
        if len(d)
        == ("reason" in d) + ("provider" in d) + ("title" in d) + ("message" in d) + ("label" in d) + ("link" in d)
        else d
    )
    return o


def decode_session_busy(d: dict[str, Any]) -> SessionBusy:
    o = new(SessionBusy)
    o.type = d["type"]
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_session_changed(d: dict[str, Any]) -> SessionChanged:
    o = new(SessionChanged)
    try:
        o.session_id = d["sessionID"]
        o.info = None if (v := d.get("info")) is None else decode_session(v)
    except KeyError:
        return decode_rest(o, d, {"info": or_null(decode_session)})
    o.__source__ = None if len(d) == 1 + ("info" in d) else d
    return o


def decode_session_diffed(d: dict[str, Any]) -> SessionDiffed:
    o = new(SessionDiffed)
    try:
        o.session_id = d["sessionID"]
        o.diff = optional_array(d.get("diff"), decode_snapshot_file_diff)
    except KeyError:
        return decode_rest(o, d, {"diff": lambda v: optional_array(v, decode_snapshot_file_diff)})
    o.__source__ = None if len(d) == 1 + ("diff" in d) else d
    return o


def decode_session_failed(d: dict[str, Any]) -> SessionFailed:
    o = new(SessionFailed)
    o.session_id = d.get("sessionID")
    o.error = None if (v := d.get("error")) is None else decode_named_error(v)
    o.__source__ = None if len(d) == ("sessionID" in d) + ("error" in d) else d
    return o


def decode_session_idle(d: dict[str, Any]) -> SessionIdle:
    o = new(SessionIdle)
    o.type = d["type"]
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_session_retry(d: dict[str, Any]) -> SessionRetry:
    o = new(SessionRetry)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.type = d["type"]
            o.attempt = d["attempt"]
            o.message = d["message"]
            o.action = None if (v := d["action"]) is None else decode_retry_action(v)
            o.next = d["next"]
            o.__source__ = None
            return o
        o.type = d["type"]
        o.attempt = d.get("attempt")
        o.message = d.get("message")
        o.action = None if (v := d.get("action")) is None else decode_retry_action(v)
        o.next = d.get("next")
    except KeyError:
        return decode_rest(o, d, {"action": or_null(decode_retry_action)})
    o.__source__ = None if len(d) == 1 + ("attempt" in d) + ("message" in d) + ("action" in d) + ("next" in d) else d
    return o


def decode_session_status_changed(d: dict[str, Any]) -> SessionStatusChanged:
    o = new(SessionStatusChanged)
    try:
        o.session_id = d["sessionID"]
        o.status = None if (v := d.get("status")) is None else decode_session_status(v)
    except KeyError:
        return decode_rest(o, d, {"status": or_null(decode_session_status)})
    o.__source__ = None if len(d) == 1 + ("status" in d) else d
    return o


def decode_snapshot_file_diff(d: dict[str, Any]) -> SnapshotFileDiff:
    o = new(SnapshotFileDiff)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.file = d["file"]
            o.patch = d["patch"]
            o.additions = d["additions"]
            o.deletions = d["deletions"]
            o.status = d["status"]
            o.__source__ = None
            return o
        o.file = d.get("file")
        o.patch = d.get("patch")
        o.additions = d.get("additions")
        o.deletions = d.get("deletions")
        o.status = d.get("status")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None
        if len(d) == ("file" in d) + ("patch" in d) + ("additions" in d) + ("deletions" in d) + ("status" in d)
        else d
    )
    return o


_session_status: dict[object, Callable[[dict[str, Any]], SessionStatus]] = {
    "idle": decode_session_idle,
    "busy": decode_session_busy,
    "retry": decode_session_retry,
}


def decode_session_status(d: dict[str, Any]) -> SessionStatus:
    """Decode a variant by its 'type'; a variant of an unknown kind becomes an `Unknown`."""
    return _session_status.get(d.get("type"), decode_unknown)(d)


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "session.compacted": (SessionCompactedEvent, decode_session_named),
    "session.created": (SessionCreatedEvent, decode_session_changed),
    "session.deleted": (SessionDeletedEvent, decode_session_changed),
    "session.diff": (SessionDiffEvent, decode_session_diffed),
    "session.error": (SessionErrorEvent, decode_session_failed),
    "session.idle": (SessionIdleEvent, decode_session_named),
    "session.status": (SessionStatusEvent, decode_session_status_changed),
    "session.updated": (SessionUpdatedEvent, decode_session_changed),
}
"""From each kind of event to its class and the decoder of its payload."""
