# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from attrs import define

from ...._core.record import Record, extra
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context, encode_runtime_context

__all__ = [
    "RECORDS",
    "VcsApplied",
    "VcsAppliedEnvelope",
    "VcsFileDiff",
    "VcsFileDiffsEnvelope",
    "VcsFileStatus",
    "VcsFileStatusesEnvelope",
    "VcsInfo",
    "VcsInfoEnvelope",
    "VcsPatchInput",
    "decode_vcs_applied",
    "decode_vcs_applied_envelope",
    "decode_vcs_file_diff",
    "decode_vcs_file_diffs_envelope",
    "decode_vcs_file_status",
    "decode_vcs_file_statuses_envelope",
    "decode_vcs_info",
    "decode_vcs_info_envelope",
    "decode_vcs_patch_input",
    "encode_vcs_applied",
    "encode_vcs_applied_envelope",
    "encode_vcs_file_diff",
    "encode_vcs_file_diffs_envelope",
    "encode_vcs_file_status",
    "encode_vcs_file_statuses_envelope",
    "encode_vcs_info",
    "encode_vcs_info_envelope",
    "encode_vcs_patch_input",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class VcsApplied(Record):
    """The result of applying a patch."""

    wire_names_ = {"applied": "applied"}

    applied: bool | None = None
    """Whether the patch was applied."""


@define(kw_only=True, eq=False, repr=False)
class VcsAppliedEnvelope(Record):
    """The result of applying a patch."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: VcsApplied
    """Whether the patch was applied."""


@define(kw_only=True, eq=False, repr=False)
class VcsFileDiff(Record):
    """The diff of one file of the runtime directory."""

    wire_names_ = {
        "file": "file",
        "patch": "patch",
        "additions": "additions",
        "deletions": "deletions",
        "status": "status",
    }

    file: str | None = None
    """The path."""

    patch: str | None = None
    """The diff in unified format."""

    additions: float | None = None
    """The number of added lines."""

    deletions: float | None = None
    """The number of deleted lines."""

    status: Literal["added", "deleted", "modified"] | str | None = None
    """How the file changed."""


@define(kw_only=True, eq=False, repr=False)
class VcsFileDiffsEnvelope(Record):
    """The diffs of a runtime directory by file."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[VcsFileDiff]
    """The diffs by file."""


@define(kw_only=True, eq=False, repr=False)
class VcsFileStatus(Record):
    """A changed file of the runtime directory."""

    wire_names_ = {"file": "file", "additions": "additions", "deletions": "deletions", "status": "status"}

    file: str | None = None
    """The path."""

    additions: float | None = None
    """The number of added lines."""

    deletions: float | None = None
    """The number of deleted lines."""

    status: Literal["added", "deleted", "modified"] | str | None = None
    """How the file changed."""


@define(kw_only=True, eq=False, repr=False)
class VcsFileStatusesEnvelope(Record):
    """The changed files of a runtime directory."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[VcsFileStatus]
    """The changed files."""


@define(kw_only=True, eq=False, repr=False)
class VcsInfo(Record):
    """The version-control metadata of a directory."""

    wire_names_ = {"branch": "branch", "default_branch": "default_branch"}

    branch: str | None = None
    """The current branch."""

    default_branch: str | None = None
    """The default branch."""


@define(kw_only=True, eq=False, repr=False)
class VcsInfoEnvelope(Record):
    """The version-control metadata of a runtime directory."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: VcsInfo
    """The version-control metadata."""


@define(kw_only=True, eq=False, repr=False)
class VcsPatchInput(Record):
    """The form that applies a patch."""

    wire_names_ = {"patch": "patch"}

    patch: str
    """The patch, as a unified diff."""


def decode_vcs_applied(d: dict[str, Any]) -> VcsApplied:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsApplied)
    o.applied = d.get("applied")
    o.source_ = None if len(d) == 0 + ("applied" in d) else d
    return o


