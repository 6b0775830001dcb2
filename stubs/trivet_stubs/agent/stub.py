"""The stub of the agent service."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from trivet_stubs.agent.context import Context
from trivet_stubs.agent.disk import Disk
from trivet_stubs.agent.events import Events
from trivet_stubs.agent.handlers.accounts import AccountHandlers
from trivet_stubs.agent.handlers.config import CatalogHandlers, ConfigHandlers, InventoryHandlers
from trivet_stubs.agent.handlers.events import EventHandlers
from trivet_stubs.agent.handlers.files import FileHandlers
from trivet_stubs.agent.handlers.mcp import McpHandlers
from trivet_stubs.agent.handlers.projects_and_workspaces import ProjectHandlers, WorkspaceHandlers
from trivet_stubs.agent.handlers.ptys import PtyHandlers
from trivet_stubs.agent.handlers.sessions import MessageHandlers, PermissionHandlers, QuestionHandlers, SessionHandlers
from trivet_stubs.agent.handlers.vcs import VcsHandlers
from trivet_stubs.agent.records import Account, Project, Runtime, Session, Workspace
from trivet_stubs.agent.request_hooks import AgentHooks
from trivet_stubs.agent.script import Step, check_steps
from trivet_stubs.agent.state import AgentObserved, AgentState, AgentSteering, Credentials
from trivet_stubs.agent.turn.runner import TurnRunner
from trivet_stubs.kernel.clock import Clock
from trivet_stubs.kernel.notify import Notifier
from trivet_stubs.kernel.settings import UnknownKeys
from trivet_stubs.kernel.spec import JsonObject
from trivet_stubs.serving.in_process import AsyncTransport, Transport
from trivet_stubs.stub import StateAttribute, Stub


class AgentTransport(Transport):
    """A transport that offers what the stub takes beyond the contract, as an adapter's transport does."""

    def __init__(self, state: AgentState, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._state = state

    @property
    def agent_extensions(self) -> dict[str, str]:
        """The abilities that are switched on now."""
        return self._state.observed.extensions()


class AsyncAgentTransport(AsyncTransport):
    """The same for an async client."""

    def __init__(self, state: AgentState, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._state = state

    @property
    def agent_extensions(self) -> dict[str, str]:
        """The abilities that are switched on now."""
        return self._state.observed.extensions()


class AgentStub(Stub):
    """An agent service. Everything but the routes of the contract may be set, before or between requests.

    The stub has two projects: `/home/dev/orchard`, which is the default runtime, and `/home/dev/lighthouse`, which is
    on a branch and has changes. Any other absolute directory becomes a project when a request first names it.

        with AgentStub() as stub:
            stub.script(Text("Hello, "), Tool("bash", asks="bash"), Text("done."))
            agent = AgentClient(base_url="http://agent.test", transport=stub.transport())

    Args:
        clock: The stub's clock; by default, one that stands at Monday, 16 June 2025, 08:00 in Singapore.
        latency: Real seconds that every answer takes.
        credentials: A name and a password (Basic) or a token (bearer) that a caller has to send; without them, every
            caller is let in.
        observed: Switches for the behaviour of observed servers.
        unknown_keys: `refuse` a query parameter or a key of a body that the contract does not have, or `ignore` it, as
            the observed server does.
    """

    __module__ = "trivet_stubs"

    state: AgentState
    """The state that the handlers share; pass it to handlers of your own."""
    credentials: StateAttribute[Credentials | None] = StateAttribute()
    """The credentials that a caller has to send: a name and a password (Basic), or a token (bearer), or None."""
    observed: StateAttribute[AgentObserved] = StateAttribute()
    """Switches for the behaviour of observed servers, each off at first: `stub.observed.html_elsewhere = True`."""
    null_at_end: StateAttribute[bool] = StateAttribute()
    """Whether the last page of a list has no next cursor; otherwise an empty page is the end, as observed."""
    prices: StateAttribute[dict[str, JsonObject]] = StateAttribute()
    """The prices of models in US dollars for a million tokens, in place of the catalogue's.

    >>> stub.prices["stub/stub-1-mini"] = {"input": 0, "output": 0}
    """
    search_timeout: StateAttribute[float] = StateAttribute()
    """Real seconds that a search by a pattern may take before it is refused."""
    default: StateAttribute[Context] = StateAttribute()
    """The context of a request that names none."""
    events: StateAttribute[Events] = StateAttribute()
    """The open event streams: send events to them, and cut them."""
    disk: StateAttribute[Disk] = StateAttribute()
    """The files and repositories of the server."""
    accounts: StateAttribute[dict[str, Account]] = StateAttribute()
    """The saved accounts by their ids."""
    projects: StateAttribute[dict[str, Project]] = StateAttribute()
    """The known projects by their ids."""
    workspaces: StateAttribute[dict[str, Workspace]] = StateAttribute()
    """The registered workspaces by their ids."""
    sessions: StateAttribute[dict[str, Session]] = StateAttribute()
    """The sessions by their ids."""
    runtimes: StateAttribute[dict[Context, Runtime]] = StateAttribute()
    """The data of each context that a request has used."""
    idle: StateAttribute[Notifier] = StateAttribute()
    """Notifies when a session becomes idle or is deleted."""
    scripts: StateAttribute[deque[tuple[str | None, Sequence[Step]]]] = StateAttribute()
    """The scripts that wait for their prompts, each with the session that it is for."""

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        latency: float = 0.0,
        credentials: Credentials | None = None,
        observed: AgentObserved | None = None,
        unknown_keys: UnknownKeys = "refuse",
    ) -> None:
        state = AgentState(
            clock=clock, latency=latency, credentials=credentials, observed=observed, unknown_keys=unknown_keys
        )
        self._runner = runner = TurnRunner(state)
        self._ptys = PtyHandlers(state)
        super().__init__(
            state,
            AgentHooks(state, runner.interrupt),
            [
                AccountHandlers(state),
                CatalogHandlers(state),
                ConfigHandlers(state),
                EventHandlers(state),
                FileHandlers(state),
                InventoryHandlers(state),
                McpHandlers(state),
                MessageHandlers(state, runner),
                PermissionHandlers(state, runner),
                ProjectHandlers(state),
                self._ptys,
                QuestionHandlers(state, runner),
                SessionHandlers(state, runner),
                VcsHandlers(state),
                WorkspaceHandlers(state),
            ],
            steering=AgentSteering(state, runner.resume),
        )

    def script(self, *steps: Step, session_id: str | None = None) -> None:
        """Add a script, which the agent plays after one prompt; without a script, the agent echoes the prompt.

        A turn runs to its end before the prompt is answered, unless it has to wait for a permission, a question or,
        at a `Hold`, for `resume`. So bounds of a client, such as `max_steps`, stop the agent at a `Hold()` only.

        >>> stub.script(Reasoning("Hm, "), Text("Yes."), session_id="ses_000001")

        Args:
            steps: The actions of the agent, in order.
            session_id: The session whose prompt the script is for; without it, the next prompt anywhere.
        """
        check_steps(steps)
        with self.state.lock:
            self.state.scripts.append((session_id, steps))

    def resume(self, session_id: str) -> None:
        """Continue a turn that waits at a `Hold`.

        >>> stub.resume("ses_000001")

        Raises:
            ValueError: The session has no turn that waits at a `Hold`.
        """
        with self.state.lock:
            self._runner.resume(session_id)

    def interrupt(self, session_id: str) -> None:
        """Interrupt the turn of a session as another client does, and drop the prompts behind it.

        >>> stub.interrupt("ses_000001")

        Raises:
            ValueError: The session has no turn that waits.
        """
        with self.state.lock:
            session = self.state.sessions.get(session_id)
            if session is None or session.running is None:
                raise ValueError(f"session_id: {session_id!r} has no turn that waits")
            self._runner.interrupt(session)

    def transport(self) -> Transport:
        """As in `Stub`; the clients that use it know the switches for requests beyond the contract.

        >>> AgentClient(transport=stub.transport())
        """
        return AgentTransport(self.state, self, self.closing, self.background, inline_app=self._inline_app)

    def async_transport(self) -> AsyncTransport:
        """As in `Stub`; the clients that use it know the switches for requests beyond the contract.

        >>> AsyncAgentClient(transport=stub.async_transport())
        """
        return AsyncAgentTransport(self.state, self, self.closing, inline_app=self._inline_app)

    def reply(self, request_id: str, reply: object) -> None:
        """Reply to a permission or a question as another client does.

        >>> stub.reply("per_000001", "once")
        >>> stub.reply("que_000001", [["this"]])

        Args:
            request_id: The request.
            reply: For a permission `once`, `always` or `reject`; for a question its answers, or None to reject it.

        Raises:
            ValueError: No such request waits for a reply.
        """
        with self.state.lock:
            self._runner.reply_to(request_id, reply)

    def context(self, directory: str | None = None, workspace: str | None = None) -> Context:
        """The context that a request with these parameters has.

        >>> stub.context("/home/dev/lighthouse")
        Context(directory='/home/dev/lighthouse', workspace_id=None)
        """
        with self.state.lock:
            return self.state.resolve(directory, workspace)

    def write(self, path: str, content: str | bytes | None, context: Context | None = None) -> None:
        """Write a file of a context, or remove it; without a context, of the default runtime.

        >>> stub.write("README.md", "# Orchard\\n")
        >>> stub.write("log.txt", None, stub.context("/home/dev/lighthouse"))
        """
        with self.state.lock:
            disk, directory = self.state.disk, (context or self.state.default).directory
            data = content.encode() if isinstance(content, str) else content
            disk.write(directory, disk.locate(directory, path), data)

    def exit_pty(self, pty_id: str, code: int = 0, context: Context | None = None) -> None:
        """Let the command of a pseudo-terminal end; without a context, one of the default runtime.

        >>> stub.exit_pty("pty_000001", code=3)
        """
        with self.state.lock:
            self._ptys.exit(pty_id, code, context)

    def now(self) -> int:
        """The time in the service's unit, milliseconds since 1970.

        >>> stub.now()
        1750032000000
        """
        return self.state.now()
