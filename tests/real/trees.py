"""Repositories whose agents may let other agents work, and the costs that the server has stored of sessions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from tests.real.model import RunningModel
from tests.real.server import RunningServer, make_repository

__all__ = ["STEP", "busy_sessions", "make_tree_repository", "open_requests", "stored_costs"]

STEP = 0.011
"""The cost of a step of the model in US dollars."""

_OWN: dict[str, Any] = {
    "permission": {"bash": "allow"},
    "subagent_depth": 2,
    "agent": {
        "general": {"permission": {"task": "allow"}},
        "sketcher": {"description": "Sketches a tree", "mode": "subagent", "model": "rules/rules-3"},
        "painter": {"description": "Paints a tree", "mode": "primary", "model": "rules/rules-3"},
    },
}


def make_tree_repository(server: RunningServer, model: RunningModel) -> str:
    """Make a repository, unless it is there, in which a child may have children; `rules-3` has no price."""
    folder = Path(server.directory).with_name("trees")
    if not folder.exists():
        make_repository(folder, model.url, _OWN)
        file = folder / "opencode.json"
        config = json.loads(file.read_text("utf-8"))
        models = config["provider"]["rules"]["models"]
        models["rules-3"] = {**models["rules-1"], "name": "Rules 3"}
        del models["rules-3"]["cost"]
        file.write_text(json.dumps(config), "utf-8")
    return str(folder)


def _get(server: RunningServer, path: str, directory: str) -> Any:
    auth, query = ("opencode", server.password), {"directory": directory}
    answer = httpx.get(f"{server.url}{path}", auth=auth, params=query, trust_env=False, timeout=30)
    return answer.raise_for_status().json()


def stored_costs(server: RunningServer, session_id: str, directory: str) -> dict[str, float]:
    """Return the cost that the server has stored of a session, and of each session below it."""
    costs: dict[str, float] = {session_id: _get(server, f"/session/{session_id}", directory)["cost"]}
    for child in _get(server, f"/session/{session_id}/children", directory):
        costs |= stored_costs(server, child["id"], directory)
    return costs


def busy_sessions(server: RunningServer, directory: str) -> list[str]:
    """Return the sessions that work."""
    return list(_get(server, "/session/status", directory))


def open_requests(server: RunningServer, directory: str) -> list[Any]:
    """Return the permissions and questions that wait for a reply."""
    return [*_get(server, "/permission", directory), *_get(server, "/question", directory)]
