"""The activity of a turn: tools, children, requests and a provider that refuses, also in the error of the deadline."""

import pytest

from tests.sdk.agent._async.turns import TOOL, texts
from trivet import APITimeoutError, AsyncAgentClient, Bearer
from trivet.agent import (
    PermissionRules,
    Prompt,
    TurnFailedError,
    UnansweredRequestError,
)
from trivet_stubs.agent import Hold, Question, Retry, Task, Text, Tool


async def steps_until(turn, condition):
    """Read the steps of a turn until a condition is true, which is looked at after each step."""
    async for _ in turn.steps():
        if condition():
            return
    raise AssertionError(f"the turn has ended: {turn.outcome}")


async def eventually(agent, session, condition):
    """Let the other tasks and threads run until a condition is true."""
    for _ in range(2000):
        if condition():
            return
        await agent.session.get(session.id)
    raise AssertionError("the condition has not become true")


async def test_activity_of_a_turn_without_a_prompt_or_after_its_end_is_none(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Count.")
        assert turn.activity is None
        async with turn:
            assert await anext(turn) == "One"
            assert (turn.activity.kind, turn.activity.session_id) == ("working", session.id)
            assert str(turn.activity) == "the agent works"
            agent_stub.resume(session.id)
            assert await texts(turn) == [", two."]
            assert turn.activity is None


async def test_activity_is_the_tool_that_runs(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Tool("bash", {"command": "make"}, seconds=1000), Text("."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Build.", on_leave="detach") as turn:
            await steps_until(turn, lambda: turn.activity.kind == "tool")
            assert (turn.activity.tool, turn.activity.since.isoformat()) == ("bash", "2025-06-16T00:00:00+00:00")
            assert str(turn.activity) == "the tool bash runs since 00:00:00 UTC"


async def test_activity_is_the_child_that_works_and_its_tool(agent_stub, async_agent_client):
    agent_stub.script(Task("Look around", Text("Hm."), Hold(), Tool("grep"), Hold()), Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Look.") as turn:
            await eventually(agent, session, lambda: turn.activity.kind == "child")
            child = turn.activity.session_id
            assert (turn.activity.title, turn.activity.tool) == ("Look around", None)
            assert str(turn.activity) == f"the child {child} (Look around) works"
            for _ in range(2):
                agent_stub.resume(child)
            assert await texts(turn) == ["Done."]
    assert turn.outcome.status == "finished"


@pytest.mark.parametrize("below", [False, True])
async def test_request_is_the_activity_also_of_a_child(agent_stub, async_agent_client, below):
    agent_stub.script(Task("Below", TOOL), Text("Done.")) if below else agent_stub.script(TOOL, Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "List.", on_permission="wait") as turn:
            await eventually(agent, session, lambda: turn.activity.kind == "request")
            [request] = await agent.permission.list()
            assert (turn.activity.request.id, turn.waiting) == (request.id, ())
            assert (turn.activity.session_id == session.id) is not below
            assert str(turn.activity) == f"the permission {request.id} (bash: ls) waits for a reply"
            await agent.permission.reply(request.id, response="once")
            assert await texts(turn) == ["Done."]


@pytest.mark.parametrize("kind", ["permission", "question"])
async def test_request_without_function_ends_the_turn_and_stops_the_agent(agent_stub, async_agent_client, kind):
    agent_stub.observed.interrupts = agent_stub.observed.open_requests = True
    agent_stub.script(Text("May I?"), TOOL if kind == "permission" else Question("Which?"), Text(" Thanks."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "List.", deadline=60)
        with pytest.raises(
            UnansweredRequestError, match=rf"the {kind} .* waits for a reply.*; pass on_{kind}="
        ) as caught:
            await turn.run()
        assert await agent.permission.list() == await agent.question.list() == []
    assert caught.value.request.session_id == session.id
    assert f"agent.{kind}.reply('{caught.value.request.id}'" in caught.value.how_to_reply
    assert (turn.text, turn.outcome.status, turn.outcome.works_on) == ("May I?", "failed", False)
    assert turn.outcome.error.type == "UnansweredRequestError"
    assert not agent_stub.sessions[session.id].busy


async def test_request_of_a_child_without_function_ends_the_turn(agent_stub, async_agent_client):
    agent_stub.observed.interrupts = agent_stub.observed.open_requests = True
    agent_stub.script(Task("Below", TOOL), Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(UnansweredRequestError) as caught:
            await agent.session.turn(session.id, "List.", deadline=60).run()
        assert await agent.permission.list() == []
    assert agent_stub.sessions[caught.value.request.session_id].parent_id == session.id
    assert [row.id for row in agent_stub.sessions.values() if row.busy] == []


async def test_request_without_function_whose_event_is_lost_ends_the_turn(agent_stub, async_agent_client):
    agent_stub.observed.lost_requests = True
    agent_stub.script(Text("May I?"), TOOL)
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(UnansweredRequestError):
            await agent.session.turn(session.id, "List.", deadline=60, poll_interval=0.1).run()


async def test_detached_turn_leaves_the_request_to_whom_attaches(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "List.", on_leave="detach")
        with pytest.raises(UnansweredRequestError) as caught:
            await turn.run()
        assert (turn.outcome.status, turn.outcome.works_on) == ("detached", True)
        async with agent.session.attach(session.id, turn.message_id) as attached:
            await eventually(agent, session, lambda: attached.activity.kind == "request")
            await agent.permission.reply(caught.value.request.id, response="once")
            assert await texts(attached) == ["Done."]
    assert attached.outcome.status == "finished"


async def test_request_of_a_stopped_agent_does_not_end_the_next_turn(agent_stub, async_agent_client):
    agent_stub.observed.open_requests = True
    agent_stub.script(TOOL)
    async with async_agent_client as agent:
        session = await agent.session.create()
        await agent.session.prompt(session.id, prompt=Prompt(text="List."))
        agent_stub.interrupt(session.id)
        assert len(await agent.permission.list()) == 1
        agent_stub.script(Text("One"), Hold(), Text(", two."))
        async with agent.session.turn(session.id, "Count.", deadline=60) as turn:
            assert await anext(turn) == "One"
            assert turn.activity.kind == "working"
            agent_stub.resume(session.id)
            assert await texts(turn) == [", two."]
    assert turn.outcome.status == "finished"


async def test_request_of_another_turn_of_the_session_does_not_end_this_one(agent_stub, async_agent_client):
    agent_stub.script(TOOL, Text("First."))
    agent_stub.script(Text("Second."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "One.", on_permission="wait") as first:
            async with agent.session.turn(session.id, "Two.", deadline=60) as second:
                await eventually(agent, session, lambda: second.activity.kind == "request")
                [request] = await agent.permission.list()
                await agent.permission.reply(request.id, response="once")
                assert await texts(second) == ["Second."]
            assert await texts(first) == ["First."]


@pytest.mark.parametrize("option", ["wait", PermissionRules(allow=["read"], otherwise="wait")])
async def test_deadline_names_the_request_that_nothing_replies_to(agent_stub, async_agent_client, option):
    agent_stub.script(TOOL)
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "List.", on_permission=option, deadline=0.5)
        match = (
            r"within the deadline of 0\.5 s: the permission per_\w+ \(bash: ls\) waits for a reply; pass on_permission="
        )
        with pytest.raises(APITimeoutError, match=match):
            await turn.run()


async def test_provider_that_refuses_is_the_activity_and_in_the_error_of_the_deadline(agent_stub, async_agent_client):
    agent_stub.script(Retry("slow down", attempts=9))
    async with async_agent_client as agent:
        session = await agent.session.create()
        reported = []
        turn = agent.session.turn(session.id, "Go.", on_provider_retry=reported.append, deadline=1)
        match = r'deadline of 1 s: the provider refuses "slow down"; attempt 2 follows at .* UTC; max_provider_retries='
        with pytest.raises(APITimeoutError, match=match):  # noqa: PT012
            async with turn:
                await eventually(agent, session, lambda: turn.activity.kind == "retrying")
                agent_stub.resume(session.id)
                await eventually(agent, session, lambda: len(reported) == 2)
                assert (turn.activity.attempt, turn.activity.message) == (2, "slow down")
                assert turn.activity.next_at.isoformat() == "2025-06-16T00:00:00+00:00"
                await texts(turn)
    assert [(retry.kind, retry.attempt, retry.message) for retry in reported] == [
        ("retrying", 1, "slow down"),
        ("retrying", 2, "slow down"),
    ]


@pytest.mark.parametrize("below", [False, True])
async def test_too_many_retries_end_the_turn_and_stop_the_agent(agent_stub, async_agent_client, below):
    agent_stub.observed.interrupts = True
    steps = [Text("One."), Retry("slow down", attempts=9), Text("Two.")]
    agent_stub.script(Task("Below", *steps)) if below else agent_stub.script(*steps)
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", max_provider_retries=1, raise_on_failure=True, deadline=60)
        match = 'provider_retries: the provider refuses "slow down"; attempt 2'
        with pytest.raises(TurnFailedError, match=match):  # noqa: PT012
            async with turn:
                await eventually(agent, session, lambda: turn.activity.kind == "retrying")
                agent_stub.resume(turn.activity.session_id)
                await texts(turn)
    assert (turn.outcome.status, turn.outcome.error.type, turn.outcome.works_on) == (
        "failed",
        "provider_retries",
        False,
    )
    assert [row.id for row in agent_stub.sessions.values() if row.busy] == []


async def test_provider_that_answers_again_ends_the_retries(agent_stub, async_agent_client):
    agent_stub.script(Retry("slow down", attempts=2, seconds=0), Text("Done."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", max_provider_retries=2)
        await turn.run()
    assert (turn.text, turn.outcome.status) == ("Done.", "finished")


async def test_error_of_on_provider_retry_reaches_the_caller(agent_stub, async_agent_client):
    agent_stub.script(Text("One."), Retry("slow down"))

    def on_provider_retry(activity):
        raise ZeroDivisionError(activity.message)

    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(ZeroDivisionError, match="slow down"):
            await agent.session.turn(session.id, "Go.", on_provider_retry=on_provider_retry, deadline=60).run()


@pytest.mark.parametrize("option", [None, "wait"])
async def test_errors_show_no_secret_of_the_client_that_the_server_has_echoed(agent_stub, option):
    token = "t0ken-of-the-cl1ent/" + "x" * 40
    command = "echo " + "a" * 160 + token
    agent_stub.credentials = token
    agent_stub.script(Tool("bash", {"command": command}, asks="bash"))
    transport = agent_stub.async_transport()
    async with AsyncAgentClient(base_url="http://agent.test", transport=transport, auth=Bearer(token)) as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.", on_permission=option, deadline=0.5 if option else 60)
        with pytest.raises(APITimeoutError if option else UnansweredRequestError, match=r"\(bash: echo aaa") as caught:
            await turn.run()
    assert "t0ken" not in str(caught.value)
