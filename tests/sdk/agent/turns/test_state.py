"""The state machine of a turn: which step follows which, and that every interleaving ends with the whole answer."""

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sdk.agent.turns.records import (
    PROMPT,
    answer,
    delta_event,
    idle_event,
    message_event,
    part_event,
    permission,
    permission_event,
    question_event,
)
from trivet.agent import LspUpdatedEvent, Reconnected
from trivet.agent._turns.state import TurnState

GAP = Reconnected(None, 1)


def started_state():
    state = TurnState("s", permissions=True, questions=True)
    state.start()
    state.admit("msg_1", [])
    return state


@pytest.fixture
def state():
    """The state of a turn whose prompt was admitted."""
    return started_state()


def receive(state, *events):
    for each in events:
        state.receive(each)


def test_turn_started_twice_raises():
    state = TurnState("s", permissions=False, questions=False)
    state.start()
    with pytest.raises(TypeError, match="a prompt is not sent twice"):
        state.start()


def test_there_is_no_step_before_the_prompt_is_admitted():
    state = TurnState("s", permissions=False, questions=False)
    state.start()
    with pytest.raises(TypeError, match="inside its `with` block"):
        state.next_step()


def test_events_are_read_until_there_is_text_to_show(state):
    assert state.next_step() == "read"
    receive(state, message_event(PROMPT), message_event(answer()))
    assert state.next_step() == "read"
    receive(state, part_event("One"), delta_event(", two"))
    assert (state.next_step(), state.take_text()) == ("show", "One")
    assert (state.next_step(), state.take_text()) == ("show", ", two")
    assert state.next_step() == "read"


@pytest.mark.parametrize("event", [permission_event(), question_event(), permission_event(session_id="below")])
def test_request_is_replied_to_before_the_next_event(state, event):
    receive(state, event)
    assert state.next_step() == "reply"
    state.requests.mark_replied(event.payload)
    assert state.next_step() == "read"


def test_events_of_other_sessions_change_nothing(state):
    receive(state, message_event(PROMPT), idle_event("other"), LspUpdatedEvent(id="", type="lsp.updated", payload=None))
    assert not state.idle
    assert state.next_step() == "read"


@pytest.mark.parametrize("order", ["idle first", "rest first"])
def test_idle_event_and_end_of_wait_finish_the_turn(state, order):
    receive(state, message_event(PROMPT))
    steps = [lambda: receive(state, idle_event()), state.rest]
    for each in steps if order == "idle first" else reversed(steps):
        assert state.next_step() == "read"
        each()
    assert state.next_step() == "finish"
    state.finish([PROMPT, answer("Done.")])
    assert (state.next_step(), state.take_text()) == ("show", "Done.")
    assert state.next_step() == "stop"
    assert state.messages == [PROMPT, answer("Done.")]


def test_idle_event_before_the_prompt_is_of_an_earlier_turn(state):
    receive(state, idle_event())
    state.rest()
    assert state.next_step() == "read"


def test_event_after_the_idle_one_keeps_the_turn_reading(state):
    receive(state, message_event(PROMPT), idle_event(), message_event(answer()))
    state.rest()
    assert state.next_step() == "read"


def test_end_of_stream_finishes_the_turn(state):
    receive(state, message_event(PROMPT))
    state.end_stream()
    assert state.next_step() == "finish"


def test_failed_wait_is_kept_for_the_driver(state):
    failure = LookupError("gone")
    state.rest(failure)
    assert (state.at_rest, state.failure) == (True, failure)
    assert state.next_step() == "read"
    state.end_stream()
    assert state.next_step() == "finish"


def test_missed_events_are_caught_up_with(state):
    receive(state, message_event(PROMPT), message_event(answer()), part_event("One"))
    state.take_text()
    receive(state, GAP)
    assert state.next_step() == "catch_up"
    state.catch_up([permission()], [PROMPT, answer("One, two")])
    assert (state.next_step(), state.take_text()) == ("show", ", two")
    assert state.next_step() == "reply"
    state.requests.mark_replied(permission())
    assert state.idle
    assert state.next_step() == "read"
    state.rest()
    assert state.next_step() == "finish"


