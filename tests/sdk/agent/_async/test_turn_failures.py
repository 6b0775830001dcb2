"""Turns: broken streams, unreadable events, outages and deadlines."""

import pytest

from tests.sdk.agent._async.turns import TOOL, agents_text, texts
from trivet import (
    APITimeoutError,
    AsyncAgentClient,
    AuthenticationError,
    DecodeError,
    InternalServerError,
    NotFoundError,
    PermissionDeniedError,
)
from trivet_stubs import AgentStub
from trivet_stubs.agent import Hold, Text
from trivet_stubs.kernel.clock import RunningClock


async def test_failed_catch_up_is_repeated_in_next_step(agent_stub, async_agent_client):
    agent_stub.script(Text("May I?"), Hold(), TOOL, Text(" Thanks."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "List.", on_permission=lambda _: "once") as turn:
            assert await anext(turn) == "May I?"
            agent_stub.faults.add("permission.list", status=403)
            agent_stub.events.cut()
            agent_stub.resume(session.id)
            with pytest.raises(PermissionDeniedError):
                await anext(turn)
            assert await texts(turn) == [" Thanks."]


@pytest.mark.parametrize("clean", [True, False])
async def test_turn_continues_after_its_stream_breaks(agent_stub, async_agent_client, clean):
    agent_stub.script(Text("One", ", two"), Hold(), TOOL, Text(", three"), Hold(), Text(", four", "."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.", on_permission=lambda _: "once") as turn:
            assert [await anext(turn), await anext(turn)] == ["One", ", two"]
            agent_stub.events.cut(clean=clean)
            agent_stub.resume(session.id)  # no client receives the events
            assert await anext(turn) == ", three"
            agent_stub.events.cut(clean=clean)
            agent_stub.resume(session.id)
            assert "".join(await texts(turn)) == ", four."
        assert agents_text(turn.messages) == "One, two, three, four."
    assert agent_stub.requests.count("session.prompt") == 1


@pytest.mark.long
async def test_turn_without_events_still_yields_all_text(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.faults.add("event.subscribe", drop=True, times=None)
            agent_stub.events.cut()
            agent_stub.resume(session.id)
            assert "".join(await texts(turn)) == ", two."


@pytest.mark.parametrize(
    "bad", [b"data: nonsense\n\n", b'data: {"delta": "\\ud83d"}\n\n', b"data: " + bytes(17_000_000)]
)
async def test_unreadable_event_does_not_end_the_turn(agent_stub, async_agent_client, bad):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.events.send_bytes(bad)
            agent_stub.resume(session.id)
            assert "".join(await texts(turn)) == ", two."


@pytest.mark.long
async def test_stream_of_unreadable_events_is_raised_once_and_opened_again(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.events.send_bytes(b"data: nonsense\n\n" * 6)
            with pytest.raises(DecodeError, match="not a JSON object"):
                await anext(turn)
            for _ in range(1000):
                if agent_stub.requests.count("event.subscribe") == 2:
                    break
                await agent.session.get(session.id)
            agent_stub.resume(session.id)
            assert "".join(await texts(turn)) == ", two."
        assert turn.outcome.status == "finished"


@pytest.mark.long
async def test_refusal_of_the_next_stream_is_raised_once(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.faults.add("event.subscribe", status=401)
            agent_stub.events.send_bytes(b"data: nonsense\n\n" * 6)
            for error in (DecodeError, AuthenticationError):
                with pytest.raises(error):
                    await anext(turn)
            for _ in range(1000):
                if agent_stub.requests.count("event.subscribe") == 3:
                    break
                await agent.session.get(session.id)
            agent_stub.resume(session.id)
            assert "".join(await texts(turn)) == ", two."
        assert turn.outcome.status == "finished"


async def test_requests_are_fetched_after_an_unreadable_event(agent_stub, garbled):
    agent_stub.script(TOOL, Text("Done."))
    transport = garbled(agent_stub.async_transport(), b'"permission.asked"')
    async with AsyncAgentClient(base_url="http://agent.test", transport=transport, clock=agent_stub.clock) as agent:
        session = await agent.session.create()
        messages = await agent.session.turn(session.id, "List.", on_permission=lambda _: "once", deadline=20).run()
    assert agents_text(messages) == "Done."


async def test_web_page_instead_of_events_ends_the_turn(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.faults.add("event.subscribe", body="<html>", content_type="text/html", times=None)
            agent_stub.events.cut()
            with pytest.raises(DecodeError, match="the body is text/html"):
                await anext(turn)


@pytest.mark.parametrize("fault", [{"drop": True}, {"status": 503}, {"status": 504}])
async def test_broken_wait_does_not_end_the_turn(agent_stub, async_agent_client, fault):
    agent_stub.faults.add("session.wait", times=9, **fault)
    async with async_agent_client as agent:
        session = await agent.session.create()
        messages = await agent.session.turn(session.id, "Count.").run()
    assert agents_text(messages) == "Count."


async def test_turn_fails_after_outage_of_one_minute(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold())
    agent_stub.faults.add("session.wait", status=503, times=None)
    agent_stub.faults.add("session.get", status=503, after=1, times=None)
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(InternalServerError, match=r"session\.wait"):
            await agent.session.turn(session.id, "Count.").run()
    assert 60 <= agent_stub.clock.monotonic() < 80


async def test_deadline_passes_while_the_clock_stands_still(agent_stub, async_agent_client):
    agent_stub.script(Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        with pytest.raises(APITimeoutError, match=r"within the deadline of 0\.1 s"):
            await agent.session.turn(session.id, "Count.", deadline=0.1).run()


async def test_refused_reconnection_raises_in_the_turn(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.faults.add("event.subscribe", status=401)
            agent_stub.events.cut()
            with pytest.raises(AuthenticationError):
                await anext(turn)


async def test_deadline_covers_the_whole_turn():
    clock = RunningClock()
    with AgentStub(clock=clock) as stub:
        stub.script(Text("One"), Hold())
        transport = stub.async_transport()
        async with AsyncAgentClient(base_url="http://agent.test", transport=transport, clock=clock) as agent:
            session = await agent.session.create()
            async with agent.session.turn(session.id, "Count.", deadline=60) as turn:
                assert await anext(turn) == "One"
                clock.advance(59.8)
                with pytest.raises(APITimeoutError, match=r"session\.turn: the session is not idle within .* 60 s"):
                    await anext(turn)
            with pytest.raises(APITimeoutError, match=r"session\.wait"):
                await agent.session.wait(session.id, deadline=0.05)
            stub.resume(session.id)
            await agent.session.wait(session.id, deadline=20)


async def test_wait_without_data_is_sent_again(agent_stub, waits):
    agent_stub.script(Text("One"), Hold(), Text(", two."))
    transport = waits(agent_stub.async_transport(), 10)
    async with AsyncAgentClient(base_url="http://agent.test", transport=transport, clock=agent_stub.clock) as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            agent_stub.resume(session.id)
            assert await texts(turn) == [", two."]
    assert transport.times == 0


async def test_deleting_the_session_raises_not_found_in_the_turn(agent_stub, async_agent_client):
    agent_stub.script(Text("One"), Hold())
    async with async_agent_client as agent:
        session = await agent.session.create()
        async with agent.session.turn(session.id, "Count.") as turn:
            assert await anext(turn) == "One"
            await agent.session.delete(session.id)
            with pytest.raises(NotFoundError):
                await anext(turn)
        with pytest.raises(NotFoundError):
            await agent.session.turn(session.id, "Count.").run()
