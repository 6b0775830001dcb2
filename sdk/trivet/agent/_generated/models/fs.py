# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record of its wire form, which is trusted to fit.
"""

from __future__ import annotations

from typing import Any, Literal

from attrs import Factory, define

from ...._core.incomplete import decode_rest
from ...._core.record import Record
from ...._core.wire import array
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "FileContent",
    "FileContentEnvelope",
    "FilePatch",
    "FileSystemEntriesEnvelope",
    "FileSystemEntry",
    "GrepInput",
    "GrepMatch",
    "GrepMatchesEnvelope",
    "GrepSubmatch",
    "PatchHunk",
    "SearchInput",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileContent(Record):
    """A file that was read. Given by `fs.file`."""

    wire_names_ = {
        "type": "type",
        "content": "content",
        "diff": "diff",
        "patch": "patch",
        "encoding": "encoding",
        "mimeType": "mime_type",
    }

    type: Literal["text", "binary"] | str | None = None
    """What it holds."""

    content: str | None = None
    """Its text, or its bytes as `encoding` says."""

    diff: str | None = None
    """How it differs from the last commit, as text."""

    patch: FilePatch | None = None
    """The same, line by line."""

    encoding: Literal["base64"] | str | None = None
    """How the bytes are written, where it is not text."""

    mime_type: str | None = None
    """Its media type."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileContentEnvelope(Record):
    """The `FileContentEnvelope` object of the contract. Given by `fs.file`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: FileContent
    """The file."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FilePatch(Record):
    """How a file differs from the last commit. Given by `fs.file`."""

    wire_names_ = {
        "oldFileName": "old_file_name",
        "newFileName": "new_file_name",
        "oldHeader": "old_header",
        "newHeader": "new_header",
        "hunks": "hunks",
        "index": "index",
    }

    old_file_name: str | None = None
    """The path before."""

    new_file_name: str | None = None
    """The path after."""

    old_header: str | None = None
    """What the patch says of the file before."""

    new_header: str | None = None
    """What the patch says of the file after."""

    hunks: list[PatchHunk] = Factory(lambda: list[PatchHunk]())
    """The places that differ."""

    index: str | None = None
    """The index line of the patch."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileSystemEntriesEnvelope(Record):
    """The `FileSystemEntriesEnvelope` object of the contract. Given by `fs.search` and `fs.tree`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[FileSystemEntry]
    """The entries."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileSystemEntry(Record):
    """A file or a directory. Given by `fs.search` and `fs.tree`."""

    wire_names_ = {"path": "path", "type": "type"}

    path: str
    """Its path, relative to the directory of the runtime context."""

    type: Literal["file", "directory"] | str | None = None
    """What it is."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GrepInput(Record):
    """The `GrepInput` object of the contract. Taken by `fs.grep`."""

    wire_names_ = {"pattern": "pattern", "include": "include", "limit": "limit"}

    pattern: str
    """The regular expression to look for."""

    include: str | None = None
    """Only files whose path fits this glob."""

    limit: float | None = None
    """How many matches at most."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GrepMatch(Record):
    """A line that matches. Given by `fs.grep`."""

    wire_names_ = {"path": "path", "line": "line", "text": "text", "submatches": "submatches"}

    path: str
    """The file, relative to the directory of the runtime context."""

    line: int | None = None
    """The number of the line, from 1 on."""

    text: str | None = None
    """The line."""

    submatches: list[GrepSubmatch] = Factory(lambda: list[GrepSubmatch]())
    """What in it matches."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GrepMatchesEnvelope(Record):
    """The `GrepMatchesEnvelope` object of the contract. Given by `fs.grep`."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The runtime context that was resolved, where the operation has one."""

    data: list[GrepMatch]
    """The lines that match."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GrepSubmatch(Record):
    """What in a line matches. Given by `fs.grep`."""

    wire_names_ = {"text": "text", "start": "start", "end": "end"}

    text: str | None = None
    """The text that matches."""

    start: int | None = None
    """Where it begins in the line."""

    end: int | None = None
    """Where it ends."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PatchHunk(Record):
    """One place where a file differs. Given by `fs.file`."""

    wire_names_ = {
        "oldStart": "old_start",
        "oldLines": "old_lines",
        "newStart": "new_start",
        "newLines": "new_lines",
        "lines": "lines",
    }

    old_start: int | None = None
    """The first line before."""

    old_lines: int | None = None
    """How many lines before."""

    new_start: int | None = None
    """The first line after."""

    new_lines: int | None = None
    """How many lines after."""

    lines: list[str] = Factory(lambda: list[str]())
    """The lines, each behind a blank, a plus or a minus."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SearchInput(Record):
    """The `SearchInput` object of the contract. Taken by `fs.search`."""

    wire_names_ = {"query": "query", "type": "type", "limit": "limit"}

    query: str
    """What the name is to resemble."""

    type: Literal["file", "directory"] | str | None = None
    """Only files, or only directories."""

    limit: float | None = None
    """How many entries at most."""


def decode_file_content(d: dict[str, Any]) -> FileContent:
    o = _new(FileContent)
    if len(d) == 6:  # most often all optional fields are there, and no unknown one
        try:
            o.type = d["type"]
            o.content = d["content"]
            o.diff = d["diff"]
            o.patch = None if (v := d["patch"]) is None else decode_file_patch(v)
            o.encoding = d["encoding"]
            o.mime_type = d["mimeType"]
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(o, d, {"patch": lambda v: None if v is None else decode_file_patch(v)})
    o.type = d.get("type")
    o.content = d.get("content")
    o.diff = d.get("diff")
    o.patch = None if (v := d.get("patch")) is None else decode_file_patch(v)
    o.encoding = d.get("encoding")
    o.mime_type = d.get("mimeType")
    o.source_ = (
        None
        if len(d)
        == 0 + ("type" in d) + ("content" in d) + ("diff" in d) + ("patch" in d) + ("encoding" in d) + ("mimeType" in d)
        else d
    )
    return o


def decode_file_content_envelope(d: dict[str, Any]) -> FileContentEnvelope:
    o = _new(FileContentEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_file_content(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_file_patch(d: dict[str, Any]) -> FilePatch:
    o = _new(FilePatch)
    if len(d) == 6:  # most often all optional fields are there, and no unknown one
        try:
            o.old_file_name = d["oldFileName"]
            o.new_file_name = d["newFileName"]
            o.old_header = d["oldHeader"]
            o.new_header = d["newHeader"]
            o.hunks = [] if (v := d["hunks"]) is None else [decode_patch_hunk(each) for each in array(v)]
            o.index = d["index"]
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(
                o, d, {"hunks": lambda v: [] if v is None else [decode_patch_hunk(each) for each in array(v)]}
            )
    o.old_file_name = d.get("oldFileName")
    o.new_file_name = d.get("newFileName")
    o.old_header = d.get("oldHeader")
    o.new_header = d.get("newHeader")
    o.hunks = [] if (v := d.get("hunks")) is None else [decode_patch_hunk(each) for each in array(v)]
    o.index = d.get("index")
    o.source_ = (
        None
        if len(d)
        == 0
        + ("oldFileName" in d)
        + ("newFileName" in d)
        + ("oldHeader" in d)
        + ("newHeader" in d)
        + ("hunks" in d)
        + ("index" in d)
        else d
    )
    return o


def decode_file_system_entries_envelope(d: dict[str, Any]) -> FileSystemEntriesEnvelope:
    o = _new(FileSystemEntriesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_file_system_entry(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_file_system_entry(d: dict[str, Any]) -> FileSystemEntry:
    o = _new(FileSystemEntry)
    o.path = d["path"]
    o.type = d.get("type")
    o.source_ = None if len(d) == 1 + ("type" in d) else d
    return o


def decode_grep_input(d: dict[str, Any]) -> GrepInput:
    o = _new(GrepInput)
    o.pattern = d["pattern"]
    o.include = d.get("include")
    o.limit = d.get("limit")
    o.source_ = None if len(d) == 1 + ("include" in d) + ("limit" in d) else d
    return o


def decode_grep_match(d: dict[str, Any]) -> GrepMatch:
    o = _new(GrepMatch)
    o.path = d["path"]
    o.line = d.get("line")
    o.text = d.get("text")
    o.submatches = [] if (v := d.get("submatches")) is None else [decode_grep_submatch(each) for each in array(v)]
    o.source_ = None if len(d) == 1 + ("line" in d) + ("text" in d) + ("submatches" in d) else d
    return o


def decode_grep_matches_envelope(d: dict[str, Any]) -> GrepMatchesEnvelope:
    o = _new(GrepMatchesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_grep_match(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_grep_submatch(d: dict[str, Any]) -> GrepSubmatch:
    o = _new(GrepSubmatch)
    o.text = d.get("text")
    o.start = d.get("start")
    o.end = d.get("end")
    o.source_ = None if len(d) == 0 + ("text" in d) + ("start" in d) + ("end" in d) else d
    return o


def decode_patch_hunk(d: dict[str, Any]) -> PatchHunk:
    o = _new(PatchHunk)
    if len(d) == 5:  # most often all optional fields are there, and no unknown one
        try:
            o.old_start = d["oldStart"]
            o.old_lines = d["oldLines"]
            o.new_start = d["newStart"]
            o.new_lines = d["newLines"]
            o.lines = [] if (v := d["lines"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            return decode_rest(o, d, {"lines": lambda v: [] if v is None else array(v)})
    o.old_start = d.get("oldStart")
    o.old_lines = d.get("oldLines")
    o.new_start = d.get("newStart")
    o.new_lines = d.get("newLines")
    o.lines = [] if (v := d.get("lines")) is None else array(v)
    o.source_ = (
        None
        if len(d) == 0 + ("oldStart" in d) + ("oldLines" in d) + ("newStart" in d) + ("newLines" in d) + ("lines" in d)
        else d
    )
    return o


def decode_search_input(d: dict[str, Any]) -> SearchInput:
    o = _new(SearchInput)
    o.query = d["query"]
    o.type = d.get("type")
    o.limit = d.get("limit")
    o.source_ = None if len(d) == 1 + ("type" in d) + ("limit" in d) else d
    return o
