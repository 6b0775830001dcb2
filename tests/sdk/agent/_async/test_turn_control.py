"""Turns that are stopped, left, bounded by a deadline, and detached."""

import pytest

from tests.sdk.agent._async.turns import texts
from tests.sdk.agent.opencode.fake_server import BriefClock, FakeServer
from trivet import APITimeoutError, AsyncAgentClient, BadRequestError, TrivetError
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
    transport, clock = opencode.AsyncTransport(server.async_transport()), clock or BriefClock()
    return AsyncAgentClient(transport=transport, base_url="http://opencode.test", clock=clock, **options)


def aborts(server):
    return len([request for request in server.requests if request.endswith("/abort")])


async def test_cancel_stops_the_agent_and_says_that_it_is_confirmed(server):
    async with client_of(server) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "BASH", on_permission="wait") as turn:
            assert await turn.cancel()
            assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False)
            assert await texts(turn) == []
            assert not await turn.cancel(), "it has ended before"
    assert aborts(server) == 1


async def test_cancel_that_is_not_confirmed_says_that_the_agent_may_work_on(server):
    server.stubborn = True
    async with client_of(server, Clock()) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "BASH", on_permission="wait") as turn:
            assert not await turn.cancel()
    assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", True)


async def test_answer_that_is_completed_after_the_stop_of_its_tool_counts_as_interrupted(server):
    server.eager = True
    async with client_of(server) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "BASH", on_permission="wait") as turn:
            while turn.activity.kind != "request":
                await agent.agent.list()
            assert await turn.cancel()
    assert server.messages(session.id)[-1]["info"]["finish"] == turn.outcome.finish_reason == "stop"
    assert (turn.outcome.status, turn.outcome.works_on) == ("interrupted", False)


async def leave_by_break(turn):
    async with turn:
        pass


async def leave_by_error(turn):
    with pytest.raises(ZeroDivisionError):
        async with turn:
            raise ZeroDivisionError


async def leave_by_interrupt(turn):
    with pytest.raises(KeyboardInterrupt):
        async with turn:
            raise KeyboardInterrupt


LEAVING = [leave_by_break, leave_by_error, leave_by_interrupt]


@pytest.mark.parametrize("leave", LEAVING)
@pytest.mark.parametrize("on_leave", ["cancel", "detach"])
async def test_leaving_the_block_early_stops_the_agent_unless_it_is_detached(server, leave, on_leave):
    async with client_of(server) as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "BASH", on_permission="wait", on_leave=on_leave)
        await leave(turn)
    detached = on_leave == "detach"
    assert turn.outcome.status == ("detached" if detached else "interrupted")
    assert (turn.outcome.works_on, aborts(server)) == (detached, 0 if detached else 1)


async def test_detached_turn_ends_its_iteration_and_leaves_the_agent_at_work(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            turn.detach()
            assert await texts(turn) == []
        assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("detached", True, "One")
        async with agent.session.attach(session.id, turn.message_id) as rest:
            assert rest.text == "One"
            agent_stub.resume(session.id)
            assert await texts(rest) == [", two."]
        assert (rest.outcome.status, rest.text) == ("finished", "One, two.")
        ended = agent.session.attach(session.id, turn.message_id)
        assert [message.id for message in await ended.run()] == [message.id for message in rest.messages]
        assert (ended.text, ended.outcome.status) == ("One, two.", "finished")


async def test_deadline_counts_from_the_start_of_the_block_and_ends_the_turn(server):
    async with client_of(server) as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "BASH", on_permission="wait", deadline=0.2)
        with pytest.raises(APITimeoutError, match=r"session\.turn: .* within the deadline of 0\.2 s: the permission"):
            await turn.run()
    assert (turn.outcome.status, turn.outcome.error.type, aborts(server)) == ("interrupted", "deadline", 1)


async def test_turn_cancelled_before_its_block_sends_nothing(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        session = await agent.session.create()
        count = len(agent_stub.requests)
        turn = agent.session.turn(session.id, "Go.")
        assert not await turn.cancel()
        async with turn:
            assert await texts(turn) == []
        assert not await turn.cancel()
        detached = agent.session.turn(session.id, "Go.")
        detached.detach()
        assert await detached.run() == []
    assert (turn.outcome.status, turn.outcome.works_on, turn.text) == ("interrupted", False, "")
    assert (detached.outcome.status, detached.outcome.works_on) == ("detached", False)
    assert len(agent_stub.requests) == count


@pytest.mark.parametrize(("on_leave", "status"), [("cancel", "interrupted"), ("detach", "detached")])
@pytest.mark.parametrize("error", [None, TrivetError("elsewhere"), ZeroDivisionError()])
async def test_turn_exited_before_its_block_sends_nothing(agent_stub, async_agent_client, on_leave, status, error):
    async with async_agent_client as agent:
        session = await agent.session.create()
        count = len(agent_stub.requests)
        turn = agent.session.turn(session.id, "Go.", on_leave=on_leave)
        for _ in range(2):
            assert await turn.__aexit__(error and type(error), error, None) is None
        assert not turn.ended
        assert await turn.run() == []
    assert (turn.outcome.status, turn.outcome.works_on, turn.outcome.error) == (status, False, None)
    assert len(agent_stub.requests) == count


async def test_attached_turn_exited_before_its_block_leaves_the_agent_at_work(server):
    async with client_of(server) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "BASH", on_permission="wait", on_leave="detach") as turn:
            pass
        attached = agent.session.attach(session.id, turn.message_id)
        assert await attached.__aexit__(None, None, None) is None
        assert not attached.ended
        assert aborts(server) == 0


async def test_turn_left_while_it_begins_sends_no_prompt(agent_stub, async_agent_client):
    class Leaving(Observer):
        def on_turn_start(self, observed):
            turn.detach()

    async with async_agent_client.with_options(observers=[Leaving()]) as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.")
        assert await turn.run() == []
    assert (turn.outcome.status, turn.outcome.works_on) == ("detached", False)
    assert agent_stub.requests.count("session.prompt") == 0


async def test_attached_turn_cancelled_before_its_block_stops_the_agent(server):
    async with client_of(server) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "BASH", on_permission="wait", on_leave="detach") as turn:
            pass
        attached = agent.session.attach(session.id, turn.message_id)
        assert not await attached.cancel()
        assert await attached.run() is not None
    assert (attached.outcome.status, attached.outcome.works_on, aborts(server)) == ("interrupted", False, 1)


async def test_turn_whose_prompt_was_refused_says_that_no_agent_works(agent_stub, async_agent_client):
    agent_stub.faults.add("session.prompt", status=400)
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(session.id, "Go.")
        with pytest.raises(BadRequestError):
            await turn.run()
    assert (turn.outcome.status, turn.outcome.works_on) == ("failed", False)
