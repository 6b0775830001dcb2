"""Trials: the checks of a service on a server of another make, on a clock that moves where something is waited for."""

from collections.abc import Callable, Collection, Sequence

import httpx

from tests.other_make import chat_server
from tests.other_make.agent_faults import AgentFault
from tests.other_make.agent_files import BRANCH_FILE, PROJECT
from tests.other_make.agent_server import agent_server
from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_server import KEY, bus_server
from tests.other_make.choices import Choices
from tests.other_make.records import KEYS
from trivet_checks import Budget, Credentials, Result, Selection, Target, run, suite
from trivet_stubs import Clock
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport


def judge_bus(faults: Collection[BusFault] = (), only: Sequence[str] = (), choices: Choices | None = None) -> Result:
    """The result of the checks on the bus server with these faults and choices."""
    clock = Clock()
    server = bus_server(faults, clock.now, choices)
    callers = {"user": Credentials("AccountKey", KEY, "$KEY")}
    with HttpClient("http://bus.test", transport=AsyncTransport(server, MultiLoopEvent())) as client:
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6, longest_wait=1e6)
        target = Target("bus", client, callers, allow_writes=True, budget=budget, header="AccountKey")
        return run(suite("bus"), target, Selection(ids=only))


def judge_agent(
    faults: Collection[AgentFault] = (),
    only: Sequence[str] = (),
    credentials: str | None = "olga:sea",
    choices: Choices | None = None,
) -> Result:
    """The result of the checks on the agent server with these faults and choices."""
    clock = Clock()
    server = agent_server(faults, lambda: clock.now().timestamp(), credentials, choices)
    tried = suite("agent")
    callers = {"user": None if credentials is None else tried.credentials(credentials, "TOKEN")}
    options = {"directory": PROJECT, "committed": BRANCH_FILE}
    with HttpClient("http://agent.test", transport=AsyncTransport(server, MultiLoopEvent())) as client:
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6, longest_wait=1e6)
        target = Target("agent", client, callers, allow_writes=True, budget=budget, options=options)
        return run(tried, target, Selection(ids=only))


def judge_chat(
    faults: Collection[str] = (),
    only: Sequence[str] = (),
    late: float | None = None,
    commits: float | None = None,
    choices: Choices | None = None,
    around: Callable[[httpx.AsyncBaseTransport], httpx.AsyncBaseTransport] = lambda transport: transport,
) -> Result:
    """The result of the checks with a caller of each kind on the chat server with these faults and choices.

    `around` puts another transport around the one that leads to the server.
    """
    chosen = choices or Choices("chat")
    scheme = {"bearer": "Bearer ", "key": "Key ", "bare": ""}[chosen.of("credentials")]
    callers = {name: Credentials("authorization", f"{scheme}{key}", f"{scheme}${name}") for name, key in KEYS.items()}
    clock = Clock()
    server = chat_server.chat_server(faults, late, clock.monotonic, commits, chosen)
    # `httpx.ASGITransport` looks for a package that is not installed at every request, a fifth of the time of a run.
    with HttpClient("http://chat.test", transport=around(AsyncTransport(server, MultiLoopEvent()))) as client:
        budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6)
        target = Target("chat", client, callers, allow_writes=True, budget=budget)
        return run(suite("chat"), target, Selection(ids=only))


def failing(result: Result) -> dict[str, str]:
    """The broken verdicts that rest on the contract's words, with their reasons."""
    return {verdict.id: verdict.reason for verdict in result.verdicts if verdict.fails}


def newly_broken(faulty: Result, right: Result) -> set[str]:
    """What is broken on a faulty server and not on the right one."""
    before = {verdict.id for verdict in right.of("broken")}
    return {verdict.id for verdict in faulty.of("broken")} - before
