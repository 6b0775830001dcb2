# Derived from tests/sdk/agent/_async/test_turns.py by `python -m codegen`; do not edit.
"""Turns: the text as it grows, the finished messages, and the arguments."""

import httpx
import pytest

from tests.sdk.agent._sync.turns import TOOL, agents_text, texts
from trivet import (
    AgentClient,
    APIConnectionError,
    InvalidArgumentError,
)
from trivet.agent import AssistantMessage, Prompt, UserMessage
from trivet_stubs.agent import Hold, Reasoning, Text


def test_turn_yields_text_as_it_grows(agent_stub, agent_client):
    agent_stub.script(Reasoning("Hm, ", "well."), Text("Look", "ing"), Hold(), Text(" around."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "What is here?") as turn:
            assert [next(turn), next(turn)] == ["Look", "ing"]
            assert agents_text(turn.messages) == "Looking"
            agent_stub.resume(session.id)
            assert texts(turn) == [" around."]
            prompt, answer = turn.messages
            assert texts(turn) == []
        assert isinstance(prompt, UserMessage)
        assert (prompt.id, prompt.text) == (turn.admitted.id, "What is here?")
        assert agents_text([answer]) == "Looking around."
        assert answer.time.completed is not None
        assert [prompt, answer] == agent.session.message.list(session.id, order="asc").all()


def test_run_returns_the_messages_of_the_turn(agent_stub, agent_client):
    with agent_client as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "The first.").run()
        messages = agent.session.turn(session.id, Prompt(text="Say this."), deadline=60).run()
    assert [type(message) for message in messages] == [UserMessage, AssistantMessage]
    assert agents_text(messages) == "Say this."
    assert agent_stub.requests.count("session.prompt") == 2


def test_turn_run_twice_raises_and_sends_nothing(agent_stub, agent_client):
    agent_stub.faults.add("session.prompt", cut_after=0)
    with agent_client as agent:
        session = agent.session.create()
        turn = agent.session.turn(session.id, "Count.")
        with pytest.raises(APIConnectionError):
            turn.run()
        with pytest.raises(TypeError, match="not sent twice"):
            turn.run()
        assert agent_stub.requests.count("session.prompt") == 1
        assert len(agent_stub.events) == 0, "the subscription is closed"

        turn = agent.session.turn(session.id, "Count.")
        turn.run()
        with pytest.raises(TypeError, match="not sent twice"):
            turn.run()
        assert agent_stub.requests.count("session.prompt") == 2


def test_turn_that_is_left_on_a_contract_server_says_that_the_agent_works_on(agent_stub, agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    with agent_client as agent:
        session = agent.session.create()
        with agent.session.turn(session.id, "Count.") as turn:
            assert next(turn) == "One"
        assert texts(turn) == []
        assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("interrupted", True, "One")
        assert agents_text(turn.messages) == "One"
        agent_stub.resume(session.id)
        agent.session.wait(session.id)
        assert agents_text(agent.session.message.list(session.id).all()) == "One, two."


def test_turn_acts_in_the_context_of_its_session(agent_stub, agent_client):
    agent_stub.script(TOOL, Text("Done."))
    with agent_client as agent:
        session = agent.at(directory="/home/dev/lighthouse").session.create()
        messages = agent.session.turn(session.id, "List.", on_permission=lambda _: "once").run()
    assert agents_text(messages) == "Done."


def test_deferred_prompt_waits_for_current_work(agent_stub, agent_client):
    agent_stub.script(Text("First"), Hold(), Text("."))
    agent_stub.script(Text("Second."))
    with agent_client as agent:
        session = agent.session.create()
        agent.session.prompt(session.id, prompt=Prompt(text="One."))
        with agent.session.turn(session.id, "Two.", delivery="deferred") as turn:
            agent_stub.resume(session.id)
            assert texts(turn) == ["Second."]


def test_invalid_turn_arguments_raise_before_anything_is_sent(agent_stub, agent_client):
    with agent_client as agent:
        for arguments in (
            {"session_id": ""},
            {"delivery": "later"},
            {"deadline": 0},
            {"poll_interval": 0},
            {"raise_on_failure": 1},
        ):
            with pytest.raises(InvalidArgumentError, match=next(iter(arguments))):
                agent.session.turn(**{"session_id": "ses_1", "prompt": "Go."} | arguments)
        for name in ("on_permission", "on_question"):
            with pytest.raises(InvalidArgumentError, match=f"{name} must be something to call"):
                agent.session.turn("ses_1", "Go.", **{name: "once"})
        assert repr(agent.session.turn("ses_1", "Go.")) == "Turn('ses_1')"
        with pytest.raises(InvalidArgumentError, match="deadline"):
            agent.session.wait("ses_1", deadline=-1)
        with pytest.raises(TypeError, match="inside its `with` block"):
            next(agent.session.turn("ses_1", "Go."))
        with pytest.raises(TypeError, match="turn"):
            agent.with_response(agent.session.turn, "ses_1", "Go.")
    assert len(agent_stub.requests) == 0


@pytest.mark.parametrize("deadline", [None, 100])
def test_wait_has_no_read_timeout(deadline):
    asked = []

    def answer(request):
        asked.append(request.extensions["timeout"])
        return httpx.Response(204)

    transport = httpx.MockTransport(answer)
    with AgentClient(transport=transport, timeout=3, deadline=4) as agent:
        answer = agent.with_response(agent.session.wait, "ses_1", deadline=deadline)
    assert answer.status == 204
    assert asked[0]["connect"] == 3
    assert asked[0]["read"] == pytest.approx(deadline, abs=10) if deadline else asked[0]["read"] is None
