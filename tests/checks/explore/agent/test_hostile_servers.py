"""Agent servers that end, are slow, late or behind a gateway that fails: no false finding, and nothing is left behind.

Records that are left are looked for on the server, and not in the report of the run alone.
"""

from collections.abc import Callable, Iterator
from itertools import count
from math import inf
from random import Random
from typing import Any

import httpx
import pytest

from tests.checks.explore.agent.explorations import explore_other_make
from tests.checks.explore.chat.explorations import failing
from tests.checks.explore.hostile_transports import Dying, Losing, Slow
from tests.matrix import begun_by_ci
from tests.other_make.agent_faults import AgentFault
from tests.other_make.agent_replica import Replica
from tests.other_make.agent_state import State
from tests.other_make.gateway import Gateway
from trivet_checks import Result, Target, judge
from trivet_stubs import Clock

PROMPTS = {"prompts": "60"}


class Around:
    """Puts a transport around the server, and keeps the records of the server for a look afterwards."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def __call__(self, server: Any, clock: Clock, state: State) -> Any:
        self.state = state
        self.transport = self._make(server, clock, state)
        return self.transport

    def remaining(self) -> Iterator[str]:
        """The records of the run that are on the server."""
        state = self.state
        yield from (f"session {id_}" for id_ in state.sessions)
        yield from (f"account {id_}" for id_ in state.accounts)
        yield from (f"workspace {id_}" for id_ in state.workspaces)
        yield from (f"file {path}" for path in state.disk.files if "trivet-check" in path)
        for runtime in state.runtimes.values():
            for request in (*runtime.permissions.values(), *runtime.questions.values()):
                yield f"request {request['sessionID']}"


def unlisted(around: Around, result: Result) -> list[str]:
    """The records that the run has left on the server without a word about them."""
    said = " ".join(result.left)
    there = [record.partition(" ")[2].rpartition("/project/")[2] for record in around.remaining()]
    return [record for record in there if record not in said][len(result.unsure) :]


def by_walks(result: Result) -> list[str]:
    """The findings of walks, stated or assumed."""
    return [f"{verdict.id}: {part.reason}" for verdict in result.of("broken") for part in verdict.parts if part.walk]


@pytest.fixture(scope="module")
def usual() -> set[str]:
    """The findings of walks that nothing disturbs, which stand on assumptions."""
    return {line for seed in range(3) for line in by_walks(explore_other_make(seed=seed, walks=2, more=PROMPTS))}


@pytest.mark.parametrize("requests", [4, 40, 90, 160, 260, 400])
def test_a_server_that_is_killed_ends_the_run_without_a_finding(requests: int) -> None:
    around = Around(lambda server, clock, state: Dying(server, requests))
    result = explore_other_make(around=around, walks=4, more=PROMPTS)
    assert not failing(result)
    assert "has stopped answering" in result.stopped or "does not answer" in result.stopped
    assert judge(result).exit_status == 2
    assert not unlisted(around, result)


def test_a_server_that_is_killed_during_replays_ends_the_run() -> None:
    fault = (AgentFault.SESSION_TITLE_STAYS,)
    whole = explore_other_make(fault, walks=3)
    assert failing(whole)
    around = Around(lambda server, clock, state: Dying(server, whole.requests - 40))
    result = explore_other_make(fault, walks=3, around=around)
    assert judge(result).exit_status in (1, 2)
    assert "has stopped answering" in result.stopped
    assert not unlisted(around, result)


def refuses_writes(request: httpx.Request, number: int) -> bool:
    """A read is sent again, and its answer is not lost: after the probe, some writes fail for certain."""
    return number > 100 and number % 10 == 0 and request.method != "GET"


@pytest.mark.parametrize("seed", [0, *begun_by_ci(range(1, 8), kept=2)])
def test_a_gateway_that_fails_now_and_then_is_no_finding(seed: int, usual: set[str]) -> None:
    around = Around(lambda server, clock, state: Gateway(server, seed=seed, fails=refuses_writes))
    result = explore_other_make(walks=3, seed=seed, around=around, more=PROMPTS)
    assert around.transport.failures.total() > 5
    assert not failing(result)
    assert {*by_walks(result)} <= usual
    assert not result.stopped
    assert not unlisted(around, result)
    assert not [left for left in result.left if not left.startswith("sessions ")]  # of a context that is refused
    assert any("without an answer of the server's own" in note for note in result.notes)


@pytest.mark.parametrize(
    ("operation", "path"),
    [("workspace.list", "/api/workspace"), ("auth.list", "/api/auth"), ("agent.list", "/api/agent")],
)
def test_a_gateway_that_fails_for_one_list_is_no_finding(operation: str, path: str, usual: set[str]) -> None:
    """The walks go on without the list, and say so; a web page in its place is a fault in the form of its answer."""
    around = Around(
        lambda server, clock, state: Gateway(
            server, share=0.0, fails=lambda request, number: request.method == "GET" and request.url.path == path
        )
    )
    result = explore_other_make(walks=2, around=around)
    assert {*failing(result)} <= {f"{operation}: answer"}
    assert {*by_walks(result)} <= usual
    assert not result.stopped
    assert not [*around.remaining()]
    assert any("without an answer of the server's own" in note or operation in note for note in result.notes)


def test_a_lost_session_is_removed_before_its_workspace() -> None:
    """The answers to all new sessions of workspaces are lost, and some of the workspaces are removed by the walks."""

    def loses(request: httpx.Request) -> bool:
        return request.method == "POST" and request.url.path == "/api/session" and b"workspace=" in request.url.query

    around = Around(lambda server, clock, state: Losing(server, loses))
    result = explore_other_make(walks=16, seed=1, around=around)
    assert around.transport.lost > 5
    assert not failing(result)
    assert not [*around.remaining()]


def up_to_two_seconds(chance: Random, write: int) -> float:
    return chance.uniform(0.0, 2.0)


def seldom(chance: Random, write: int) -> float:
    """Some writes after the probe are late, so that no run has learned to wait after each."""
    return 0.3 if write > 40 and chance.random() < 0.2 else 0.0


@pytest.mark.parametrize("late", [up_to_two_seconds, seldom])
@pytest.mark.parametrize("knows_at_once", [True, False])
@pytest.mark.parametrize("seed", [0, *begun_by_ci(range(1, 5), kept=2)])
def test_a_server_that_is_late_is_no_finding(
    seed: int, knows_at_once: bool, late: Callable[[Random, int], float], usual: set[str]
) -> None:
    chance, writes = Random(seed), count(1)

    def replica(server: Any, clock: Clock, state: State) -> Replica:
        return Replica(
            server, state, clock.monotonic, lambda request: late(chance, next(writes)), knows_at_once=knows_at_once
        )

    around = Around(replica)
    result = explore_other_make(walks=2, seed=seed, around=around, more=PROMPTS)
    assert not failing(result)
    assert {*by_walks(result)} <= usual
    if knows_at_once:  # otherwise a late record that the walk has removed may be there again
        assert not [note for note in result.notes if note.startswith("seen once")]
    assert not result.stopped
    assert not [*around.remaining()]
    assert not result.left


def test_a_last_removal_that_shows_late_is_no_note() -> None:
    """The run does not know that the server is late when it reads the lists after the walks."""
    removals: list[int] = []

    def run(late_from: float) -> Result:
        numbers = count(1)

        def late(request: httpx.Request) -> float:
            if request.method != "DELETE":
                return 0.0
            removals.append(next(numbers))
            return 0.2 if removals[-1] >= late_from else 0.0

        around = Around(lambda server, clock, state: Replica(server, state, clock.monotonic, late))
        result = explore_other_make(walks=1, steps=6, around=around)
        assert not [*around.remaining()]
        return result

    run(inf)
    result = run(removals[-1])
    assert (result.stopped, result.left, result.notes) == ("", [], [])


def test_a_last_record_that_shows_late_is_removed() -> None:
    """The session of the last step is removed at once, when the server does not find it."""

    def make(server: Any, clock: Clock, state: State) -> Replica:
        lateness = lambda request: 0.2 if b" 0001." in request.content else 0.0  # noqa: E731
        return Replica(server, state, clock.monotonic, lateness, knows_at_once=False)

    around = Around(make)
    result = explore_other_make(walks=1, steps=1, around=around)
    assert (result.stopped, result.left, result.unsure, result.notes) == ("", [], [], [])
    assert not [*around.remaining()]


def test_a_late_record_whose_answer_was_lost_is_removed() -> None:
    """The first step of a walk makes a session."""

    def make(server: Any, clock: Clock, state: State) -> Losing:
        late = Replica(server, state, clock.monotonic, lambda request: 1.0)
        return Losing(late, lambda request: b" 0001." in request.content)

    around = Around(make)
    result = explore_other_make(walks=1, steps=1, seed=2, around=around)
    assert around.transport.lost == 1
    assert (result.stopped, result.left, result.unsure) == ("", [], [])
    assert not [*around.remaining()]


@pytest.mark.parametrize("seed", [0, *begun_by_ci(range(1, 5), kept=2)])
def test_a_late_server_behind_a_gateway_that_fails_is_no_finding(seed: int, usual: set[str]) -> None:
    chance = Random(seed)

    def make(server: Any, clock: Clock, state: State) -> Gateway:
        late = Replica(server, state, clock.monotonic, lambda request: chance.uniform(0.0, 2.0))
        return Gateway(late, seed=seed, fails=refuses_writes)

    around = Around(make)
    result = explore_other_make(walks=2, seed=seed, around=around, more=PROMPTS)
    assert not failing(result)
    assert {*by_walks(result)} <= usual
    assert not result.stopped
    assert not unlisted(around, result)


@pytest.mark.parametrize("requests", [2, 3, 4, 8, 108, 160])
def test_an_interrupted_run_on_a_late_server_removes_its_records(
    requests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    around = Around(
        lambda server, clock, state: Replica(server, state, clock.monotonic, lambda request: 2.0, knows_at_once=False)
    )

    def interrupt(target: Target) -> None:
        spend, interruption = target.budget.spend, target.traffic.interruption

        def spend_or_interrupt(*, removing: bool = False) -> None:
            if target.budget.sent >= requests and not removing and interruption.number is None:
                interruption.number = 2
                raise KeyboardInterrupt
            spend(removing=removing)

        monkeypatch.setattr(target.budget, "spend", spend_or_interrupt)

    result = explore_other_make(walks=4, around=around, watch=interrupt)
    assert result.signal == 2
    assert not unlisted(around, result)


@pytest.mark.parametrize("first", [150, *begun_by_ci((180, 210, 240))])
def test_an_agent_at_work_when_the_run_ends_leaves_no_request_to_the_user(first: int) -> None:
    """The effect of a prompt shows late, and a bound of the run ends it at some request in between."""
    for requests in range(first, first + 30, 3):
        around = Around(
            lambda server, clock, state: Replica(
                server,
                state,
                clock.monotonic,
                lambda request: 5.0 if request.url.path.endswith("/prompt") else 0.0,
            )
        )
        result = explore_other_make(walks=4, around=around, more=PROMPTS, requests=requests)
        assert not failing(result)
        assert not [*around.remaining()]
        assert not result.left


def test_prompts_are_kept_for_the_replays_of_a_fault() -> None:
    result = explore_other_make((AgentFault.ANY_DELIVERY,), walks=10, more={"prompts": "24"})
    assert "agent.sessions.delivery-is-immediate-or-deferred" in failing(result)


def test_a_slow_server_gets_fewer_walks_and_the_run_says_so(usual: set[str]) -> None:
    around = Around(lambda server, clock, state: Slow(server, clock, 0.25))
    result = explore_other_make(walks=30, seconds=120.0, around=around, more=PROMPTS)
    assert not failing(result)
    assert {*by_walks(result)} <= usual
    assert not result.stopped
    assert not [*around.remaining()]
    assert result.seconds < 180
    assert any("walks were made: a bound of the run is near" in note for note in result.notes)


@pytest.mark.parametrize("seconds", [0.5, 2.0])
def test_a_server_that_is_too_slow_for_a_walk_is_not_compared(seconds: float) -> None:
    around = Around(lambda server, clock, state: Slow(server, clock, seconds))
    result = explore_other_make(seconds=30.0, around=around, more=PROMPTS)
    assert not failing(result)
    assert judge(result).exit_status == 2
    assert result.seconds < 95
    assert not unlisted(around, result)
