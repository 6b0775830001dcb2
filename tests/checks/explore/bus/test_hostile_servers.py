"""Bus servers that end, are slow, or behind a gateway that fails: no false finding, and the run says what it lacks."""

from typing import Any

import pytest

from tests.checks.explore.bus.explorations import explore_other_make
from tests.checks.explore.hostile_transports import Dying, Slow
from tests.other_make.choices import Choices
from tests.other_make.gateway import Gateway
from trivet_checks import judge


@pytest.mark.parametrize("requests", [4, 20, 60])
def test_a_server_that_is_killed_ends_the_run_without_a_finding(requests: int) -> None:
    result = explore_other_make(around=lambda server, clock: Dying(server, requests))
    assert not result.of("broken")
    assert "has stopped answering" in result.stopped or "does not answer" in result.stopped
    assert judge(result).exit_status == 2


@pytest.mark.parametrize("seed", range(2))
def test_a_gateway_that_fails_now_and_then_is_no_finding(seed: int) -> None:
    gateways: list[Gateway] = []

    def around(server: Any, clock: Any) -> Gateway:
        gateways.append(Gateway(server, seed=seed))
        return gateways[0]

    result = explore_other_make(walks=3, seed=seed, around=around)
    assert gateways[0].failures.total() > 5
    assert not result.of("broken")
    assert not result.stopped


def test_a_server_that_limits_its_callers_is_no_finding() -> None:
    result = explore_other_make(choices=Choices("bus", {"rate-limit": "too-many"}), walks=3)
    assert not result.of("broken")
    assert not result.stopped


def test_a_slow_server_gets_fewer_walks_and_the_run_says_so() -> None:
    result = explore_other_make(walks=30, seconds=120.0, around=lambda server, clock: Slow(server, clock, 0.5))
    assert not result.of("broken")
    assert not result.stopped
    assert any("walks were made: a bound of the run is near" in note for note in result.notes)
