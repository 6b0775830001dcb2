"""The state of a turn whose stream has gaps, and its deadline."""

import pytest

from tests.sdk.agent.turns.records import ANSWERING, PROMPT, answer, idle_event, message_event, part_event
from trivet import APITimeoutError
from trivet.agent import Reconnected
from trivet.agent._turns.answer import Attribution
from trivet.agent._turns.ending import GRACE
from trivet.agent._turns.state import TurnState

GAP = Reconnected(None, 1)


@pytest.fixture
def state():
    turn = TurnState("s", ANSWERING)
    turn.admit(Attribution(PROMPT.id))
    turn.receive(message_event(PROMPT))
    turn.receive(message_event(answer()))
    return turn


def test_second_gap_while_messages_are_fetched_is_caught_up_with_too(state):
    state.receive(GAP)
    recording = state.answer().transcript.begin()
    state.receive(GAP)
    state.catch_up([PROMPT, answer("One")], recording)
    assert state.next_action() == "catch_up"
    state.catch_up([PROMPT, answer("One, two")], state.answer().transcript.begin())
    assert state.take_step().text == "One, two"
    assert state.next_action() == "wait"


def test_idle_event_counts_after_a_look_although_the_prompt_was_removed_before_it_appeared():
    turn = TurnState("s", ANSWERING)
    turn.ending.waitable = False
    turn.admit(Attribution(PROMPT.id))
    turn.receive(idle_event())
    assert turn.patience() is None, "it may be of the work before the prompt"
    turn.look([])
    turn.receive(idle_event())
    assert turn.patience() == GRACE


def test_deadline_fails_the_turn_after_the_steps_that_wait(state):
    failure = APITimeoutError("session.turn", "too late")
    state.receive(part_event("One"))
    state.expire(failure)
    assert state.ended
    assert (state.next_action(), state.take_step().text) == ("show", "One")
    assert (state.next_action(), state.take_failure()) == ("raise", failure)


def test_deadline_does_not_fail_an_answer_that_has_ended(state):
    state.receive(GAP)
    state.ending.rest()
    state.expire(APITimeoutError("session.turn", "too late"))
    assert state.next_action() == "catch_up"
