"""What an agent stub holds, to compare it before and after a run."""

from __future__ import annotations

from typing import Any

from trivet_stubs import AgentStub
from trivet_stubs.agent.context import Context
from trivet_stubs.agent.seed import LIGHTHOUSE, ORCHARD


def records(stub: AgentStub) -> dict[str, Any]:
    """What is on the server, without the times at which it was used."""
    state = stub.state
    runtimes = {context: state.runtime(context) for context in (Context(ORCHARD), Context(LIGHTHOUSE))}
    used = [held for each in state.runtimes.values() for held in (each.ptys, each.permissions, each.questions)]
    return {
        "accounts": {each.id: (each.wire(), each.credential) for each in state.accounts.values()},
        "projects": {each.id: {**each.wire(), "time": None} for each in state.projects.values()},
        "workspaces": {each.id: each.wire() for each in state.workspaces.values()},
        "sessions": sorted(state.sessions),
        "files": dict(state.disk.files),
        "repositories": sorted(state.disk.repositories),
        "configs": {context: each.config for context, each in runtimes.items()},
        "open": [name for held in used for name in held],
    }
