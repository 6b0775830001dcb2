# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import Factory, define

from ...._core.record import Record, extra
from ...._core.wire import array

__all__ = [
    "Project",
    "ProjectCommand",
    "ProjectEnvelope",
    "ProjectIcon",
    "ProjectTime",
    "ProjectUpdate",
    "ProjectsEnvelope",
    "RECORDS",
    "decode_project",
    "decode_project_command",
    "decode_project_envelope",
    "decode_project_icon",
    "decode_project_time",
    "decode_project_update",
    "decode_projects_envelope",
    "encode_project",
    "encode_project_command",
    "encode_project_envelope",
    "encode_project_icon",
    "encode_project_time",
    "encode_project_update",
    "encode_projects_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Project(Record):
    """A project known to the server."""

    wire_names_ = {
        "id": "id",
        "worktree": "worktree",
        "vcs": "vcs",
        "name": "name",
        "icon": "icon",
        "commands": "commands",
        "time": "time",
        "sandboxes": "sandboxes",
    }

    id: str | None = None
    """The id."""

    worktree: str | None = None
    """The directory of the project."""

    vcs: Literal["git"] | str | None = None
    """The version-control system, if there is one."""

    name: str | None = None
    """The name."""

    icon: ProjectIcon | None = None
    """The icon."""

    commands: list[ProjectCommand] = Factory(lambda: list[ProjectCommand]())
    """The commands of the project."""

    time: ProjectTime | None = None
    """The times of its events."""

    sandboxes: list[str] = Factory(lambda: list[str]())
    """The directories of the sandboxes of the project."""


@define(kw_only=True, eq=False, repr=False)
class ProjectCommand(Record):
    """A command of a project."""

    wire_names_ = {"name": "name", "command": "command"}

    name: str
    """The name."""

    command: str
    """The command line."""


@define(kw_only=True, eq=False, repr=False)
class ProjectEnvelope(Record):
    """A project."""

    wire_names_ = {"data": "data"}

    data: Project
    """The project."""


@define(kw_only=True, eq=False, repr=False)
class ProjectIcon(Record):
    """The icon of a project."""

    wire_names_ = {"url": "url", "override": "override", "color": "color"}

    url: str | None = None
    """The URL of the image, which may be a data URL."""

    override: str | None = None
    """An image that is shown instead."""

    color: str | None = None
    """The color."""


@define(kw_only=True, eq=False, repr=False)
class ProjectTime(Record):
    """The times of a project's events, in Unix milliseconds."""

    wire_names_ = {"created": "created", "updated": "updated", "initialized": "initialized"}

    created: float | None = None
    """When the server first opened it."""

    updated: float | None = None
    """When it last changed."""

    initialized: float | None = None
    """When it was initialized, if it was."""


@define(kw_only=True, eq=False, repr=False)
class ProjectUpdate(Record):
    """The form that updates a project; fields that are left out do not change."""

    wire_names_ = {"name": "name", "icon": "icon", "commands": "commands"}

    name: str | None = None
    """The new name."""

    icon: ProjectIcon | None = None
    """The new icon."""

    commands: list[ProjectCommand] | None = None
    """The new commands, which replace the old ones."""


@define(kw_only=True, eq=False, repr=False)
class ProjectsEnvelope(Record):
    """The projects known to the server."""

    wire_names_ = {"data": "data"}

    data: list[Project]
    """The projects."""


def decode_project(d: dict[str, Any]) -> Project:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Project)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.worktree = d["worktree"]
            o.vcs = d["vcs"]
            o.name = d["name"]
            o.icon = None if (v := d["icon"]) is None else decode_project_icon(v)
            o.commands = [] if (v := d["commands"]) is None else [decode_project_command(each) for each in array(v)]
            o.time = None if (v := d["time"]) is None else decode_project_time(v)
            o.sandboxes = [] if (v := d["sandboxes"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.worktree = d.get("worktree")
    o.vcs = d.get("vcs")
    o.name = d.get("name")
    o.icon = None if (v := d.get("icon")) is None else decode_project_icon(v)
    o.commands = [] if (v := d.get("commands")) is None else [decode_project_command(each) for each in array(v)]
    o.time = None if (v := d.get("time")) is None else decode_project_time(v)
    o.sandboxes = [] if (v := d.get("sandboxes")) is None else array(v)
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
        + ("worktree" in d)
        + ("vcs" in d)
        + ("name" in d)
        + ("icon" in d)
        + ("commands" in d)
        + ("time" in d)
        + ("sandboxes" in d)
        else d
    )
    return o


def encode_project(o: Project) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "commands": [encode_project_command(each) for each in o.commands],
        "sandboxes": o.sandboxes,
    }
    if o.id is not None:
        d["id"] = o.id
    if o.worktree is not None:
        d["worktree"] = o.worktree
    if o.vcs is not None:
        d["vcs"] = o.vcs
    if o.name is not None:
        d["name"] = o.name
    if o.icon is not None:
        d["icon"] = encode_project_icon(o.icon)
    if o.time is not None:
        d["time"] = encode_project_time(o.time)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_command(d: dict[str, Any]) -> ProjectCommand:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectCommand)
    o.name = d["name"]
    o.command = d["command"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_project_command(o: ProjectCommand) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "name": o.name,
        "command": o.command,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_envelope(d: dict[str, Any]) -> ProjectEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectEnvelope)
    o.data = decode_project(d["data"])
    o.source_ = None if len(d) == 1 else d
    return o


