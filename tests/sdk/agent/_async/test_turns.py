"""Turns: the text as it grows, the finished messages, and the arguments."""

import httpx
import pytest

from tests.sdk.agent._async.turns import TOOL, agents_text, texts
from trivet import (
    APIConnectionError,
    AsyncAgentClient,
    InvalidArgumentError,
)
from trivet.agent import AssistantMessage, Prompt, UserMessage
from trivet_stubs.agent import Hold, Reasoning, Text


async def test_turn_yields_text_as_it_grows(agent_stub, async_agent_client):
    agent_stub.script(Reasoning("Hm, ", "well."), Text("Look", "ing"), Hold(), Text(" around."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "What is here?") as turn:
            assert [await anext(turn), await anext(turn)] == ["Look", "ing"]
            assert agents_text(turn.messages) == "Looking"
            agent_stub.resume(session.id)
            assert await texts(turn) == [" around."]
            prompt, answer = turn.messages
            assert await texts(turn) == []
        assert isinstance(prompt, UserMessage)
        assert (prompt.id, prompt.text) == (turn.admitted.id, "What is here?")
        assert agents_text([answer]) == "Looking around."
        assert answer.time.completed is not None
        assert [prompt, answer] == await agent.session.message.list(session.id, order="asc").all()


async def test_run_returns_the_messages_of_the_turn(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        session = await agent.session.create()
        await agent.session.turn(session.id, "The first.").run()
        messages = await agent.session.turn(session.id, Prompt(text="Say this."), deadline=60).run()
    assert [type(message) for message in messages] == [UserMessage, AssistantMessage]
    assert agents_text(messages) == "Say this."
    assert agent_stub.requests.count("session.prompt") == 2


async def test_turn_run_twice_raises_and_sends_nothing(agent_stub, async_agent_client):
    agent_stub.faults.add("session.prompt", cut_after=0)
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Count.")
        with pytest.raises(APIConnectionError):
            await turn.run()
        with pytest.raises(TypeError, match="not sent twice"):
            await turn.run()
        assert agent_stub.requests.count("session.prompt") == 1
        assert len(agent_stub.events) == 0, "the subscription is closed"

        turn = agent.session.turn(session.id, "Count.")
        await turn.run()
        with pytest.raises(TypeError, match="not sent twice"):
            await turn.run()
        assert agent_stub.requests.count("session.prompt") == 2


async def test_turn_that_is_left_on_a_contract_server_says_that_the_agent_works_on(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
        assert await texts(turn) == []
        assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("interrupted", True, "One")
        assert agents_text(turn.messages) == "One"
        agent_stub.resume(session.id)
        await agent.session.wait(session.id)
        assert agents_text(await agent.session.message.list(session.id).all()) == "One, two."


async def test_turn_acts_in_the_context_of_its_session(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Text("Done."))
    async with async_agent_client as agent:
        session = await agent.at(directory="/home/dev/lighthouse").session.create()
        messages = await agent.session.turn(session.id, "List.", on_permission=lambda _: "once").run()
    assert agents_text(messages) == "Done."


async def test_deferred_prompt_waits_for_current_work(agent_stub, async_agent_client):
    agent_stub.script(Text("First"), Hold(), Text("."))
    agent_stub.script(Text("Second."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text="One."))
        async with agent.session.turn(session.id, "Two.", delivery="deferred") as turn:
            agent_stub.resume(session.id)
            assert await texts(turn) == ["Second."]


async def test_invalid_turn_arguments_raise_before_anything_is_sent(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        for arguments in (
            {"session_id": ""},
            {"delivery": "later"},
            {"deadline": 0},
            {"poll_interval": 0},
            {"raise_on_failure": 1},
            {"prompt": "Half an emoji: \ud83d"},
        ):
            with pytest.raises(InvalidArgumentError, match=next(iter(arguments))):
                agent.session.turn(**{"session_id": "ses_1", "prompt": "Go."} | arguments)
        for name in ("on_permission", "on_question"):
            with pytest.raises(InvalidArgumentError, match=f"{name} must be something to call"):
                agent.session.turn("ses_1", "Go.", **{name: "once"})
        assert repr(agent.session.turn("ses_1", "Go.")) == "AsyncTurn('ses_1')"
        with pytest.raises(InvalidArgumentError, match="deadline"):
            await agent.session.wait("ses_1", deadline=-1)
        with pytest.raises(TypeError, match="inside its `with` block"):
            await anext(agent.session.turn("ses_1", "Go."))
        with pytest.raises(TypeError, match="turn"):
            await agent.with_response(agent.session.turn, "ses_1", "Go.")
    assert len(agent_stub.requests) == 0


@pytest.mark.parametrize("deadline", [None, 100])
async def test_wait_has_no_read_timeout(deadline):
    asked = []

    def answer(request):
        asked.append(request.extensions["timeout"])
        return httpx.Response(204)

    transport = httpx.MockTransport(answer)
    async with AsyncAgentClient(transport=transport, timeout=3, deadline=4) as agent:
        answer = await agent.with_response(agent.session.wait, "ses_1", deadline=deadline)
    assert answer.status == 204
    assert asked[0]["connect"] == 3
    assert asked[0]["read"] == pytest.approx(deadline, abs=10) if deadline else asked[0]["read"] is None
