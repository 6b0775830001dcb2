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
    "RECORDS",
    "SearchInput",
    "decode_file_content",
    "decode_file_content_envelope",
    "decode_file_patch",
    "decode_file_system_entries_envelope",
    "decode_file_system_entry",
    "decode_grep_input",
    "decode_grep_match",
    "decode_grep_matches_envelope",
    "decode_grep_submatch",
    "decode_patch_hunk",
    "decode_search_input",
    "encode_file_content",
    "encode_file_content_envelope",
    "encode_file_patch",
    "encode_file_system_entries_envelope",
    "encode_file_system_entry",
    "encode_grep_input",
    "encode_grep_match",
    "encode_grep_matches_envelope",
    "encode_grep_submatch",
    "encode_patch_hunk",
    "encode_search_input",
]

_new = object.__new__


@define(kw_only=True, eq=False, repr=False)
class FileContent(Record):
    """The content of a file."""

    wire_names_ = {
        "type": "type",
        "content": "content",
        "diff": "diff",
        "patch": "patch",
        "encoding": "encoding",
        "mimeType": "mime_type",
    }

    type: Literal["text", "binary"] | str | None = None
    """Whether the file is text or binary."""

    content: str | None = None
    """The text, or the bytes in the form that `encoding` names."""

    diff: str | None = None
    """The difference from the last commit, as text."""

    patch: FilePatch | None = None
    """The difference from the last commit, by hunk."""

    encoding: Literal["base64"] | str | None = None
    """The encoding of the bytes, if the file is not text."""

    mime_type: str | None = None
    """The media type."""


@define(kw_only=True, eq=False, repr=False)
class FileContentEnvelope(Record):
    """The content of a file."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: FileContent
    """The file."""


@define(kw_only=True, eq=False, repr=False)
class FilePatch(Record):
    """The difference of a file from the last commit."""

    wire_names_ = {
        "oldFileName": "old_file_name",
        "newFileName": "new_file_name",
        "oldHeader": "old_header",
        "newHeader": "new_header",
        "hunks": "hunks",
        "index": "index",
    }

    old_file_name: str | None = None
    """The old path."""

    new_file_name: str | None = None
    """The new path."""

    old_header: str | None = None
    """The header of the old file."""

    new_header: str | None = None
    """The header of the new file."""

    hunks: list[PatchHunk] = Factory(lambda: list[PatchHunk]())
    """The hunks."""

    index: str | None = None
    """The index line of the patch."""


@define(kw_only=True, eq=False, repr=False)
class FileSystemEntriesEnvelope(Record):
    """Files and directories of a runtime context."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[FileSystemEntry]
    """The files and directories."""


@define(kw_only=True, eq=False, repr=False)
class FileSystemEntry(Record):
    """A file or a directory."""

    wire_names_ = {"path": "path", "type": "type"}

    path: str | None = None
    """The path, relative to the directory of the runtime context."""

    type: Literal["file", "directory"] | str | None = None
    """Whether it is a file or a directory."""


@define(kw_only=True, eq=False, repr=False)
class GrepInput(Record):
    """The form that searches the contents of files."""

    wire_names_ = {"pattern": "pattern", "include": "include", "limit": "limit"}

    pattern: str
    """The regular expression to look for."""

    include: str | None = None
    """Only files whose path matches this glob pattern."""

    limit: float | None = None
    """The maximum number of matches."""


@define(kw_only=True, eq=False, repr=False)
class GrepMatch(Record):
    """A line of a file that matches a search."""

    wire_names_ = {"path": "path", "line": "line", "text": "text", "submatches": "submatches"}

    path: str | None = None
    """The path of the file, relative to the directory of the runtime context."""

    line: int | None = None
    """The line number, starting at 1."""

    text: str | None = None
    """The text of the line."""

    submatches: list[GrepSubmatch] = Factory(lambda: list[GrepSubmatch]())
    """The matching parts of the line."""


@define(kw_only=True, eq=False, repr=False)
class GrepMatchesEnvelope(Record):
    """The lines that match a search."""

    wire_names_ = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[GrepMatch]
    """The matching lines."""


