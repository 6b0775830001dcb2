"""Which requests a turn replies to, and how often."""

import pytest

from tests.sdk.agent.turns.records import permission, question
from trivet.agent._turns.requests import PendingRequests


@pytest.fixture
def requests():
    return PendingRequests(permissions=True, questions=True)


def test_requests_wait_in_the_order_of_arrival(requests):
    for each in (question("b"), permission("a"), question("c")):
        requests.add(each)
    found = []
    while requests:
        found.append(requests.first().id)
        requests.mark_replied(requests.first())
    assert found == ["b", "a", "c"]


def test_request_waits_until_it_is_marked_replied(requests):
    requests.add(permission())
    assert requests.first() == requests.first() == permission()
    assert requests


def test_request_that_was_replied_to_is_not_collected_again(requests):
    requests.add(permission())
    requests.mark_replied(permission())
    requests.add(permission())
    assert not requests


def test_request_that_arrives_twice_waits_once(requests):
    requests.add(permission())
    requests.add(permission())
    requests.mark_replied(permission())
    assert not requests


@pytest.mark.parametrize("kind", ["permissions", "questions"])
def test_request_of_a_kind_without_function_is_ignored(kind):
    requests = PendingRequests(**{"permissions": False, "questions": False, kind: True})
    for each in (permission(), question()):
        requests.add(each)
    assert requests.first() == (permission() if kind == "permissions" else question())
    requests.mark_replied(requests.first())
    assert not requests
