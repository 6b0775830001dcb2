"""The handlers of files: trees, contents, and searches by name and by pattern."""

import base64
import mimetypes

from trivet_stubs.agent.envelope import located
from trivet_stubs.agent.grep.process import SearchFailed, search
from trivet_stubs.agent.pages import whole_limit
from trivet_stubs.agent.refusals import absent, invalid
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.spec import JsonObject

_PATTERN = "agent.files.pattern-is-valid-and-quick"


class FileHandlers:
    """The files below a context's directory."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("fs.tree")
    def list_directory(self, request: ContractRequest) -> JsonObject:
        """Answer what a directory holds, without what its directories hold."""
        context, disk = self._state.runtime_of(request).context, self._state.disk
        directory = context.directory
        inside = disk.locate(directory, request.query["path"])[len(directory.rstrip("/")) + 1 :]
        known = {path for path, kind in disk.entries(directory) if kind == "directory"}
        if inside and inside not in known:
            raise absent("Directory", "path", request.query["path"])
        return located(context, _entries(disk.entries(directory, inside)))

    @operation("fs.file")
    def read_file(self, request: ContractRequest) -> JsonObject:
        """Answer the content of a file, as text or in base64, and its diff."""
        context, disk = self._state.runtime_of(request).context, self._state.disk
        directory = context.directory
        where = disk.locate(directory, request.query["path"])
        held = disk.files.get(where)
        if held is None:
            raise absent("File", "path", request.query["path"])
        media_type = mimetypes.guess_type(where)[0] or "text/plain"
        content: JsonObject = {"mimeType": media_type}
        if _is_text(held):
            content |= {"type": "text", "content": held.decode()}
        else:
            content |= {"type": "binary", "content": base64.b64encode(held).decode(), "encoding": "base64"}
        path = where[len(directory.rstrip("/")) + 1 :]
        diff = [each.patch() for each in disk.changes(directory) if each.path == path]
        return located(context, {**content, "diff": diff[0]} if diff else content)

    @operation("fs.search")
    def search_paths(self, request: ContractRequest) -> JsonObject:
        """Answer the paths that contain a text."""
        context = self._state.runtime_of(request).context
        wanted: str = request.body["query"].casefold()
        limit = whole_limit(request.body.get("limit"))
        found = [
            (path, kind)
            for path, kind in self._state.disk.entries(context.directory)
            if wanted in path.casefold() and request.body.get("type", kind) == kind
        ]
        return located(context, _entries(found[:limit]))

    @operation("fs.grep")
    async def search_contents(self, request: ContractRequest) -> JsonObject:
        """Answer the lines that match a pattern; a pattern that takes too long is refused."""
        limit = whole_limit(request.body.get("limit"))
        with self._state.lock:
            context = self._state.runtime_of(request).context
            held = self._state.disk.within(context.directory)
        job: JsonObject = {
            "pattern": request.body["pattern"],
            "include": request.body.get("include", "*"),
            "limit": limit,
            "files": {path: content.decode() for path, content in held.items() if _is_text(content)},
        }
        try:
            answer = await search(job, self._state.search_timeout)
        except SearchFailed as error:
            raise invalid("pattern", str(error), by=_PATTERN) from error
        if "invalid" in answer:
            raise invalid("pattern", answer["invalid"], by=_PATTERN)
        return located(context, answer["found"])


def _entries(found: list[tuple[str, str]]) -> list[JsonObject]:
    return [{"path": path, "type": kind} for path, kind in found]


def _is_text(held: bytes) -> bool:
    try:
        held.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in held
