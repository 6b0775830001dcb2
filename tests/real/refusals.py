"""Why operations and inputs are refused: the server's own answers on both generations of its routes.

`python -m tests.real.refusals` records them in `refusals.json`; `NPM_DIR` names a folder that keeps the installation.
The test sends the same requests to a new server, and compares the answers with the recorded ones.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.real.model import RunningModel, run_model
from tests.real.programs import program_of
from tests.real.server import RunningServer, install, serve

__all__ = ["RECORDED", "REQUESTS", "Request", "answers_of"]

RECORDED = Path(__file__).with_name("refusals.json")
LENGTH = 160
"""The most characters of an answer that are recorded."""

ACCOUNT = "/api/integration/abacus"
BROKEN = {"type": "local", "command": program_of("mcp")}


class Request(NamedTuple):
    """A request to the server.

    Attributes:
        operation: The operation that is refused, or the operation and its input.
        target: The method and the path.
        body: The body, if there is one.
        find: The name of a field to record, instead of the whole answer: its values are recorded.
    """

    operation: str
    target: str
    body: Any = None
    find: str = ""


REQUESTS = (
    Request("auth.list", "GET /api/auth"),
    Request("auth.list", "GET /auth/abacus"),
    Request("auth.create", "POST /api/auth", {"serviceID": "abacus"}),
    Request("auth.create", "PUT /auth/abacus", {"type": "api", "key": "example"}),
    Request("auth.list", f"GET {ACCOUNT}"),
    Request("auth.create", f"POST {ACCOUNT}/connect/key", {"key": "example", "label": "Home"}),
    Request("auth.get", f"GET {ACCOUNT}", find="connections"),
    Request("auth.get", "GET /api/auth/cred_1"),
    Request("auth.get", "GET /api/credential/cred_1"),
    Request("auth.activate", "POST /api/auth/cred_1/activate"),
    Request("auth.activate", "POST /api/credential/cred_1/activate"),
    Request("auth.update", "PATCH /api/auth/cred_1", {"description": "Away"}),
    Request("auth.update", "PATCH /auth/abacus", {"description": "Away"}),
    Request("auth.update", "PATCH /api/credential/cred_1", {"credential": {"type": "api", "key": "example"}}),
    Request("mcp.prompt.list", "POST /mcp", {"name": "orchard", "config": BROKEN}),
    Request("mcp.prompt.list", "GET /api/mcp/prompt"),
    Request("mcp.prompt.list", "GET /mcp/prompt"),
    Request("mcp.prompt.list", "GET /command", find="name"),
    Request("mcp.prompt.list", "GET /api/command", find="name"),
    Request("mcp.prompt.render", "POST /api/mcp/prompt/render", {"server": "orchard", "name": "prune"}),
    Request("mcp.prompt.render", "POST /mcp/prompt/render", {"server": "orchard", "name": "prune"}),
    Request("mcp.resource.read", "GET /api/mcp/resource/read?server=orchard&uri=orchard://harvest"),
    Request("mcp.resource.read", "GET /experimental/resource/read?server=orchard&uri=orchard://harvest"),
    Request("workspace.update", "PATCH /api/workspace/wrk_1", {"name": "tree"}),
    Request("workspace.update", "PATCH /experimental/workspace/wrk_1", {"name": "tree"}),
    Request("session.prompt delivery", "POST /session/{session}/prompt_async", {"parts": [], "delivery": "deferred"}),
    Request(
        "session.prompt delivery",
        "POST /api/session/{session}/prompt",
        {"prompt": {"text": "T"}, "delivery": "deferred"},
    ),
    Request("session.list start", "GET /session?start=99999999999999", find="id"),
    Request("session.list start", "GET /api/session?start=99999999999999", find="title"),
    Request("session.list roots", "GET /api/session?roots=true&search=Child", find="title"),
    Request("session.list path", "GET /api/session?path=none&search=Child", find="title"),
    Request("fs.grep include", "GET /find?pattern=pears&include=none.txt", find="text"),
    Request("fs.grep include", "GET /api/fs/grep?pattern=pears"),
    Request("pty.create shell", "POST /api/pty", {"shell": "/bin/none"}, find="command"),
    Request("pty.create shell", "POST /pty", {"shell": "/bin/none"}, find="command"),
    Request("project.update commands", "PATCH /project/{project}", {"commands": {"stop": "make"}}, find="commands"),
    Request("vcs.diff mode", "GET /vcs/diff/raw?mode=none"),
    Request("workspace.create name", "POST /api/workspace", {"type": "worktree", "name": "tree"}),
    Request("workspace.create name", "POST /experimental/workspace", {"type": "none", "name": "tree"}),
)
"""The requests, in order."""


def answers_of(server: RunningServer) -> list[dict[str, Any]]:
    """Send the requests, and return the answers without identifiers and folders of this run."""
    auth = ("opencode", server.password)
    with httpx.Client(base_url=server.url, auth=auth, timeout=60, trust_env=False) as client:
        parent = client.post("/session", json={"title": "Parent"}).json()
        client.post("/session", json={"title": "Child", "parentID": parent["id"]})
        names = {"session": parent["id"], "project": parent["projectID"]}
        return [_answer(client, request, names, server) for request in REQUESTS]


def _answer(client: httpx.Client, request: Request, names: dict[str, str], server: RunningServer) -> dict[str, Any]:
    method, _, path = request.target.partition(" ")
    response = client.request(method, path.format(**names), **({} if request.body is None else {"json": request.body}))
    media_type = response.headers.get("content-type", "").partition(";")[0]
    recorded: dict[str, Any] = {
        "operation": request.operation,
        "request": request.target,
        "status": response.status_code,
    }
    if media_type != "application/json":
        return recorded | {"answer": "a web page" if media_type == "text/html" else media_type}
    data = response.json()
    if request.find:
        return recorded | {"answer": {request.find: _scrubbed([*_values(data, request.find)], server)}}
    return recorded | {"answer": _scrubbed(data, server)}


def _values(data: Any, name: str) -> Any:
    """Yield the values of a field, wherever it is."""
    if isinstance(data, list):
        for entry in data:
            yield from _values(entry, name)
    elif isinstance(data, dict):
        yield from ([data[name]] if name in data else [])
        for value in data.values():
            yield from _values(value, name)


def _scrubbed(data: Any, server: RunningServer) -> str:
    text = json.dumps(data).replace(str(Path(server.directory).parent), "/tests")
    text = re.sub(r"\b(ses|cred|pty|wrk|err)_[0-9A-Za-z]+", r"\1_…", text)
    text = re.sub(r"\b[0-9a-f]{40}\b", "…", text)
    text = re.sub(r'"[^"]*/\w*sh"', '"the shell of the user"', text)
    return text if len(text) <= LENGTH else f"{text[:LENGTH]}…"


@pytest.mark.skipif(
    shutil.which("rg") is None, reason="ripgrep is not installed, and the server answers 500 to fs.grep"
)
def test_refused_operations_are_answered_as_recorded(program: Path, model: RunningModel, tmp_path: Path) -> None:
    with serve(program, tmp_path.resolve(), model.url, password="correct-horse") as server:
        assert answers_of(server) == json.loads(RECORDED.read_text("utf-8")), "python -m tests.real.refusals"


def _record() -> None:
    folder = Path(os.environ.get("NPM_DIR") or tempfile.mkdtemp())
    state = Path(tempfile.mkdtemp()).resolve()
    with run_model() as model, serve(install(folder), state, model.url, password="correct-horse") as server:
        text = json.dumps(answers_of(server), indent=1, ensure_ascii=False)
    RECORDED.write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    _record()