@define(kw_only=True, eq=False, repr=False)
class GrepSubmatch(Record):
    """A matching part of a line."""

    wire_names_ = {"text": "text", "start": "start", "end": "end"}

    text: str | None = None
    """The matching text."""

    start: int | None = None
    """The position of the start in the line."""

    end: int | None = None
    """The position of the end."""


@define(kw_only=True, eq=False, repr=False)
class PatchHunk(Record):
    """One hunk of a patch."""

    wire_names_ = {
        "oldStart": "old_start",
        "oldLines": "old_lines",
        "newStart": "new_start",
        "newLines": "new_lines",
        "lines": "lines",
    }

    old_start: int | None = None
    """The first old line."""

    old_lines: int | None = None
    """The number of old lines."""

    new_start: int | None = None
    """The first new line."""

    new_lines: int | None = None
    """The number of new lines."""

    lines: list[str] = Factory(lambda: list[str]())
    """The lines, each prefixed with a space, a plus or a minus."""


@define(kw_only=True, eq=False, repr=False)
class SearchInput(Record):
    """The form that searches files and directories by name."""

    wire_names_ = {"query": "query", "type": "type", "limit": "limit"}

    query: str
    """The text to match names against."""

    type: Literal["file", "directory"] | str | None = None
    """Only files or only directories."""

    limit: float | None = None
    """The maximum number of entries."""


def decode_file_content(d: dict[str, Any]) -> FileContent:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileContent)
    if len(d) == 6:  # most often all that may be there is, and nothing else
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
            pass
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


def encode_file_content(o: FileContent) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.type is not None:
        d["type"] = o.type
    if o.content is not None:
        d["content"] = o.content
    if o.diff is not None:
        d["diff"] = o.diff
    if o.patch is not None:
        d["patch"] = encode_file_patch(o.patch)
    if o.encoding is not None:
        d["encoding"] = o.encoding
    if o.mime_type is not None:
        d["mimeType"] = o.mime_type
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_content_envelope(d: dict[str, Any]) -> FileContentEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileContentEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_file_content(d["data"])
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_file_content_envelope(o: FileContentEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": encode_file_content(o.data),
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_patch(d: dict[str, Any]) -> FilePatch:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FilePatch)
    if len(d) == 6:  # most often all that may be there is, and nothing else
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
            pass
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


def encode_file_patch(o: FilePatch) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "hunks": [encode_patch_hunk(each) for each in o.hunks],
    }
    if o.old_file_name is not None:
        d["oldFileName"] = o.old_file_name
    if o.new_file_name is not None:
        d["newFileName"] = o.new_file_name
    if o.old_header is not None:
        d["oldHeader"] = o.old_header
    if o.new_header is not None:
        d["newHeader"] = o.new_header
    if o.index is not None:
        d["index"] = o.index
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_system_entries_envelope(d: dict[str, Any]) -> FileSystemEntriesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileSystemEntriesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_file_system_entry(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_file_system_entries_envelope(o: FileSystemEntriesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_file_system_entry(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_file_system_entry(d: dict[str, Any]) -> FileSystemEntry:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(FileSystemEntry)
    o.path = d.get("path")
    o.type = d.get("type")
    o.source_ = None if len(d) == 0 + ("path" in d) + ("type" in d) else d
    return o


def encode_file_system_entry(o: FileSystemEntry) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.path is not None:
        d["path"] = o.path
    if o.type is not None:
        d["type"] = o.type
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_grep_input(d: dict[str, Any]) -> GrepInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GrepInput)
    o.pattern = d["pattern"]
    o.include = d.get("include")
    o.limit = d.get("limit")
    o.source_ = None if len(d) == 1 + ("include" in d) + ("limit" in d) else d
    return o


def encode_grep_input(o: GrepInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "pattern": o.pattern,
    }
    if o.include is not None:
        d["include"] = o.include
    if o.limit is not None:
        d["limit"] = o.limit
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_grep_match(d: dict[str, Any]) -> GrepMatch:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GrepMatch)
    if len(d) == 4:  # most often all that may be there is, and nothing else
        try:
            o.path = d["path"]
            o.line = d["line"]
            o.text = d["text"]
            o.submatches = [] if (v := d["submatches"]) is None else [decode_grep_submatch(each) for each in array(v)]
            o.source_ = None
            return o
        except KeyError:
            pass
    o.path = d.get("path")
    o.line = d.get("line")
    o.text = d.get("text")
    o.submatches = [] if (v := d.get("submatches")) is None else [decode_grep_submatch(each) for each in array(v)]
    o.source_ = None if len(d) == 0 + ("path" in d) + ("line" in d) + ("text" in d) + ("submatches" in d) else d
    return o


def encode_grep_match(o: GrepMatch) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "submatches": [encode_grep_submatch(each) for each in o.submatches],
    }
    if o.path is not None:
        d["path"] = o.path
    if o.line is not None:
        d["line"] = o.line
    if o.text is not None:
        d["text"] = o.text
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_grep_matches_envelope(d: dict[str, Any]) -> GrepMatchesEnvelope:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GrepMatchesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = [decode_grep_match(each) for each in array(d["data"])]
    o.source_ = None if len(d) == 1 + ("location" in d) else d
    return o


