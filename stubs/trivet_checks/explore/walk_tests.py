"""Walks in a test suite of one's own: a test of a whole run, and the test of one walk that a run has found.

from trivet_checks import walk_tests

test_walks = walk_tests("chat", base_url="http://127.0.0.1:8000", callers={"user": "CHAT_TOKEN"})
"""

import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from trivet_checks.checks.budget import Budget
from trivet_checks.checks.departures import read_departures
from trivet_checks.checks.freedoms import Freedoms, read_freedoms
from trivet_checks.checks.run import begin
from trivet_checks.checks.server import agent_options, target_of
from trivet_checks.checks.suite import Selection, suite
from trivet_checks.checks.target import Target
from trivet_checks.checks.verdict import CouldNotRun, Result, ids_of_operations, judge
from trivet_checks.explore.bus.run import BusExploration
from trivet_checks.explore.bus.walker import BusWalker
from trivet_checks.explore.choices import Choices
from trivet_checks.explore.differences import Difference, unlike_pinned
from trivet_checks.explore.explorations import exploration
from trivet_checks.explore.run import REQUESTS, SECONDS, STEPS, WALKS, Exploration
from trivet_checks.explore.services import WALKED, check_walks
from trivet_checks.explore.shown import read_steps
from trivet_checks.explore.steps import Step
from trivet_checks.explore.walk import Walk
from trivet_checks.reports.ci import lines_of
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.printable_text import printable
from trivet_stubs.kernel.rule_catalogue import Basis, rules


def _bounds() -> Budget:
    return Budget(requests=REQUESTS, seconds=SECONDS)


def walk_tests(
    service: str,
    *,
    base_url: str | None = None,
    base_url_fixture: str | None = None,
    callers: Mapping[str, str] | None = None,
    directory: str | None = None,
    max_prompts: int = 0,
    allow_untried: bool = False,
    ids: Collection[str] = (),
    walks: int = WALKS,
    steps: int = STEPS,
    seed: int = 0,
    freedoms: str | Path | None = None,
    departures: str | Path | None = None,
    fail_on: Collection[Basis] = (),
    timeout: float = 30.0,
    budget: Callable[[], Budget] = _bounds,
    settle: float | None = None,
    transport: Any = None,
) -> Callable[..., None]:
    """Make a test that compares a server with a stub, step by step; assign it to a name that pytest collects.

    >>> test_walks = walk_tests("chat", base_url="http://127.0.0.1:8000", walks=10)

    The test fails with the shortest walk that was found to each difference. It creates, changes and removes records of
    its own, as `trivet check --explore --allow-writes` does.

    Args:
        service: `agent`, `chat`, or `bus`, whose walks only read.
        base_url: The URL of the server.
        base_url_fixture: Instead of it, the name of a fixture that returns it.
        callers: From `admin`, `user`, `other` and `spare` to the environment variables that hold their tokens. One
            that is missing has its default, such as `TRIVET_CHAT_ADMIN_TOKEN`.
        directory: The directory on an agent server that the walks may use; they need one.
        max_prompts: How many prompts the walks may send to the agents of their sessions, replays included.
        allow_untried: Whether the walks go on without a caller that is missing or refused.
        ids: Patterns of the ids of rules; differences that another rule is about do not fail the test.
        walks: How many walks there are at most.
        steps: How many steps a walk has.
        seed: The seed of the walks.
        freedoms: A file of the choices that the server has to make, as `trivet check --write-freedoms` writes it.
        departures: A file of known departures.
        fail_on: On which basis a difference fails the test, too: `assumed`, `observed`.
        timeout: Seconds for one request.
        budget: Makes the bounds of a run, by default of 4,000 requests and two minutes.
        settle: Seconds to wait for a change.
        transport: An async transport of httpx in place of the network.

    Raises:
        ValueError: A setting cannot be used, or selects nothing.
    """
    if (base_url is None) == (base_url_fixture is None):
        raise ValueError("base_url, base_url_fixture: give one of them")
    checks = suite(service)
    selection = Selection(ids=tuple(ids))
    described = load(service).operations
    if unknown := selection.unknown(service, list(described)):
        raise ValueError(f"{unknown[0]!r} selects no rule of the {service} service")
    known_ids = {*rules(service), *ids_of_operations(described)}
    known = {} if departures is None else read_departures(Path(departures), known_ids)

    pinned = None if freedoms is None else read_freedoms(Path(freedoms), service)

    def test_walks(request: pytest.FixtureRequest) -> None:
        url: str = request.getfixturevalue(base_url_fixture) if base_url_fixture else str(base_url)
        with target_of(
            checks,
            url,
            callers=callers,
            allow_writes=True,
            allow_untried=allow_untried,
            timeout=timeout,
            budget=budget(),
            options=agent_options(directory, None, max_prompts),
            settle=settle,
            transport=transport,
        ) as target:
            result = _walked(
                exploration(checks, target, selection, seed=seed, walks=walks, steps=steps, freedoms=pinned), target
            )
        judgement = judge(result, departures=known, fail_on=fail_on)
        failing = [line for finding in judgement.findings if finding.fails for line in _lines(finding)]
        if failing:
            pytest.fail("\n".join(failing), pytrace=False)
        if judgement.incomplete:
            pytest.fail(judgement.incomplete, pytrace=False)

    return test_walks


