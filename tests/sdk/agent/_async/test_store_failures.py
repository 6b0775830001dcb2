"""Failures of the live view: those that it survives, and those that end it with an error."""

import traceback

import pytest

from tests.sdk.agent._async.watching import until
from trivet import AsyncAgentClient, InvalidArgumentError, PermissionDeniedError, TrivetError
from trivet.agent import AsyncStore, Prompt


async def test_failing_session_does_not_delay_another(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        one, other = await agent.session.create(), await agent.session.create()
        async with view.watch(one.id) as failing, view.watch(other.id) as watch:
            await anext(failing)
            await anext(watch)
            agent_stub.faults.add(f"/api/session/{one.id}/", status=500, times=None)
            agent_stub.events.cut()
            await agent.session.prompt(other.id, prompt=Prompt(text="Hello."))
            assert (await until(watch, lambda latest: len(latest.messages) == 2)).loaded
        assert view.failure is None


async def test_session_is_fetched_while_the_repetition_of_another_waits(agent_stub, endless_clock):
    transport = agent_stub.async_transport()
    async with AsyncAgentClient(transport=transport, clock=endless_clock, max_retries=0) as agent:
        async with AsyncStore(agent) as store:
            view = await store.follow()
            one, other = await agent.session.create(), await agent.session.create()
            async with view.watch(one.id) as failing, view.watch(other.id) as watch:
                await anext(failing)
                await anext(watch)
                agent_stub.faults.add(f"/api/session/{one.id}/", status=500, times=None)
                agent_stub.events.send_bytes(b"data: {\n\n")  # everything has to be fetched again
                await agent.session.prompt(other.id, prompt=Prompt(text="Hello."))
                assert (await until(watch, lambda latest: len(latest.messages) == 2)).loaded


async def test_fetch_refused_with_429_is_repeated(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        agent_stub.faults.add("session.message.list", status=429, times=8)
        assert (await anext(view.watch(session.id))).loaded


async def test_unreadable_event_makes_the_view_fetch_again(agent_stub, garbled):
    transport = garbled(agent_stub.async_transport(), b'"Another"')
    async with (
        AsyncAgentClient(base_url="http://agent.test", transport=transport, clock=agent_stub.clock) as agent,
        AsyncStore(agent) as store,
    ):
        view = await store.follow()
        session = await agent.session.create()
        async with view.watch(session.id) as watch:
            await anext(watch)
            agent_stub.faults.add("session.list", status=500)
            await agent.session.update(session.id, title="Another")
            await until(watch, lambda latest: latest.session.title == "Another")
        assert view.failure is None


async def test_another_default_context_ends_the_view(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        agent_stub.faults.add("session.list", body={"location": {"directory": "/other"}, "data": []})
        agent_stub.events.cut()
        with pytest.raises(TrivetError, match="local:/other now, another context"):
            await anext(view.changes())
        assert (await store.follow()) is not view


async def test_failure_raised_again_keeps_its_traceback_short(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        agent_stub.faults.add("session.message.list", status=403)
        with pytest.raises(PermissionDeniedError):
            await anext(view.watch(session.id))
        depths = []
        for _ in range(3):
            with pytest.raises(PermissionDeniedError) as raised:
                view.changes()
            depths.append(len(traceback.extract_tb(raised.value.__traceback__)))
        assert len(set(depths)) == 1


async def test_changes_yield_a_deleted_session_once_more(async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        one, other = await agent.session.create(title="One"), await agent.session.create()
        async with view.changes() as changes:
            await until(changes, lambda latest: latest.session.id == other.id)
            await agent.session.delete(one.id)
            now = await anext(changes)
            assert (now.gone, now.session.title) == (True, "One")
            await agent.session.update(other.id, title="Other")
            now = await anext(changes)
            assert (now.gone, now.session.title) == (False, "Other")


async def test_bound_client_needs_no_context_from_the_server(agent_stub, async_agent_client):
    agent_stub.faults.add("session.list", body={"data": []})
    nowhere = b'data: {"id":"evt_x","type":"server.connected","payload":{}}\n\n'
    agent_stub.faults.add("event.subscribe", body=nowhere, content_type="text/event-stream")
    async with async_agent_client as agent, AsyncStore(agent.at(directory="/d")) as store:
        assert (await store.follow()).key == "local:/d"


async def test_follow_subscribes_before_it_fetches(agent_stub, async_agent_client):
    agent_stub.faults.add("event.subscribe", delay=0.05)
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow()
        asked = [request.operation for request in agent_stub.requests]
        assert asked[:2] == ["event.subscribe", "session.list"]


async def test_store_of_another_object_raises_type_error(async_agent_client):
    for wrong in (None, "agent"):
        with pytest.raises(TypeError, match="client: an AsyncAgentClient is wanted"):
            AsyncStore(wrong)


@pytest.mark.parametrize("wrong", ["", None, 7, ["x"]])
async def test_watch_with_an_invalid_session_id_raises(async_agent_client, wrong):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        with pytest.raises(InvalidArgumentError, match="session_id"):
            view.watch(wrong)


async def test_unfollow_ends_changes_and_refuses_new_ones(async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        changes = view.changes()
        await store.unfollow(view.key)
        assert [update async for update in changes] == []
        with pytest.raises(TrivetError, match="it is not followed any more"):
            view.changes()
