"""For each operation of the agent service, the inputs of some calls as wire values."""

from typing import Any

MODEL = {"providerID": "router", "modelID": "meadow/grass-3.1:free", "variant": "high"}
RULE = {"action": "bash", "resource": "rm *", "effect": "ask"}
OAUTH = {"type": "oauth", "refresh": "r", "access": "a", "expires": 1.5}
KEY = {"type": "api", "key": "k", "metadata": {"a": "ü"}}
LOCAL = {"type": "local", "command": "run", "arguments": ["-v"], "environment": {"A": "b"}, "cwd": "/d"}
REMOTE = {"type": "remote", "url": "http://mcp.test", "headers": {"x-a": "b"}, "oauth": {"clientId": "c"}}
CONFIG = {
    "username": "eve",
    "mcp": {"almanac": LOCAL, "tracker": {**REMOTE, "oauth": False}},
    "agent": {"build": {"temperature": 0.5, "tools": {"bash": True}}},
    "compaction": {"auto": True},
}
SOURCE = {"start": 0, "end": 2, "text": "it"}
PROMPT = {
    "text": "Read it.",
    "files": [{"uri": "file:///a%20b", "name": "a b", "source": SOURCE}],
    "agents": [{"name": "plan", "source": SOURCE}],
}
IDS = {
    "accountID": ["auth.activate", "auth.delete", "auth.get"],
    "name": ["mcp.server.oauth.delete", "mcp.server.oauth.start"],
    "projectID": ["project.get"],
    "ptyID": ["pty.delete", "pty.get"],
    "questionID": ["question.reject"],
    "sessionID": [f"session.{name}" for name in ("compact", "context", "delete", "diff", "get", "todo", "wait")],
    "workspaceID": ["workspace.delete", "workspace.get"],
}
BARE = [
    *("agent.list", "catalog.model.list", "command.list", "config.get", "event.subscribe", "formatter.status"),
    *("lsp.status", "mcp.prompt.list", "mcp.resource.list", "mcp.server.list", "permission.list", "project.list"),
    *("provider.list", "pty.list", "question.list", "skill.list", "vcs.get", "vcs.status", "workspace.status"),
    "workspace.sync",
]

SAMPLES: dict[str, list[dict[str, Any]]] = {
    **{operation: [{}] for operation in BARE},
    **{operation: [{wire: "x_1"}, {wire: "a/b c?d#e%f&ü"}] for wire, named in IDS.items() for operation in named},
    "auth.create": [
        {"serviceID": "s", "credential": OAUTH},
        {"serviceID": "s", "credential": KEY, "description": "", "active": False},
    ],
    "auth.list": [{}, {"serviceID": "a b&c=ü/+"}],
    "auth.update": [{"accountID": "acc"}, {"accountID": "acc", "description": "mine", "credential": OAUTH}],
    "catalog.model.get": [{"providerID": "router", "modelID": "meadow/grass-3.1:free"}],
    "config.update": [{"config": {}}, {"config": CONFIG}],
    "fs.file": [{"path": "src/a b/ü.py"}],
    "fs.grep": [{"pattern": "p+"}, {"pattern": "p", "include": "*.md", "limit": 3}],
    "fs.search": [{"query": ""}, {"query": "a", "type": "directory", "limit": 2.5}],
    "fs.tree": [{"path": "."}],
    "mcp.prompt.render": [{"server": "s", "name": "n"}, {"server": "s", "name": "n", "arguments": {"a": "b"}}],
    "mcp.resource.read": [{"server": "s", "uri": "almanac://map?of=sky&year=2025"}],
    "mcp.server.create": [{"name": "a", "config": LOCAL}, {"name": "b", "config": REMOTE}],
    "mcp.server.oauth.callback": [{"name": "a/b", "code": "c"}],
    "permission.reply": [{"permissionID": "per_1", "response": "always"}],
    "project.update": [
        {"projectID": "prj_1"},
        {
            "projectID": "prj_1",
            "name": "n",
            "icon": {"color": "red"},
            "commands": [{"name": "test", "command": "pytest -q"}],
        },
    ],
    "pty.create": [{}, {"command": "top", "cwd": "/d", "shell": "/bin/sh"}],
    "pty.update": [{"ptyID": "pty_1"}, {"ptyID": "pty_1", "title": "t", "size": {"columns": 80, "rows": 24}}],
    "question.reply": [{"questionID": "que_1", "response": {"answers": [["a", "b"], []]}}],
    "session.create": [{}, {"title": "t", "agent": "plan", "model": MODEL, "permission": [RULE]}],
    "session.list": [
        {},
        {"limit": 5, "order": "asc", "path": "src", "roots": True, "start": 1.5, "search": "ü &", "cursor": "a+b="},
    ],
    "session.message.list": [{"sessionID": "ses_1"}, {"sessionID": "s/1", "limit": 1, "order": "desc", "cursor": "c"}],
    "session.prompt": [
        {"sessionID": "ses_1", "prompt": {"text": ""}},
        {"sessionID": "ses_1", "prompt": PROMPT, "delivery": "deferred"},
    ],
    "session.update": [{"sessionID": "s"}, {"sessionID": "s", "title": "", "archived": 1.5, "permission": []}],
    "vcs.diff": [{}, {"format": "json", "mode": "default"}],
    "vcs.patch": [{"patch": "--- a\n+++ b\n"}],
    "workspace.create": [
        {"type": "worktree"},
        {"type": "t", "projectID": "prj_1", "name": "n", "directory": "/d", "metadata": {"a": [1, {"b": None}]}},
    ],
    "workspace.list": [{}, {"projectID": "prj_1"}],
    "workspace.update": [{"workspaceID": "w"}, {"workspaceID": "w", "name": "n", "metadata": {}, "archived": False}],
    "workspace.warp": [
        {"sessionID": "ses_1", "copyChanges": False},
        {"sessionID": "ses_1", "copyChanges": True, "workspaceID": "wrk_1"},
    ],
}
