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
    "Pty",
    "PtyCreate",
    "PtyEnvelope",
    "PtySize",
    "PtyUpdate",
    "PtysEnvelope",
    "RECORDS",
    "decode_pty",
    "decode_pty_create",
    "decode_pty_envelope",
    "decode_pty_size",
    "decode_pty_update",
    "decode_ptys_envelope",
    "encode_pty",
    "encode_pty_create",
    "encode_pty_envelope",
    "encode_pty_size",
    "encode_pty_update",
    "encode_ptys_envelope",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class Pty(Record):
    """A pseudo-terminal."""

    wire_names_ = {
        "id": "id",
        "title": "title",
        "command": "command",
        "args": "args",
        "cwd": "cwd",
        "status": "status",
        "pid": "pid",
        "exitCode": "exit_code",
    }

    id: str | None = None
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


@define(kw_only=True, eq=False, repr=False)
class PtyCreate(Record):
    """The form that creates a pseudo-terminal."""

    wire_names_ = {"command": "command", "cwd": "cwd", "shell": "shell"}

    command: str | None = None
    """The command to run; a shell by default."""

    cwd: str | None = None
    """The working directory; the directory of the runtime context by default."""

    shell: str | None = None
    """The shell that runs the command."""


@define(kw_only=True, eq=False, repr=False)
class PtyEnvelope(Record):
    """A pseudo-terminal."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: Pty
    """The pseudo-terminal."""


@define(kw_only=True, eq=False, repr=False)
class PtySize(Record):
    """The size of a pseudo-terminal."""

    wire_names_ = {"columns": "columns", "rows": "rows"}

    columns: float
    """The number of columns."""

    rows: float
    """The number of rows."""


@define(kw_only=True, eq=False, repr=False)
class PtyUpdate(Record):
    """The form that updates a pseudo-terminal; fields that are left out do not change."""

    wire_names_ = {"title": "title", "size": "size"}

    title: str | None = None
    """The new title."""

    size: PtySize | None = None
    """The new size."""


@define(kw_only=True, eq=False, repr=False)
class PtysEnvelope(Record):
    """The pseudo-terminals of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[Pty]
    """The pseudo-terminals."""


def decode_pty(d: dict[str, Any]) -> Pty:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(Pty)
    if len(d) == 8:  # most often all that may be there is, and nothing else
        try:
            o.id = d["id"]
            o.title = d["title"]
            o.command = d["command"]
            o.args = [] if (v := d["args"]) is None else array(v)
            o.cwd = d["cwd"]
            o.status = d["status"]
            o.pid = d["pid"]
            o.exit_code = d["exitCode"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.id = d.get("id")
    o.title = d.get("title")
    o.command = d.get("command")
    o.args = [] if (v := d.get("args")) is None else array(v)
    o.cwd = d.get("cwd")
    o.status = d.get("status")
    o.pid = d.get("pid")
    o.exit_code = d.get("exitCode")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("id" in d)
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


def encode_pty(o: Pty) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "args": o.args,
    }
    if o.id is not None:
        d["id"] = o.id
    if o.title is not None:
        d["title"] = o.title
    if o.command is not None:
        d["command"] = o.command
    if o.cwd is not None:
        d["cwd"] = o.cwd
    if o.status is not None:
        d["status"] = o.status
    if o.pid is not None:
        d["pid"] = o.pid
    if o.exit_code is not None:
        d["exitCode"] = o.exit_code
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_create(d: dict[str, Any]) -> PtyCreate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyCreate)
    o.command = d.get("command")
    o.cwd = d.get("cwd")
    o.shell = d.get("shell")
    o.source_ = None if len(d) == 0 + ("command" in d) + ("cwd" in d) + ("shell" in d) else d
    return o


def encode_pty_create(o: PtyCreate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.command is not None:
        d["command"] = o.command
    if o.cwd is not None:
        d["cwd"] = o.cwd
    if o.shell is not None:
        d["shell"] = o.shell
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_envelope(d: dict[str, Any]) -> PtyEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_pty(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_pty_envelope(o: PtyEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_pty(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_size(d: dict[str, Any]) -> PtySize:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtySize)
    o.columns = d["columns"]
    o.rows = d["rows"]
    o.source_ = None if len(d) == 2 else d
    return o


def encode_pty_size(o: PtySize) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "columns": o.columns,
        "rows": o.rows,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_pty_update(d: dict[str, Any]) -> PtyUpdate:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtyUpdate)
    o.title = d.get("title")
    o.size = None if (v := d.get("size")) is None else decode_pty_size(v)
    o.source_ = None if len(d) == 0 + ("title" in d) + ("size" in d) else d
    return o


def encode_pty_update(o: PtyUpdate) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.title is not None:
        d["title"] = o.title
    if o.size is not None:
        d["size"] = encode_pty_size(o.size)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_ptys_envelope(d: dict[str, Any]) -> PtysEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PtysEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_pty(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_ptys_envelope(o: PtysEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_pty(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    Pty: (decode_pty, encode_pty),
    PtyCreate: (decode_pty_create, encode_pty_create),
    PtyEnvelope: (decode_pty_envelope, encode_pty_envelope),
    PtySize: (decode_pty_size, encode_pty_size),
    PtyUpdate: (decode_pty_update, encode_pty_update),
    PtysEnvelope: (decode_ptys_envelope, encode_ptys_envelope),
}
"""From each record to the functions that read and write its wire form."""
