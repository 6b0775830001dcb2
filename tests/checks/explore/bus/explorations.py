"""Walks on bus servers in process, on a clock that moves where a run waits."""

from collections.abc import Callable, Collection
from typing import Any

from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_server import KEY, bus_server
from tests.other_make.choices import Choices
from trivet_checks import Budget, Credentials, Result, Selection, Target, suite
from trivet_checks.explore.explorations import exploration
from trivet_stubs import Clock
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport


def explore_bus(
    transport: Any,
    clock: Clock,
    *,
    key: str = KEY,
    requests: int = 4000,
    seconds: float = 1e6,
    walks: int = 2,
    **options: Any,
) -> Result:
    """The result of walks, by default of two walks of sixty steps; the run may only read."""
    callers = {"user": Credentials("AccountKey", key, "$KEY")}
    with HttpClient("http://bus.test", transport=transport) as client:
        budget = Budget(requests=requests, seconds=seconds, monotonic=clock.monotonic, pause=clock.advance)
        target = Target("bus", client, callers, budget=budget, header="AccountKey")
        return exploration(suite("bus"), target, Selection(), walks=walks, **options).run()


def explore_other_make(
    faults: Collection[BusFault] = (),
    choices: Choices | None = None,
    app: Any = None,
    around: Callable[[Any, Clock], Any] = lambda transport, clock: transport,
    **options: Any,
) -> Result:
    """Walk on a bus server of another make; `around` puts another transport around the one that leads to it."""
    clock = Clock()
    server = app or bus_server(faults, clock.now, choices)
    return explore_bus(around(AsyncTransport(server, MultiLoopEvent()), clock), clock, **options)


def walk_of(result: Result, id_: str) -> list[str]:
    """The lines of the walk that shows something broken."""
    [verdict] = [verdict for verdict in result.of("broken") if verdict.id == id_]
    walk = verdict.parts[0].walk
    assert walk is not None
    return [*walk.lines]