def encode_project_envelope(o: ProjectEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_project(o.data),
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_icon(d: dict[str, Any]) -> ProjectIcon:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectIcon)
    o.url = d.get("url")
    o.override = d.get("override")
    o.color = d.get("color")
    o.source_ = None if len(d) == 0 + ("url" in d) + ("override" in d) + ("color" in d) else d
    return o


def encode_project_icon(o: ProjectIcon) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.url is not None:
        d["url"] = o.url
    if o.override is not None:
        d["override"] = o.override
    if o.color is not None:
        d["color"] = o.color
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_time(d: dict[str, Any]) -> ProjectTime:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectTime)
    o.created = d.get("created")
    o.updated = d.get("updated")
    o.initialized = d.get("initialized")
    o.source_ = None if len(d) == 0 + ("created" in d) + ("updated" in d) + ("initialized" in d) else d
    return o


def encode_project_time(o: ProjectTime) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.created is not None:
        d["created"] = o.created
    if o.updated is not None:
        d["updated"] = o.updated
    if o.initialized is not None:
        d["initialized"] = o.initialized
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_project_update(d: dict[str, Any]) -> ProjectUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectUpdate)
    o.name = d.get("name")
    o.icon = None if (v := d.get("icon")) is None else decode_project_icon(v)
    o.commands = None if (v := d.get("commands")) is None else [decode_project_command(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("name" in d) + ("icon" in d) + ("commands" in d) else d
    return o


def encode_project_update(o: ProjectUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.name is not None:
        d["name"] = o.name
    if o.icon is not None:
        d["icon"] = encode_project_icon(o.icon)
    if o.commands is not None:
        d["commands"] = [encode_project_command(each) for each in o.commands]
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_projects_envelope(d: dict[str, Any]) -> ProjectsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(ProjectsEnvelope)
    o.data = [decode_project(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_projects_envelope(o: ProjectsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_project(each) for each in o.data],
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Project: (decode_project, encode_project),
    ProjectCommand: (decode_project_command, encode_project_command),
    ProjectEnvelope: (decode_project_envelope, encode_project_envelope),
    ProjectIcon: (decode_project_icon, encode_project_icon),
    ProjectTime: (decode_project_time, encode_project_time),
    ProjectUpdate: (decode_project_update, encode_project_update),
    ProjectsEnvelope: (decode_projects_envelope, encode_projects_envelope),
}
"""From each record to the functions that read and write its wire form."""
