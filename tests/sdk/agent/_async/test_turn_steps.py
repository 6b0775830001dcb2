"""The steps of turns: their number, the function that is called as each ends, and turns bounded by them."""

import pytest

from tests.sdk.agent._async.turns import texts
from trivet import InvalidArgumentError
from trivet_stubs.agent import AgentObserved, Finish, Hold, Task, Text, Together, Tool

STEP = Finish("tool-calls", cost=0.5, input=10, output=5)
LAST = Finish(cost=0.5, input=10, output=5)


@pytest.fixture
def stub(agent_stub):
    agent_stub.observed = AgentObserved(interrupts=True)
    return agent_stub


async def test_each_step_of_the_tree_is_reported_once_as_it_ends(stub, async_agent_client):
    stub.script(Task("One", Tool("read"), STEP, Text("1"), LAST), STEP, Text("Done."), LAST)
    steps = []
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_step=steps.append)
        await turn.run()
    assert [step.number for step in steps] == [1, 2, 3, 4]
    assert sorted((step.session_id, step.finish_reason) for step in steps) == [
        ("ses_000001", "stop"),
        ("ses_000001", "tool-calls"),
        ("ses_000002", "stop"),
        ("ses_000002", "tool-calls"),
    ]
    assert {(step.model, step.cost, step.usage.input) for step in steps} == {("stub/stub-1", 0.5, 10)}
    assert (turn.outcome.steps, turn.step_count) == (4, 4)


async def test_steps_are_reported_while_the_agent_works(stub, async_agent_client):
    stub.script(Text("One "), STEP, Hold(), Text("two."), LAST)
    steps = []

    def resume(step):
        steps.append(step.finish_reason)
        if len(steps) == 1:
            stub.resume("ses_000001")

    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Go.", on_step=resume, deadline=20) as turn:
            assert await texts(turn) == ["One ", "two."]
    assert steps == ["tool-calls", "stop"]


async def test_error_of_on_step_ends_the_turn_and_stops_the_agent(stub, async_agent_client):
    stub.script(Text("One "), STEP, Hold(), Text("two."), LAST)

    def stop(step):
        raise RuntimeError(f"after step {step.number}")

    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_step=stop)
        with pytest.raises(RuntimeError, match="after step 1"):
            await turn.run()
    assert (turn.outcome.status, turn.outcome.works_on, turn.outcome.steps) == ("interrupted", False, 2)
    assert not stub.sessions["ses_000001"].busy


async def test_steps_of_an_earlier_turn_are_not_reported(stub, async_agent_client):
    async with async_agent_client as agent:
        session = await agent.session.create()
        for _ in range(2):
            stub.clock.advance(1)
            stub.script(Task("One", Text("1"), LAST), STEP, Text("Done."), LAST)
            steps = []
            turn = agent.session.turn(session.id, "Go.", on_step=steps.append)
            await turn.run()
            assert (len(steps), turn.outcome.steps) == (3, 3)


@pytest.mark.parametrize(("most", "status"), [(1, "over_budget"), (2, "over_budget"), (3, "finished"), (9, "finished")])
async def test_turn_ends_after_as_many_steps_unless_it_is_answered(stub, async_agent_client, most, status):
    stub.script(Text("1"), STEP, Hold(), Text("2"), STEP, Hold(), Text("3"), LAST)

    def resume(step):
        if step.number < most and step.finish_reason == "tool-calls":
            stub.resume("ses_000001")

    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", max_steps=most, on_step=resume)
        await turn.run()
    outcome = turn.outcome
    assert (outcome.status, outcome.works_on) == (status, False)
    if status == "over_budget":
        assert (outcome.error.type, outcome.error.message) == ("max_steps", f"the agent needs more than {most} steps")
        assert outcome.steps == most + 1, "the step that was stopped counts, too"
        assert not stub.sessions["ses_000001"].busy


async def test_steps_of_sessions_below_count(stub, async_agent_client):
    loop = (Text("1"), STEP, Hold(), Text("2"), LAST)
    stub.script(Together(*(Task(name, *loop) for name in ("One", "Two", "Three"))), STEP, Text("Never."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", max_steps=3)
        await turn.run()
    assert (turn.outcome.status, turn.outcome.steps - 3 <= 4) == ("over_budget", True)
    assert not any(running.busy for running in stub.sessions.values())


@pytest.mark.parametrize("most", [0, 1.5, True, "3"])
async def test_number_of_steps_is_a_whole_number_above_0(async_agent_client, most):
    async with async_agent_client as agent:
        with pytest.raises(InvalidArgumentError, match="max_steps must be a whole number not below 1"):
            agent.session.turn("ses_1", "Go.", max_steps=most)
        with pytest.raises(InvalidArgumentError, match="on_step must be something to call"):
            agent.session.turn("ses_1", "Go.", on_step=3)
