"""Values with which the tour fills the inputs of a request: ids of records, and texts that mean something to a server.

An input that is not here gets a value by its schema, so that the tour visits a new operation, too.
"""

from collections.abc import Iterator
from typing import Any

from tests.other_make import agent_files
from tests.other_make.agent_files import BRANCH_FILE, PROJECT
from tests.other_make.bus_records import stop_code
from tests.other_make.planted.operations import Input, Operation
from tests.other_make.planted.servers import Server
from tests.other_make.planted.state import LEAVES, members
from tests.other_make.records import KEYS

PATCH = """diff --git a/new-{n}.txt b/new-{n}.txt
--- /dev/null
+++ b/new-{n}.txt
@@ -0,0 +1,1 @@
+New.
"""
CHANGED = """diff --git a/lib/sea.py b/lib/sea.py
--- a/lib/sea.py
+++ b/lib/sea.py
@@ -1,1 +1,1 @@
-WET = True
+WET = False
"""
ASK = [{"effect": "ask", "action": "*", "resource": "*"}]
SAMPLES: dict[str, list[Any]] = {
    "serviceID": ["service-1", "service-2"],
    "credential": [
        {"type": "api", "key": "key-of-{n}"},
        {"type": "oauth", "refresh": "refresh-{n}", "access": "access-{n}", "expires": 1},
    ],
    "description": ["about {n}"],
    "active": [True, False],
    "title": ["Title {n}"],
    "name": ["name-{n}"],
    "archived": [True, False],
    "metadata": [{"room": "{n}"}],
    "commands": [[{"name": "lint", "command": "ruff"}]],
    "icon": [{"color": "#0{n}"}],
    "config": [{"username": "quin"}, {"share": "auto-{n}"}],
    "prompt": [{"text": "Say hello{n}"}, {"text": "Run the command echo {n}"}],
    "delivery": ["immediate", "deferred"],
    "permission": [ASK],
    "agent": ["builder"],
    "model": [{"providerID": "harbour", "modelID": "tern"}],
    "copyChanges": [False, True],
    "type": ["local"],
    "directory": [PROJECT, agent_files.HOME],
    "size": [{"columns": 90, "rows": 30}],
    "command": ["cat"],
    "cwd": [PROJECT],
    "shell": ["bash"],
    "response": ["once"],
    "code": ["code-{n}"],
    "patch": [PATCH],
    "server": ["library"],
    "uri": ["library:logbook"],
    "content": ["Text {n}"],
    "comment": ["Wet {n}."],
    "rating": [1, -1],
    "ServiceNo": ["10", "2"],
    "BusStopCode": [stop_code(7), stop_code(3)],
    "Date": ["202602", "202512"],
    "search": ["Trip 1", "Title"],
    "limit": [2, 3],
    "skip": [1, 2],
    "$skip": [1, 20],
    "order": ["asc", "desc"],
    "start": [1],
    "days": [1, 365],
    "permission_of_share": ["view", "edit"],
    "role": ["user", "assistant"],
    "format": ["patch", "json"],
    "mode": ["default", "worktree"],
    "pattern": ["WET", "e"],
    "include": ["*.py"],
    "query": ["sea", "e"],
}
OF_OPERATIONS: dict[str, list[Any]] = {
    "fs.file path": ["README.md", "lib/sea.py", BRANCH_FILE],
    "fs.tree path": [".", "lib"],
    "fs.search type": ["file", "directory"],
    "session.list path": ["lib"],
    "session.update archived": [1700000000000],
    "mcp.prompt.render name": ["review"],
    "mcp.prompt.render arguments": [{"title": "logs", "tone": "dry"}],
    "mcp.server.create config": [
        {"type": "local", "command": "tool"},
        {"type": "remote", "url": "http://tool.test", "oauth": True, "headers": {"x": "secret-{n}"}},
    ],
    "question.reply response": [{"answers": [["tea"]]}],
    "session.prompt prompt": [
        {"text": "Say hello{n}"},
        {"text": "Run the command echo {n}"},
        {"text": "Ask me questions"},
    ],
    "vcs.patch patch": [PATCH, CHANGED],
    "conversations.shares.create permission": ["view", "edit"],
    "conversations.messages.create role": ["assistant", "user"],
    "admin.users.update role": ["admin", "user"],
    "admin.ratings.export export_format": ["csv", "json"],
    "admin.users.list search": ["guest1", "olga"],
    "workspace.create projectID": ["project-project"],
    "workspace.list projectID": ["project-project", "project-home"],
}
ROTATED = frozenset({"prompt", "config", "credential"})
"""Inputs of which each request has another value."""
ALIASES = {"token": "share_token", "providerID": "providerID", "modelID": "modelID"}
"""Parameters of a path that are a field of a record, and not its key."""


