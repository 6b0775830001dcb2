"""Servers that end, are slow, late or behind a gateway that fails: no false finding, and the run says what it lacks."""

from math import inf
from random import Random
from typing import Any

import pytest

from tests.checks.explore.chat.explorations import explore_other_make, failing
from tests.checks.explore.hostile_transports import Dying, Slow
from tests.other_make.chat_server import ARCHIVE
from tests.other_make.gateway import Gateway
from trivet_checks import Result, judge
from trivet_stubs import Clock

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


class Remaining:
    """Looks for the conversations of the run on the server, when every write is committed."""

    def __init__(self) -> None:
        self.conversations: list[str] = []

    def __call__(self, server: Any) -> None:
        chat = server.state.chat
        chat.clock = lambda: inf
        chat.store_what_is_due()
        made_before = "Trip "
        self.conversations = [
            id_ for id_, one in chat.data.conversations.items() if not str(one["title"]).startswith(made_before)
        ]

    def unlisted(self, result: Result) -> list[str]:
        """The conversations that are on the server without a word about them."""
        unnamed = [id_ for id_ in self.conversations if id_ not in " ".join(result.left)]
        return unnamed[len(result.unsure) :]


@pytest.mark.parametrize("requests", [4, 60, 150, 230])
def test_a_server_that_is_killed_ends_the_run_without_a_finding(requests: int) -> None:
    remaining = Remaining()
    result = explore_other_make(around=lambda server, clock: Dying(server, requests), look=remaining)
    assert not remaining.unlisted(result)
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

    remaining = Remaining()
    result = explore_other_make(walks=2, seed=seed, around=around, look=remaining)
    assert not remaining.unlisted(result)
    assert gateways[0].failures.total() > 5
    assert not failing(result)
    assert not by_walks(result)
    assert not result.stopped
    assert not result.left
    assert any("without an answer of the server's own" in note for note in result.notes)


def test_a_conversation_without_a_title_whose_answer_was_lost_is_listed() -> None:
    def fails(request: Any, number: int) -> bool:
        is_creation = request.method == "POST" and request.url.path.endswith("/conversations")
        return number > 150 and is_creation and b"title" not in request.content

    remaining = Remaining()
    result = explore_other_make(
        walks=3, around=lambda server, clock: Gateway(server, share=0.0, fails=fails), look=remaining
    )
    assert not failing(result)
    assert {*result.unsure} == {"POST http://chat.test/conversations"}
    assert remaining.conversations
    assert not remaining.unlisted(result)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_a_server_that_is_late_by_two_seconds_is_no_finding(seed: int) -> None:
    late, remaining = Random(seed), Remaining()
    result = explore_other_make(walks=2, seed=seed, commits=lambda: late.uniform(0.0, 2.0), look=remaining)
    assert not remaining.conversations
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
