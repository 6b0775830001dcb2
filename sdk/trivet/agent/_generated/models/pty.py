# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new, optional_array
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "Pty", "PtyCreate", "PtyEnvelope", "PtySize", "PtyUpdate", "PtysEnvelope",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Pty(Record):
    """A pseudo-terminal. Returned by `event.subscribe`, `pty.create` and 3 more."""

    __wire_names__: ClassVar[Names] = {
        "id": "id",
        "title": "title",
        "command": "command",
        "args": "args",
        "cwd": "cwd",
        "status": "status",
        "pid": "pid",
        "exitCode": "exit_code",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"id"})

    id: str
    """The id, with the prefix `pty_`."""

    title: str | None = None
    """The title."""

    command: str | None = None
    """The command that runs in it."""

    args: list[str] = Factory(lambda: list[str]())
    """The arguments of the command."""

    cwd: str | None = None
    """The working directory of the command."""

    status: Literal["running", "exited"] | str | None = None
    """Whether the command is running or has exited."""

    pid: int | None = None
    """The process id."""

    exit_code: int | None = None
    """The exit code, once the process has exited."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyCreate(Record):
    """The form that creates a pseudo-terminal. Taken by `pty.create`."""

    __wire_names__: ClassVar[Names] = {"command": "command", "cwd": "cwd", "shell": "shell"}

    command: str | None = None
    """The command to run; a shell by default (assumed)."""

    cwd: str | None = None
    """The working directory; the directory of the runtime context by default (assumed)."""

    shell: str | None = None
    """The shell that runs the command (assumed)."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyEnvelope(Record):
    """A pseudo-terminal. Returned by `pty.create`, `pty.get` and 1 more."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: Pty
    """The pseudo-terminal."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtySize(Record):
    """The size of a pseudo-terminal. Taken by `pty.update`."""

    __wire_names__: ClassVar[Names] = {"columns": "columns", "rows": "rows"}

    columns: float
    """The number of columns."""

    rows: float
    """The number of rows."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtyUpdate(Record):
    """The form that updates a pseudo-terminal; fields left out do not change (assumed).

    Taken by `pty.update`.
    """

    __wire_names__: ClassVar[Names] = {"title": "title", "size": "size"}

    title: str | None = None
    """The new title."""

    size: PtySize | None = None
    """The new size."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PtysEnvelope(Record):
    """The pseudo-terminals of a runtime context. Returned by `pty.list`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Pty]
    """The pseudo-terminals."""


def decode_pty(d: dict[str, Any]) -> Pty:
    o = new(Pty)
    try:
        if len(d) == 8:  # usually all optional fields are there, and no unknown one
            o.id = d["id"]
            o.title = d["title"]
            o.command = d["command"]
            o.args = optional_array(d["args"])
            o.cwd = d["cwd"]
            o.status = d["status"]
            o.pid = d["pid"]
            o.exit_code = d["exitCode"]
            o.__source__ = None
            return o
        o.id = d["id"]
        o.title = d.get("title")
        o.command = d.get("command")
        o.args = optional_array(d.get("args"))
        o.cwd = d.get("cwd")
        o.status = d.get("status")
        o.pid = d.get("pid")
        o.exit_code = d.get("exitCode")
    except KeyError:
        return decode_rest(o, d, {"args": optional_array})
    o.__source__ = (
        None
        if len(d)
        == 1
        + ("title" in d)
        + ("command" in d)
        + ("args" in d)
        + ("cwd" in d)
        + ("status" in d)
        + ("pid" in d)
        + ("exitCode" in d)
        else d
    )
    return o


def decode_pty_create(d: dict[str, Any]) -> PtyCreate:
    o = new(PtyCreate)
    o.command = d.get("command")
    o.cwd = d.get("cwd")
    o.shell = d.get("shell")
    o.__source__ = None if len(d) == ("command" in d) + ("cwd" in d) + ("shell" in d) else d
    return o


def decode_pty_envelope(d: dict[str, Any]) -> PtyEnvelope:
    o = new(PtyEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_pty(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_pty_size(d: dict[str, Any]) -> PtySize:
    o = new(PtySize)
    o.columns = d["columns"]
    o.rows = d["rows"]
    o.__source__ = None if len(d) == 2 else d
    return o


def decode_pty_update(d: dict[str, Any]) -> PtyUpdate:
    o = new(PtyUpdate)
    o.title = d.get("title")
    o.size = None if (v := d.get("size")) is None else decode_pty_size(v)
    o.__source__ = None if len(d) == ("title" in d) + ("size" in d) else d
    return o


def decode_ptys_envelope(d: dict[str, Any]) -> PtysEnvelope:
    o = new(PtysEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_pty)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o
