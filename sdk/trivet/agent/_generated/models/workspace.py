# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import define

from ...._core.record import Record, extra
from ...._core.wire import array

__all__ = [
    "RECORDS",
    "Workspace",
    "WorkspaceCreate",
    "WorkspaceEnvelope",
    "WorkspaceStatus",
    "WorkspaceStatusesEnvelope",
    "WorkspaceUpdate",
    "WorkspaceWarp",
    "WorkspacesEnvelope",
    "decode_workspace",
    "decode_workspace_create",
    "decode_workspace_envelope",
    "decode_workspace_status",
    "decode_workspace_statuses_envelope",
    "decode_workspace_update",
    "decode_workspace_warp",
    "decode_workspaces_envelope",
    "encode_workspace",
    "encode_workspace_create",
    "encode_workspace_envelope",
    "encode_workspace_status",
    "encode_workspace_statuses_envelope",
    "encode_workspace_update",
    "encode_workspace_warp",
    "encode_workspaces_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Workspace(Record):
    """A workspace of a project."""

    wire_names_ = {
        "id": "id",
        "type": "type",
        "name": "name",
        "branch": "branch",
        "directory": "directory",
        "extra": "extra",
        "projectID": "project_id",
        "timeUsed": "time_used",
        "archived": "archived",
        "metadata": "metadata",
    }

    id: str | None = None
    """The id, with the prefix `wrk_`."""

    type: str | None = None
    """The type of the workspace."""

    name: str | None = None
    """The name."""

    branch: str | None = None
    """The current branch."""

    directory: str | None = None
    """The directory; null if it has none."""

    extra: Any = None
    """Data of the adapter."""

    project_id: str | None = None
    """The id of its project."""

    time_used: float | str | None = None
    """When it was last used, in Unix milliseconds; NaN and Infinity are sent as text."""

    archived: bool | None = None
    """Whether the workspace is archived."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceCreate(Record):
    """The form that creates or registers a workspace."""

    wire_names_ = {
        "projectID": "project_id",
        "name": "name",
        "directory": "directory",
        "type": "type",
        "metadata": "metadata",
    }

    project_id: str | None = None
    """The id of its project."""

    name: str | None = None
    """The name of the workspace."""

    directory: str | None = None
    """The directory of the workspace."""

    type: str
    """The type of the workspace, for instance the adapter that runs it."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceEnvelope(Record):
    """A workspace."""

    wire_names_ = {"data": "data"}

    data: Workspace
    """The workspace."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceStatus(Record):
    """The connection status of a workspace."""

    wire_names_ = {"workspaceID": "workspace_id", "status": "status"}

    workspace_id: str | None = None
    """The id of the workspace."""

    status: Literal["connected", "connecting", "disconnected", "error"] | str | None = None
    """The state of the connection."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceStatusesEnvelope(Record):
    """The status of all workspaces."""

    wire_names_ = {"data": "data"}

    data: list[WorkspaceStatus]
    """The status of each workspace."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceUpdate(Record):
    """The form that updates a workspace; fields that are left out do not change."""

    wire_names_ = {"name": "name", "metadata": "metadata", "archived": "archived"}

    name: str | None = None
    """The new name."""

    metadata: dict[str, Any] | None = None
    """The new metadata, which replaces the old."""

    archived: bool | None = None
    """Whether the workspace is archived."""


@define(kw_only=True, eq=False, repr=False)
class WorkspaceWarp(Record):
    """The form that moves a session into or out of a workspace."""

    wire_names_ = {"workspaceID": "workspace_id", "sessionID": "session_id", "copyChanges": "copy_changes"}

    workspace_id: str | None = None
    """The id of the workspace to move into; without it, the session leaves its workspace."""

    session_id: str
    """The id of the session to move."""

    copy_changes: bool
    """Whether uncommitted changes are copied along."""


@define(kw_only=True, eq=False, repr=False)
class WorkspacesEnvelope(Record):
    """Workspaces."""

    wire_names_ = {"data": "data"}

    data: list[Workspace]
    """The workspaces."""


def decode_workspace(d: dict[str, Any]) -> Workspace:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Workspace)
    if len(d) == 10:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.type = d["type"]
            o.name = d["name"]
            o.branch = d["branch"]
            o.directory = d["directory"]
            o.extra = d["extra"]
            o.project_id = d["projectID"]
            o.time_used = d["timeUsed"]
            o.archived = d["archived"]
            o.metadata = d["metadata"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.type = d.get("type")
    o.name = d.get("name")
    o.branch = d.get("branch")
    o.directory = d.get("directory")
    o.extra = d.get("extra")
    o.project_id = d.get("projectID")
    o.time_used = d.get("timeUsed")
    o.archived = d.get("archived")
    o.metadata = d.get("metadata")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("type" in d)
        + ("name" in d)
        + ("branch" in d)
        + ("directory" in d)
        + ("extra" in d)
        + ("projectID" in d)
        + ("timeUsed" in d)
        + ("archived" in d)
        + ("metadata" in d)
        else d
    )
    return o


def encode_workspace(o: Workspace) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.id is not None:
        d["id"] = o.id
    if o.type is not None:
        d["type"] = o.type
    if o.name is not None:
        d["name"] = o.name
    if o.branch is not None:
        d["branch"] = o.branch
    if o.directory is not None:
        d["directory"] = o.directory
    if o.extra is not None:
        d["extra"] = o.extra
    if o.project_id is not None:
        d["projectID"] = o.project_id
    if o.time_used is not None:
        d["timeUsed"] = o.time_used
    if o.archived is not None:
        d["archived"] = o.archived
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_create(d: dict[str, Any]) -> WorkspaceCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceCreate)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.project_id = d["projectID"]
            o.name = d["name"]
            o.directory = d["directory"]
            o.type = d["type"]
            o.metadata = d["metadata"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.project_id = d.get("projectID")
    o.name = d.get("name")
    o.directory = d.get("directory")
    o.type = d["type"]
    o.metadata = d.get("metadata")
    o.source_ = None if len(d) == 1 + ("projectID" in d) + ("name" in d) + ("directory" in d) + ("metadata" in d) else d
    return o


def encode_workspace_create(o: WorkspaceCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "type": o.type,
    }
    if o.project_id is not None:
        d["projectID"] = o.project_id
    if o.name is not None:
        d["name"] = o.name
    if o.directory is not None:
        d["directory"] = o.directory
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_envelope(d: dict[str, Any]) -> WorkspaceEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceEnvelope)
    o.data = decode_workspace(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_workspace_envelope(o: WorkspaceEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_workspace(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_status(d: dict[str, Any]) -> WorkspaceStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceStatus)
    o.workspace_id = d.get("workspaceID")
    o.status = d.get("status")
    o.source_ = None if len(d) == 0 + ("workspaceID" in d) + ("status" in d) else d
    return o


def encode_workspace_status(o: WorkspaceStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.workspace_id is not None:
        d["workspaceID"] = o.workspace_id
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_statuses_envelope(d: dict[str, Any]) -> WorkspaceStatusesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceStatusesEnvelope)
    o.data = [decode_workspace_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_workspace_statuses_envelope(o: WorkspaceStatusesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_workspace_status(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_update(d: dict[str, Any]) -> WorkspaceUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceUpdate)
    o.name = d.get("name")
    o.metadata = d.get("metadata")
    o.archived = d.get("archived")
    o.source_ = None if len(d) == 0 + ("name" in d) + ("metadata" in d) + ("archived" in d) else d
    return o


def encode_workspace_update(o: WorkspaceUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.metadata is not None:
        d["metadata"] = o.metadata
    if o.archived is not None:
        d["archived"] = o.archived
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspace_warp(d: dict[str, Any]) -> WorkspaceWarp:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspaceWarp)
    o.workspace_id = d.get("workspaceID")
    o.session_id = d["sessionID"]
    o.copy_changes = d["copyChanges"]
    o.source_ = None if len(d) == 2 + ("workspaceID" in d) else d
    return o


def encode_workspace_warp(o: WorkspaceWarp) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "sessionID": o.session_id,
        "copyChanges": o.copy_changes,
    }
    if o.workspace_id is not None:
        d["workspaceID"] = o.workspace_id
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_workspaces_envelope(d: dict[str, Any]) -> WorkspacesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(WorkspacesEnvelope)
    o.data = [decode_workspace(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_workspaces_envelope(o: WorkspacesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_workspace(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Workspace: (decode_workspace, encode_workspace),
    WorkspaceCreate: (decode_workspace_create, encode_workspace_create),
    WorkspaceEnvelope: (decode_workspace_envelope, encode_workspace_envelope),
    WorkspaceStatus: (decode_workspace_status, encode_workspace_status),
    WorkspaceStatusesEnvelope: (decode_workspace_statuses_envelope, encode_workspace_statuses_envelope),
    WorkspaceUpdate: (decode_workspace_update, encode_workspace_update),
    WorkspaceWarp: (decode_workspace_warp, encode_workspace_warp),
    WorkspacesEnvelope: (decode_workspaces_envelope, encode_workspaces_envelope),
}
"""From each record to the functions that read and write its wire form."""
