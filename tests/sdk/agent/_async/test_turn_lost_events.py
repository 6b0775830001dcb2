"""Turns: requests whose events are lost, waits that are not available, and unreadable events."""

import pytest

from tests.sdk.agent._async.turns import TOOL, agents_text, texts
from trivet import DecodeError, NotFoundError
from trivet_stubs.agent import AgentObserved, Hold, Question, Text


async def test_request_whose_event_is_lost_is_found_in_the_lists(agent_stub, async_agent_client):
    agent_stub.observed.lost_requests = True
    agent_stub.script(Text("May I?"), TOOL, Question("Sure?"), Text(" Thanks."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        turn = agent.session.turn(
            session.id, "List.", on_permission=lambda _: "once", on_question=lambda _: [["Yes"]], poll_interval=0.01
        )
        assert agents_text(await turn.run()) == "May I? Thanks."


WAITS = [{"status": 404}, {"status": 405}, {"status": 503}, {"body": "<html>", "content_type": "text/html"}]


@pytest.mark.parametrize("fault", WAITS)
async def test_wait_that_is_never_available_lets_the_events_decide(agent_stub, async_agent_client, fault):
    agent_stub.faults.add("session.wait", times=None, **fault)
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.resume(session.id)
            assert await texts(turn) == [", two."]
    assert turn.outcome.status == "finished"
    assert agent_stub.requests.count("session.wait") == 1
    assert agent_stub.clock.monotonic() == 0, "no pause between attempts"


@pytest.mark.parametrize("cut", [False, True])
async def test_turn_without_wait_and_idle_event_ends_with_its_answer(agent_stub, async_agent_client, monkeypatch, cut):
    monkeypatch.setattr("trivet.agent._turns.ending.GRACE", 0.1)  # the second without an event
    agent_stub.observed = AgentObserved(no_wait=True, no_idle_events=True)
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            if cut:
                agent_stub.events.cut()
            agent_stub.resume(session.id)
            assert "".join(await texts(turn)) == ", two."
    assert turn.outcome.status == "finished"


async def test_deleted_session_ends_a_turn_that_cannot_wait(agent_stub, async_agent_client):
    agent_stub.faults.add("session.wait", status=404, times=None)
    agent_stub.faults.add("session.get", status=404, after=1, times=None)
    agent_stub.script(Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(NotFoundError, match=r"session\.wait"):
            await agent.session.turn(session.id, "Count.").run()


async def test_unreadable_events_over_a_long_time_do_not_end_the_turn(agent_stub, async_agent_client):
    agent_stub.script(*[step for number in range(12) for step in (Text(f"{number} "), Hold())])
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            for number in range(12):
                assert await anext(turn) == f"{number} "
                agent_stub.clock.advance(30)
                agent_stub.events.send_bytes(b"data: nonsense\n\n")
                agent_stub.resume(session.id)
            assert await texts(turn) == []
    assert turn.outcome.status == "finished"


async def test_too_many_unreadable_events_raise_and_the_turn_continues(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.events.send_bytes(b"data: nonsense\n\n" * 6)
            with pytest.raises(DecodeError, match="not a JSON object"):
                await anext(turn)
            agent_stub.resume(session.id)
            assert "".join(await texts(turn)) == ", two."
