"""The handlers of files: trees, contents, and searches by name and by pattern."""

import asyncio
import base64
import mimetypes
import subprocess
import sys
import threading
from pathlib import Path

from trivet_stubs.agent.context import located
from trivet_stubs.agent.pages import whole_limit
from trivet_stubs.agent.refusals import absent, invalid
from trivet_stubs.agent.state import AgentState
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.kernel.json_text import dumps, loads
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.spec import JsonObject

_PATTERN = "agent.files.pattern-is-valid-and-quick"

_PROGRAM = [sys.executable, "-I", "-S", str(Path(__file__).parents[1] / "search_program.py")]
_SLOTS = threading.BoundedSemaphore(4)


class FileHandlers:
    """The files below a context's directory."""

    def __init__(self, state: AgentState) -> None:
        self._state = state

    @operation("fs.tree")
    @applies("agent.files.tree-lists-a-directory")
    def list_directory(self, request: ContractRequest) -> JsonObject:
        """Answer the files and directories of a directory, one level deep."""
        context, disk = self._state.runtime_of(request).context, self._state.disk
        directory = context.directory
        inside = disk.locate(directory, request.query["path"])[len(directory.rstrip("/")) + 1 :]
        known = {path for path, kind in disk.entries(directory) if kind == "directory"}
        if inside and inside not in known:
            raise absent("Directory", "path", request.query["path"])
        return located(context, _entries(disk.entries(directory, inside)))

    @operation("fs.file")
    @applies("agent.files.file-is-read")
    def read_file(self, request: ContractRequest) -> JsonObject:
        """Answer the content of a file, as text or in base64, and its diff."""
        context, disk = self._state.runtime_of(request).context, self._state.disk
        directory = context.directory
        where = disk.locate(directory, request.query["path"])
        data = disk.files.get(where)
        if data is None:
            raise absent("File", "path", request.query["path"])
        media_type = mimetypes.guess_type(where)[0] or "text/plain"
        content: JsonObject = {"mimeType": media_type}
        if _is_text(data):
            content |= {"type": "text", "content": data.decode()}
        else:
            content |= {"type": "binary", "content": base64.b64encode(data).decode(), "encoding": "base64"}
        path = where[len(directory.rstrip("/")) + 1 :]
        diff = [change.patch() for change in disk.changes(directory) if change.path == path]
        return located(context, {**content, "diff": diff[0]} if diff else content)

    @operation("fs.search")
    @applies("agent.files.search-finds-paths-by-name")
    def search_paths(self, request: ContractRequest) -> JsonObject:
        """Answer the paths that contain a text."""
        context = self._state.runtime_of(request).context
        text: str = request.body["query"].casefold()
        limit = whole_limit(request.body.get("limit"))
        entries = [
            (path, kind)
            for path, kind in self._state.disk.entries(context.directory)
            if text in path.casefold() and request.body.get("type", kind) == kind
        ]
        return located(context, _entries(entries[:limit]))

    @operation("fs.grep")
    @applies("agent.files.grep-finds-contents")
    async def search_contents(self, request: ContractRequest) -> JsonObject:
        """Answer the lines that match a pattern; a pattern that takes too long is refused."""
        limit = whole_limit(request.body.get("limit"))
        with self._state.lock:
            context = self._state.runtime_of(request).context
            files = self._state.disk.within(context.directory)
        job: JsonObject = {
            "pattern": request.body["pattern"],
            "include": request.body.get("include", "*"),
            "limit": limit,
            "files": {path: content.decode() for path, content in files.items() if _is_text(content)},
        }
        try:
            answer = await search(job, self._state.search_timeout)
        except SearchFailed as error:
            raise invalid("pattern", str(error), by=_PATTERN) from error
        if "invalid" in answer:
            raise invalid("pattern", answer["invalid"], by=_PATTERN)
        return located(context, answer["found"])


def _entries(entries: list[tuple[str, str]]) -> list[JsonObject]:
    return [{"path": path, "type": kind} for path, kind in entries]


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in data


class SearchFailed(Exception):
    """A search that took too much time or memory."""


async def search(job: JsonObject, seconds: float) -> JsonObject:
    """Run `search_program.find` in a process, so that a slow pattern cannot block the event loop and can be killed.

    >>> await search({"pattern": "a", "include": "*", "limit": 1, "files": {"x.txt": "ab"}}, seconds=5.0)
    {'found': [{'path': 'x.txt', 'line': 1, 'text': 'ab', 'submatches': [{'text': 'a', 'start': 0, 'end': 1}]}]}

    Raises:
        SearchFailed: The search took more than so many real seconds, or too much memory.
    """
    searching = _Search(dumps({**job, "seconds": seconds}), seconds)
    try:
        # A thread, because not every event loop can run processes.
        output = await asyncio.to_thread(searching.run)
    finally:
        searching.cancel()
    if output is None:
        raise SearchFailed(f"the search takes more than {seconds:g} seconds, or too much memory")
    answer: JsonObject = loads(output)
    return answer


class _Search:
    """One process: a thread runs it, and any thread may cancel it."""

    def __init__(self, job: bytes, seconds: float) -> None:
        self._job = job
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._cancelled = False

    def run(self) -> bytes | None:
        """Return the output of the process; None if it did not end in time, or failed."""
        if not _SLOTS.acquire(timeout=self._seconds):
            return None
        try:
            with self._lock:
                if self._cancelled:
                    return None
                pipe = subprocess.PIPE
                self._process = subprocess.Popen(_PROGRAM, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
            with self._process as process:
                try:
                    output, _ = process.communicate(self._job, self._seconds)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
                    return None
            return output if process.returncode == 0 else None
        finally:
            _SLOTS.release()

    def cancel(self) -> None:
        """Kill the process, unless it has ended."""
        with self._lock:
            self._cancelled = True
            if self._process is not None:
                self._process.kill()
