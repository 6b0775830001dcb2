# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ...._core.decoders import new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, decode_rest

__all__ = [
    "FailedNotice", "ReadyNotice", "SessionNamed",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FailedNotice(Record):
    """A workspace or worktree that could not be created. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"message": "message"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"message"})

    message: str
    """The error message."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class ReadyNotice(Record):
    """A workspace or worktree that is ready. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"name": "name", "branch": "branch"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"name"})

    name: str
    """The name."""

    branch: str | None = None
    """The current branch."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SessionNamed(Record):
    """A reference to a session. Returned by `event.subscribe`."""

    __wire_names__: ClassVar[Names] = {"sessionID": "session_id"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"session_id"})

    session_id: str
    """The id of the session."""


def decode_failed_notice(d: dict[str, Any]) -> FailedNotice:
    o = new(FailedNotice)
    try:
        o.message = d["message"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o


def decode_ready_notice(d: dict[str, Any]) -> ReadyNotice:
    o = new(ReadyNotice)
    try:
        o.name = d["name"]
        o.branch = d.get("branch")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("branch" in d) else d
    return o


def decode_session_named(d: dict[str, Any]) -> SessionNamed:
    o = new(SessionNamed)
    try:
        o.session_id = d["sessionID"]
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 else d
    return o
