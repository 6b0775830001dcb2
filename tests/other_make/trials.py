"""Trials: the checks of a service on a server of another make, on a clock that moves where something is waited for."""

from collections.abc import Collection, Sequence

from tests.other_make.agent_faults import AgentFault
from tests.other_make.agent_files import BRANCH_FILE, PROJECT
from tests.other_make.agent_server import agent_server
from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_server import KEY, bus_server
from trivet_checks import Budget, Credentials, Result, Selection, Target, run, suite
from trivet_stubs import Clock
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport


def judge_bus(faults: Collection[BusFault] = (), only: Sequence[str] = ()) -> Result:
    """The result of the checks on the bus server with these faults."""
    clock = Clock()
    server = bus_server(faults, clock.now)
    callers = {"user": Credentials("AccountKey", KEY, "$KEY")}
    with HttpClient("http://bus.test", transport=AsyncTransport(server, MultiLoopEvent())) as client:
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6, longest_wait=1e6)
        target = Target("bus", client, callers, allow_writes=True, budget=budget, header="AccountKey")
        return run(suite("bus"), target, Selection(ids=only))


def judge_agent(
    faults: Collection[AgentFault] = (), only: Sequence[str] = (), credentials: str | None = "olga:sea"
) -> Result:
    """The result of the checks on the agent server with these faults."""
    clock = Clock()
    server = agent_server(faults, lambda: clock.now().timestamp(), credentials)
    tried = suite("agent")
    callers = {"user": None if credentials is None else tried.credentials(credentials, "TOKEN")}
    options = {"directory": PROJECT, "committed": BRANCH_FILE}
    with HttpClient("http://agent.test", transport=AsyncTransport(server, MultiLoopEvent())) as client:
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6, longest_wait=1e6)
        target = Target("agent", client, callers, allow_writes=True, budget=budget, options=options)
        return run(tried, target, Selection(ids=only))


def failing(result: Result) -> dict[str, str]:
    """The broken verdicts that rest on the contract's words, with their reasons."""
    return {verdict.id: verdict.reason for verdict in result.verdicts if verdict.fails}


def newly_broken(faulty: Result, right: Result) -> set[str]:
    """What is broken on a faulty server and not on the right one."""
    before = {verdict.id for verdict in right.of("broken")}
    return {verdict.id for verdict in faulty.of("broken")} - before
