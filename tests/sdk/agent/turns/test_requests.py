"""Which requests a turn replies to, and how often."""

import pytest

from tests.sdk.agent.turns.records import permission, question
from trivet.agent._turns.permissions import MOST_AT_ONCE, PendingRequests


@pytest.fixture
def requests():
    return PendingRequests(permissions=True, questions=True)


def take_all(requests):
    return list(iter(requests.take, None))


def test_requests_are_taken_in_the_order_of_arrival(requests):
    for request in (question("b"), permission("a"), question("c")):
        requests.add(request)
    assert [request.id for request in take_all(requests)] == ["b", "a", "c"]
    assert requests


def test_active_request_is_not_taken_twice(requests):
    requests.add(permission())
    assert requests.take() == permission()
    requests.add(permission())
    assert requests.take() is None
    assert requests.is_active(permission())


def test_settled_request_is_not_collected_again(requests):
    requests.add(permission())
    requests.settle(permission().id)
    requests.add(permission())
    assert not requests


def test_waiting_are_those_without_a_reply_on_its_way(requests):
    for request in (permission("a"), permission("b"), permission("c"), permission("d")):
        requests.add(request)
    first, second = requests.take(), requests.take()
    requests.move(first, "sending")
    requests.move(second, "failed")
    assert [request.id for request in requests.waiting()] == ["b", "c", "d"]
    requests.settle_elsewhere("c")
    assert [request.id for request in requests.waiting()] == ["b", "d"]


def test_number_of_active_requests_is_limited(requests):
    for number in range(2 * MOST_AT_ONCE):
        requests.add(permission(f"per_{number}"))
    assert len(take_all(requests)) == MOST_AT_ONCE
    requests.settle("per_0")
    assert [request.id for request in take_all(requests)] == [f"per_{MOST_AT_ONCE}"]


def test_failed_request_is_first_after_retry(requests):
    for request in (permission("a"), permission("b")):
        requests.add(request)
    requests.move(requests.take(), "failed")
    requests.add(permission("a"))
    assert requests.take().id == "b"
    requests.add(permission("c"))
    requests.retry()
    assert [request.id for request in take_all(requests)] == ["a", "c"]


def test_event_about_the_own_reply_does_not_settle_the_request(requests):
    requests.add(permission())
    assert requests.move(requests.take(), "sending")
    requests.settle_elsewhere("per_1")
    assert requests.is_active(permission())
    assert requests.ids() == frozenset()
    requests.settle("per_1")
    assert not requests.move(permission(), "sending")


def test_lists_add_requests_and_settle_those_that_are_missing(requests):
    for request in (permission("a"), permission("b"), permission("c")):
        requests.add(request)
    requests.move(requests.take(), "sending")
    before = requests.ids()
    requests.add(permission("new"))
    requests.compare([permission("c"), question("d"), permission(5)], before)
    assert [request.id for request in take_all(requests)] == ["c", "new", "d"]


@pytest.mark.parametrize("kind", ["permissions", "questions", None])
def test_request_of_a_kind_without_function_is_unanswered_and_waits_for_no_reply_of_the_turn(kind):
    requests = PendingRequests(**{"permissions": False, "questions": False} | ({kind: True} if kind else {}))
    for request in (permission(), question()):
        requests.add(request)
    waiting = {"permissions": (permission(),), "questions": (question(),), None: ()}[kind]
    assert (requests.waiting(), bool(requests)) == (waiting, kind is not None)
    for request in take_all(requests):
        assert requests.move(request, "open")
    assert requests.unanswered() == (permission(), question())
    requests.settle_elsewhere(permission().id)
    assert requests.unanswered() == (question(),)


def test_requests_that_are_open_before_the_prompt_are_earlier_ones(requests):
    requests.add(permission("a"))
    requests.begin()
    requests.add(permission("b"))
    assert [requests.is_earlier(permission(id_)) for id_ in "ab"] == [True, False]


def test_request_that_is_left_open_makes_room_for_another(requests):
    for number in range(MOST_AT_ONCE + 1):
        requests.add(permission(f"per_{number}"))
    for request in take_all(requests):
        assert requests.move(request, "open")
        assert not requests.move(request, "sending")
    assert [request.id for request in requests.waiting()] == [f"per_{MOST_AT_ONCE}"]
    assert [request.id for request in take_all(requests)] == [f"per_{MOST_AT_ONCE}"]
