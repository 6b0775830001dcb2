"""The state of the agent stub: its records, files and settings, its runtime contexts, and how it is steered."""

import base64
import posixpath
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar

from trivet_stubs.agent.context import Context, absolute, within
from trivet_stubs.agent.disk import Disk
from trivet_stubs.agent.events import Events
from trivet_stubs.agent.records import Account, Project, Runtime, Session, Workspace
from trivet_stubs.agent.refusals import absent
from trivet_stubs.agent.script import TURN_SCHEMA, Step, read_step
from trivet_stubs.agent.seed import CATALOG, CONFIG, LIGHTHOUSE, ORCHARD, plant
from trivet_stubs.agent.stored import read_agent, stored_agent
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.notify import Notifier
from trivet_stubs.kernel.rule_catalogue import applies
from trivet_stubs.kernel.settings import Observed, UnknownKeys
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.kernel.state import StubState
from trivet_stubs.kernel.steering import Records, Steering

Credentials = tuple[str, str] | str

FORK_PATH = "/api/session/{sessionID}/fork"
PROMPT_OPTIONS = ("output", "system", "tools", "variant")
"""The keys of the body of `session.prompt` that the switch `prompt_options` adds."""
INTERRUPT_PATH = "/api/session/{sessionID}/interrupt"
"""The path of the request that stops an agent, with the switch `interrupts`."""

_DATA = ("disk", "accounts", "projects", "workspaces", "sessions", "runtimes", "scripts", "numbers")
_FILES: JsonObject = {
    "type": "object",
    "propertyNames": {"pattern": "^[^/\\x00][^\\x00]*$", "maxLength": 500},
    "additionalProperties": {"type": "string"},
    "maxProperties": 10_000,
}


_RATE: JsonObject = {"type": "number", "minimum": 0, "maximum": 1_000_000_000}
_PRICE: JsonObject = {
    "type": "object",
    "required": ["input", "output"],
    "properties": {
        "input": _RATE,
        "output": _RATE,
        "cache": {"type": "object", "properties": {"read": _RATE, "write": _RATE}, "additionalProperties": False},
    },
    "additionalProperties": False,
}


@dataclass(slots=True, kw_only=True)
class AgentObserved(Observed):
    """Switches for the behaviour of observed agent servers; each is off at first, and may be set between requests.

    >>> stub = AgentStub(observed=AgentObserved(html_elsewhere=True))
    """

    __module__ = "trivet_stubs.agent"

    bare_unauthorized: bool = False
    """A caller without credentials gets an empty 401, as from the older half of the observed server."""
    html_elsewhere: bool = False
    """A path without a route gets a web page with status 200."""
    ignored_context: bool = False
    """The query parameters of a runtime context are ignored: every request gets the default context."""
    denials_alone: bool = False
    """A child inherits the rules of its parent that deny alone, not those that ask, as on the observed server."""
    interrupts: bool = False
    """`POST /api/session/{sessionID}/interrupt`, which the contract does not have, stops the agent of a session."""
    lost_requests: bool = False
    """No event announces a permission request or a question; only the lists of requests show them."""
    no_idle_events: bool = False
    """No event announces that a session is idle."""
    no_wait: bool = False
    """`session.wait` is always refused with a 503, as the observed server has not implemented it yet."""
    parent_ids: bool = False
    """A message of the agent names the prompt that it answers, as from the older half of the observed server."""
    open_requests: bool = False
    """The requests of an agent that was stopped stay in the lists until a reply, as on the observed server."""
    reply_messages: bool = False
    """`permission.reply` takes a `message` beside a rejection; the agent reads it, and continues."""
    prompt_options: bool = False
    """`session.prompt` takes `output` (a schema), `system`, `tools` and `variant`, which the contract does not have."""
    forks: bool = False
    """`POST /api/session/{sessionID}/fork`, which the contract does not have, copies a session up to a message."""

    def extensions(self) -> dict[str, str]:
        """Return what the server takes beyond the contract, in the form in which the client's transports offer it."""
        return {
            **({"cancel": f"POST {INTERRUPT_PATH}"} if self.interrupts else {}),
            **({"reply_message": "message"} if self.reply_messages else {}),
            **({name: name for name in PROMPT_OPTIONS} if self.prompt_options else {}),
            **({"fork": f"POST {FORK_PATH}"} if self.forks else {}),
        }


