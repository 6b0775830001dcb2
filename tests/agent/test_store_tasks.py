"""What only tasks can do to a store: wait in it while it is closed, and be cancelled."""

import asyncio
from contextlib import aclosing

import pytest

from trivet.agent import AsyncStore


async def turns(so):
    """Give the loop turns until something is so."""
    for _ in range(500):
        if so():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never was")


async def waiting(view, session_id, arrived):
    async with aclosing(view.watch(session_id)) as watched:
        return [arrived.set() async for _ in watched]


async def begun(view, session_id):
    arrived = asyncio.Event()
    task = asyncio.create_task(waiting(view, session_id, arrived))
    await arrived.wait()
    return task


async def test_closing_ends_whoever_waits(async_agent_client):
    async with async_agent_client as agent:
        async with AsyncStore(agent) as store:
            view = await store.follow()
            session = await agent.session.create()
            tasks = [await begun(view, session.id) for _ in range(3)]
        assert all(await asyncio.gather(*tasks))
        await turns(lambda: asyncio.all_tasks() == {asyncio.current_task()})


async def test_who_is_cancelled_leaves_nothing_behind(async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        one, other = await begun(view, session.id), await begun(view, session.id)
        one.cancel()
        await asyncio.gather(one, return_exceptions=True)
        assert view.session(session.id).loaded
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)
        assert not view.session(session.id).loaded


@pytest.mark.parametrize("operation", ["event.subscribe", "session.list", "question.list"])
async def test_following_can_be_cancelled(agent_stub, async_agent_client, operation):
    agent_stub.faults.add(operation, hang=True)
    async with async_agent_client as agent:
        async with AsyncStore(agent) as store:
            task = asyncio.create_task(store.follow())
            await turns(lambda: operation in [each.operation for each in agent_stub.journal])
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(store) == 0
        await turns(lambda: asyncio.all_tasks() == {asyncio.current_task()})


async def test_closing_ends_whoever_begins_to_follow(agent_stub, async_agent_client):
    agent_stub.faults.add("session.list", hang=True)
    async with async_agent_client as agent:
        async with AsyncStore(agent) as store:
            task = asyncio.create_task(store.follow())
            await turns(lambda: "session.list" in [each.operation for each in agent_stub.journal])
        with pytest.raises(Exception, match="closed"):
            await task
        await turns(lambda: asyncio.all_tasks() == {asyncio.current_task()})
