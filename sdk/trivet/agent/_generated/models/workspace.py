# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new
from ...._core.free_form import free_form
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, decode_rest

__all__ = [
    "Workspace", "WorkspaceCreate", "WorkspaceEnvelope", "WorkspaceStatus", "WorkspaceStatusesEnvelope",
    "WorkspaceUpdate", "WorkspaceWarp", "WorkspacesEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Workspace(Record):
    """A workspace of a project. Returned by `workspace.create`, `workspace.get` and 2 more."""

    __wire_names__: ClassVar[Names] = {
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
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceCreate(Record):
    """The form that creates or registers a workspace. Taken by `workspace.create`."""

    __wire_names__: ClassVar[Names] = {
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
    """The type of the workspace (assumed: the adapter that runs it)."""

    metadata: dict[str, Any] | None = None
    """Metadata of any kind."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceEnvelope(Record):
    """A workspace. Returned by `workspace.create`, `workspace.get` and 1 more."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: Workspace
    """The workspace."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceStatus(Record):
    """The connection status of a workspace. Returned by `event.subscribe` and `workspace.status`."""

    __wire_names__: ClassVar[Names] = {"workspaceID": "workspace_id", "status": "status"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"workspace_id"})

    workspace_id: str
    """The id of the workspace."""

    status: Literal["connected", "connecting", "disconnected", "error"] | str | None = None
    """The state of the connection."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceStatusesEnvelope(Record):
    """The status of all workspaces. Returned by `workspace.status`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: list[WorkspaceStatus]
    """The status of each workspace."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceUpdate(Record):
    """The form that updates a workspace; fields left out do not change (assumed).

    Taken by `workspace.update`.
    """

    __wire_names__: ClassVar[Names] = {"name": "name", "metadata": "metadata", "archived": "archived"}

    name: str | None = None
    """The new name."""

    metadata: dict[str, Any] | None = None
    """The new metadata."""

    archived: bool | None = None
    """Whether the workspace is archived."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspaceWarp(Record):
    """The form that moves a session into or out of a workspace. Taken by `workspace.warp`."""

    __wire_names__: ClassVar[Names] = {
        "workspaceID": "workspace_id",
        "sessionID": "session_id",
        "copyChanges": "copy_changes",
    }

    workspace_id: str | None = None
    """The id of the workspace to move into; none to leave one (assumed)."""

    session_id: str
    """The id of the session to move."""

    copy_changes: bool
    """Whether changes are copied along."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class WorkspacesEnvelope(Record):
    """Workspaces. Returned by `workspace.list`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: list[Workspace]
    """The workspaces."""


def decode_workspace(d: dict[str, Any]) -> Workspace:
    o = new(Workspace)
    try:
        if len(d) == 10:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.type = d["type"]
            o.name = d["name"]
            o.branch = d["branch"]
            o.directory = d["directory"]
            o.extra = free_form(d["extra"])
            o.project_id = d["projectID"]
            o.time_used = d["timeUsed"]
            o.archived = d["archived"]
            o.metadata = free_form(d["metadata"])
            o.__source__ = None
            return o
        o.id = d["id"]
        o.type = d.get("type")
        o.name = d.get("name")
        o.branch = d.get("branch")
        o.directory = d.get("directory")
        o.extra = free_form(d.get("extra"))
        o.project_id = d.get("projectID")
        o.time_used = d.get("timeUsed")
        o.archived = d.get("archived")
        o.metadata = free_form(d.get("metadata"))
    except KeyError:
        return decode_rest(o, d, {"extra": free_form, "metadata": free_form})
    o.__source__ = (
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
    o = new(WorkspaceCreate)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.project_id = d["projectID"]
            o.name = d["name"]
            o.directory = d["directory"]
            o.type = d["type"]
            o.metadata = free_form(d["metadata"])
            o.__source__ = None
            return o
        o.project_id = d.get("projectID")
        o.name = d.get("name")
        o.directory = d.get("directory")
        o.type = d["type"]
        o.metadata = free_form(d.get("metadata"))
    except KeyError:
        return decode_rest(o, d, {"metadata": free_form})
    o.__source__ = (
        None if len(d) == 1 + ("projectID" in d) + ("name" in d) + ("directory" in d) + ("metadata" in d) else d
    )
    return o


def decode_workspace_envelope(d: dict[str, Any]) -> WorkspaceEnvelope:
    o = new(WorkspaceEnvelope)
    o.data = decode_workspace(d["data"])
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_workspace_status(d: dict[str, Any]) -> WorkspaceStatus:
    o = new(WorkspaceStatus)
    try:
        o.workspace_id = d["workspaceID"]
        o.status = d.get("status")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("status" in d) else d
    return o


def decode_workspace_statuses_envelope(d: dict[str, Any]) -> WorkspaceStatusesEnvelope:
    o = new(WorkspaceStatusesEnvelope)
    o.data = array(d["data"], decode_workspace_status)
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_workspace_update(d: dict[str, Any]) -> WorkspaceUpdate:
    o = new(WorkspaceUpdate)
    o.name = d.get("name")
    o.metadata = free_form(d.get("metadata"))
    o.archived = d.get("archived")
    o.__source__ = None if len(d) == ("name" in d) + ("metadata" in d) + ("archived" in d) else d
    return o


def decode_workspace_warp(d: dict[str, Any]) -> WorkspaceWarp:
    o = new(WorkspaceWarp)
    o.workspace_id = d.get("workspaceID")
    o.session_id = d["sessionID"]
    o.copy_changes = d["copyChanges"]
    o.__source__ = None if len(d) == 2 + ("workspaceID" in d) else d
    return o


def decode_workspaces_envelope(d: dict[str, Any]) -> WorkspacesEnvelope:
    o = new(WorkspacesEnvelope)
    o.data = array(d["data"], decode_workspace)
    o.__source__ = None if len(d) == 1 else d
    return o
