"""The state machine of a turn: which step follows which, and that every interleaving ends with the whole answer."""

import pytest

from tests.sdk.agent.turns.records import (
    ANSWERING,
    OTHER,
    PROMPT,
    answer,
    delta_event,
    idle_event,
    message_event,
    part_event,
    permission,
    permission_event,
    question_event,
    replied_event,
)
from trivet.agent import (
    ErrorInfo,
    LspUpdatedEvent,
    MessageTime,
    Reconnected,
    SessionChanged,
    SessionDiffed,
    SessionDiffEvent,
    SessionRetry,
    SessionStatusChanged,
    SessionStatusEvent,
    SessionUpdatedEvent,
    TokenUsage,
    ToolPart,
    ToolRunning,
    TurnFailedError,
)
from trivet.agent._turns.answer import Attribution
from trivet.agent._turns.ending import GRACE, LONG_QUIET
from trivet.agent._turns.state import MOST_STEPS, TurnOptions, TurnState

GAP = Reconnected(None, 1)


def started_state():
    state = TurnState("s", ANSWERING)
    state.start()
    state.admit(Attribution("msg_1"))
    return state


@pytest.fixture
def state():
    """The state of a turn whose prompt was admitted."""
    return started_state()


def receive(state, *events):
    for event in events:
        state.receive(event)


def catch_up(state, requests, messages):
    state.requests.compare(requests, state.requests.ids())
    state.catch_up(messages, state.answer().transcript.begin())


def take_text(state):
    return state.take_step().text


def test_turn_started_twice_raises():
    state = TurnState("s", TurnOptions())
    state.start()
    with pytest.raises(TypeError, match="a prompt is not sent twice"):
        state.start()


def test_there_is_no_action_before_the_prompt_is_admitted():
    state = TurnState("s", TurnOptions())
    state.start()
    assert state.text() == ""
    with pytest.raises(TypeError, match="inside its `with` block"):
        state.next_action()


def test_events_before_the_admission_are_kept():
    state = TurnState("s", ANSWERING)
    receive(state, message_event(PROMPT), message_event(answer("One")), permission_event())
    state.admit(Attribution("msg_1"))
    assert (state.next_action(), take_text(state)) == ("show", "One")
    assert state.requests


def test_caller_waits_until_there_is_text_to_show(state):
    assert state.next_action() == "wait"
    receive(state, message_event(PROMPT), message_event(answer()))
    assert state.next_action() == "wait"
    receive(state, part_event("One"), delta_event(", two"))
    assert (state.next_action(), take_text(state)) == ("show", "One")
    assert (state.next_action(), take_text(state)) == ("show", ", two")
    assert state.next_action() == "wait"
    assert state.text() == "One, two"


@pytest.mark.parametrize("event", [permission_event(), question_event(), permission_event(session_id="below")])
def test_request_waits_until_it_is_taken_or_another_client_replies(state, event):
    receive(state, event)
    assert state.requests.take() == event.payload
    receive(state, replied_event(event.payload.id, event.payload.session_id))
    assert not state.requests


def test_events_of_other_sessions_change_nothing(state):
    receive(state, message_event(PROMPT), idle_event("other"), LspUpdatedEvent(id="", type="lsp.updated", payload=None))
    assert state.ending.events == "busy"
    assert state.ending.activity == 1
    assert state.next_action() == "wait"


@pytest.mark.parametrize("order", ["idle first", "rest first"])
def test_idle_event_and_end_of_wait_finish_the_turn(state, order):
    receive(state, message_event(PROMPT))
    steps = [lambda: receive(state, idle_event()), state.ending.rest]
    for finish in steps if order == "idle first" else reversed(steps):
        assert state.next_action() == "wait"
        finish()
    assert state.next_action() == "finish"
    state.finish([PROMPT, answer("Done.")])
    assert (state.next_action(), take_text(state)) == ("show", "Done.")
    assert state.next_action() == "stop"
    assert state.messages == [PROMPT, answer("Done.")]
    assert (state.outcome.status, state.text(), state.ended) == ("finished", "Done.", True)


