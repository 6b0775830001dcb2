"""The ledger of running calls: each lets one call of a function through."""

import pytest

from trivet.agent._tools.ledger import CallLedger, RunningCall, are_equal

FIRST, SECOND = RunningCall("ses_1", "call_1"), RunningCall("ses_2", "call_1")


def test_running_call_is_taken_once_with_equal_arguments():
    ledger = CallLedger()
    ledger.begin(FIRST, "lookup", {"order": 7})
    assert ledger.claim("lookup", {"order": 8}) is None
    assert ledger.claim("search", {"order": 7}) is None
    assert ledger.claim("lookup", {"order": 7}) == FIRST
    ledger.begin(FIRST, "lookup", {"order": 7})
    assert ledger.claim("lookup", {"order": 7}) is None


def test_equal_calls_of_two_sessions_are_two():
    ledger = CallLedger()
    for call in (FIRST, SECOND):
        ledger.begin(call, "lookup", {})
    assert [ledger.claim("lookup", {}) for _ in range(3)] == [FIRST, SECOND, None]


def test_ended_call_and_ended_turn_let_nothing_through():
    ledger = CallLedger()
    ledger.end(FIRST)
    ledger.begin(FIRST, "lookup", {})
    ledger.begin(SECOND, "lookup", {})
    ledger.clear()
    assert ledger.claim("lookup", {}) is None


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ({"a": [1, {"b": None}]}, {"a": [1.0, {"b": None}]}, True),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1], [1, 2], False),
        ([], {}, False),
        ("1", 1, False),
    ],
)
def test_json_values_are_equal(one, other, equal):
    assert are_equal(one, other) is equal
