"""Pseudo-terminals. That of a check runs `cat`, which waits for input and does nothing else."""

from trivet_stubs.checks.agent.answers import data, field, ids
from trivet_stubs.checks.agent.service import Agent
from trivet_stubs.checks.check import check


@check("agent.ptys.create-in-the-context")
def created_pty_is_in_its_context(agent: Agent) -> None:
    """A pseudo-terminal runs its command in the directory, and is listed there and not in another context."""
    elsewhere = agent.elsewhere
    made = agent.pty(cwd=agent.directory)
    agent.target.eventually(
        lambda: agent.user.call("pty.list", query=agent.here),
        lambda reply: made["id"] in ids(reply),
        "a new pseudo-terminal is not listed in its context",
    )
    other = agent.user.call("pty.list", query=elsewhere)
    other.expect(made["id"] not in ids(other), "a pseudo-terminal is listed in another context")
    reply = agent.find("pty.get", made["id"], query=agent.here)
    reply.expect(field(data(reply), "command").rpartition("/")[2] == "cat", "it runs another command")
    name = agent.directory.rpartition("/")[2]
    reply.expect(field(data(reply), "cwd").rstrip("/").rpartition("/")[2] == name, "it runs in another directory")


@check("agent.ptys.update-changes-title-or-size")
def update_changes_a_pty(agent: Agent) -> None:
    """The new title is shown; a size has columns and rows, which are numbers."""
    made = agent.pty()["id"]
    wanted = agent.target.name("terminal")
    agent.user.call("pty.update", made, query=agent.here, json={"title": wanted}).succeeds()
    agent.shows("pty.get", made, query=agent.here, title=wanted)
    size = {"columns": 100, "rows": 40}
    agent.user.call("pty.update", made, query=agent.here, json={"size": size}).succeeds()
    for wrong in ({"columns": "wide", "rows": 40}, {"columns": 100}, {"rows": 40}):
        agent.user.call("pty.update", made, query=agent.here, json={"size": wrong}).is_refused()


@check("agent.ptys.delete-removes-it")
def deleted_pty_is_gone(agent: Agent) -> None:
    """A deleted pseudo-terminal is not found by its id, and is not listed."""
    made = agent.pty()["id"]
    agent.user.call("pty.delete", made, query=agent.here).succeeds()
    agent.target.eventually(
        lambda: agent.user.call("pty.get", made, query=agent.here),
        lambda reply: 400 <= reply.status < 500,
        "a deleted pseudo-terminal can be read",
    )
    agent.target.eventually(
        lambda: agent.user.call("pty.list", query=agent.here),
        lambda reply: made not in ids(reply),
        "a deleted pseudo-terminal is listed",
    )
