# Generated from spec/agent.yaml by `python -m codegen`; do not edit.
"""The records of the Agent Server, revision 2.

Each `decode_` function makes a record from its wire form, whose types it does not check.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from ...._core.decoders import array, new, optional_array
from ...._core.lazy_attrs_classes import Factory, define
from ...._core.record import Names, Record, decode_rest, or_null
from .shared import RuntimeContext, decode_runtime_context

__all__ = [
    "FileContent", "FileContentEnvelope", "FilePatch", "FileSystemEntriesEnvelope", "FileSystemEntry", "GrepInput",
    "GrepMatch", "GrepMatchesEnvelope", "GrepSubmatch", "PatchHunk", "SearchInput",
]  # fmt: skip


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileContent(Record):
    """The content of a file. Returned by `fs.file`."""

    __wire_names__: ClassVar[Names] = {
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileContentEnvelope(Record):
    """The content of a file. Returned by `fs.file`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: FileContent
    """The file."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FilePatch(Record):
    """The difference of a file from the last commit. Returned by `fs.file`."""

    __wire_names__: ClassVar[Names] = {
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileSystemEntriesEnvelope(Record):
    """Files and directories of a runtime context. Returned by `fs.search` and `fs.tree`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[FileSystemEntry]
    """The files and directories."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class FileSystemEntry(Record):
    """A file or a directory. Returned by `fs.search` and `fs.tree`."""

    __wire_names__: ClassVar[Names] = {"path": "path", "type": "type"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"path"})

    path: str
    """The path, relative to the directory of the runtime context."""

    type: Literal["file", "directory"] | str | None = None
    """Whether it is a file or a directory."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GrepInput(Record):
    """The form that searches the contents of files. Taken by `fs.grep`."""

    __wire_names__: ClassVar[Names] = {"pattern": "pattern", "include": "include", "limit": "limit"}

    pattern: str
    """The regular expression to look for (assumed)."""

    include: str | None = None
    """Only files whose path matches this glob pattern (assumed)."""

    limit: float | None = None
    """The maximum number of matches (assumed)."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GrepMatch(Record):
    """A line of a file that matches a search. Returned by `fs.grep`."""

    __wire_names__: ClassVar[Names] = {"path": "path", "line": "line", "text": "text", "submatches": "submatches"}
    __assumed__: ClassVar[frozenset[str]] = frozenset({"path"})

    path: str
    """The path of the file, relative to the directory of the runtime context."""

    line: int | None = None
    """The line number, starting at 1."""

    text: str | None = None
    """The text of the line."""

    submatches: list[GrepSubmatch] = Factory(lambda: list[GrepSubmatch]())
    """The matching parts of the line."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GrepMatchesEnvelope(Record):
    """The lines that match a search. Returned by `fs.grep`."""

    __wire_names__: ClassVar[Names] = {"location": "location", "data": "data"}

    location: RuntimeContext | None = None
    """The resolved runtime context, if the operation has one."""

    data: list[GrepMatch]
    """The matching lines."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class GrepSubmatch(Record):
    """A matching part of a line. Returned by `fs.grep`."""

    __wire_names__: ClassVar[Names] = {"text": "text", "start": "start", "end": "end"}

    text: str | None = None
    """The matching text."""

    start: int | None = None
    """The position of the start in the line."""

    end: int | None = None
    """The position of the end."""


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class PatchHunk(Record):
    """One hunk of a patch. Returned by `fs.file`."""

    __wire_names__: ClassVar[Names] = {
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


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class SearchInput(Record):
    """The form that searches files and directories by name. Taken by `fs.search`."""

    __wire_names__: ClassVar[Names] = {"query": "query", "type": "type", "limit": "limit"}

    query: str
    """The text to match names against."""

    type: Literal["file", "directory"] | str | None = None
    """Only files or only directories."""

    limit: float | None = None
    """The maximum number of entries (assumed)."""


def decode_file_content(d: dict[str, Any]) -> FileContent:
    o = new(FileContent)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.type = d["type"]
            o.content = d["content"]
            o.diff = d["diff"]
            o.patch = None if (v := d["patch"]) is None else decode_file_patch(v)
            o.encoding = d["encoding"]
            o.mime_type = d["mimeType"]
            o.__source__ = None
            return o
        o.type = d.get("type")
        o.content = d.get("content")
        o.diff = d.get("diff")
        o.patch = None if (v := d.get("patch")) is None else decode_file_patch(v)
        o.encoding = d.get("encoding")
        o.mime_type = d.get("mimeType")
    except KeyError:
        return decode_rest(o, d, {"patch": or_null(decode_file_patch)})
    o.__source__ = (
        None
        if len(d)
        == ("type" in d) + ("content" in d) + ("diff" in d) + ("patch" in d) + ("encoding" in d) + ("mimeType" in d)
        else d
    )
    return o


def decode_file_content_envelope(d: dict[str, Any]) -> FileContentEnvelope:
    o = new(FileContentEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = decode_file_content(d["data"])
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_file_patch(d: dict[str, Any]) -> FilePatch:
    o = new(FilePatch)
    try:
        if len(d) == 6:  # usually all optional fields are there, and no unknown one
            o.old_file_name = d["oldFileName"]
            o.new_file_name = d["newFileName"]
            o.old_header = d["oldHeader"]
            o.new_header = d["newHeader"]
            o.hunks = v if (v := d["hunks"]) == [] else optional_array(v, decode_patch_hunk)
            o.index = d["index"]
            o.__source__ = None
            return o
        o.old_file_name = d.get("oldFileName")
        o.new_file_name = d.get("newFileName")
        o.old_header = d.get("oldHeader")
        o.new_header = d.get("newHeader")
        o.hunks = optional_array(d.get("hunks"), decode_patch_hunk)
        o.index = d.get("index")
    except KeyError:
        return decode_rest(o, d, {"hunks": lambda v: optional_array(v, decode_patch_hunk)})
    o.__source__ = (
        None
        if len(d)
        == ("oldFileName" in d)
        + ("newFileName" in d)
        + ("oldHeader" in d)
        + ("newHeader" in d)
        + ("hunks" in d)
        + ("index" in d)
        else d
    )
    return o


def decode_file_system_entries_envelope(d: dict[str, Any]) -> FileSystemEntriesEnvelope:
    o = new(FileSystemEntriesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_file_system_entry)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_file_system_entry(d: dict[str, Any]) -> FileSystemEntry:
    o = new(FileSystemEntry)
    try:
        o.path = d["path"]
        o.type = d.get("type")
    except KeyError:
        return decode_rest(o, d, {})
    o.__source__ = None if len(d) == 1 + ("type" in d) else d
    return o


def decode_grep_input(d: dict[str, Any]) -> GrepInput:
    o = new(GrepInput)
    o.pattern = d["pattern"]
    o.include = d.get("include")
    o.limit = d.get("limit")
    o.__source__ = None if len(d) == 1 + ("include" in d) + ("limit" in d) else d
    return o


def decode_grep_match(d: dict[str, Any]) -> GrepMatch:
    o = new(GrepMatch)
    try:
        o.path = d["path"]
        o.line = d.get("line")
        o.text = d.get("text")
        o.submatches = optional_array(d.get("submatches"), decode_grep_submatch)
    except KeyError:
        return decode_rest(o, d, {"submatches": lambda v: optional_array(v, decode_grep_submatch)})
    o.__source__ = None if len(d) == 1 + ("line" in d) + ("text" in d) + ("submatches" in d) else d
    return o


def decode_grep_matches_envelope(d: dict[str, Any]) -> GrepMatchesEnvelope:
    o = new(GrepMatchesEnvelope)
    o.location = None if (v := d.get("location")) is None else decode_runtime_context(v)
    o.data = array(d["data"], decode_grep_match)
    o.__source__ = None if len(d) == 1 + ("location" in d) else d
    return o


def decode_grep_submatch(d: dict[str, Any]) -> GrepSubmatch:
    o = new(GrepSubmatch)
    o.text = d.get("text")
    o.start = d.get("start")
    o.end = d.get("end")
    o.__source__ = None if len(d) == ("text" in d) + ("start" in d) + ("end" in d) else d
    return o


def decode_patch_hunk(d: dict[str, Any]) -> PatchHunk:
    o = new(PatchHunk)
    try:
        if len(d) == 5:  # usually all optional fields are there, and no unknown one
            o.old_start = d["oldStart"]
            o.old_lines = d["oldLines"]
            o.new_start = d["newStart"]
            o.new_lines = d["newLines"]
            o.lines = optional_array(d["lines"])
            o.__source__ = None
            return o
        o.old_start = d.get("oldStart")
        o.old_lines = d.get("oldLines")
        o.new_start = d.get("newStart")
        o.new_lines = d.get("newLines")
        o.lines = optional_array(d.get("lines"))
    except KeyError:
        return decode_rest(o, d, {"lines": optional_array})
    o.__source__ = (
        None
        if len(d) == ("oldStart" in d) + ("oldLines" in d) + ("newStart" in d) + ("newLines" in d) + ("lines" in d)
        else d
    )
    return o


def decode_search_input(d: dict[str, Any]) -> SearchInput:
    o = new(SearchInput)
    o.query = d["query"]
    o.type = d.get("type")
    o.limit = d.get("limit")
    o.__source__ = None if len(d) == 1 + ("type" in d) + ("limit" in d) else d
    return o