class AgentState(StubState):
    """An agent server's records, files, events and settings; `AgentStub` describes what users set."""

    observed: AgentObserved

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        latency: float = 0.0,
        credentials: Credentials | None = None,
        observed: AgentObserved | None = None,
        unknown_keys: UnknownKeys = "refuse",
    ) -> None:
        super().__init__(
            "agent", clock=clock, latency=latency, observed=observed or AgentObserved(), unknown_keys=unknown_keys
        )
        self.credentials = credentials
        self.null_at_end = False
        self.prices: dict[str, JsonObject] = {}
        self.search_timeout: float = 5.0
        self.default: Context = Context(ORCHARD)
        self.events: Events = Events(self.contract, self.default, self.now)
        self.idle: Notifier = Notifier()
        self.plant()

    def plant(self, trees: Mapping[str, Mapping[str, str | bytes]] | None = None) -> None:
        """Replace all data by the built-in projects, or by other projects: the files of each, by its directory.

        >>> state.plant({"/home/dev/pond": {"README.md": "# Pond\\n"}})
        """
        self.disk: Disk = Disk()
        self.accounts: dict[str, Account] = {}
        self.projects: dict[str, Project] = {}
        self.workspaces: dict[str, Workspace] = {}
        self.sessions: dict[str, Session] = {}
        self.runtimes: dict[Context, Runtime] = {}
        self.scripts: deque[tuple[str | None, Sequence[Step]]] = deque()
        self.numbers: dict[str, int] = defaultdict(int)
        if trees is None:
            plant(self.disk)
        for root, files in (trees or {}).items():
            for path, content in files.items():
                self.disk.write(root, path, content.encode() if isinstance(content, str) else content)
            self.disk.commit(root)
        for root in (ORCHARD, LIGHTHOUSE) if trees is None else trees:
            self._add_project(root, posixpath.basename(root))

    @applies("agent.events.time-is-in-milliseconds")
    def now(self) -> int:
        """The time in the service's unit, milliseconds since 1970."""
        return round(self.clock.now().timestamp() * 1000)

    def models(self) -> list[JsonObject]:
        """The models of the catalogue, with the prices that were set."""
        names = [f"{model['providerID']}/{model['id']}" for model in CATALOG]
        return [
            {**model, "cost": [self.prices[name]]} if name in self.prices else model
            for name, model in zip(names, CATALOG, strict=True)
        ]

    def cost(self, model: JsonObject, tokens: JsonObject) -> float:
        """The cost of tokens in US dollars, by the price of a model; 0 for a model that has none.

        >>> state.cost({"providerID": "stub", "modelID": "stub-1"}, {"input": 1000, "output": 0})
        0.0015
        """
        key = [model["providerID"], model.get("modelID", model.get("id"))]
        prices = [listed["cost"][0] for listed in self.models() if [listed["providerID"], listed["id"]] == key]
        price: JsonObject = prices[0] if prices else {}
        cache, cached = price.get("cache", {}), tokens.get("cache", {})
        written = tokens["output"] + tokens.get("reasoning", 0)
        dollars = tokens["input"] * price.get("input", 0) + written * price.get("output", 0)
        return float(dollars + sum(cached.get(kind, 0) * cache.get(kind, 0) for kind in ("read", "write"))) / 1_000_000

    def number(self, kind: str) -> int:
        """The next number of a kind, from 1 up."""
        with self.lock:
            self.numbers[kind] += 1
            return self.numbers[kind]

    def new_id(self, prefix: str) -> str:
        """The next id with a prefix.

        >>> state.new_id("ses")
        'ses_000001'
        """
        return f"{prefix}_{self.number(prefix):06d}"

    # Contexts.

    @applies("agent.contexts.request-operations-take-directory-and-workspace")
    @applies("agent.contexts.default-runtime-without-both")
    def resolve(self, directory: str | None, workspace_id: str | None) -> Context:
        """Return the context for the directory and the workspace that a request names."""
        if workspace_id is not None:
            workspace = self.workspaces.get(workspace_id)
            if workspace is None:
                raise absent("Workspace", "workspaceID", workspace_id, by="agent.contexts.unknown-workspace-is-404")
            where = workspace.directory if directory is None else absolute(directory, "directory")
            return Context(where, workspace.id)
        return self.default if directory is None else Context(absolute(directory, "directory"))

    def runtime_of(self, request: ContractRequest) -> Runtime:
        """Return the runtime of a request's context."""
        if self.observed.ignored_context:
            return self.runtime(self.default)
        return self.runtime(self.resolve(request.query.get("directory"), request.query.get("workspace")))

    def runtime(self, context: Context) -> Runtime:
        """Return the data of a context, which is created when first used."""
        runtime = self.runtimes.get(context)
        if runtime is None:
            project = self.project_of(context)
            runtime = Runtime(context=context, project_id=project.id, config=deepcopy(CONFIG))
            self.runtimes[context] = runtime
        return runtime

    def project_of(self, context: Context) -> Project:
        """Return the project that contains a context; an unknown directory becomes a new project."""
        workspace = self.workspaces.get(context.workspace_id or "")
        if workspace is not None:
            return self.projects[workspace.project_id]
        containing = [project for project in self.projects.values() if within(context.directory, project.worktree)]
        if containing:
            return max(containing, key=lambda project: len(project.worktree))
        return self._add_project(context.directory)

    def _add_project(self, worktree: str, name: str | None = None) -> Project:
        now = self.now()
        project = Project(id=self.new_id("prj"), worktree=worktree, created=now, updated=now, name=name)
        self.projects[project.id] = project
        return project

    # Sessions.

    def session_of(self, request: ContractRequest) -> Session:
        """Return the session that a request names in its path, or raise a `Refusal`."""
        session_id: str = request.path["sessionID"]
        with self.lock:
            if session_id not in self.sessions:
                raise absent("Session", "sessionID", session_id)
            return self.sessions[session_id]

    def fork(self, session: Session, end: int | None) -> Session:
        """Add a copy of a session, with its first messages, or with all; they get ids of their own."""
        now = self.now()
        copy = Session(
            id=self.new_id("ses"),
            number=self.number("session"),
            context=session.context,
            home=session.home,
            project_id=session.project_id,
            worktree=session.worktree,
            title=f"{session.title} (fork)",
            created=now,
            updated=now,
            agent=session.agent,
            model=dict(session.model),
            permission=[*session.permission],
            tools=dict(session.tools),
            messages=[{**deepcopy(message), "id": self.new_id("msg")} for message in session.messages[:end]],
        )
        self.sessions[copy.id] = copy
        self.publish(copy, "session.created", info=copy.wire())
        return copy

    def publish(self, session: Session, kind: str, **payload: Any) -> None:
        """Publish an event about a session to the context that the session is in.

        >>> state.publish(session, "session.idle")
        """
        self.events.publish(session.context, kind, {"sessionID": session.id, **payload})

    def touch(self, session: Session) -> None:
        """Mark a session as updated now, and publish it."""
        session.updated = self.now()
        self.publish(session, "session.updated", info=session.wire())


