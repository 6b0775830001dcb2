"""The state machine of a turn: every interleaving of events, losses and steps ends with the whole answer."""

from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from tests.sdk.agent.turns.records import (
    ANSWERING,
    PROMPT,
    answer,
    delta_event,
    idle_event,
    message_event,
    part_event,
    permission,
    permission_event,
)
from trivet.agent import Reconnected
from trivet.agent._turns.answer import Attribution
from trivet.agent._turns.state import TurnState

GAP = Reconnected(None, 1)


class Session:
    """A session at work, and the stream of its events."""

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
        """Spoil an event that follows another one; it is passed on as a gap."""
        if len(self.stream) > 1:
            self.stream[1] = GAP

    def rest(self):
        self.stream += [message_event(answer(*self.parts)), idle_event()]
        self.at_rest = True


class Driver:
    """A driver whose I/O is a simulated session."""

    def __init__(self, session):
        self.session = session
        self.state = TurnState("s", ANSWERING)
        self.state.start()
        self.state.admit(Attribution("msg_1"))
        self.shown = ""
        self.replied = []

    def step(self):
        """Take one step; return False where it has to wait."""
        state, session = self.state, self.session
        match state.next_action():
            case "show":
                self.shown += state.take_step().text
            case "catch_up":
                recording = state.answer().transcript.begin()
                state.requests.compare(list(session.pending), state.requests.ids())
                state.catch_up(deepcopy(session.messages), recording)
            case "finish" if session.at_rest:
                state.finish(deepcopy(session.messages))
            case "wait":
                return self.work()
            case _:
                return False
        return True

    def work(self):
        """Do what the jobs in the background do; return False where they have to wait."""
        state, session = self.state, self.session
        if (request := state.requests.take()) is not None:
            self.replied.append(request.id)
            session.pending = [pending for pending in session.pending if pending.id != request.id]
            state.requests.settle(request.id)
        elif session.stream:
            event = session.stream.pop(0)
            state.receive(event)
        elif session.at_rest and not state.ending.rested:
            state.ending.rest()
        elif session.at_rest:
            state.ending.elapse(state.ending.activity)
        else:
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
    assert driver.state.next_action() == "stop"
    assert driver.state.messages == session.messages
    assert driver.shown == "".join(session.parts)
    assert driver.replied == [f"per_{number}" for number in range(1, session.asked + 1)]
