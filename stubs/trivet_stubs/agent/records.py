"""The records of the agent stub, and how the service writes them."""

from collections import deque
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from trivet_stubs.agent.context import Context, within
from trivet_stubs.agent.patch import Change
from trivet_stubs.agent.script import Step
from trivet_stubs.agent.turn.machine import TurnMachine
from trivet_stubs.kernel.spec import JsonObject


@dataclass(slots=True, kw_only=True)
class Account:
    """A saved account; no answer shows its credential."""

    id: str
    service_id: str
    credential: JsonObject = field(repr=False)
    description: str | None = None
    active: bool = False

    def wire(self) -> JsonObject:
        """Return the JSON object that the service sends."""
        return _without_none(
            id=self.id,
            serviceID=self.service_id,
            type=self.credential["type"],
            description=self.description,
            active=self.active,
        )


@dataclass(slots=True, kw_only=True)
class Project:
    """A project: a directory with its files and subdirectories."""

    id: str
    worktree: str
    created: int
    updated: int
    name: str | None = None
    icon: JsonObject | None = None
    commands: list[JsonObject] | None = None
    sandboxes: list[str] = field(default_factory=list[str])

    def wire(self) -> JsonObject:
        """Return the JSON object that the service sends."""
        return _without_none(
            id=self.id,
            worktree=self.worktree,
            vcs="git",
            name=self.name,
            icon=self.icon,
            commands=self.commands,
            time={"created": self.created, "updated": self.updated},
            sandboxes=list(self.sandboxes),
        )


@dataclass(slots=True, kw_only=True)
class Workspace:
    """A registered workspace of a project."""

    id: str
    type: str
    name: str
    project_id: str
    directory: str
    used: int
    branch: str | None = None
    metadata: JsonObject | None = None
    archived: bool = False
    status: str = "connecting"

    def wire(self) -> JsonObject:
        """Return the JSON object that the service sends."""
        return _without_none(
            id=self.id,
            type=self.type,
            name=self.name,
            projectID=self.project_id,
            directory=self.directory,
            branch=self.branch,
            timeUsed=self.used,
            metadata=self.metadata,
            archived=self.archived,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedPrompt:
    """A prompt that waits for its turn, and the script of that turn."""

    message_id: str
    text: str
    steps: Sequence[Step]
    deferred: bool
    has_schema: bool = False
    """Whether the agent has to answer by a schema."""


@dataclass(slots=True, kw_only=True)
class Session:
    """A conversation, pinned to a context."""

    id: str
    number: int
    context: Context
    home: str
    """The directory to which the session returns when it leaves a workspace."""
    project_id: str
    worktree: str
    """The directory of its project."""
    title: str
    created: int
    updated: int
    agent: str
    model: JsonObject
    parent_id: str | None = None
    archived: float | None = None
    permission: list[JsonObject] = field(default_factory=list[JsonObject])
    tools: dict[str, bool] = field(default_factory=dict[str, bool])
    """The tools that were taken away, and those that were left, by the latest prompt that has said so."""
    messages: list[JsonObject] = field(default_factory=list[JsonObject])
    todos: list[JsonObject] = field(default_factory=list[JsonObject])
    changes: dict[str, Change] = field(default_factory=dict[str, Change])
    tokens: dict[str, int] = field(default_factory=lambda: {"input": 0, "output": 0, "reasoning": 0})
    cache: dict[str, int] = field(default_factory=lambda: {"read": 0, "write": 0})
    cost: float = 0
    queue: deque[QueuedPrompt] = field(default_factory=deque[QueuedPrompt])
    running: TurnMachine | None = None
    held_until: float | None = None
    """The time of the stub's clock at which a hold of some seconds ends, in monotonic seconds."""
    admitted: int = 0

    @property
    def busy(self) -> bool:
        """Whether a turn runs, or a prompt waits for one."""
        return self.running is not None or bool(self.queue)

    def enqueue(self, prompt: QueuedPrompt) -> None:
        """Queue a prompt; an immediate prompt goes before all deferred ones."""
        if prompt.deferred:
            self.queue.append(prompt)
        else:
            self.queue.insert(sum(not waiting.deferred for waiting in self.queue), prompt)

    def wire(self) -> JsonObject:
        """Return the JSON object that the service sends."""
        time = _without_none(created=self.created, updated=self.updated, archived=self.archived)
        below = self.context.directory.removeprefix(self.worktree).strip("/") if self.inside_project else ""
        return _without_none(
            id=self.id,
            parentID=self.parent_id,
            projectID=self.project_id,
            agent=self.agent,
            model=dict(self.model),
            cost=self.cost,
            tokens={**self.tokens, "cache": dict(self.cache)},
            time=time,
            title=self.title,
            location=self.context.wire(),
            subpath=below or None,
        )

    @property
    def inside_project(self) -> bool:
        """Whether the session is below its project's directory, and not in a workspace elsewhere."""
        return within(self.context.directory, self.worktree)

    def since_compaction(self) -> list[JsonObject]:
        """Return the messages from the last compaction on; its summary replaces the earlier messages."""
        starts = [at for at, message in enumerate(self.messages) if message["type"] == "compaction"]
        return deepcopy(self.messages[starts[-1] if starts else 0 :])


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A permission or a question that a session waits for; nothing waits for it once the agent was stopped."""

    session: Session
    record: JsonObject
    live: bool = True


@dataclass(slots=True, kw_only=True)
class Runtime:
    """The data of one runtime context."""

    context: Context
    project_id: str
    config: JsonObject
    ptys: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    sizes: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    """The sizes of pseudo-terminals, which no answer shows."""
    permissions: dict[str, Pending] = field(default_factory=dict[str, Pending])
    questions: dict[str, Pending] = field(default_factory=dict[str, Pending])
    allowed: list[JsonObject] = field(default_factory=list[JsonObject])
    """The rules added by answering permission requests with `always`."""
    authorized: set[str] = field(default_factory=set[str])
    """The tool-protocol servers whose OAuth is complete."""
    authorizing: set[str] = field(default_factory=set[str])
    """The tool-protocol servers whose OAuth was started."""


def _without_none(**fields: object) -> JsonObject:
    return {name: value for name, value in fields.items() if value is not None}
