# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new, optional_array
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest, or_null

__all__ = [
    "Project", "ProjectCommand", "ProjectEnvelope", "ProjectIcon", "ProjectTime", "ProjectUpdate",
    "ProjectsEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Project(Record):
    """A project known to the server. Returned by `event.subscribe`, `project.get` and 2 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "worktree": "worktree",
        "vcs": "vcs",
        "name": "name",
        "icon": "icon",
        "commands": "commands",
        "time": "time",
        "sandboxes": "sandboxes",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectCommand(Record):
    """A command of a project. Returned by `event.subscribe`, `project.get` and 2 more."""

    __wire_names__: ClassVar[Names] = {"name": "name", "command": "command"}

    name: str
    """The name."""

    command: str
    """The command line."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectEnvelope(Record):
    """A project. Returned by `project.get` and `project.update`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: Project
    """The project."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectIcon(Record):
    """The icon of a project. Returned by `event.subscribe`, `project.get` and 2 more."""

    __wire_names__: ClassVar[Names] = {"url": "url", "override": "override", "color": "color"}

    url: str | None = None
    """The URL of the image, which may be a data URL."""

    override: str | None = None
    """An image that is shown instead."""

    color: str | None = None
    """The color."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectTime(Record):
    """The times of a project's events, in Unix milliseconds.

    Returned by `event.subscribe`, `project.get` and 2 more.
    """

    __wire_names__: ClassVar[Names] = {"created": "created", "updated": "updated", "initialized": "initialized"}

    created: float | None = None
    """When the server first opened it."""

    updated: float | None = None
    """When it last changed."""

    initialized: float | None = None
    """When it was initialized, if it was."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectUpdate(Record):
    """The form that updates a project; fields left out do not change (assumed). Taken by `project.update`."""

    __wire_names__: ClassVar[Names] = {"name": "name", "icon": "icon", "commands": "commands"}

    name: str | None = None
    """The new name."""

    icon: ProjectIcon | None = None
    """The new icon."""

    commands: list[ProjectCommand] | None = None
    """The new commands."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ProjectsEnvelope(Record):
    """The projects known to the server. Returned by `project.list`."""

    __wire_names__: ClassVar[Names] = {"data": "data"}

    data: list[Project]
    """The projects."""


def decode_project(d: dict[str, Any]) -> Project:
    o = new(Project)
    try:
        if len(d) == 8:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.worktree = d["worktree"]
            o.vcs = d["vcs"]
            o.name = d["name"]
            o.icon = None if (v := d["icon"]) is None else decode_project_icon(v)
            o.commands = v if (v := d["commands"]) == [] else optional_array(v, decode_project_command)
            o.time = None if (v := d["time"]) is None else decode_project_time(v)
            o.sandboxes = optional_array(d["sandboxes"])
            o.__source__ = None
            return o
        o.id = d["id"]
        o.worktree = d.get("worktree")
        o.vcs = d.get("vcs")
        o.name = d.get("name")
        o.icon = None if (v := d.get("icon")) is None else decode_project_icon(v)
        o.commands = optional_array(d.get("commands"), decode_project_command)
        o.time = None if (v := d.get("time")) is None else decode_project_time(v)
        o.sandboxes = optional_array(d.get("sandboxes"))
    except KeyError:
        return decode_rest(
            o,
            d,
            {
                "icon": or_null(decode_project_icon),
                "commands": lambda v: optional_array(v, decode_project_command),
                "time": or_null(decode_project_time),
                "sandboxes": optional_array,
            },
        )
    o.__source__ = (
        None
        if len(d)
        == 1
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


def decode_project_command(d: dict[str, Any]) -> ProjectCommand:
    o = new(ProjectCommand)
    o.name = d["name"]
    o.command = d["command"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_project_envelope(d: dict[str, Any]) -> ProjectEnvelope:
    o = new(ProjectEnvelope)
    o.data = decode_project(d["data"])
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_project_icon(d: dict[str, Any]) -> ProjectIcon:
    o = new(ProjectIcon)
    o.url = d.get("url")
    o.override = d.get("override")
    o.color = d.get("color")
    o.__source__ = None if len(d) == ("url" in d) + ("override" in d) + ("color" in d) else d
    return o


def decode_project_time(d: dict[str, Any]) -> ProjectTime:
    o = new(ProjectTime)
    o.created = d.get("created")
    o.updated = d.get("updated")
    o.initialized = d.get("initialized")
    o.__source__ = None if len(d) == ("created" in d) + ("updated" in d) + ("initialized" in d) else d
    return o


def decode_project_update(d: dict[str, Any]) -> ProjectUpdate:
    o = new(ProjectUpdate)
    o.name = d.get("name")
    o.icon = None if (v := d.get("icon")) is None else decode_project_icon(v)
    o.commands = None if (v := d.get("commands")) is None else array(v, decode_project_command)
    o.__source__ = None if len(d) == ("name" in d) + ("icon" in d) + ("commands" in d) else d
    return o


def decode_projects_envelope(d: dict[str, Any]) -> ProjectsEnvelope:
    o = new(ProjectsEnvelope)
    o.data = array(d["data"], decode_project)
    o.__source__ = None if len(d) == 1 else d
    return o
