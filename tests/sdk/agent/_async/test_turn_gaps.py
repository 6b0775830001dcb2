"""Turns whose stream has gaps, and turns that no wait and no event would ever end."""

import pytest

from tests.sdk.agent._async.turns import texts
from trivet import APITimeoutError, AsyncAgentClient, InternalServerError, NotFoundError
from trivet.observe import Observer
from trivet_stubs import RunningClock
from trivet_stubs.agent import AgentObserved, Hold, Text


class Late(Observer):
    """Moves a clock close to a deadline of 60 s with the next request of an operation."""

    def __init__(self, operation=None):
        self.operation = operation
        self.clock = RunningClock()

    def on_attempt_start(self, attempt):
        if attempt.call.operation == self.operation:
            self.operation = None
            self.clock.advance(59.8)


async def collect(turn, received):
    async for text in turn:
        received.append(text)


async def test_delta_right_after_a_gap_waits_for_the_missed_text(agent_stub, async_agent_client):
    agent_stub.script(Text("One "), Hold(), Text("four."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.", deadline=30) as turn:  # less than a silent stream has
            received = await anext(turn)
            message = agent_stub.sessions[session.id].messages[-1]
            part = message["content"][-1]
            part["text"] += "two three "
            agent_stub.events.send_bytes(b"data: {garbage\n\n")  # in place of the delta "two "
            delta = {"messageID": message["id"], "partID": part["id"], "field": "text", "delta": "three "}
            agent_stub.events.send("message.part.delta", {"sessionID": session.id, **delta})
            received += await anext(turn)
            assert received == "One two three "
            agent_stub.resume(session.id)
            received += "".join(await texts(turn))
        assert received == turn.text == "One two three four."


async def test_deleted_session_ends_a_turn_without_a_wait(agent_stub, async_agent_client):
    agent_stub.observed = AgentObserved(no_wait=True)
    agent_stub.script(Text("One"), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.", poll_interval=0.001, deadline=30) as turn:
            assert await anext(turn) == "One"
            while agent_stub.requests.count("session.get") < 2:
                await agent.session.list().page()  # the turn looks whether the service has the session, but no wait
            await agent.session.delete(session.id)
            with pytest.raises(NotFoundError):
                await texts(turn)


async def test_service_that_stays_away_ends_a_turn_without_a_wait(agent_stub, async_agent_client):
    agent_stub.observed = AgentObserved(no_wait=True)
    agent_stub.script(Text("One"), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.", poll_interval=0.001) as turn:
            assert await anext(turn) == "One"
            while agent_stub.requests.count("session.get") < 2:
                await agent.session.list().page()
            agent_stub.faults.add("session.message.list", status=503, times=None)
            failed = agent_stub.requests.count("session.message.list") + 10
            while agent_stub.requests.count("session.message.list") < failed:
                await agent.session.list().page()
            agent_stub.clock.advance(60)
            with pytest.raises(InternalServerError, match=r"session\.message\.list: 503"):
                await texts(turn)


async def test_deadline_ends_a_turn_without_a_wait_whose_text_waits_for_its_reader(agent_stub, async_agent_client):
    agent_stub.observed = AgentObserved(no_wait=True)
    agent_stub.script(*[Text(f"{number} ") for number in range(5)], Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Count.", on_permission=lambda _: "once", deadline=60, poll_interval=0.01)
        async with turn:
            received = [await anext(turn)]
            while agent_stub.requests.count("session.get") < 2:
                await agent.session.list().page()
            agent_stub.clock.advance(60)
            looks = agent_stub.requests.count("permission.list")
            for _ in range(50):
                await agent.session.list().page()
            assert agent_stub.requests.count("permission.list") <= looks + 1, "no look after the deadline"
            with pytest.raises(APITimeoutError, match=r"the session is not idle within the deadline of 60 s"):
                await collect(turn, received)
        assert "0 1 2 3 4 ".startswith("".join(received))


async def test_deadline_bounds_the_prompt(agent_server):
    stub = agent_server.stub
    stub.faults.add("session.prompt", hang=True)
    late = Late("session.prompt")
    async with AsyncAgentClient(base_url=agent_server.url, timeout=90, clock=late.clock, observers=[late]) as agent:
        session = await agent.session.create()
        with pytest.raises(APITimeoutError, match=r"session\.turn: .* within the deadline of 60 s"):
            await agent.session.turn(session.id, "Count.", deadline=60).run()
    assert late.operation is None, "the prompt was not sent"


async def test_deadline_ends_a_turn_that_fetches_after_a_gap(agent_server):
    stub = agent_server.stub
    stub.script(Text("One"), Hold())
    late = Late()
    async with AsyncAgentClient(base_url=agent_server.url, timeout=90, clock=late.clock, observers=[late]) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.", deadline=60) as turn:
            assert await anext(turn) == "One"
            stub.faults.add("session.message.list", hang=True, times=None)
            late.operation = "session.message.list"
            stub.events.send_bytes(b"data: {garbage\n\n")
            with pytest.raises(APITimeoutError, match=r"session\.turn: .* within the deadline of 60 s"):
                await anext(turn)
        assert late.operation is None, "the messages were not fetched"
