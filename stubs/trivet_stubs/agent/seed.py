"""The data of a new agent stub: two projects, their files, and the inventory that all contexts share."""

from trivet_stubs.agent.disk import Disk
from trivet_stubs.kernel.spec import JsonObject

HOME = "/home/dev"
ORCHARD = f"{HOME}/orchard"
LIGHTHOUSE = f"{HOME}/lighthouse"

MODEL = {"providerID": "stub", "modelID": "stub-1"}
_REQUEST: JsonObject = {"headers": {}, "body": {}}

AGENTS: list[JsonObject] = [
    {
        "id": "build",
        "description": "Changes the code.",
        "mode": "primary",
        "hidden": False,
        "request": _REQUEST,
        "model": MODEL,
        "permissions": [{"action": "*", "resource": "*", "effect": "ask"}],
    },
    {
        "id": "plan",
        "description": "Looks, and changes nothing.",
        "mode": "primary",
        "hidden": False,
        "request": _REQUEST,
        "permissions": [{"action": "edit", "resource": "*", "effect": "deny"}],
    },
    {
        "id": "explore",
        "mode": "subagent",
        "hidden": True,
        "color": "#80c0ff",
        "steps": 20,
        "request": _REQUEST,
        "permissions": [],
    },
]
COMMANDS: list[JsonObject] = [
    {"name": "init", "template": "Describe this project.", "description": "Begin here."},
    {"name": "review", "template": "Review $ARGUMENTS.", "agent": "plan", "model": MODEL, "subtask": True},
]
SKILLS: list[JsonObject] = [
    {
        "name": "prune",
        "description": "How to prune a tree.",
        "slash": True,
        "location": f"{HOME}/.skills/prune/SKILL.md",
        "content": "# Prune\n\nIn winter.\n",
    }
]
PROVIDERS: list[JsonObject] = [
    {
        "id": "stub",
        "name": "Stub",
        "api": {"type": "native", "settings": {}},
        "request": _REQUEST,
    },
    {
        "id": "router",
        "integrationID": "router",
        "name": "Router",
        "api": {"type": "aisdk", "package": "@router/sdk", "url": "https://router.example.com/v1"},
        "request": {"headers": {"x-title": "stub"}, "body": {}},
    },
]
_NATIVE: JsonObject = {"type": "native", "settings": {}}
_MODELS: tuple[tuple[str, str, str, JsonObject], ...] = (
    ("stub", "stub-1", "Stub 1", _NATIVE),
    ("stub", "stub-1-mini", "Stub 1 mini", _NATIVE),
    ("router", "meadow/grass-3.1:free", "Grass 3.1", {"type": "aisdk", "package": "@router/sdk"}),
)
CATALOG: list[JsonObject] = [
    {
        "id": model,
        "providerID": provider,
        "family": model.split("/")[-1].split("-", maxsplit=1)[0],
        "name": name,
        "api": {**api, "id": model},
        "capabilities": {"tools": True, "input": ["text", "image"], "output": ["text"]},
        "request": _REQUEST,
        "variants": [{"id": "high", "headers": {}, "body": {"effort": "high"}}],
        "time": {"released": 1_735_689_600_000},
        "cost": [{"input": 1.5, "output": 6, "cache": {"read": 0.15, "write": 1.875}}],
        "status": "active",
        "enabled": True,
        "limit": {"context": 200_000, "output": 8192},
    }
    for provider, model, name, api in _MODELS
]
FORMATTERS: list[JsonObject] = [
    {"name": "ruff", "extensions": [".py", ".pyi"], "enabled": True},
    {"name": "prettier", "extensions": [".md", ".js"], "enabled": False},
]
LANGUAGE_SERVERS = ("pyright", "marksman")

CONFIG: JsonObject = {
    "shell": "/bin/bash",
    "model": "stub/stub-1",
    "default_agent": "build",
    "share": "manual",
    "mcp": {
        "almanac": {"type": "local", "command": "almanac-mcp", "arguments": ["--stdio"]},
        "tracker": {"type": "remote", "url": "https://tracker.example.com/mcp", "oauth": True},
    },
}
PROMPTS: dict[str, list[JsonObject]] = {
    "almanac": [
        {
            "name": "forecast",
            "description": "What the season will be like.",
            "arguments": [
                {"name": "season", "description": "Which one.", "required": True},
                {"name": "crop", "required": False},
            ],
        }
    ],
    "tracker": [{"name": "triage", "description": "What is open.", "arguments": []}],
}
RESOURCES: dict[str, list[JsonObject]] = {
    "almanac": [
        {"name": "Moon", "uri": "almanac://moon", "description": "Its phases.", "mimeType": "text/plain"},
        {"name": "Map", "uri": "almanac://map?of=sky&year=2025", "mimeType": "image/png"},
    ],
    "tracker": [{"name": "Board", "uri": "tracker://board", "mimeType": "application/json"}],
}
CONTENTS: dict[str, JsonObject] = {
    "almanac://moon": {"text": "Full on the 11th.\n"},
    "almanac://map?of=sky&year=2025": {"blob": "iVBORw0KGgo="},
    "tracker://board": {"text": '{"open": 3}'},
}

_TREES: dict[str, dict[str, bytes]] = {
    ORCHARD: {
        "README.md": b"# Orchard\n\nApples and pears.\n",
        "docs/guide.md": "# Guide\n\nPick apples in the autumn; Äpfel, too.\n".encode(),
        "logo.png": b"\x89PNG\r\n\x1a\n\x00\x00",
        "src/apples.py": b'"""Apples."""\n\n\ndef pick(count):\n    return ["apple"] * count\n',
        "src/pears.py": b'"""Pears."""\n\n\ndef pick(count):\n    return ["pear"] * count\n',
    },
    LIGHTHOUSE: {
        "README.md": b"# Lighthouse\n",
        "lamp.py": b"def turn():\n    return 'round'\n",
        "old.txt": b"To be removed.\n",
    },
}


def plant(disk: Disk) -> None:
    """Write the files: the orchard has no changes, the lighthouse is on a branch with changes of all kinds."""
    for root, files in _TREES.items():
        for path, content in files.items():
            disk.write(root, path, content)
    disk.commit(ORCHARD)
    default = disk.within(LIGHTHOUSE)
    disk.write(LIGHTHOUSE, "keeper.txt", b"Nobody.\n")
    disk.commit(LIGHTHOUSE, branch="lamp", default=default)
    disk.write(LIGHTHOUSE, "lamp.py", b"def turn():\n    return 'round and round'\n")
    disk.write(LIGHTHOUSE, "log.txt", b"Night 1: calm.\n")
    disk.write(LIGHTHOUSE, "old.txt", None)
