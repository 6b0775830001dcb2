"""The state of the agent stub: the server's records and files, and what belongs to each runtime context."""

import posixpath
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from trivet_stubs.agent.context import Context, absolute, within
from trivet_stubs.agent.disk import Disk
from trivet_stubs.agent.events import Events
from trivet_stubs.agent.observed import AgentObserved
from trivet_stubs.agent.records import Account, Project, Runtime, Session, Workspace
from trivet_stubs.agent.refusals import absent, invalid
from trivet_stubs.agent.script import Step
from trivet_stubs.agent.seed import CONFIG, LIGHTHOUSE, ORCHARD, plant
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.notify import Notifier
from trivet_stubs.kernel.state import StubState

Credentials = tuple[str, str] | str


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
    ) -> None:
        super().__init__("agent", clock=clock, latency=latency, observed=observed or AgentObserved())
        self.credentials = credentials
        self.null_at_end = False
        self.search_timeout: float = 5.0
        self.default: Context = Context(ORCHARD)
        self.events: Events = Events(self.contract, self.default, self.now)
        self.idle: Notifier = Notifier()
        self.plant()

    def plant(self, trees: Mapping[str, Mapping[str, str | bytes]] | None = None) -> None:
        """Begin with the built-in data: two projects, and nothing else. Other files by their projects replace them.

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

    def now(self) -> int:
        """The time in the service's unit, milliseconds since 1970."""
        return round(self.clock.now().timestamp() * 1000)

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

    def resolve(self, directory: str | None, workspace_id: str | None) -> Context:
        """The context that these two parameters of a request mean."""
        if workspace_id is not None:
            workspace = self.workspaces.get(workspace_id)
            if workspace is None:
                raise absent("Workspace", "workspaceID", workspace_id, by="agent.contexts.unknown-workspace-is-404")
            where = workspace.directory if directory is None else absolute(directory, "directory")
            return Context(where, workspace.id)
        return self.default if directory is None else Context(absolute(directory, "directory"))

    def runtime_of(self, request: ContractRequest) -> Runtime:
        """The runtime that a request means."""
        if self.observed.ignored_context:
            return self.runtime(self.default)
        return self.runtime(self.resolve(request.query.get("directory"), request.query.get("workspace")))

    def runtime(self, context: Context) -> Runtime:
        """What belongs to a context; it is made when first used."""
        found = self.runtimes.get(context)
        if found is None:
            project = self.project_of(context)
            found = Runtime(context=context, project_id=project.id, config=deepcopy(CONFIG))
            self.runtimes[context] = found
        return found

    def project_of(self, context: Context) -> Project:
        """The project that a context is in; a directory that the server has not seen becomes one."""
        workspace = self.workspaces.get(context.workspace_id or "")
        if workspace is not None:
            return self.projects[workspace.project_id]
        found = [each for each in self.projects.values() if within(context.directory, each.worktree)]
        if found:
            return max(found, key=lambda each: len(each.worktree))
        return self._add_project(context.directory)

    def _add_project(self, worktree: str, name: str | None = None) -> Project:
        now = self.now()
        project = Project(id=self.new_id("prj"), worktree=worktree, created=now, updated=now, name=name)
        self.projects[project.id] = project
        return project

    # Sessions.

    def session_of(self, request: ContractRequest) -> Session:
        """The session that a request names in its path; a `Refusal` when there is none."""
        session_id: str = request.path["sessionID"]
        if not session_id.startswith("ses"):
            rule = "agent.requests.session-ids-begin-with-ses"
            raise invalid("sessionID", "Invalid session ID", kind="Params", by=rule)
        with self.lock:
            if session_id not in self.sessions:
                raise absent("Session", "sessionID", session_id)
            return self.sessions[session_id]

    def publish(self, session: Session, kind: str, **payload: Any) -> None:
        """Publish an event about a session to the context that the session is in.

        >>> state.publish(session, "session.idle")
        """
        self.events.publish(session.context, kind, {"sessionID": session.id, **payload})

    def touch(self, session: Session) -> None:
        """Mark a session as updated now, and publish it."""
        session.updated = self.now()
        self.publish(session, "session.updated", info=session.wire())
