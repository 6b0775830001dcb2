"""A turn reads the events of a store that follows its context, and goes on when that stream does not."""

import gc
import weakref

import pytest

from trivet import AuthenticationError
from trivet.agent import AsyncStore
from trivet_stubs.agent import Hold, Text, Tool


@pytest.mark.parametrize("filters", [{}, {"search": "nothing has this title"}])
async def test_turns_share_the_stream_of_a_store(agent_stub, async_agent_client, filters):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow(directory="/home/dev/orchard", **filters)
        for number in range(3):
            session = await agent.session.create()
            agent_stub.script(Text(f"Answer {number}", "."))
            async with agent.session.turn(session.id, "Hello.") as turn:
                assert "".join([text async for text in turn]) == f"Answer {number}."
    assert agent_stub.requests.count("event.subscribe") == 1


async def test_turn_elsewhere_or_with_other_headers_has_its_own_stream(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow(directory="/home/dev/orchard")
        clients = [agent.at(directory="/home/dev/lighthouse"), agent.with_options(headers={"x-a": "b"})]
        for number, client in enumerate(clients):
            session = await client.session.create()
            agent_stub.script(Text("Hi."))
            await client.session.turn(session.id, "Hello.").run()
            assert agent_stub.requests.count("event.subscribe") == 2 + number


@pytest.mark.parametrize("ending", ["closed", "unfollowed", "refused"])
async def test_turn_continues_when_the_shared_stream_ends(agent_stub, async_agent_client, ending):
    async with async_agent_client as agent:
        store = AsyncStore(agent)
        view = await store.follow()
        session = await agent.session.create()
        agent_stub.script(Text("One "), Hold(), Text("two ", "three."))
        async with agent.session.turn(session.id, "Hello.") as turn:
            received = await anext(turn)
            if ending == "closed":
                await store.aclose()
            elif ending == "unfollowed":
                await store.unfollow(view.key)
            else:
                agent_stub.faults.add("event.subscribe", status=401)
                agent_stub.events.cut()
                with pytest.raises(AuthenticationError):
                    async for _ in view.changes():
                        pass
            agent_stub.resume(session.id)
            async for text in turn:
                received += text
        assert received == "One two three."
        assert turn.outcome.status == "finished"
        await store.aclose()


@pytest.mark.parametrize("harm", ["cut", "restart", "garbage"])
async def test_turn_catches_up_after_a_gap_of_the_shared_stream(agent_stub, async_agent_client, harm):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow()
        session = await agent.session.create()
        agent_stub.script(Text("One "), Hold(), Tool("bash", asks="bash"), Text("two."))
        async with agent.session.turn(session.id, "Hello.", on_permission=lambda _: "once") as turn:
            received = await anext(turn)
            if harm == "garbage":
                agent_stub.events.send_bytes(b"data: {\n\n")
            else:
                getattr(agent_stub.events, harm)(clean=False)
            agent_stub.resume(session.id)
            async for text in turn:
                received += text
        assert received == "One two."
    assert agent_stub.requests.count("event.subscribe") == (1 if harm == "garbage" else 2)


async def test_turn_that_was_left_is_not_kept(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow()
        session = await agent.session.create()
        agent_stub.script(Hold())
        async with agent.session.turn(session.id, "Hello.") as turn:
            left = weakref.ref(turn)
        del turn
        agent_stub.resume(session.id)
        await agent.session.wait(session.id)
        gc.collect()
        assert left() is None
        assert (await store.follow()).failure is None