def test_idle_event_before_the_prompt_is_of_an_earlier_turn(state):
    receive(state, idle_event())
    state.ending.rest()
    assert state.next_action() == "wait"


AFTERTHOUGHTS = [
    message_event(PROMPT),
    SessionUpdatedEvent(id="", type="session.updated", payload=SessionChanged(session_id="s")),
    SessionDiffEvent(id="", type="session.diff", payload=SessionDiffed(session_id="s", diff=[])),
]


@pytest.mark.parametrize("event", AFTERTHOUGHTS)
def test_summary_after_the_idle_event_leaves_an_answered_prompt_at_rest(state, event):
    receive(state, message_event(PROMPT), message_event(answer(finish="stop")), idle_event(), event)
    assert state.next_action() == "wait"
    state.ending.rest()
    assert state.next_action() == "finish"


@pytest.mark.parametrize("event", [*AFTERTHOUGHTS, message_event(OTHER)])
def test_idle_event_before_the_answer_does_not_outlast_another_event(state, event):
    receive(state, message_event(PROMPT), idle_event(), event)
    state.ending.rest()
    assert (state.next_action(), state.patience()) == ("wait", GRACE)


def test_quiet_second_after_the_wait_ends_an_answer_whose_idle_event_was_lost(state):
    receive(state, message_event(PROMPT), idle_event(), message_event(answer()))
    state.ending.rest()
    assert state.next_action() == "wait"
    state.ending.elapse(state.ending.activity)
    assert state.next_action() == "finish"


def test_session_that_works_again_after_the_wait_is_waited_for_again(state):
    receive(state, message_event(PROMPT), message_event(answer()))
    state.ending.rest()
    activity = state.ending.activity
    receive(state, message_event(answer("", finish="tool-calls")))
    state.ending.elapse(activity)
    assert (state.patience(), state.next_action()) == (GRACE, "wait"), "the second began again with the event"
    state.ending.elapse(state.ending.activity)
    assert (state.ending.rested, state.patience(), state.next_action()) == (False, None, "wait")
    state.ending.rest()
    state.ending.elapse(state.ending.activity)
    assert state.next_action() == "finish"


def test_failure_that_ends_the_turn_is_raised_each_time(state):
    failure = LookupError("gone")
    receive(state, message_event(PROMPT), message_event(answer("One")))
    state.fail(failure)
    state.fail(LookupError("later"))
    assert (state.next_action(), take_text(state)) == ("show", "One")
    for _ in range(2):
        assert (state.next_action(), state.take_failure()) == ("raise", failure)
    assert state.ended


def test_failed_reply_is_raised_once_and_repeated_after_it(state):
    failure = LookupError("no reply")
    receive(state, permission_event())
    state.fail_reply(state.requests.take(), failure)
    assert state.requests.take() is None
    assert (state.next_action(), state.take_failure()) == ("raise", failure)
    state.requests.retry()
    assert state.requests.take() == permission()
    assert state.next_action() == "wait"


def test_missed_events_are_caught_up_with(state):
    receive(state, message_event(PROMPT), message_event(answer()), part_event("One"))
    state.take_step()
    receive(state, GAP)
    assert state.next_action() == "catch_up"
    catch_up(state, [permission()], [PROMPT, answer("One, two")])
    assert (state.next_action(), take_text(state)) == ("show", ", two")
    assert state.requests.take() == permission()
    assert state.next_action() == "wait"
    state.ending.rest()
    assert state.next_action() == "finish"


def test_gap_after_the_idle_event_is_caught_up_with(state):
    receive(state, message_event(PROMPT), idle_event(), GAP)
    state.ending.rest()
    assert state.ending.events == "stale"
    assert state.next_action() == "catch_up"


def test_cancelled_turn_shows_its_text_and_stops(state):
    receive(state, message_event(PROMPT), message_event(answer("One")), GAP, permission_event())
    assert (state.leave("interrupted"), state.leave("detached")) == (True, False)
    assert (state.next_action(), take_text(state)) == ("show", "One")
    assert state.next_action() == "leave"
    state.close(works_on=True)
    assert (state.next_action(), state.outcome.status, state.outcome.works_on) == ("stop", "interrupted", True)
    assert (state.messages, state.text()) == ([PROMPT, answer("One")], "One")