def values_of(server: Server, operation: Operation, one: Input, number: int) -> list[Any]:
    """The values that an input may have; with a number, so that no two are alike."""
    root = server.state.root
    if one.name == "shared_with":
        return [root.keys[KEYS[name]][0] for name in ("other", "user")]
    if one.name in ("workspaceID", "workspace"):
        return [*getattr(root, "workspaces", {})][:2]
    if one.name == "sessionID":
        return [*getattr(root, "sessions", {})][-2:]
    values = OF_OPERATIONS.get(f"{operation.id} {one.name}") or SAMPLES.get(one.name) or one.schema.get("enum") or []
    if not values and "boolean" in one.kinds:
        values = [True, False]
    if one.kinds and "string" not in one.kinds and values and isinstance(values[0], str):
        values = []
    if one.name in ROTATED:
        values = [values[number // 2 % len(values)]]  # a second caller repeats the request
    if operation.id == "vcs.patch" and number == 2:
        values = values[1:]
    return [_numbered(value, number) for value in values]


def _numbered(value: Any, number: int) -> Any:
    if isinstance(value, str):
        return value.replace("{n}", str(number))
    if isinstance(value, dict):
        return {name: _numbered(one, number) for name, one in value.items()}
    return [_numbered(one, number) for one in value] if isinstance(value, list) else value


def records_named(root: Any, operation: Operation, record: int) -> dict[str, str] | None:
    """The values of a path's parameters, of records that belong to each other; None if there are none.

    Args:
        root: The records of the server.
        operation: The operation.
        record: Which of them: 0 for the last one, 1 for the one before.
    """
    values: dict[str, str] = {}
    for one in operation.inputs_in("path")[::-1]:
        if one.name in values:  # the record below names it
            continue
        matches = [*candidates(root, one.name, None)]
        if not matches:
            return None
        key, row, where = matches[-1 - record % len(matches)]
        values[one.name] = key
        if isinstance(row, dict):
            values |= {other.name: str(row[other.name]) for other in operation.inputs_in("path") if other.name in row}
        if where is not None:
            values["directory"] = where.directory
            if where.workspace is not None:
                values["workspace"] = where.workspace
    return values


def candidates(node: Any, name: str, where: Any) -> Iterator[tuple[str, Any, Any]]:
    """The keys of the records that a parameter of a path may name, the records, and their contexts."""
    if isinstance(node, list) and name in ALIASES:
        for row in node:
            if isinstance(row, dict) and "providerID" in row:
                yield row["providerID" if name == "providerID" else "id"], row, where
        return
    inside = members(node)
    if inside is None:
        return
    collection = {"name": "tools"}.get(name, f"{name.removesuffix('_id').removesuffix('ID')}s")
    for key, value in inside.items():
        context = key if hasattr(key, "workspace") else where
        if key == collection and isinstance(value, dict):
            for id_, row in value.items():
                yield str(id_), row, context
        elif isinstance(value, LEAVES):
            continue
        elif name == "token" and isinstance(value, dict) and value.get("share_token"):
            yield value["share_token"], value, context
        else:
            yield from candidates(value, name, context)
