"""The records of an agent stub, to compare them before and after a run."""

from __future__ import annotations

from typing import Any

from trivet_stubs import AgentStub
from trivet_stubs.agent.context import Context
from trivet_stubs.agent.seed import LIGHTHOUSE, ORCHARD


def records(stub: AgentStub) -> dict[str, Any]:
    """Return all records of a stub, without the times of their last use."""
    state = stub.state
    runtimes = {context: state.runtime(context) for context in (Context(ORCHARD), Context(LIGHTHOUSE))}
    open_by_id = [
        records
        for runtime in state.runtimes.values()
        for records in (runtime.ptys, runtime.permissions, runtime.questions)
    ]
    return {
        "accounts": {account.id: (account.wire(), account.credential) for account in state.accounts.values()},
        "projects": {project.id: {**project.wire(), "time": None} for project in state.projects.values()},
        "workspaces": {workspace.id: workspace.wire() for workspace in state.workspaces.values()},
        "sessions": sorted(state.sessions),
        "files": dict(state.disk.files),
        "repositories": sorted(state.disk.repositories),
        "configs": {context: runtime.config for context, runtime in runtimes.items()},
        "open": [record_id for records in open_by_id for record_id in records],
    }
