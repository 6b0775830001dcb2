"""Turns: how they end, the steps of an answer, and the answers to other prompts of the session."""

import copy
import pickle

import pytest

from tests.sdk.agent._async.turns import TOOL, agents_text, texts
from trivet import TrivetError
from trivet.agent import Prompt, TodosStep, ToolStep, TurnFailedError
from trivet_stubs.agent import Fail, Hold, Interrupt, OtherPrompt, Reasoning, Text, Todos, Tool


async def test_outcome_of_a_finished_turn_names_reason_usage_and_cost(agent_stub, async_agent_client):
    agent_stub.script(Reasoning("Hm."), Text("One ", "two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Count, please.", raise_on_failure=True)
        with pytest.raises(TrivetError, match="the turn has not ended"):
            _ = turn.outcome
        assert (turn.ended, turn.text, turn.messages) == (False, "", [])
        await turn.run()
    outcome = turn.outcome
    assert (outcome.status, outcome.error, outcome.finish_reason, outcome.cost) == ("finished", None, "stop", 21e-6)
    assert (outcome.usage.input, outcome.usage.output, outcome.usage.cache.read) == (2, 3, 0)
    assert turn.text == "One two."


ENDS = [
    (Fail("Out of words", type="provider"), "failed", "provider", "has failed: provider: Out of words"),
    (Interrupt("Enough"), "interrupted", "aborted", "was interrupted: aborted: Enough"),
    (TOOL, "interrupted", None, "was interrupted: the finish reason is rejected"),
]


@pytest.mark.parametrize(("step", "status", "kind", "message"), ENDS)
@pytest.mark.parametrize("raises", [False, True])
async def test_unfinished_turn_has_its_outcome_and_error(
    agent_stub, async_agent_client, step, status, kind, message, raises
):
    agent_stub.script(Text("Well"), step, Text("Never."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Talk.", on_permission=lambda _: "reject", raise_on_failure=raises)
        async with turn:
            assert await anext(turn) == "Well"
            if raises:
                with pytest.raises(TurnFailedError, match=f"session.turn: the answer {message}") as raised:
                    await anext(turn)
                for error in (raised.value, copy.copy(raised.value), pickle.loads(pickle.dumps(raised.value))):
                    assert error.outcome == turn.outcome
            assert await texts(turn) == []
    assert (turn.outcome.status, turn.outcome.error and turn.outcome.error.type, turn.text) == (status, kind, "Well")
    assert agents_text(turn.messages) == "Well"


async def test_steps_show_reasoning_tools_and_todos_beside_text(agent_stub, async_agent_client):
    agent_stub.script(
        Reasoning("Hm."),
        Text("Look", "ing."),
        Tool("bash", {"command": "ls"}, output="x"),
        Todos(["Rest"]),
        Text("End."),
    )
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Look.") as turn:
            steps = turn.steps()
            assert (await anext(steps)).text == "Hm."
            assert await anext(turn) == "Look"
            received = [step async for step in steps]
            assert await texts(turn) == []
    assert [step.type for step in received] == ["text", "tool", "tool", "todos", "text"]
    tools = [step for step in received if isinstance(step, ToolStep)]
    assert [(tool.status, tool.part.name) for tool in tools] == [("running", "bash"), ("completed", "bash")]
    assert [todo.content for step in received if isinstance(step, TodosStep) for todo in step.todos] == ["Rest"]
    assert turn.text == "Looking.End."


@pytest.mark.parametrize("parent_ids", [False, True])
@pytest.mark.parametrize("cut", [False, True])
async def test_turn_yields_its_own_answer_alone(agent_stub, async_agent_client, parent_ids, cut):
    agent_stub.observed.parent_ids = parent_ids
    agent_stub.script(Text("One"), Hold(), OtherPrompt("And?"), Text(", two."))
    agent_stub.script(Text("The other."), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            if cut:
                agent_stub.events.cut()
            agent_stub.resume(session.id)
            assert await texts(turn) == [", two."]
        assert agents_text(turn.messages) == "One, two."
        assert (len(turn.messages), turn.outcome.status) == (2, "finished")
        assert agent_stub.sessions[session.id].busy, "the other prompt is being answered"


@pytest.mark.parametrize("delivery", ["immediate", "deferred"])
async def test_turns_at_once_yield_an_answer_each(agent_stub, async_agent_client, delivery):
    for text in ("Zero", "One", "Two"):
        agent_stub.script(Text(text), Hold(), Text("."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text="0"))
        async with (
            agent.session.turn(session.id, "1", delivery=delivery) as one,
            agent.session.turn(session.id, "2", delivery=delivery) as two,
        ):
            agent_stub.resume(session.id)
            assert await anext(one) == "One"
            agent_stub.resume(session.id)
            assert await texts(one) == ["."]
            assert await anext(two) == "Two"
            agent_stub.resume(session.id)
            assert await texts(two) == ["."]
    assert (agents_text(one.messages), agents_text(two.messages)) == ("One.", "Two.")
    assert (one.text, two.text) == ("One.", "Two.")