def encode_grep_matches_envelope(o: GrepMatchesEnvelope) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "data": [encode_grep_match(each) for each in o.data],
    }
    if o.location is not None:
        d["location"] = encode_runtime_context(o.location)
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_grep_submatch(d: dict[str, Any]) -> GrepSubmatch:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(GrepSubmatch)
    o.text = d.get("text")
    o.start = d.get("start")
    o.end = d.get("end")
    o.source_ = None if len(d) == 0 + ("text" in d) + ("start" in d) + ("end" in d) else d
    return o


def encode_grep_submatch(o: GrepSubmatch) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {}
    if o.text is not None:
        d["text"] = o.text
    if o.start is not None:
        d["start"] = o.start
    if o.end is not None:
        d["end"] = o.end
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_patch_hunk(d: dict[str, Any]) -> PatchHunk:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(PatchHunk)
    if len(d) == 5:  # most often all that may be there is, and nothing else
        try:
            o.old_start = d["oldStart"]
            o.old_lines = d["oldLines"]
            o.new_start = d["newStart"]
            o.new_lines = d["newLines"]
            o.lines = [] if (v := d["lines"]) is None else array(v)
            o.source_ = None
            return o
        except KeyError:
            pass
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


def encode_patch_hunk(o: PatchHunk) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "lines": o.lines,
    }
    if o.old_start is not None:
        d["oldStart"] = o.old_start
    if o.old_lines is not None:
        d["oldLines"] = o.old_lines
    if o.new_start is not None:
        d["newStart"] = o.new_start
    if o.new_lines is not None:
        d["newLines"] = o.new_lines
    if o.source_ is not None:
        d |= extra(o)
    return d


def decode_search_input(d: dict[str, Any]) -> SearchInput:
    """Make the record of its wire form, which is trusted to fit."""
    o = _new(SearchInput)
    o.query = d["query"]
    o.type = d.get("type")
    o.limit = d.get("limit")
    o.source_ = None if len(d) == 1 + ("type" in d) + ("limit" in d) else d
    return o


def encode_search_input(o: SearchInput) -> dict[str, Any]:
    """Make the wire form of the record."""
    d: dict[str, Any] = {
        "query": o.query,
    }
    if o.type is not None:
        d["type"] = o.type
    if o.limit is not None:
        d["limit"] = o.limit
    if o.source_ is not None:
        d |= extra(o)
    return d


RECORDS: dict[type[Record], tuple[Callable[[dict[str, Any]], Record], Callable[[Any], dict[str, Any]]]] = {
    FileContent: (decode_file_content, encode_file_content),
    FileContentEnvelope: (decode_file_content_envelope, encode_file_content_envelope),
    FilePatch: (decode_file_patch, encode_file_patch),
    FileSystemEntriesEnvelope: (decode_file_system_entries_envelope, encode_file_system_entries_envelope),
    FileSystemEntry: (decode_file_system_entry, encode_file_system_entry),
    GrepInput: (decode_grep_input, encode_grep_input),
    GrepMatch: (decode_grep_match, encode_grep_match),
    GrepMatchesEnvelope: (decode_grep_matches_envelope, encode_grep_matches_envelope),
    GrepSubmatch: (decode_grep_submatch, encode_grep_submatch),
    PatchHunk: (decode_patch_hunk, encode_patch_hunk),
    SearchInput: (decode_search_input, encode_search_input),
}
"""From each record to the functions that read and write its wire form."""
