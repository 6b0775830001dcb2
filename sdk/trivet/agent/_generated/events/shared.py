# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record of its wire form, which is trusted to fit.
"""

from __future__ import annotations

from typing import Any

from attrs import define

from ...._core.record import Record

__all__ = ["FailedNotice", "ReadyNotice", "SessionNamed"]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FailedNotice(Record):
    """A workspace or work tree that could not be made. Given by `event.subscribe`."""

    wire_names_ = {"message": "message"}

    message: str
    """What went wrong."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ReadyNotice(Record):
    """A workspace or work tree that is ready. Given by `event.subscribe`."""

    wire_names_ = {"name": "name", "branch": "branch"}

    name: str
    """Its name."""

    branch: str | None = None
    """The branch it is on."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNamed(Record):
    """The session that it is about. Given by `event.subscribe`."""

    wire_names_ = {"sessionID": "session_id"}

    session_id: str
    """The session."""


def decode_failed_notice(d: dict[str, Any]) -> FailedNotice:
    o = _new(FailedNotice)
    o.message = d["message"]
    o.source_ = None if len(d) == 1 else d
    return o


def decode_ready_notice(d: dict[str, Any]) -> ReadyNotice:
    o = _new(ReadyNotice)
    o.name = d["name"]
    o.branch = d.get("branch")
    o.source_ = None if len(d) == 1 + ("branch" in d) else d
    return o


def decode_session_named(d: dict[str, Any]) -> SessionNamed:
    o = _new(SessionNamed)
    o.session_id = d["sessionID"]
    o.source_ = None if len(d) == 1 else d
    return o