def _walked(walks: Exploration | BusExploration, target: Target) -> Result:
    try:
        with target.traffic.interruption.watching():
            result = walks.run()
    except CouldNotRun as error:
        pytest.fail(target.gate.message(str(error)), pytrace=False)
    if result.left:
        warnings.warn(printable(f"left on {result.base_url}: {', '.join(result.left)}", 2000), stacklevel=2)
    if result.signal is not None:
        raise KeyboardInterrupt
    return result


def _lines(finding: Any) -> list[str]:
    verdict = finding.verdict
    shown = [line for part in finding.parts if part.standing not in ("holds", "not tried") for line in lines_of(part)]
    return [f"{verdict.id}: {verdict.sentence}", *shown]


def check_walk(
    service: str,
    steps: Sequence[Mapping[str, Any]],
    *,
    base_url: str,
    callers: Mapping[str, str] | None = None,
    directory: str | None = None,
    max_prompts: int = 0,
    freedoms: str | Path | None = None,
    timeout: float = 30.0,
    transport: Any = None,
) -> None:
    """Take the steps of one walk on a server and compare each answer with the model's, as a report shows them.

    >>> check_walk("chat", [{"caller": "user", "operation": "conversations.create"}], base_url="http://127.0.0.1:8000")

    Args:
        service: `agent`, `chat`, or `bus`, whose walks only read.
        steps: Each with `caller` and `operation`, and perhaps `path`, `query`, `body` and `grant`; `$conversation.1` is
            the conversation of the first step, `$user.other` the id of a caller, `$run` a text of this run, and
            `$directory` the directory.
        base_url: The URL of the server.
        callers: From callers to the environment variables that hold their tokens.
        directory: The directory on an agent server that the walk may use.
        max_prompts: How many prompts the walk may send.
        freedoms: A file of the choices that the server has to make.
        timeout: Seconds for one request.
        transport: An async transport of httpx in place of the network.

    Raises:
        AssertionError: An answer differs from the model's.
        ValueError: A setting or a step cannot be used.
        CouldNotRun: The server cannot be reached, or a caller cannot be used.
    """
    checks = suite(service)
    pinned = Freedoms(service) if freedoms is None else read_freedoms(Path(freedoms), service)
    opened: AbstractContextManager[Target] = target_of(
        checks,
        base_url,
        callers=callers,
        allow_writes=True,
        allow_untried=True,
        timeout=timeout,
        options=agent_options(directory, None, max_prompts),
        transport=transport,
    )
    with opened as target:
        if service == "bus":
            begin(checks, target)
            _raise_first(BusWalker(target, pinned).take, read_steps(steps, target))
            return
        check_walks(target)
        taken, server = read_steps(steps, target), WALKED[service](target)
        try:
            begin(checks, target)
            server.learn()
            for difference in unlike_pinned(pinned, server.choices):
                raise AssertionError(f"{difference.operation}: {difference.message}")
            walk = Walk(target, server.walker(), Choices(pinned=pinned.choices), patience=target.lateness.wait)
            _raise_first(walk.take, taken)
        finally:
            server.close()
            target.traffic.remove_what_is_left()


def _raise_first(take: Callable[[Step], Iterable[Difference]], steps: Sequence[Step]) -> None:
    for step in steps:
        for difference in take(step):
            raise AssertionError(f"step {step.number}, {step.operation}: {difference.message}")
