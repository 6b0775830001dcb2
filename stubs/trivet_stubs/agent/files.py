"""What the agent stub answers about files and version control."""

import base64
import mimetypes
import posixpath
import re
from fnmatch import fnmatchcase

import orjson
from starlette.responses import Response

from trivet_stubs.agent.mcp import AgentTools
from trivet_stubs.agent.pages import whole_limit
from trivet_stubs.agent.patch import Change, Malformed, NotClean, changes
from trivet_stubs.agent.records import Runtime
from trivet_stubs.agent.refusals import absent, conflict, invalid
from trivet_stubs.agent.state import located
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.media import preferred
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.operation import JSON, JsonObject

PATCH = "text/x-diff"
_MOST_FOUND = 200


class AgentFiles(AgentTools):
    """The operations on files."""

    @operation("fs.tree")
    def _tree(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        directory = runtime.context.directory
        where = self.disk.locate(directory, request.query["path"])
        inside = where[len(directory.rstrip("/")) + 1 :]
        known = {path for path, kind in self.disk.entries(directory) if kind == "directory"}
        if inside and inside not in known:
            raise absent("Directory", "path", request.query["path"])
        return located(runtime, _entries(self.disk.entries(directory, inside)))

    @operation("fs.file")
    def _file(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        directory = runtime.context.directory
        where = self.disk.locate(directory, request.query["path"])
        held = self.disk.files.get(where)
        if held is None:
            raise absent("File", "path", request.query["path"])
        media_type = mimetypes.guess_type(where)[0] or "text/plain"
        content: JsonObject = {"mimeType": media_type}
        if _is_text(held):
            content |= {"type": "text", "content": held.decode()}
        else:
            content |= {"type": "binary", "content": base64.b64encode(held).decode(), "encoding": "base64"}
        path = where[len(directory.rstrip("/")) + 1 :]
        diff = [each.patch() for each in self.disk.changes(directory) if each.path == path]
        return located(runtime, {**content, "diff": diff[0]} if diff else content)

    @operation("fs.search")
    def _search(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        wanted: str = request.body["query"].casefold()
        limit = whole_limit(request.body.get("limit"), _MOST_FOUND, kind="Payload")
        found = [
            (path, kind)
            for path, kind in self.disk.entries(runtime.context.directory)
            if wanted in path.casefold() and request.body.get("type", kind) == kind
        ]
        return located(runtime, _entries(found[:limit]))

    @operation("fs.grep")
    def _grep(self, request: ContractRequest) -> JsonObject:
        """Lines that match, file by file; the ends of what matches are counted in bytes, as by the tool behind it."""
        runtime = self._here(request)
        limit = whole_limit(request.body.get("limit"), _MOST_FOUND, kind="Payload")
        try:
            pattern = re.compile(request.body["pattern"])
        except re.error as error:
            raise invalid("pattern", str(error)) from error
        include: str = request.body.get("include", "*")
        found: list[JsonObject] = []
        for path, held in self.disk.within(runtime.context.directory).items():
            if not _is_text(held) or not _included(path, include):
                continue
            for number, line in enumerate(held.decode().split("\n"), start=1):
                if matches := [_submatch(line, match) for match in pattern.finditer(line)]:
                    found.append({"path": path, "line": number, "text": line, "submatches": matches})
        return located(runtime, found[:limit])

    @operation("vcs.get")
    def _vcs(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        repository = self.disk.repository(runtime.context.directory)
        return located(runtime, {"branch": repository.branch, "default_branch": repository.default_branch})

    @operation("vcs.status")
    def _status(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        return located(runtime, [_counted(each) for each in self.disk.changes(runtime.context.directory)])

    @operation("vcs.diff")
    def _diff(self, request: ContractRequest) -> JsonObject | Response:
        runtime = self._here(request)
        found = self.disk.changes(runtime.context.directory, request.query.get("mode", "worktree"))
        media_type = preferred(request.http_request.headers.getlist("accept"), request.operation.media_types)
        wanted: str | None = {"json": JSON, "patch": PATCH}.get(request.query.get("format", ""), media_type)
        value = located(runtime, [{**_counted(each), "patch": each.patch()} for each in found])
        if wanted == media_type == JSON:
            return value
        text = "".join(each.patch() for each in found)
        request.operation.check_answer(200, wanted, text if wanted == PATCH else value)
        body = text.encode() if wanted == PATCH else orjson.dumps(value)
        return Response(body, headers={"content-type": wanted or JSON})

    @operation("vcs.patch")
    def _patch(self, request: ContractRequest) -> JsonObject:
        runtime = self._here(request)
        directory = runtime.context.directory

        def read(path: str) -> bytes | None:
            return self.disk.files.get(self.disk.locate(directory, path, kind="Payload"))

        try:
            found = changes(request.body["patch"], read)
        except Malformed as error:
            raise invalid("patch", str(error)) from error
        except NotClean as error:
            raise conflict(f"Patch does not apply: {error}", directory, tag="VcsApplyError") from error
        for each in found:
            self._put(runtime, each)
        return located(runtime, {"applied": True})

    def _put(self, runtime: Runtime, change: Change) -> None:
        self.disk.write("/", self.disk.locate(runtime.context.directory, change.path).lstrip("/"), change.after)
        event = {"added": "add", "modified": "change", "deleted": "unlink"}[change.status]
        self.events.publish(runtime.context, "file.watcher.updated", {"file": change.path, "event": event})


def _entries(found: list[tuple[str, str]]) -> list[JsonObject]:
    return [{"path": path, "type": kind} for path, kind in found]


def _counted(change: Change) -> JsonObject:
    additions, deletions = change.counts()
    return {"file": change.path, "additions": additions, "deletions": deletions, "status": change.status}


def _is_text(held: bytes) -> bool:
    try:
        held.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in held


def _included(path: str, glob: str) -> bool:
    """Whether a path, or its name alone, fits a glob; `{a,b}` is one of them, and `**/` any directory or none."""
    if braces := re.search(r"\{([^{}]*)\}", glob):
        start, end = glob[: braces.start()], glob[braces.end() :]
        return any(_included(path, f"{start}{each}{end}") for each in braces[1].split(","))
    names, globs = (path, posixpath.basename(path)), (glob, glob.replace("**/", ""))
    return any(fnmatchcase(name, each) for name in names for each in globs)


def _submatch(line: str, match: re.Match[str]) -> JsonObject:
    start = len(line[: match.start()].encode())
    return {"text": match[0], "start": start, "end": start + len(match[0].encode())}
