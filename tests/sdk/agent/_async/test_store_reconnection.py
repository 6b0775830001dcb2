"""The live view across gaps in the stream: missed changes are fetched."""

from contextlib import aclosing

import pytest

from tests.sdk.agent._async.watching import texts, until
from trivet import PermissionDeniedError
from trivet.agent import AsyncStore, Prompt, SessionIdle
from trivet_stubs.agent import Hold, Text, Todos, Tool


@pytest.mark.parametrize("clean", [True, False])
async def test_messages_missed_during_a_gap_are_fetched(agent_stub, async_agent_client, clean):
    agent_stub.script(Text("One ", "two"), Hold(), Text("three ", "four"))
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        async with aclosing(view.watch(session.id)) as watch:
            await agent.session.prompt(session.id, prompt=Prompt(text="Count."))
            await until(watch, lambda latest: texts(latest) == ["One two"])
            agent_stub.events.cut(clean=clean)
            agent_stub.resume(session.id)
            now = await until(watch, lambda latest: texts(latest) == ["One two", "three four"])
            assert list(now.messages) == await agent.session.message.list(session.id, order="asc").all()
            assert now.status is None
            await agent.session.prompt(session.id, prompt=Prompt(text="And on."))
            now = await until(watch, lambda latest: isinstance(latest.status, SessionIdle))
            assert list(now.messages) == await agent.session.message.list(session.id, order="asc").all()


async def test_sessions_and_replies_missed_during_a_gap_are_fetched(agent_stub, async_agent_client):
    agent_stub.script(Tool("bash", asks="bash"))
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        asking, short = await agent.session.create(), await agent.session.create()
        await agent.session.prompt(asking.id, prompt=Prompt(text="Look."))
        async with aclosing(view.watch(asking.id)) as watch, aclosing(view.watch(short.id)) as other:
            now = await until(watch, lambda latest: latest.permissions)
            await anext(other)
            agent_stub.faults.add("event.subscribe", status=503, times=20)
            agent_stub.events.cut()
            await agent.permission.reply(now.permissions[0].id, response="once")
            await agent.session.delete(short.id)
            begun = await agent.session.create()
            now = await until(watch, lambda latest: not latest.permissions)
            assert [update async for update in other] == []
            assert [entry.session.id for entry in view.sessions] == [asking.id, begun.id]


async def test_view_says_how_current_it_is(agent_stub, async_agent_client):
    agent_stub.script(Todos(["Look"]), Hold())
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        assert view.connection == "live"
        async with aclosing(view.watch(session.id)) as watch:
            await agent.session.prompt(session.id, prompt=Prompt(text="Go."))
            now = await until(watch, lambda latest: latest.todos is not None)
            assert [todo.content for todo in now.todos] == ["Look"]
            agent_stub.faults.add("event.subscribe", status=503, times=None)
            agent_stub.events.cut()
            while view.connection == "live":
                await agent.session.get(session.id)
            assert view.connection == "reconnecting"
            agent_stub.faults.clear()
            now = await until(watch, lambda latest: latest.status is None)
            while view.connection != "live":
                await agent.session.get(session.id)
    assert view.connection == "ended"


async def test_fetches_after_a_gap_are_repeated_until_they_succeed(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        async with aclosing(view.watch(session.id)) as watch:
            await anext(watch)
            agent_stub.faults.add("session.list", status=500, times=2)
            agent_stub.faults.add("session.message.list", drop=True, times=4)
            agent_stub.events.cut()
            await agent.session.update(session.id, title="Elsewhere")
            await until(watch, lambda latest: latest.session.title == "Elsewhere")
            await agent.session.prompt(session.id, prompt=Prompt(text="Hello."))
            assert len((await until(watch, lambda latest: len(latest.messages) == 2)).messages) == 2


async def test_refused_fetch_after_a_gap_ends_the_view(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        view = await store.follow()
        session = await agent.session.create()
        async with aclosing(view.watch(session.id)) as watch:
            await anext(watch)
            agent_stub.faults.add("question.list", status=403)
            agent_stub.events.cut()
            with pytest.raises(PermissionDeniedError):
                await until(watch, lambda _: False)
