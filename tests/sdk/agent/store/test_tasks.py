"""Stores in tasks: waiting while the store is closed, and cancellation."""

import asyncio
import gc
import os
import weakref
from contextlib import aclosing

import pytest

from tests.waiting import until_alone, until_tasks
from trivet import TrivetError
from trivet.agent import AsyncStore


async def waiting(view, session_id, arrived):
    async with aclosing(view.watch(session_id)) as watched:
        return [arrived.set() async for _ in watched]


async def begun(view, session_id):
    arrived = asyncio.Event()
    task = asyncio.create_task(waiting(view, session_id, arrived))
    await arrived.wait()
    return task


async def test_closing_the_store_ends_waiting_watches(async_agent_client):
    async with async_agent_client as agent:
        async with AsyncStore(agent) as store:
            view = await store.follow()
            session = await agent.session.create()
            tasks = [await begun(view, session.id) for _ in range(3)]
        assert all(await asyncio.gather(*tasks))
        await until_alone(500)


async def test_cancelled_watch_releases_its_messages(async_agent_client):
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


async def test_watch_survives_cancellation_and_ends_when_closed(async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        watched, changes = view.watch(session.id), view.changes()
        await anext(watched)
        await anext(changes)
        for watch in (watched, changes):
            task = asyncio.create_task(anext(watch))
            await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await agent.session.update(session.id, title="Later")
        assert (await anext(watched)).session.title == "Later"
        assert (await anext(changes)).session.title == "Later"
        for watch in (changes, watched):
            task = asyncio.create_task(anext(watch, None))
            await asyncio.sleep(0)
            await watch.aclose()
            assert await task is None
        assert not view.session(session.id).loaded


async def test_fetch_without_watch_does_not_delay_others(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        one, other = await agent.session.create(), await agent.session.create()
        agent_stub.faults.add("session.message.list", hang=True)
        task = asyncio.create_task(waiting(view, one.id, asyncio.Event()))
        await until_tasks(lambda: "session.message.list" in [request.operation for request in agent_stub.requests])
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert (await anext(view.watch(other.id))).loaded
        assert (await anext(view.watch(one.id))).loaded


async def test_watch_closed_while_its_session_is_fetched_keeps_no_messages(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        session = await agent.session.create()
        nothing = {"location": {"directory": session.location.directory}, "data": []}
        agent_stub.faults.add("session.list", body=nothing)
        view = await store.follow()
        agent_stub.faults.add("session.get", hang=True)
        watch = view.watch(session.id)
        task = asyncio.create_task(anext(watch))
        await until_tasks(lambda: agent_stub.requests.count("session.get"))
        await watch.aclose()
        with pytest.raises(StopAsyncIteration):
            await task
        await agent.session.update(session.id, title="Later")
        await until_tasks(lambda: view.session(session.id) is not None)
        for _ in range(50):
            await asyncio.sleep(0)
        assert agent_stub.requests.count("session.message.list") == 0


async def test_context_that_is_not_followed_any_more_is_not_kept(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        mirror = weakref.ref(view._mirror)
        await store.unfollow(view.key)
        del view
        await asyncio.sleep(0)
        gc.collect()
        assert mirror() is None


async def test_cancelled_close_leaves_no_task_running(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        store = AsyncStore(agent)
        await store.follow()
        await store.follow(directory="/home/dev/lighthouse")
        task = asyncio.create_task(store.aclose())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await until_alone(500)
        assert len(agent_stub.events) == 0
        await store.aclose()


@pytest.mark.parametrize("operation", ["event.subscribe", "session.list", "question.list"])
async def test_cancelled_follow_leaves_nothing_running(agent_stub, async_agent_client, operation):
    agent_stub.faults.add(operation, hang=True)
    async with async_agent_client as agent:
        async with AsyncStore(agent) as store:
            task = asyncio.create_task(store.follow())
            await until_tasks(lambda: operation in [request.operation for request in agent_stub.requests])
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(store) == 0
        await until_alone(500)


async def test_closing_the_store_ends_a_follow_that_has_begun(agent_stub, async_agent_client):
    agent_stub.faults.add("session.list", hang=True)
    async with async_agent_client as agent:
        async with AsyncStore(agent) as store:
            task = asyncio.create_task(store.follow())
            await until_tasks(lambda: "session.list" in [request.operation for request in agent_stub.requests])
        with pytest.raises(Exception, match="closed"):
            await task
        await until_alone(500)


async def test_store_closes_where_all_tasks_are_cancelled_at_once(agent_stub, async_agent_client):
    following = asyncio.Event()

    async def follow():
        async with AsyncStore(agent) as store:
            await store.follow()
            following.set()
            await asyncio.get_running_loop().create_future()

    async with async_agent_client as agent:
        task = asyncio.create_task(follow())
        await following.wait()
        for running in asyncio.all_tasks() - {asyncio.current_task()}:
            running.cancel()  # as `asyncio.run` does at its end
        await until_tasks(task.done)
        assert task.cancelled()
        await until_alone(500)
    assert len(agent_stub.events) == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
async def test_changes_raise_after_a_fork_and_do_not_wait(async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view, session = await store.follow(), await agent.session.create()
        changes = view.changes()
        assert (await anext(changes)).session.id == session.id
        child = os.fork()
        if child == 0:
            try:
                changes.__anext__().send(None)  # up to where it waits
            except TrivetError as error:
                os._exit(3 if "another process" in str(error) else 1)
            finally:
                os._exit(2)
        _, status = os.waitpid(child, 0)  # noqa: ASYNC222 - the child ends at once
        assert os.waitstatus_to_exitcode(status) == 3
