# Derived from tests/sdk/agent/_async/test_turn_control.py by `python -m codegen`; do not edit.
"""Turns that are stopped, left, bounded by a deadline, and detached."""

import pytest

from tests.sdk.agent._sync.turns import texts
from tests.sdk.agent.opencode.fake_server import BriefClock, FakeServer
from trivet import AgentClient, APITimeoutError, BadRequestError, TrivetError
from trivet.agent import opencode
from trivet.observe import Observer
from trivet_stubs import Clock
from trivet_stubs.agent import Hold, Text


@pytest.fixture
def server():
    """A server that can stop an agent."""
    server = FakeServer()
    yield server
    server.close()


def client_of(server, clock=None, **options):
    transport, clock = opencode.Transport(server.transport()), clock or BriefClock()
    return AgentClient(transport=transport, base_url="http://opencode.test", clock=clock, **options)


def aborts(server):
    return len([request for request in server.requests if request.endswith("/abort")])


def test_cancel_stops_the_agent_and_says_that_it_is_confirmed(server):
    with client_of(server) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "BASH", on_permission="wait") as turn:
            assert turn.cancel()
            assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False)
            assert texts(turn) == []
            assert not turn.cancel(), "it has ended before"
    assert aborts(server) == 1


def test_cancel_that_is_not_confirmed_says_that_the_agent_may_work_on(server):
    server.stubborn = True
    with client_of(server, Clock()) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "BASH", on_permission="wait") as turn:
            assert not turn.cancel()
    assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", True)


def leave_by_break(turn):
    with turn:
        pass


def leave_by_error(turn):
    with pytest.raises(ZeroDivisionError):
        with turn:
            raise ZeroDivisionError


def leave_by_interrupt(turn):
    with pytest.raises(KeyboardInterrupt):
        with turn:
            raise KeyboardInterrupt


LEAVING = [leave_by_break, leave_by_error, leave_by_interrupt]


@pytest.mark.parametrize("leave", LEAVING)
@pytest.mark.parametrize("on_leave", ["cancel", "detach"])
def test_leaving_the_block_early_stops_the_agent_unless_it_is_detached(server, leave, on_leave):
    with client_of(server) as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "BASH", on_permission="wait", on_leave=on_leave)
        leave(turn)
    detached = on_leave == "detach"
    assert turn.outcome.status == ("detached" if detached else "interrupted")
    assert (turn.outcome.works_on, aborts(server)) == (detached, 0 if detached else 1)


def test_detached_turn_ends_its_iteration_and_leaves_the_agent_at_work(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            turn.detach()
            assert texts(turn) == []
        assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("detached", True, "One")
        with agent.session.attach(session.id, turn.message_id) as rest:
            assert rest.text == "One"
            agent_stub.resume(session.id)
            assert texts(rest) == [", two."]
        assert (rest.outcome.status, rest.text) == ("finished", "One, two.")
        ended = agent.session.attach(session.id, turn.message_id)
        assert [message.id for message in ended.run()] == [message.id for message in rest.messages]
        assert (ended.text, ended.outcome.status) == ("One, two.", "finished")


def test_deadline_counts_from_the_start_of_the_block_and_ends_the_turn(server):
    with client_of(server) as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "BASH", on_permission="wait", deadline=0.2)
        with pytest.raises(APITimeoutError, match=r"session\.turn: .* within the deadline of 0\.2 s: the permission"):
            turn.run()
    assert (turn.outcome.status, turn.outcome.error.type, aborts(server)) == ("interrupted", "deadline", 1)


def test_turn_cancelled_before_its_block_sends_nothing(agent_stub, agent_client):
    with agent_client as agent:
        session = agent.session.create()
        count = len(agent_stub.requests)
        turn = agent.session.turn(session.id, "Go.")
        assert not turn.cancel()
        with turn:
            assert texts(turn) == []
        assert not turn.cancel()
        detached = agent.session.turn(session.id, "Go.")
        detached.detach()
        assert detached.run() == []
    assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("interrupted", False, "")
    assert (detached.outcome.status, detached.outcome.works_on) == ("detached", False)
    assert len(agent_stub.requests) == count


@pytest.mark.parametrize(("on_leave", "status"), [("cancel", "interrupted"), ("detach", "detached")])
@pytest.mark.parametrize("error", [None, TrivetError("elsewhere"), ZeroDivisionError()])
def test_turn_exited_before_its_block_sends_nothing(agent_stub, agent_client, on_leave, status, error):
    with agent_client as agent:
        session = agent.session.create()
        count = len(agent_stub.requests)
        turn = agent.session.turn(session.id, "Go.", on_leave=on_leave)
        for _ in range(2):
            assert turn.__exit__(error and type(error), error, None) is None
        assert not turn.ended
        assert turn.run() == []
    assert (turn.outcome.status, turn.outcome.works_on, turn.outcome.error) == (status, False, None)
    assert len(agent_stub.requests) == count


def test_attached_turn_exited_before_its_block_leaves_the_agent_at_work(server):
    with client_of(server) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "BASH", on_permission="wait", on_leave="detach") as turn:
            pass
        attached = agent.session.attach(session.id, turn.message_id)
        assert attached.__exit__(None, None, None) is None
        assert not attached.ended
        assert aborts(server) == 0


def test_turn_left_while_it_begins_sends_no_prompt(agent_stub, agent_client):
    class Leaving(Observer):
        def on_turn_start(self, observed):
            turn.detach()

    with agent_client.with_options(observers=[Leaving()]) as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Go.")
        assert turn.run() == []
    assert (turn.outcome.status, turn.outcome.works_on) == ("detached", False)
    assert agent_stub.requests.count("session.prompt") == 0


def test_attached_turn_cancelled_before_its_block_stops_the_agent(server):
    with client_of(server) as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "BASH", on_permission="wait", on_leave="detach") as turn:
            pass
        attached = agent.session.attach(session.id, turn.message_id)
        assert not attached.cancel()
        assert attached.run() is not None
    assert (attached.outcome.status, attached.outcome.works_on, aborts(server)) == ("interrupted", False, 1)


def test_turn_whose_prompt_was_refused_says_that_no_agent_works(agent_stub, agent_client):
    agent_stub.faults.add("session.prompt", status=400)
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Go.")
        with pytest.raises(BadRequestError):
            turn.run()
    assert (turn.outcome.status, turn.outcome.works_on) == ("failed", False)
