"""Walks on agent servers in process, on a clock that moves where a run waits."""

from collections.abc import Callable, Collection
from typing import Any

from tests.other_make.agent_faults import AgentFault
from tests.other_make.agent_files import PROJECT
from tests.other_make.agent_server import agent_server
from tests.other_make.agent_state import State
from tests.other_make.choices import Choices
from trivet_checks import Budget, Result, Selection, Target, suite
from trivet_checks.explore.run import Exploration
from trivet_stubs import AgentStub, Clock
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport

SUITE = suite("agent")
LIGHTHOUSE = "/home/dev/lighthouse"
CREDENTIALS = "olga:sea"


def explored(
    transport: Any,
    clock: Clock,
    *,
    credentials: str | None = None,
    directory: str = PROJECT,
    requests: int = 4000,
    seconds: float = 1e6,
    watch: Callable[[Target], None] = lambda target: None,
    more: dict[str, str] | None = None,
    **options: Any,
) -> Result:
    """The result of walks, by default of one walk of sixty steps."""
    callers = {"user": None if credentials is None else SUITE.credentials(credentials, "TOKEN")}
    with HttpClient("http://agent.test", transport=transport) as client:
        budget = Budget(requests=requests, seconds=seconds, monotonic=clock.monotonic, pause=clock.advance)
        settings = {"directory": directory, **(more or {})}
        target = Target("agent", client, callers, allow_writes=True, budget=budget, options=settings)
        watch(target)
        return Exploration(SUITE, target, Selection(), **({"walks": 1} | options)).run()


def explore_stub(stub: AgentStub, **options: Any) -> Result:
    """Walk on a stub."""
    return explored(stub.async_transport(), stub.clock, directory=LIGHTHOUSE, **options)


def explore_other_make(
    faults: Collection[AgentFault] = (),
    choices: Choices | None = None,
    around: Callable[[Any, Clock, State], Any] = lambda transport, clock, state: transport,
    **options: Any,
) -> Result:
    """Walk on an agent server of another make; `around` puts another transport around the one that leads to it."""
    clock = Clock()
    server = agent_server(faults, lambda: clock.now().timestamp(), CREDENTIALS, choices)
    transport = around(AsyncTransport(server, MultiLoopEvent()), clock, server.state.agent)
    return explored(transport, clock, credentials=CREDENTIALS, **options)
