"""A turn reads the events of a store that follows its context, and goes on without it."""

from trivet.agent import AsyncStore
from trivet_stubs.agent import Hold, Text


async def test_turns_share_the_stream_of_a_store(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow(directory="/home/dev/orchard")
        for number in range(3):
            session = await agent.session.create()
            agent_stub.script(Text(f"Answer {number}", "."))
            async with agent.session.turn(session.id, "Hello.") as turn:
                assert "".join([text async for text in turn]) == f"Answer {number}."
            assert turn.messages
    assert agent_stub.requests.count("event.subscribe") == 1


async def test_turn_in_another_context_or_client_has_its_own_stream(agent_stub, async_agent_client):
    async with async_agent_client as agent, AsyncStore(agent) as store:
        await store.follow(directory="/home/dev/orchard")
        lighthouse = agent.at(directory="/home/dev/lighthouse")
        for number, client in enumerate((lighthouse, agent.with_options(headers={"x-a": "b"}), agent)):
            session = await client.session.create()
            agent_stub.script(Text("Hi."))
            await client.session.turn(session.id, "Hello.").run()
            assert agent_stub.requests.count("event.subscribe") == min(2 + number, 3)


async def test_turn_goes_on_when_its_store_is_closed(agent_stub, async_agent_client):
    async with async_agent_client as agent:
        store = AsyncStore(agent)
        await store.follow()
        session = await agent.session.create()
        agent_stub.script(Text("One "), Hold(), Text("two ", "three."))
        async with agent.session.turn(session.id, "Hello.") as turn:
            found = await anext(turn)
            await store.aclose()
            agent_stub.resume(session.id)
            async for text in turn:
                found += text
        assert found == "One two three."
        assert turn.outcome.status == "finished"
    assert len(agent_stub.events) == 0