def test_answer_to_another_prompt_ends_the_turn_and_is_left_out(state):
    own, other = answer("One", finish="stop"), answer("Two", id="msg_6")
    receive(state, message_event(PROMPT), message_event(own), message_event(OTHER))
    assert take_text(state) == "One"
    assert state.next_action() == "wait"
    receive(state, message_event(other), delta_event("!", of="msg_6"))
    assert state.next_action() == "finish"
    state.finish([PROMPT, own, OTHER, other])
    assert state.messages == [PROMPT, own]
    assert (state.next_action(), state.outcome.status) == ("stop", "finished")


def test_idle_event_decides_where_the_service_cannot_wait(state):
    state.ending.waitable = False
    receive(state, message_event(PROMPT), idle_event())
    assert (state.next_action(), state.patience()) == ("wait", GRACE)
    receive(state, message_event(answer("One")))
    assert (state.next_action(), state.patience()) == ("show", None)
    receive(state, idle_event())
    state.take_step()
    assert state.next_action() == "finish"


DONE = MessageTime(created=1, completed=2)


@pytest.mark.parametrize(
    ("fields", "limit"),
    [
        ({"finish": "stop", "time": DONE}, GRACE),
        ({"finish": "tool-calls", "time": DONE}, LONG_QUIET),
        ({"time": DONE}, LONG_QUIET),
        ({"error": ErrorInfo(message="Out")}, GRACE),
        ({}, None),
    ],
)
def test_complete_answer_is_the_end_after_a_quiet_time_without_wait(state, fields, limit):
    receive(state, message_event(PROMPT), message_event(answer(**fields)))
    assert state.patience() is None
    state.ending.waitable = False
    assert state.patience() == limit
    receive(state, permission_event())
    assert state.patience() is None, "the request has to be replied to first"
    state.ending.elapse(state.ending.activity)
    assert state.next_action() == "finish"


def test_looked_up_messages_add_text_missing_in_events(state):
    receive(state, message_event(PROMPT), message_event(answer("One")))
    state.look([PROMPT, answer("One, two")])
    assert [take_text(state), take_text(state)] == ["One", ", two"]
    receive(state, GAP)
    state.look([PROMPT, answer("One, two, three")])
    assert state.next_action() == "catch_up"


def test_slow_caller_gets_one_step_in_place_of_too_many(state):
    receive(state, message_event(PROMPT), message_event(answer()), part_event(""))
    receive(state, *[delta_event("x")] * (3 * MOST_STEPS), permission_event())
    assert state.requests.take() == permission(), "a request does not wait for the caller"
    assert [take_text(state) for _ in range(MOST_STEPS)] == ["x"] * MOST_STEPS
    assert state.next_action() == "catch_up"
    catch_up(state, [], [PROMPT, answer("x" * 3 * MOST_STEPS)])
    assert (state.next_action(), take_text(state)) == ("show", "x" * 2 * MOST_STEPS)
    assert state.next_action() == "wait"


def test_too_many_events_before_the_prompt_is_admitted_are_a_gap():
    state = TurnState("s", TurnOptions())
    receive(state, *[delta_event("x")] * (3 * MOST_STEPS))
    state.admit(Attribution("msg_1"))
    assert state.next_action() == "catch_up"


@pytest.mark.parametrize("show", [True, False])
def test_events_before_a_turn_is_attached_are_applied_to_its_messages(show):
    state = TurnState("s", TurnOptions())
    receive(state, delta_event("One, "), delta_event("two, "))
    state.admit(Attribution("msg_1"), [PROMPT, answer("One, ")], show=show)
    receive(state, part_event("One, two, three"))
    assert state.text() == "One, two, three"


def test_tool_calls_are_steps_whenever_they_change(state):
    call = ToolPart(type="tool", id="prt_0", name="bash", state=ToolRunning(status="running"))
    receive(state, message_event(PROMPT), message_event(answer()))
    receive(state, part_event(call), part_event(call))
    step = state.take_step()
    assert (step.type, step.part, step.message_id, step.status) == ("tool", call, "msg_2", "running")
    assert state.next_action() == "wait"


