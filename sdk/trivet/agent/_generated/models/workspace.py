# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record of its wire form, which is trusted to fit.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import define

from ...._core.incomplete import decode_rest
from ...._core.record import Record
from ...._core.wire import array

__all__ = [
    "Workspace",
    "WorkspaceCreate",
    "WorkspaceEnvelope",
    "WorkspaceStatus",
    "WorkspaceStatusesEnvelope",
    "WorkspaceUpdate",
    "WorkspaceWarp",
    "WorkspacesEnvelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Workspace(Record):
    """A workspace. Given by `workspace.create`, `workspace.get` and 2 more."""

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

    id: str
    """Its id, with the prefix `wrk_`."""

    type: str | None = None
    """The kind of workspace."""

    name: str | None = None
    """Its name."""

    branch: str | None = None
    """The branch it is on."""

    directory: str | None = None
    """Where it is."""

    extra: Any = None
    """What its adapter keeps."""

    project_id: str | None = None
    """The project it belongs to."""

    time_used: float | str | None = None
    """When it was last used, in Unix milliseconds; NaN and Infinity come as text."""

    archived: bool | None = None
    """Whether it is archived."""

    metadata: dict[str, Any] | None = None
    """What else is kept about it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceCreate(Record):
    """The `WorkspaceCreate` object of the contract. Taken by `workspace.create`."""

    wire_names_ = {
        "projectID": "project_id",
        "name": "name",
        "directory": "directory",
        "type": "type",
        "metadata": "metadata",
    }

    project_id: str | None = None
    """The project it belongs to."""

    name: str | None = None
    """What to call it."""

    directory: str | None = None
    """Where it is."""

    type: str
    """The kind of workspace, such as the adapter that runs it."""

    metadata: dict[str, Any] | None = None
    """What else to keep about it."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceEnvelope(Record):
    """The `WorkspaceEnvelope` object of the contract.

    Given by `workspace.create`, `workspace.get` and 1 more.
    """

    wire_names_ = {"data": "data"}

    data: Workspace
    """The workspace."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceStatus(Record):
    """How a workspace is. Given by `event.subscribe` and `workspace.status`."""

    wire_names_ = {"workspaceID": "workspace_id", "status": "status"}

    workspace_id: str
    """The workspace."""

    status: Literal["connected", "connecting", "disconnected", "error"] | str | None = None
    """The state of its connection."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceStatusesEnvelope(Record):
    """The `WorkspaceStatusesEnvelope` object of the contract. Given by `workspace.status`."""

    wire_names_ = {"data": "data"}

    data: list[WorkspaceStatus]
    """The status of each workspace."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceUpdate(Record):
    """The `WorkspaceUpdate` object of the contract. Taken by `workspace.update`."""

    wire_names_ = {"name": "name", "metadata": "metadata", "archived": "archived"}

    name: str | None = None
    """The new name."""

    metadata: dict[str, Any] | None = None
    """What else to keep about it, in place of the old."""

    archived: bool | None = None
    """Whether it is archived."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceWarp(Record):
    """The `WorkspaceWarp` object of the contract. Taken by `workspace.warp`."""

    wire_names_ = {"workspaceID": "workspace_id", "sessionID": "session_id", "copyChanges": "copy_changes"}

    workspace_id: str | None = None
    """The workspace to move into; without it, out of the one that it is in."""

    session_id: str
    """The session to move."""

    copy_changes: bool
    """Whether its uncommitted changes move along."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspacesEnvelope(Record):
    """The `WorkspacesEnvelope` object of the contract. Given by `workspace.list`."""

    wire_names_ = {"data": "data"}

    data: list[Workspace]
    """The workspaces."""


def decode_workspace(d: dict[str, Any]) -> Workspace:
    o = _new(Workspace)
    if len(d) == 10:  # most often all optional fields are there, and no unknown one
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
            return decode_rest(o, d, {})
    o.id = d["id"]
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
        == 1
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


def decode_workspace_create(d: dict[str, Any]) -> WorkspaceCreate:
    o = _new(WorkspaceCreate)
    if len(d) == 5:  # most often all optional fields are there, and no unknown one
        try:
            o.project_id = d["projectID"]
            o.name = d["name"]
            o.directory = d["directory"]
            o.type = d["type"]
            o.metadata = d["metadata"]
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(o, d, {})
    o.project_id = d.get("projectID")
    o.name = d.get("name")
    o.directory = d.get("directory")
    o.type = d["type"]
    o.metadata = d.get("metadata")
    o.source_ = None if len(d) == 1 + ("projectID" in d) + ("name" in d) + ("directory" in d) + ("metadata" in d) else d
    return o


def decode_workspace_envelope(d: dict[str, Any]) -> WorkspaceEnvelope:
    o = _new(WorkspaceEnvelope)
    o.data = decode_workspace(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def decode_workspace_status(d: dict[str, Any]) -> WorkspaceStatus:
    o = _new(WorkspaceStatus)
    o.workspace_id = d["workspaceID"]
    o.status = d.get("status")
    o.source_ = None if len(d) == 1 + ("status" in d) else d
    return o


def decode_workspace_statuses_envelope(d: dict[str, Any]) -> WorkspaceStatusesEnvelope:
    o = _new(WorkspaceStatusesEnvelope)
    o.data = [decode_workspace_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def decode_workspace_update(d: dict[str, Any]) -> WorkspaceUpdate:
    o = _new(WorkspaceUpdate)
    o.name = d.get("name")
    o.metadata = d.get("metadata")
    o.archived = d.get("archived")
    o.source_ = None if len(d) == 0 + ("name" in d) + ("metadata" in d) + ("archived" in d) else d
    return o


def decode_workspace_warp(d: dict[str, Any]) -> WorkspaceWarp:
    o = _new(WorkspaceWarp)
    o.workspace_id = d.get("workspaceID")
    o.session_id = d["sessionID"]
    o.copy_changes = d["copyChanges"]
    o.source_ = None if len(d) == 2 + ("workspaceID" in d) else d
    return o


def decode_workspaces_envelope(d: dict[str, Any]) -> WorkspacesEnvelope:
    o = _new(WorkspacesEnvelope)
    o.data = [decode_workspace(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o