class AgentSteering(Steering):
    """Steers an agent stub: replaces its projects, adds scripts, and resumes turns."""

    seed_schema: ClassVar[JsonObject] = {
        "type": "object",
        "properties": {
            "projects": {
                "type": "object",
                "propertyNames": {"pattern": "^/[^\\x00]*[^/\\x00]$", "maxLength": 500},
                "additionalProperties": _FILES,
                "minProperties": 1,
                "maxProperties": 100,
            }
        },
        "additionalProperties": False,
    }
    turn_schema: ClassVar[JsonObject | None] = TURN_SCHEMA
    own_settings: ClassVar[Mapping[str, JsonObject]] = {
        "null_at_end": {"type": "boolean"},
        "prices": {
            "type": "object",
            "propertyNames": {"pattern": "^[^/]+/.+$", "maxLength": 200},
            "additionalProperties": _PRICE,
            "maxProperties": 100,
        },
        "search_timeout": {"type": "number", "exclusiveMinimum": 0, "maximum": 3600},
        "heartbeat_every": {"type": ["number", "null"], "exclusiveMinimum": 0, "maximum": 3600},
    }

    def __init__(self, state: AgentState, resume: Callable[[str], None]) -> None:
        super().__init__(state)
        self._agent = state
        self._resume = resume

    def seed(self, body: JsonObject) -> None:
        """Replace all data by other projects: the texts of the files of each, by its directory.

        Open event streams break, as when a server restarts.
        """
        self._agent.plant(body.get("projects"))
        self._begin()

    def callers(self) -> dict[str, dict[str, str]]:
        """The headers with the credentials of the stub, if it has any."""
        credentials = self._agent.credentials
        if credentials is None:
            return {}
        if isinstance(credentials, str):
            return {"token": {"Authorization": f"Bearer {credentials}"}}
        encoded = base64.b64encode(":".join(credentials).encode()).decode()
        return {credentials[0]: {"Authorization": f"Basic {encoded}"}}

    def kinds(self) -> Mapping[str, Records]:
        """The records of each kind, as the service sends them."""
        state = self._agent
        sessions = state.sessions
        return {
            "sessions": lambda: (session.wire() for session in sessions.values()),
            "messages": lambda: (
                {"sessionID": session.id, **message} for session in sessions.values() for message in session.messages
            ),
            "permissions": lambda: self._pending("permissions"),
            "questions": lambda: self._pending("questions"),
            "scripts": lambda: (
                {"session_id": session_id, "steps": list(map(repr, steps))} for session_id, steps in state.scripts
            ),
            "projects": lambda: (project.wire() for project in state.projects.values()),
            "workspaces": lambda: (workspace.wire() for workspace in state.workspaces.values()),
            "accounts": lambda: (account.wire() for account in state.accounts.values()),
            "files": lambda: (
                {"path": path, "bytes": len(content)} for path, content in sorted(state.disk.files.items())
            ),
        }

    def setting(self, name: str) -> Any:
        """A setting as a JSON value."""
        return getattr(self._agent.events if name == "heartbeat_every" else self._agent, name)

    def change_setting(self, name: str, value: Any) -> None:
        """Change a setting to a JSON value."""
        setattr(self._agent.events if name == "heartbeat_every" else self._agent, name, value)

    def script(self, body: JsonObject) -> None:
        """Add a script for the next prompt, as `stub.script` does."""
        steps = tuple(map(read_step, body["steps"]))
        self._agent.scripts.append((body.get("session_id"), steps))

    def resume(self, session_id: str) -> None:
        """Continue a turn that waits at a hold.

        Raises:
            ValueError: The session has no such turn.
        """
        self._resume(session_id)

    def stored(self) -> JsonObject:
        """The data; a turn that runs ends where it is, as if the server had been stopped."""
        return stored_agent(self._agent)

    def read_stored(self, raw: object) -> Callable[[], None]:
        """Read data; return the function that puts it in place."""
        data = read_agent(raw)
        return lambda: self.restore(data)

    def data(self) -> JsonObject | None:
        """A copy of the data; None while a turn runs, which cannot be copied."""
        if any(session.busy for session in self._agent.sessions.values()):
            return None
        return deepcopy({name: getattr(self._agent, name) for name in _DATA})

    def restore(self, data: JsonObject | None) -> None:
        """Restore a copy of earlier data, or the built-in data."""
        if data is None:
            self._agent.plant()
        else:
            for name, value in deepcopy(data).items():
                setattr(self._agent, name, value)
        self._begin()

    def _begin(self) -> None:
        """End open streams and waits for idle sessions, as a restarted server does."""
        self._agent.events.restart()
        self._agent.idle.notify()

    def _pending(self, kind: str) -> Iterator[JsonObject]:
        for runtime in self._agent.runtimes.values():
            for pending in getattr(runtime, kind).values():
                yield pending.record