def test_gap_after_the_idle_event_is_caught_up_with(state):
    receive(state, message_event(PROMPT), idle_event(), GAP)
    state.rest()
    assert not state.idle
    assert state.next_step() == "catch_up"


def test_one_unreadable_event_counts_as_missed_events(state):
    assert not state.fail_read()
    assert state.next_step() == "catch_up"
    state.catch_up([], [PROMPT])
    assert state.next_step() == "read"


def test_second_unreadable_event_in_a_row_is_repeated(state):
    state.fail_read()
    state.catch_up([], [])
    assert state.fail_read()


def test_readable_event_resets_the_count_of_unreadable_ones(state):
    for _ in range(3):
        assert not state.fail_read()
        receive(state, GAP)


def test_cancelled_turn_shows_its_text_and_stops(state):
    receive(state, message_event(PROMPT), message_event(answer("One")), GAP, permission_event())
    state.cancel()
    assert (state.next_step(), state.take_text()) == ("show", "One")
    assert state.next_step() == "stop"
    assert state.messages is None


class Session:
    """A session at work, and the stream of its events; `None` is an event that cannot be read."""

    def __init__(self):
        self.parts = [""]
        self.pending = []
        self.asked = 0
        self.at_rest = False
        self.stream = [message_event(PROMPT), message_event(answer("")), part_event("")]

    @property
    def messages(self):
        return [PROMPT, answer(*self.parts)]

    def grow(self):
        piece = f"{len(self.parts[-1])},"
        self.parts[-1] += piece
        self.stream.append(delta_event(piece, id=f"prt_{len(self.parts) - 1}"))

    def snapshot(self):
        self.stream.append(part_event(self.parts[-1], id=f"prt_{len(self.parts) - 1}"))

    def begin(self):
        self.snapshot()
        self.parts.append("")
        self.snapshot()

    def ask(self):
        self.asked += 1
        self.pending.append(permission(f"per_{self.asked}"))
        self.stream.append(permission_event(id=f"per_{self.asked}"))

    def cut(self):
        self.stream = [GAP]

    def garble(self):
        """Spoil an event that follows a readable one."""
        if None not in self.stream and len(self.stream) > 1:
            self.stream[1] = None

    def rest(self):
        self.stream += [message_event(answer(*self.parts)), idle_event()]
        self.at_rest = True


class Driver:
    """A driver whose I/O is a simulated session."""

    def __init__(self, session):
        self.session = session
        self.state = started_state()
        self.shown = ""
        self.replied = []

    def step(self):
        """Take one step; return False where it has to wait."""
        state, session = self.state, self.session
        match state.next_step():
            case "show":
                self.shown += state.take_text()
            case "catch_up":
                state.catch_up(list(session.pending), deepcopy(session.messages))
            case "reply":
                request = state.requests.first()
                self.replied.append(request.id)
                session.pending = [each for each in session.pending if each.id != request.id]
                state.requests.mark_replied(request)
            case "read" if session.stream:
                event = session.stream.pop(0)
                if event is None:
                    assert not state.fail_read()
                else:
                    state.receive(event)
            case "read" if session.at_rest:
                state.end_stream()
            case "finish" if session.at_rest:
                state.rest()
                state.finish(deepcopy(session.messages))
            case _:
                return False
        return True

    def run(self):
        while self.step():
            pass


ACTIONS = ["grow", "grow", "snapshot", "begin", "ask", "cut", "garble", "step", "step", "step"]


@given(st.lists(st.sampled_from(ACTIONS), max_size=60))
def test_every_interleaving_shows_the_whole_answer_once(actions):
    session = Session()
    driver = Driver(session)
    for action in actions:
        if action == "step":
            driver.step()
        else:
            getattr(session, action)()
        assert "".join(session.parts).startswith(driver.shown)
    driver.run()
    assert session.pending == []
    session.rest()
    driver.run()
    assert driver.state.next_step() == "stop"
    assert driver.state.messages == session.messages
    assert driver.shown == "".join(session.parts)
    assert driver.replied == [f"per_{number}" for number in range(1, session.asked + 1)]
