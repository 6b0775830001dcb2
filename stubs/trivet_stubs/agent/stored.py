"""The data of the agent stub as it is stored in a file, and how it is read again."""

from collections import defaultdict, deque
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from trivet_stubs.agent.context import Context
from trivet_stubs.agent.disk import Disk, Repository
from trivet_stubs.agent.records import Account, Pending, Project, QueuedPrompt, Runtime, Session, Workspace
from trivet_stubs.agent.script import TURN_SCHEMA, Script, read_step, write_step
from trivet_stubs.agent.turn.machine import TurnMachine
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.stored_state import read, write
from trivet_stubs.kernel.validation import check


class AgentData(Protocol):
    """The part of the state of the agent stub that is stored."""

    disk: Disk
    accounts: dict[str, Account]
    projects: dict[str, Project]
    workspaces: dict[str, Workspace]
    sessions: dict[str, Session]
    runtimes: dict[Context, Runtime]
    scripts: deque[Script]
    numbers: dict[str, int]


@dataclass(slots=True, kw_only=True)
class StoredScript:
    """The script of a prompt that is still to come."""

    session_id: str | None = None
    steps: list[JsonObject]
    prompt: str | None = None


@dataclass(slots=True, kw_only=True)
class StoredAgent:
    """All data of an agent stub, without the turns that run."""

    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    repositories: list[Repository] = field(default_factory=list[Repository])
    accounts: list[Account] = field(default_factory=list[Account])
    projects: list[Project] = field(default_factory=list[Project])
    workspaces: list[Workspace] = field(default_factory=list[Workspace])
    sessions: list[Session] = field(default_factory=list[Session])
    runtimes: list[Runtime] = field(default_factory=list[Runtime])
    scripts: list[StoredScript] = field(default_factory=list[StoredScript])
    numbers: dict[str, int] = field(default_factory=dict[str, int])


def stored_agent(state: AgentData) -> JsonObject:
    """Return the data of an agent stub as JSON values; a turn that runs ends where it is.

    >>> stored_agent(state)["projects"][0]["worktree"]
    '/home/dev/orchard'
    """
    agent = StoredAgent(
        files=state.disk.files,
        repositories=list(state.disk.repositories.values()),
        accounts=list(state.accounts.values()),
        projects=list(state.projects.values()),
        workspaces=list(state.workspaces.values()),
        sessions=[
            replace(session, running=None, queue=deque[QueuedPrompt](), held_until=None)
            for session in state.sessions.values()
        ],
        runtimes=[replace(runtime, permissions={}, questions={}) for runtime in state.runtimes.values()],
        scripts=[
            StoredScript(session_id=script.session_id, steps=list(map(write_step, script.steps)), prompt=script.prompt)
            for script in state.scripts
        ],
        numbers=dict(state.numbers),
    )
    stored: JsonObject = write(agent)
    for session in stored["sessions"]:
        for name in _OF_TURNS:
            del session[name]
    for runtime in stored["runtimes"]:
        for name in _PENDING:
            del runtime[name]
    return stored


def read_agent(raw: object) -> dict[str, Any]:
    """Return the data of JSON values that `stored_agent` has made, by the names of the attributes of the state.

    Raises:
        ValueError: A field is wrong, or an id belongs to no record.
    """
    agent = read(StoredAgent, raw, dict.fromkeys(_OF_TURNS_ALONE, _nothing))
    for number, script in enumerate(agent.scripts):
        try:
            check(TURN_SCHEMA, {"steps": script.steps})
        except ValueError as error:
            raise ValueError(f"data.scripts.{number}.{error}") from None
    projects = {project.id: project for project in agent.projects}
    for kind in ("sessions", "workspaces", "runtimes"):
        for record in getattr(agent, kind):
            if record.project_id not in projects:
                raise ValueError(f"data.{kind}: {record.project_id!r} is not among the projects")
    disk = Disk()
    disk.files = agent.files
    disk.repositories = {repository.root: repository for repository in agent.repositories}
    return {
        "disk": disk,
        "accounts": {account.id: account for account in agent.accounts},
        "projects": projects,
        "workspaces": {workspace.id: workspace for workspace in agent.workspaces},
        "sessions": {session.id: session for session in agent.sessions},
        "runtimes": {runtime.context: runtime for runtime in agent.runtimes},
        "scripts": deque(
            Script(script.session_id, tuple(map(read_step, script.steps)), script.prompt) for script in agent.scripts
        ),
        "numbers": defaultdict(int, agent.numbers),
    }


_OF_TURNS_ALONE = (TurnMachine, QueuedPrompt, Pending)


def _nothing(_value: object, kind: type) -> object:
    raise ValueError(f"{kind.__name__} is not stored")


_OF_TURNS = ("running", "queue", "held_until")
_PENDING = ("permissions", "questions")
