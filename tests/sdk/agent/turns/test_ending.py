"""The judge of a turn's end: failures of the wait for the session, and how long an outage lasts."""

import pytest

from trivet import APIConnectionError, APIStatusError, APITimeoutError
from trivet.agent._turns.answer import Attribution
from trivet.agent._turns.ending import GRACE, MAX_OUTAGE, Ending

DOWN = APIStatusError("session.wait", 503, {}, b"")
REFUSED = APIStatusError("session.wait", 403, {}, b"")
UNREACHED = APIConnectionError("session.wait", "it broke")
SILENT = APITimeoutError("session.wait", "no data")
NEVER_SENT = APITimeoutError("session.wait", "no connection", sent=False)


@pytest.fixture
def ending():
    return Ending()


def fail(ending, failure, now=0.0, *, late=False, missing=False):
    decision = ending.fail_wait(failure, now, late=late, missing=missing)
    return decision.wait, decision.reason


@pytest.mark.parametrize("failure", [DOWN, UNREACHED, NEVER_SENT])
def test_wait_of_an_unavailable_service_is_sent_again_until_it_is_given_up(ending, failure):
    wait, reason = fail(ending, failure, 5)
    assert wait > 0
    assert reason == ""
    assert fail(ending, failure, 4.9 + MAX_OUTAGE)[0] is not None
    assert fail(ending, failure, 5 + MAX_OUTAGE) == (None, "unavailable for 60 s")
    assert ending.waitable


@pytest.mark.parametrize("reach", [Ending.reach, Ending.rest, lambda ending: fail(ending, SILENT)])
def test_service_that_was_reached_meanwhile_is_not_given_up(ending, reach):
    fail(ending, DOWN, 0)
    reach(ending)
    assert fail(ending, DOWN, MAX_OUTAGE)[0] is not None


def test_wait_whose_connection_may_be_dead_is_sent_again_at_once(ending):
    assert [fail(ending, SILENT, now) for now in (0, MAX_OUTAGE, 2 * MAX_OUTAGE)] == [(0.0, "")] * 3


def test_wait_that_is_refused_is_not_sent_again(ending):
    assert fail(ending, REFUSED) == (None, "the failure does not pass")
    assert ending.waitable


def test_service_without_a_wait_is_not_asked_again(ending):
    fail(ending, DOWN, 0)
    assert fail(ending, DOWN, 1, missing=True) == (None, "the service cannot be asked to wait")
    assert not ending.waitable
    assert not ending.is_given_up(MAX_OUTAGE), "its answer has ended the outage"


def test_failure_at_the_deadline_is_the_deadline(ending):
    assert fail(ending, SILENT, late=True) == (None, "the deadline has passed")


def test_failed_waits_are_counted(ending):
    assert [ending.fail_wait(SILENT, 0, late=False, missing=False).attempt for _ in range(3)] == [1, 2, 3]


def test_answer_to_another_prompt_ends_the_turn_at_once(ending):
    attribution = Attribution("msg_1")
    assert ending.patience(attribution, asked=False) is None
    attribution.over = True
    assert ending.patience(attribution, asked=True) == 0


@pytest.mark.parametrize(("idle", "seconds"), [(False, GRACE), (True, 0)])
def test_end_of_the_wait_is_confirmed_by_an_idle_event_or_a_quiet_second(ending, idle, seconds):
    attribution = Attribution("msg_1")
    ending.move(idle=idle)
    assert ending.patience(attribution, asked=False) is None
    ending.rest()
    assert ending.patience(attribution, asked=False) == seconds


def test_missed_events_stay_missed_until_they_are_caught_up_with(ending):
    ending.miss()
    ending.move(idle=True)
    assert ending.events == "stale"
    ending.catch_up()
    assert ending.events == "presumed"
    ending.move(idle=False)
    assert (ending.events, ending.activity) == ("busy", 2)