def encode_vcs_applied(o: VcsApplied) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.applied is not None:
        d["applied"] = o.applied
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_applied_envelope(d: dict[str, Any]) -> VcsAppliedEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsAppliedEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_vcs_applied(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_vcs_applied_envelope(o: VcsAppliedEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_vcs_applied(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_file_diff(d: dict[str, Any]) -> VcsFileDiff:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsFileDiff)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.file = d["file"]
            o.patch = d["patch"]
            o.additions = d["additions"]
            o.deletions = d["deletions"]
            o.status = d["status"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.file = d.get("file")
    o.patch = d.get("patch")
    o.additions = d.get("additions")
    o.deletions = d.get("deletions")
    o.status = d.get("status")
    o.source_ = (
        None
        if len(d) == 0 + ("file" in d) + ("patch" in d) + ("additions" in d) + ("deletions" in d) + ("status" in d)
        else d
    )
    return o


def encode_vcs_file_diff(o: VcsFileDiff) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.file is not None:
        d["file"] = o.file
    if o.patch is not None:
        d["patch"] = o.patch
    if o.additions is not None:
        d["additions"] = o.additions
    if o.deletions is not None:
        d["deletions"] = o.deletions
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_file_diffs_envelope(d: dict[str, Any]) -> VcsFileDiffsEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsFileDiffsEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_vcs_file_diff(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_vcs_file_diffs_envelope(o: VcsFileDiffsEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_vcs_file_diff(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_file_status(d: dict[str, Any]) -> VcsFileStatus:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsFileStatus)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.file = d["file"]
            o.additions = d["additions"]
            o.deletions = d["deletions"]
            o.status = d["status"]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.file = d.get("file")
    o.additions = d.get("additions")
    o.deletions = d.get("deletions")
    o.status = d.get("status")
    o.source_ = None if len(d) == 0 + ("file" in d) + ("additions" in d) + ("deletions" in d) + ("status" in d) else d
    return o


def encode_vcs_file_status(o: VcsFileStatus) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.file is not None:
        d["file"] = o.file
    if o.additions is not None:
        d["additions"] = o.additions
    if o.deletions is not None:
        d["deletions"] = o.deletions
    if o.status is not None:
        d["status"] = o.status
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_file_statuses_envelope(d: dict[str, Any]) -> VcsFileStatusesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsFileStatusesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_vcs_file_status(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_vcs_file_statuses_envelope(o: VcsFileStatusesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_vcs_file_status(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_info(d: dict[str, Any]) -> VcsInfo:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsInfo)
    o.branch = d.get("branch")
    o.default_branch = d.get("default_branch")
    o.source_ = None if len(d) == 0 + ("branch" in d) + ("default_branch" in d) else d
    return o


def encode_vcs_info(o: VcsInfo) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.branch is not None:
        d["branch"] = o.branch
    if o.default_branch is not None:
        d["default_branch"] = o.default_branch
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_info_envelope(d: dict[str, Any]) -> VcsInfoEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsInfoEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_vcs_info(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_vcs_info_envelope(o: VcsInfoEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_vcs_info(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_vcs_patch_input(d: dict[str, Any]) -> VcsPatchInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(VcsPatchInput)
    o.patch = d["patch"]
    o.source_ = None if len(d) == 1 else d
    return o


def encode_vcs_patch_input(o: VcsPatchInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "patch": o.patch,
    }
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    VcsApplied: (decode_vcs_applied, encode_vcs_applied),
    VcsAppliedEnvelope: (decode_vcs_applied_envelope, encode_vcs_applied_envelope),
    VcsFileDiff: (decode_vcs_file_diff, encode_vcs_file_diff),
    VcsFileDiffsEnvelope: (decode_vcs_file_diffs_envelope, encode_vcs_file_diffs_envelope),
    VcsFileStatus: (decode_vcs_file_status, encode_vcs_file_status),
    VcsFileStatusesEnvelope: (decode_vcs_file_statuses_envelope, encode_vcs_file_statuses_envelope),
    VcsInfo: (decode_vcs_info, encode_vcs_info),
    VcsInfoEnvelope: (decode_vcs_info_envelope, encode_vcs_info_envelope),
    VcsPatchInput: (decode_vcs_patch_input, encode_vcs_patch_input),
}
"""From each record to the functions that read and write its wire form."""
