"""Servers that end, are slow, late or behind a gateway that fails: no false finding, and the run says what it lacks."""

from random import Random
from typing import Any

import httpx
import pytest

from tests.checks.explore.chat.explorations import explore_other_make, failing
from tests.other_make.chat_server import ARCHIVE
from tests.other_make.gateway import Gateway
from trivet_checks import Result, judge
from trivet_stubs import Clock


class Dying(httpx.AsyncBaseTransport):
    """A transport to a server that is killed after some requests."""

    def __init__(self, server: Any, requests: int) -> None:
        self._server = server
        self._left = requests

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._left -= 1
        if self._left < 0:
            raise httpx.ConnectError("Connection refused", request=request)
        response: httpx.Response = await self._server.handle_async_request(request)
        return response


class Slow(httpx.AsyncBaseTransport):
    """A transport to a server that takes some time for each request."""

    def __init__(self, server: Any, clock: Clock, seconds: float) -> None:
        self._server = server
        self._clock = clock
        self._seconds = seconds

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._clock.advance(self._seconds)
        response: httpx.Response = await self._server.handle_async_request(request)
        return response


OTHERWISE = (
    "chat.conversations.owners-and-editors-change-them",
    "chat.access.recipients-read-what-is-shared",
    "chat.ratings.every-reader-rates",
    "chat.shares.one-share-a-recipient",
)
"""The assumptions that the right server of another make does not keep."""


def by_walks(result: Result) -> list[str]:
    """What walks have found, stated or assumed."""
    return [
        f"{verdict.id}: {part.reason}"
        for verdict in result.of("broken")
        if verdict.id not in OTHERWISE
        for part in verdict.parts
        if part.walk is not None
    ]


@pytest.mark.parametrize("requests", [4, 60, 150, 230])
def test_a_server_that_is_killed_ends_the_run_without_a_finding(requests: int) -> None:
    result = explore_other_make(around=lambda server, clock: Dying(server, requests))
    assert not failing(result)
    assert not by_walks(result)
    assert result.stopped
    assert judge(result).exit_status == 2
    assert bool(result.left) == (requests in (60, 150))
    assert "has stopped answering" in result.stopped or "does not answer" in result.stopped


def test_a_server_that_is_killed_during_replays_ends_the_run() -> None:
    whole = explore_other_make((ARCHIVE,))
    assert failing(whole)
    result = explore_other_make((ARCHIVE,), around=lambda server, clock: Dying(server, whole.requests - 40))
    assert judge(result).exit_status in (1, 2)
    assert "has stopped answering" in result.stopped


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_a_gateway_that_fails_now_and_then_is_no_finding(seed: int) -> None:
    gateways: list[Gateway] = []

    def around(server: Any, clock: Clock) -> Gateway:
        # A read is sent again, and its answer is not lost: after the probe, some writes fail for certain.
        fails_too = lambda request, number: number > 150 and number % 10 == 0 and request.method != "GET"  # noqa: E731
        gateways.append(Gateway(server, seed=seed, fails=fails_too))
        return gateways[0]

    result = explore_other_make(walks=2, seed=seed, around=around)
    assert gateways[0].failures.total() > 5
    assert not failing(result)
    assert not by_walks(result)
    assert not result.stopped
    assert not result.left
    assert any("without an answer of the server's own" in note for note in result.notes)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_a_server_that_is_late_by_two_seconds_is_no_finding(seed: int) -> None:
    late = Random(seed)
    result = explore_other_make(walks=2, seed=seed, commits=lambda: late.uniform(0.0, 2.0))
    assert not failing(result)
    assert not by_walks(result)
    assert not result.stopped
    assert not result.left


def test_a_slow_server_gets_fewer_walks_and_the_run_says_so() -> None:
    result = explore_other_make(walks=30, seconds=120.0, around=lambda server, clock: Slow(server, clock, 0.25))
    assert not failing(result)
    assert not by_walks(result)
    assert not result.stopped
    assert not result.left
    assert result.seconds < 180
    assert any("walks were made: a bound of the run is near" in note for note in result.notes)


def test_a_server_that_is_too_slow_for_a_walk_is_not_compared() -> None:
    result = explore_other_make(seconds=30.0, around=lambda server, clock: Slow(server, clock, 1.5))
    assert not failing(result)
    assert judge(result).exit_status == 2
