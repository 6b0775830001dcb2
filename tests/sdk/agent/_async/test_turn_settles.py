"""Turns that were left, however that came: their agents are stopped, and then nothing waits for a reply any more."""

import pytest

from tests.sdk.agent._async.turns import TOOL, texts
from trivet import APITimeoutError
from trivet.agent import Prompt, UnansweredRequestError
from trivet_stubs.agent import AgentObserved, Finish, Hold, Question, Retry, Task, Text, Together

COSTLY = Finish("tool-calls", cost=2, input=1, output=1)
ASKING = Together(Task("One", TOOL), Task("Two", Task("Three", Question("Which?"))), Task("Four", TOOL))
"""Three sessions that ask, of which one is two levels below."""


@pytest.fixture(params=["stops", "contract"])
def stub(request, agent_stub):
    """A server that can stop an agent, and one that cannot."""
    agent_stub.observed = AgentObserved(interrupts=request.param == "stops", open_requests=True)
    return agent_stub


async def asked(agent, count):
    """Wait until so many requests wait; return their ids."""
    requests = []
    for _ in range(200):
        requests = [*await agent.permission.list(), *await agent.question.list()]
        if len(requests) == count:
            break
    assert len(requests) == count, requests
    return {request.id for request in requests}


async def ask_elsewhere(stub, agent):
    """Let another session ask; return the ids of its requests."""
    other = await agent.session.create()
    stub.script(TOOL, session_id=other.id)
    await agent.session.prompt(other.id, prompt=Prompt(text="Go."))
    return await asked(agent, 1)


async def by_cancel(agent, turn):
    async with turn:
        await asked(agent, 4)
        await turn.cancel()


async def raise_within(agent, turn, error):
    async with turn:
        await asked(agent, 4)
        raise error


async def by_exception(agent, turn):
    with pytest.raises(ZeroDivisionError):
        await raise_within(agent, turn, ZeroDivisionError)


async def by_interrupt(agent, turn):
    with pytest.raises(KeyboardInterrupt):
        await raise_within(agent, turn, KeyboardInterrupt)


async def by_end_of_the_block(agent, turn):
    async with turn:
        await asked(agent, 4)


LEAVING = [by_cancel, by_exception, by_interrupt, by_end_of_the_block]


@pytest.mark.parametrize("leave", LEAVING)
async def test_leaving_rejects_the_requests_of_all_sessions_of_the_turn_and_no_others(stub, async_agent_client, leave):
    async with async_agent_client as agent:
        others = await ask_elsewhere(stub, agent)
        session = await agent.session.create()
        stub.script(ASKING, Text("Never."))
        turn = agent.session.turn(session.id, "Go.", on_permission="wait", on_question="wait")
        await leave(agent, turn)
        assert await asked(agent, 1) == others
    assert turn.outcome.works_on is not stub.observed.interrupts
    assert turn.outcome.status == "interrupted"


@pytest.mark.parametrize("leave", LEAVING[1:])
async def test_detached_turn_rejects_nothing(stub, async_agent_client, leave):
    async with async_agent_client as agent:
        await ask_elsewhere(stub, agent)
        session = await agent.session.create()
        stub.script(ASKING, Text("Never."))
        options = {"on_permission": "wait", "on_question": "wait", "on_leave": "detach"}
        turn = agent.session.turn(session.id, "Go.", **options)
        await leave(agent, turn)
        assert len(await asked(agent, 4)) == 4
    assert (turn.outcome.status, turn.outcome.works_on) == ("detached", True)


@pytest.mark.parametrize("step", [TOOL, Question("Which?")])
async def test_deadline_rejects_what_waits(stub, async_agent_client, step):
    stub.script(Task("Below", step))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_permission="wait", on_question="wait", deadline=0.3)
        with pytest.raises(APITimeoutError):
            await turn.run()
        assert await asked(agent, 0) == set()


@pytest.mark.parametrize(
    ("steps", "options", "status"),
    [
        ((Together(Task("One", TOOL), Task("Two", Text("2"), COSTLY, Hold())),), {"max_cost": 1}, "over_budget"),
        (
            (Together(Task("One", TOOL), Task("Two", Retry("Slow down.", seconds=None), Hold())),),
            {"max_provider_retries": 0},
            "failed",
        ),
    ],
)
async def test_limit_rejects_what_waits(stub, async_agent_client, steps, options, status):
    stub.script(*steps)
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_permission="wait", **options)
        await turn.run()
        assert await asked(agent, 0) == set()
    assert (turn.outcome.status, turn.outcome.works_on) == (status, not stub.observed.interrupts)


async def test_request_without_function_and_the_others_are_rejected(stub, async_agent_client):
    stub.script(ASKING)
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_question="wait")
        with pytest.raises(UnansweredRequestError):
            await turn.run()
        assert await asked(agent, 0) == set()


async def test_agent_that_cannot_be_stopped_keeps_the_request_of_an_earlier_prompt(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Text("First."))
    agent_stub.script(Text("Second."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "One.", on_permission="wait") as first:
            requests = await asked(agent, 1)
            async with agent.session.turn(session.id, "Two.", on_permission="wait") as second:
                pass
            assert second.outcome.works_on
            assert await asked(agent, 1) == requests
            await agent.permission.reply(*requests, response="once")
            assert await texts(first) == ["First."]


@pytest.mark.parametrize("operation", ["permission.list", "permission.reply"])
async def test_permissions_that_the_server_refuses_do_not_keep_the_questions(agent_stub, async_agent_client, operation):
    agent_stub.observed = AgentObserved(interrupts=True, open_requests=True)
    agent_stub.script(ASKING)
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Go.", on_permission="wait", on_question="wait") as turn:
            await asked(agent, 3)
            agent_stub.faults.add(operation, status=500, times=None)
        agent_stub.faults.clear()
        assert (turn.outcome.works_on, await agent.question.list()) == (False, [])
