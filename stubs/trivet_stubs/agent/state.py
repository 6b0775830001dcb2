"""What every operation of the agent stub stands on: its world, contexts, events, and who may ask."""

import base64
import secrets
from collections import defaultdict, deque
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, ClassVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from trivet_stubs.agent import refusals, seed
from trivet_stubs.agent.context import Context, absolute, within
from trivet_stubs.agent.disk import Disk
from trivet_stubs.agent.events import Events
from trivet_stubs.agent.inherited import InheritedStub
from trivet_stubs.agent.records import Account, Project, Runtime, Session, Workspace
from trivet_stubs.agent.script import Step
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.messages import ContractRequest
from trivet_stubs.kernel.notify import Notifier
from trivet_stubs.kernel.operation import JSON, JsonObject, Operation
from trivet_stubs.kernel.refusal import Refusal

Credentials = tuple[str, str] | str


class AgentState(InheritedStub):
    """An agent service without its operations."""

    service = "agent"
    content_types: ClassVar = {JSON: JSON}

    def __init__(
        self, *, clock: Clock | None = None, latency: float = 0.0, credentials: Credentials | None = None
    ) -> None:
        super().__init__(clock=clock, latency=latency)
        self.credentials = credentials
        """What a caller has to show: a name and a password (Basic), a token (bearer), or nothing; settable."""
        self.bare_unauthorized = False
        """Whether a caller without credentials gets an empty 401, as the older half of the observed server has it."""
        self.html_elsewhere = False
        """Whether a path that is no route gets a web page with status 200, as observed."""
        self.null_at_end = False
        """Whether the last page of a list has no next cursor; otherwise an empty page is the end, as observed."""
        self.default = Context(seed.ORCHARD)
        """The runtime of a request that names none."""
        self.disk = Disk()
        seed.plant(self.disk)
        self.accounts: dict[str, Account] = {}
        self.projects: dict[str, Project] = {}
        self.workspaces: dict[str, Workspace] = {}
        self.sessions: dict[str, Session] = {}
        self.runtimes: dict[Context, Runtime] = {}
        self.events = Events(self.contract, self.default, self.new_id, self.now)
        self.idle = Notifier()
        """Notifies when a session comes to rest or goes away."""
        self.scripts: deque[tuple[str | None, Sequence[Step]]] = deque()
        self._numbers: dict[str, int] = defaultdict(int)
        for root, name in ((seed.ORCHARD, "orchard"), (seed.LIGHTHOUSE, "lighthouse")):
            self._new_project(root, name)

    # For tests.

    def context(self, directory: str | None = None, workspace: str | None = None) -> Context:
        """The context that a request with these parameters has."""
        with self.lock:
            return self._resolved(directory, workspace)

    def write(self, path: str, content: str | bytes | None, context: Context | None = None) -> None:
        """Write a file of a context, or remove it; without a context, of the default runtime."""
        with self.lock:
            held = content.encode() if isinstance(content, str) else content
            directory = (context or self.default).directory
            where = self.disk.locate(directory, path)
            self.disk.write("/", where.lstrip("/"), held)

    # The rules of every operation.

    def authorize(self, operation: Operation, request: Request) -> None:
        """Refuse a request without the credentials, if there are any."""
        if self.credentials is None:
            return
        if isinstance(self.credentials, str):
            wanted = f"Bearer {self.credentials}"
        else:
            wanted = "Basic " + base64.b64encode(":".join(self.credentials).encode()).decode()
        scheme, _, shown = request.headers.get("authorization", "").partition(" ")
        given = f"{scheme.capitalize()} {shown.strip()}"
        if not secrets.compare_digest(given.encode(), wanted.encode()):
            raise refusals.unauthorized()

    def refusal_body(self, refusal: Refusal) -> JsonObject:
        """A refusal as the service writes it."""
        return refusals.body(refusal)

    def fallback(self, request: Request) -> Response | None:
        """The page of the web frontend, where it is to be had."""
        return HTMLResponse("<!doctype html><title>Agent</title>") if self.html_elsewhere else None

    def refusal_response(self, refusal: Refusal) -> Response:
        """The answer to a refused request; the older half of the observed server writes no body for a 401."""
        response = super().refusal_response(refusal)
        if response.status_code == 401 and self.bare_unauthorized:
            return Response(status_code=401, headers={"www-authenticate": response.headers["www-authenticate"]})
        return response

    # For operations.

    def now(self) -> int:
        """The time in the service's unit, milliseconds since 1970."""
        return round(self.clock.now().timestamp() * 1000)

    def new_id(self, prefix: str) -> str:
        """The next id of a kind."""
        return f"{prefix}_{self.number(prefix):06d}"

    def number(self, what: str) -> int:
        """The next number of a kind, from 1 up."""
        with self.lock:
            self._numbers[what] += 1
            return self._numbers[what]

    def runtime(self, context: Context) -> Runtime:
        """What belongs to a context; begun when first asked for."""
        found = self.runtimes.get(context)
        if found is None:
            project = self.project_of(context)
            found = Runtime(context=context, project_id=project.id, config=deepcopy(seed.CONFIG))
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
        return self._new_project(context.directory)

    def _here(self, request: ContractRequest) -> Runtime:
        """The runtime that a request means."""
        return self.runtime(self._resolved(request.query.get("directory"), request.query.get("workspace")))

    def _resolved(self, directory: str | None, workspace_id: str | None) -> Context:
        if workspace_id is not None:
            workspace = self.workspaces.get(workspace_id)
            if workspace is None:
                raise refusals.absent("Workspace", "workspaceID", workspace_id)
            where = workspace.directory if directory is None else absolute(directory, "directory")
            return Context(where, workspace.id)
        return self.default if directory is None else Context(absolute(directory, "directory"))

    def _new_project(self, worktree: str, name: str | None = None) -> Project:
        now = self.now()
        project = Project(id=self.new_id("prj"), worktree=worktree, created=now, updated=now, name=name)
        self.projects[project.id] = project
        return project


def located(runtime: Runtime, data: Any) -> JsonObject:
    """The answer of an operation of a context."""
    return {"location": runtime.context.wire(), "data": deepcopy(data)}


def plain(data: Any) -> JsonObject:
    """The answer of any other operation."""
    return {"data": deepcopy(data)}
