# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new
from ...._core.lazy_attrs_classes import define
from ...._core.record import Names, Record, decode_rest
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "VcsApplied", "VcsAppliedEnvelope", "VcsFileDiff", "VcsFileDiffsEnvelope", "VcsFileStatus",
    "VcsFileStatusesEnvelope", "VcsInfo", "VcsInfoEnvelope", "VcsPatchInput",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsApplied(Record):
    """The result of applying a patch. Returned by `vcs.patch`."""

    __wire_names__: ClassVar[Names] = {"applied": "applied"}

    applied: bool | None = None
    """Whether the patch was applied."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsAppliedEnvelope(Record):
    """The result of applying a patch. Returned by `vcs.patch`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: VcsApplied
    """Whether the patch was applied."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsFileDiff(Record):
    """The diff of one file of the runtime directory. Returned by `vcs.diff`."""

    __wire_names__: ClassVar[Names] = {
        "file": "file",
        "patch": "patch",
        "additions": "additions",
        "deletions": "deletions",
        "status": "status",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"file"})

    file: str
    """The path."""

    patch: str | None = None
    """The diff in unified format."""

    additions: float | None = None
    """The number of added lines."""

    deletions: float | None = None
    """The number of deleted lines."""

    status: Literal["added", "deleted", "modified"] | str | None = None
    """How the file changed."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsFileDiffsEnvelope(Record):
    """The diffs of a runtime directory by file. Returned by `vcs.diff`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[VcsFileDiff]
    """The diffs by file."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsFileStatus(Record):
    """A changed file of the runtime directory. Returned by `vcs.status`."""

    __wire_names__: ClassVar[Names] = {
        "file": "file",
        "additions": "additions",
        "deletions": "deletions",
        "status": "status",
    }
    __assumed__: ClassVar[frozenset[str]] = frozenset({"file"})

    file: str
    """The path."""

    additions: float | None = None
    """The number of added lines."""

    deletions: float | None = None
    """The number of deleted lines."""

    status: Literal["added", "deleted", "modified"] | str | None = None
    """How the file changed."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsFileStatusesEnvelope(Record):
    """The changed files of a runtime directory. Returned by `vcs.status`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[VcsFileStatus]
    """The changed files."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsInfo(Record):
    """The version-control metadata of a directory. Returned by `vcs.get`."""

    __wire_names__: ClassVar[Names] = {"branch": "branch", "default_branch": "default_branch"}

    branch: str | None = None
    """The current branch."""

    default_branch: str | None = None
    """The default branch."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsInfoEnvelope(Record):
    """The version-control metadata of a runtime directory. Returned by `vcs.get`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: VcsInfo
    """The version-control metadata."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class VcsPatchInput(Record):
    """The form that applies a patch. Taken by `vcs.patch`."""

    __wire_names__: ClassVar[Names] = {"patch": "patch"}

    patch: str
    """The patch, a unified diff (assumed)."""


def decode_vcs_applied(d: dict[str, Any]) -> VcsApplied:
    o = new(VcsApplied)
    o.applied = d.get("applied")
    o.__source__ = None if len(d) == ("applied" in d) else d
    return o


def decode_vcs_applied_envelope(d: dict[str, Any]) -> VcsAppliedEnvelope:
    o = new(VcsAppliedEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_vcs_applied(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_vcs_file_diff(d: dict[str, Any]) -> VcsFileDiff:
    o = new(VcsFileDiff)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.file = d["file"]
            o.patch = d["patch"]
            o.additions = d["additions"]
            o.deletions = d["deletions"]
            o.status = d["status"]
            o.__source__ = None
            return o
        o.file = d["file"]
        o.patch = d.get("patch")
        o.additions = d.get("additions")
        o.deletions = d.get("deletions")
        o.status = d.get("status")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = (
        None if len(d) == 1 + ("patch" in d) + ("additions" in d) + ("deletions" in d) + ("status" in d) else d
    )
    return o


def decode_vcs_file_diffs_envelope(d: dict[str, Any]) -> VcsFileDiffsEnvelope:
    o = new(VcsFileDiffsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_vcs_file_diff)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_vcs_file_status(d: dict[str, Any]) -> VcsFileStatus:
    o = new(VcsFileStatus)
    try:
        o.file = d["file"]
        o.additions = d.get("additions")
        o.deletions = d.get("deletions")
        o.status = d.get("status")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("additions" in d) + ("deletions" in d) + ("status" in d) else d
    return o


def decode_vcs_file_statuses_envelope(d: dict[str, Any]) -> VcsFileStatusesEnvelope:
    o = new(VcsFileStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_vcs_file_status)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_vcs_info(d: dict[str, Any]) -> VcsInfo:
    o = new(VcsInfo)
    o.branch = d.get("branch")
    o.default_branch = d.get("default_branch")
    o.__source__ = None if len(d) == ("branch" in d) + ("default_branch" in d) else d
    return o


def decode_vcs_info_envelope(d: dict[str, Any]) -> VcsInfoEnvelope:
    o = new(VcsInfoEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_vcs_info(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_vcs_patch_input(d: dict[str, Any]) -> VcsPatchInput:
    o = new(VcsPatchInput)
    o.patch = d["patch"]
    o.__source__ = None if len(d) == 1 else d
    return o
