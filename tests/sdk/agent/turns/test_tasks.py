"""Turns in tasks: functions that run at once, and end with the turn or when another client replies."""

import asyncio
import threading

import pytest

from tests.sdk.agent._async.turns import TOOL, texts
from tests.waiting import until_alone, until_tasks
from trivet import APITimeoutError, AuthenticationError, TrivetError
from trivet.agent import Prompt
from trivet_stubs.agent import AgentObserved, Hold, Question, Subtask, Text


async def test_functions_of_several_requests_run_at_once(agent_stub, async_agent_client):
    barrier, asked = asyncio.Barrier(2), []

    async def on_permission(request):
        asked.append(request.session_id)
        await barrier.wait()
        return "once"

    agent_stub.script(Subtask("Below"), Text("Go"), Hold(), TOOL, Text(" on."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Go.", on_permission=on_permission, deadline=60) as turn:
            assert await anext(turn) == "Go"
            [child] = await agent.session.list(search="Below").all()
            agent_stub.script(TOOL, session_id=child.id)
            await agent.session.prompt(child.id, prompt=Prompt(text="List."))
            agent_stub.resume(session.id)
            assert await texts(turn) == [" on."]
        assert set(asked) == {session.id, child.id}
    assert len(asyncio.all_tasks()) == 1


@pytest.mark.parametrize("step", [TOOL, Question("Sure?")])
async def test_function_ends_at_the_deadline(agent_stub, async_agent_client, step):
    agent_stub.script(step)
    ended = []

    async def forever(request):
        agent_stub.clock.advance(60)
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(request.id)

    async with async_agent_client as agent:
        session = await agent.session.create()
        replies = {"on_permission": forever, "on_question": forever}
        turn = agent.session.turn(session.id, "Go.", **replies, deadline=60, poll_interval=0.01)
        with pytest.raises(APITimeoutError, match=r"session\.turn: the session is not idle within .* 60 s"):
            await turn.run()
        assert len(ended) == 1
        assert (turn.outcome.status, turn.outcome.error.type) == ("interrupted", "deadline")


async def test_function_ends_when_another_client_has_replied(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Question("Sure?"), Text("Thanks."))
    ended = []

    async def overtaken(request):
        agent_stub.reply(request.id, "once" if request.id.startswith("per") else [["Yes"]])
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(request.id)

    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_permission=overtaken, on_question=overtaken, deadline=60)
        async with turn:
            assert await texts(turn) == ["Thanks."]
    assert ended == ["per_000001", "que_000001"]
    assert agent_stub.requests.count("permission.reply") == agent_stub.requests.count("question.reply") == 0


async def test_text_is_yielded_while_a_function_runs(agent_stub, async_agent_client):
    agent_stub.script(Subtask("Below"), Text("One"), Hold(), Text(", two"), Hold(), Text("."))
    reply = asyncio.Event()

    async def on_permission(request):
        await reply.wait()
        return "once"

    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Go.", on_permission=on_permission) as turn:
            assert await anext(turn) == "One"
            [child] = await agent.session.list(search="Below").all()
            agent_stub.script(TOOL, session_id=child.id)
            await agent.session.prompt(child.id, prompt=Prompt(text="List."))
            agent_stub.resume(session.id)
            assert await anext(turn) == ", two"
            reply.set()
            await until_tasks(lambda: not agent_stub.sessions[child.id].busy)
            agent_stub.resume(session.id)
            assert await texts(turn) == ["."]


def test_request_of_a_session_in_a_circle_of_parents_is_left(agent_stub, async_agent_client):
    asked = []

    async def run():
        async with async_agent_client as agent:
            session, one, other = [await agent.session.create() for _ in range(3)]
            agent_stub.sessions[one.id].parent_id, agent_stub.sessions[other.id].parent_id = other.id, one.id
            agent_stub.script(TOOL, session_id=one.id)
            await agent.session.prompt(one.id, prompt=Prompt(text="List."))
            await agent.session.turn(session.id, "Go.", on_permission=asked.append).run()
            assert [request.session_id for request in await agent.permission.list()] == [one.id]
            ended.append(session.id)

    ended = []
    # A walk without an end never returns to the event loop, so that no timeout there would end the test.
    thread = threading.Thread(target=asyncio.run, args=(run(),), daemon=True)
    thread.start()
    thread.join(30)
    assert len(ended) == 1
    assert asked == []


async def test_function_that_cancels_itself_is_an_error(agent_stub, async_agent_client):
    async def on_permission(request):
        raise asyncio.CancelledError

    agent_stub.script(TOOL)
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(Exception, match="the function that replies to a request was cancelled"):
            await agent.session.turn(session.id, "Go.", on_permission=on_permission).run()


async def test_cancelled_iteration_continues_where_it_was(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            task = asyncio.create_task(anext(turn))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            agent_stub.resume(session.id)
            assert await texts(turn) == [", two."]
    assert len(asyncio.all_tasks()) == 1


async def test_turn_that_is_cancelled_twice_leaves_nothing_running(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()

        async def run():
            await agent.session.turn(session.id, "Count.").run()

        task = asyncio.create_task(run())
        await until_tasks(lambda: agent_stub.requests.count("session.wait"))
        task.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await until_alone(2000)


async def test_cancel_from_another_task_ends_the_iteration(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            task = asyncio.create_task(texts(turn))
            await asyncio.sleep(0)
            assert not await turn.cancel(), "the contract has no operation that stops an agent"
            assert await task == []
        assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", True)


async def test_cancel_ends_an_iteration_whose_new_subscription_hangs(agent_stub, async_agent_client):
    agent_stub.clock.run()
    agent_stub.script(Text("One"), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.faults.add("event.subscribe", status=401)
            agent_stub.faults.add("event.subscribe", hang=True, times=None)
            agent_stub.events.cut()
            with pytest.raises(AuthenticationError):
                await anext(turn)
            task = asyncio.create_task(texts(turn))
            await until_tasks(lambda: agent_stub.requests.count("event.subscribe") == 3)
            assert not await turn.cancel()
            assert await task == []
        assert turn.outcome.status == "interrupted"


@pytest.mark.parametrize("on_leave", ["cancel", "detach"])
@pytest.mark.parametrize("interrupts", [True, False])
async def test_closing_the_client_ends_its_turns_as_leaving_does(agent_stub, async_agent_client, on_leave, interrupts):
    agent_stub.observed = AgentObserved(interrupts=interrupts, open_requests=True)
    stops = interrupts and on_leave == "cancel"
    turns = []

    async def run(turn):
        with pytest.raises(TrivetError, match="the client is closed") as caught:
            await turn.run()
        return str(caught.value)

    async with async_agent_client as agent, asyncio.TaskGroup() as group:
        for _ in range(2):
            session = await agent.session.create()
            agent_stub.script(TOOL, session_id=session.id)
            turns.append(agent.session.turn(session.id, "Go.", on_permission="wait", on_leave=on_leave))
        runs = [group.create_task(run(turn)) for turn in turns]
        await until_tasks(lambda: all(turn.activity is not None and turn.activity.kind == "request" for turn in turns))
        await agent.aclose()
        assert [turn.ended for turn in turns] == [True, True], "before the connections are closed"
    assert [("may work on" in run.result()) for run in runs] == [not stops] * 2
    assert [turn.outcome.works_on for turn in turns] == [not stops] * 2
    assert [turn.outcome.status for turn in turns] == ["failed" if on_leave == "cancel" else "detached"] * 2
    waiting = [id_ for runtime in agent_stub.runtimes.values() for id_ in runtime.permissions]
    assert len(waiting) == (0 if on_leave == "cancel" else 2)


async def test_closing_the_client_ends_a_turn_whose_block_was_never_left(agent_stub, async_agent_client):
    agent_stub.observed = AgentObserved(interrupts=True)
    agent_stub.script(TOOL)
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = await agent.session.turn(session.id, "Go.", on_permission="wait").__aenter__()
    assert (turn.outcome.status, turn.outcome.works_on) == ("failed", False)
    assert not agent_stub.sessions[session.id].busy
    await turn.__aexit__(None, None, None)


async def test_cancelled_run_has_its_outcome_also_behind_the_error_of_a_timeout(agent_stub, async_agent_client):
    agent_stub.observed = AgentObserved(interrupts=True)
    agent_stub.script(Text("So far."), Hold())
    agent_stub.script(Text("So far."), Hold())
    async with async_agent_client as agent:
        task = asyncio.create_task(agent.run("Go."))
        await until_tasks(lambda: any(session.busy for session in agent_stub.sessions.values()))
        task.cancel()
        with pytest.raises(asyncio.CancelledError) as cancelled:
            await task
        with pytest.raises(TimeoutError) as late:
            async with asyncio.timeout(0.5):
                await agent.run("Go.")
    assert (cancelled.value.outcome.session_id, cancelled.value.outcome.status) == ("ses_000001", "interrupted")
    assert late.value.__context__.outcome.session_id == "ses_000002"
    assert "agent.session.resume('ses_000002')" in late.value.__context__.__notes__[0]