@pytest.mark.parametrize(("fields", "raises"), [({"finish": "stop"}, False), ({"finish": "error"}, True)])
def test_unfinished_answer_raises_by_choice(fields, raises):
    state = TurnState("s", TurnOptions(raise_on_failure=True))
    state.admit(Attribution("msg_1"))
    state.finish([PROMPT, answer("One", **fields)])
    assert take_text(state) == "One"
    if raises:
        assert state.next_action() == "raise"
        assert isinstance(state.take_failure(), TurnFailedError)
    assert state.next_action() == "stop"


def test_answer_over_its_budget_raises_by_choice():
    state = TurnState("s", TurnOptions(max_tokens=1, raise_on_failure=True))
    state.admit(Attribution("msg_1"))
    receive(state, message_event(PROMPT), message_event(answer(tokens=TokenUsage(input=5))))
    assert state.next_action() == "leave"
    state.close(works_on=True)
    assert state.next_action() == "raise"
    failure = state.take_failure()
    assert isinstance(failure, TurnFailedError)
    assert failure.outcome.status == "over_budget"
    assert state.next_action() == "stop"


@pytest.mark.parametrize("ends_first", [True, False])
def test_answer_over_its_budget_is_not_finished_although_the_server_completes_it(ends_first):
    state = TurnState("s", TurnOptions(max_tokens=1))
    state.admit(Attribution("msg_1"))
    receive(state, message_event(PROMPT), message_event(answer(tokens=TokenUsage(input=5))))
    assert state.next_action() == "leave"
    messages = [PROMPT, answer("One", finish="stop", tokens=TokenUsage(input=5))]
    if ends_first:
        state.finish(messages)
    else:
        state.close(works_on=False, messages=messages)
    assert state.outcome.status == "over_budget"


def test_turn_whose_provider_refused_too_often_has_failed_although_an_empty_message_is_completed():
    state = TurnState("s", TurnOptions(max_provider_retries=0))
    state.admit(Attribution("msg_1"))
    retry = SessionStatusChanged(session_id="s", status=SessionRetry(type="retry", attempt=1, message="slow down"))
    receive(state, SessionStatusEvent(id="", type="session.status", payload=retry))
    assert state.next_action() == "leave"
    state.finish([PROMPT, answer(time=MessageTime(completed=1))])
    assert (state.outcome.status, state.outcome.error.type) == ("failed", "provider_retries")


def test_stream_that_ends_after_the_turn_is_not_its_failure(state):
    receive(state, message_event(PROMPT), message_event(answer("One")))
    state.finish([PROMPT, answer("One")])
    state.lose(LookupError("gone"))
    assert (state.next_action(), take_text(state), state.next_action()) == ("show", "One", "stop")


def test_stream_that_ends_is_a_failure_once_and_then_subscribed_to_again(state):
    failure = LookupError("gone")
    receive(state, message_event(PROMPT), message_event(answer("One")))
    state.lose(failure)
    assert (state.next_action(), take_text(state)) == ("show", "One")
    assert (state.next_action(), state.take_failure()) == ("raise", failure)
    assert state.next_action() == "subscribe"
    state.resume()
    assert state.next_action() == "catch_up"
    catch_up(state, [], [PROMPT, answer("One, two")])
    assert (state.next_action(), take_text(state), state.next_action()) == ("show", ", two", "wait")


def test_answer_that_ends_without_its_stream_is_fetched_all_the_same(state):
    receive(state, message_event(PROMPT), idle_event())
    state.lose(LookupError("gone"))
    state.take_failure()
    state.ending.rest()
    assert state.next_action() == "finish"


def test_idle_session_of_a_prompt_that_was_sent_before_ends_its_answer_at_once():
    state = TurnState("s", TurnOptions())
    state.admit(Attribution("msg_1"), [PROMPT, answer("One")], show=False)
    assert state.next_action() == "wait"
    state.ending.rest()
    assert state.next_action() == "finish"
