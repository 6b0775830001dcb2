# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Tags
from ..models.shared import EventEnvelope
from ..models.workspace import WorkspaceStatus, decode_workspace_status
from .shared import FailedNotice, ReadyNotice, decode_failed_notice, decode_ready_notice

__all__ = [
    "WorkspaceFailedEvent", "WorkspaceReadyEvent", "WorkspaceStatusEvent",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceFailedEvent(EventEnvelope):
    """The event workspace.failed: a workspace could not be created. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("workspace.failed",)}

    type: Literal["workspace.failed"]

    payload: FailedNotice


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceReadyEvent(EventEnvelope):
    """The event workspace.ready: a workspace is ready. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("workspace.ready",)}

    type: Literal["workspace.ready"]

    payload: ReadyNotice


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceStatusEvent(EventEnvelope):
    """The event workspace.status: the connection status of a workspace. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "time": "time",
        "context": "context",
        "type": "type",
        "payload": "payload",
    }
    __tags__: ClassVar[Tags] = {"type": ("workspace.status",)}

    type: Literal["workspace.status"]

    payload: WorkspaceStatus


EVENTS: dict[str, tuple[type[EventEnvelope], Callable[[dict[str, Any]], Any]]] = {
    "workspace.failed": (WorkspaceFailedEvent, decode_failed_notice),
    "workspace.ready": (WorkspaceReadyEvent, decode_ready_notice),
    "workspace.status": (WorkspaceStatusEvent, decode_workspace_status),
}
"""From each kind of event to its class and the decoder of its payload."""
