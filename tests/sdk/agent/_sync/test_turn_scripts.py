# Derived from tests/sdk/agent/_async/test_turn_scripts.py by `python -m codegen`; do not edit.
"""Turns against a stub whose script says what an answer costs, how long it takes, and how it ends."""

from contextlib import nullcontext

import pytest

from tests.sdk.agent._sync.turns import TOOL, texts
from trivet import APITimeoutError
from trivet.agent import Rejected, TurnFailedError
from trivet_stubs.agent import Fail, Finish, Hold, Text, Tool

EXPENSIVE = (
    *(Text("One"), Finish("tool-calls", cost=0.5, input=1000, output=20, cache_read=400)),
    *(Text(", two"), Finish("tool-calls", cost=0.5, input=1000, output=20)),
    *(Hold(), Text(", three."), Finish(cost=0.5)),
)


@pytest.mark.parametrize(
    ("limit", "status"),
    [({"max_cost": 0.9}, "over_budget"), ({"max_tokens": 2000}, "over_budget"), ({}, "interrupted")],
)
def test_budget_is_compared_after_each_message_of_the_agent(agent_stub, agent_client, limit, status):
    agent_stub.observed.interrupts = True
    agent_stub.script(*EXPENSIVE)
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.", **limit) as turn:
            assert [next(turn), next(turn)] == ["One", ", two"]
            if limit:
                assert texts(turn) == []
    outcome = turn.outcome
    assert (outcome.status, outcome.cost, outcome.works_on) == (status, pytest.approx(1.0, abs=0.001), False)
    assert (outcome.usage.output, outcome.usage.cache.read) == (40, 400)
    assert not agent_stub.sessions[session.id].busy, "the agent was stopped"
    assert agent_stub.sessions[session.id].wire()["cost"] == 1.0


def test_budget_that_is_kept_does_not_end_the_turn(agent_stub, agent_client):
    agent_stub.script(Text("One"), Finish("tool-calls", cost=0.5), Text(", two."), Finish("length", cost=0.25))
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Count.", max_cost=0.75)
        turn.run()
    assert (turn.text, turn.outcome.status, turn.outcome.finish_reason) == ("One, two.", "finished", "length")
    assert turn.cost == 0.75


@pytest.mark.parametrize("interrupts", [False, True])
def test_cancel_stops_the_agent_where_the_server_can(agent_stub, agent_client, interrupts):
    agent_stub.observed.interrupts = interrupts
    agent_stub.script(Text("One"), Tool("bash", seconds=1_000_000), Text(", two."))
    agent_stub.clock.run()
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
            assert turn.cancel() is interrupts
            assert texts(turn) == []
    assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", not interrupts)
    assert agent_stub.sessions[session.id].busy is not interrupts
    agent_stub.clock.stop()


@pytest.mark.parametrize(("deadline", "finishes"), [(100, False), (150, True)])
def test_deadline_passes_on_the_clock_of_the_stub(agent_stub, agent_client, deadline, finishes):
    agent_stub.script(Text("So far."), Hold(120), Text(" Done."))
    with agent_client as agent:
        session = agent.session.create()
        pieces: list[str] = []
        ends = nullcontext() if finishes else pytest.raises(APITimeoutError, match="within the deadline of 100 s")
        with ends:
            with agent.session.turn(session.id, "Go.", deadline=deadline) as turn:
                for text in turn:
                    pieces.append(text)
    assert turn.outcome.status == ("finished" if finishes else "interrupted")
    # The held step passes on the clock at once: the deadline may come before the first text has been read.
    assert turn.text == "".join(pieces)
    assert turn.text in (["So far. Done."] if finishes else ["So far.", ""])
    assert agent_stub.clock.monotonic() == (120 if finishes else 100)


def test_turn_that_another_client_interrupts_is_interrupted(agent_stub, agent_client):
    agent_stub.script(Text("So far."), Hold(), Text(" Never."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Go.") as turn:
            assert next(turn) == "So far."
            agent_stub.interrupt(session.id)
            assert texts(turn) == []
    assert (turn.outcome.status, turn.outcome.error.type, turn.outcome.works_on) == ("interrupted", "aborted", False)


def test_attach_yields_the_rest_of_a_slow_answer(agent_stub, agent_client):
    agent_stub.script(Text("One"), Finish("tool-calls", cost=0.5), Hold(), Text(", two."), Finish(cost=0.5))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.", on_leave="detach") as turn:
            assert next(turn) == "One"
        with agent.session.attach(session.id, turn.message_id, max_cost=0.9) as rest:
            agent_stub.resume(session.id)
            assert texts(rest) == [", two."]
    assert (turn.outcome.status, rest.text, rest.outcome.cost) == ("detached", "One, two.", 1.0)


@pytest.mark.parametrize("takes_messages", [False, True])
def test_reason_of_a_rejection_reaches_the_agent_where_the_server_takes_it(agent_stub, agent_client, takes_messages):
    agent_stub.observed.reply_messages = takes_messages
    agent_stub.script(TOOL, Text("Then by make."))
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "List.", on_permission=lambda request: Rejected("Use make."))
        turn.run()
    assert turn.text == ("Then by make." if takes_messages else "")
    [tool] = [part for part in turn.messages[-1].content if part.type == "tool"]
    assert (tool.state.error.message == "Use make.") is takes_messages


def test_error_of_the_model_has_its_own_type(agent_stub, agent_client):
    agent_stub.script(Text("So far."), Fail("The key is wrong.", "ProviderAuthError"))
    with agent_client as agent:
        session = agent.session.create()
        with pytest.raises(TurnFailedError, match=r"ProviderAuthError: The key is wrong\."):
            agent.session.turn(session.id, "Go.", raise_on_failure=True).run()
