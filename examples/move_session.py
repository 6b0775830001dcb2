"""Move a session into a workspace and back, with its changes: `python examples/move_session.py "Begin the notes."`."""

import sys

from trivet import AgentClient
from trivet.agent import Prompt, VcsFileStatus


def show(agent: AgentClient, session_id: str) -> list[VcsFileStatus]:
    """Print the location of a session and the changes there."""
    location = agent.session.get(session_id).location
    if location is None:
        return []
    here = agent.at(directory=location.directory, workspace=location.workspace_id)
    changes = here.vcs.status()
    listed = ", ".join(f"{change.status} {change.file} (+{change.additions} -{change.deletions})" for change in changes)
    print(f"{here.context_key()}: {listed or 'no changes'}")
    return changes


def main(text: str) -> int:
    with AgentClient() as agent:
        session = agent.session.create(title=text[:40])
        agent.session.prompt(session.id, prompt=Prompt(text=text))
        agent.session.wait(session.id)
        changes = show(agent, session.id)

        workspace = agent.workspace.create(type="worktree", name="aside")
        for target in (workspace.id, None):  # into the workspace, and back
            agent.workspace.warp(session_id=session.id, workspace_id=target, copy_changes=True)
            changes += show(agent, session.id)
    return len(changes)


if __name__ == "__main__":
    main(sys.argv[1])
