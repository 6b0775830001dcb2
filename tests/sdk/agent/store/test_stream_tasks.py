"""Events in tasks: a cancelled wait loses no event, and another task ends a wait at once."""

import asyncio

import pytest

from trivet import AsyncAgentClient, TrivetError
from trivet.agent import AsyncStore, Reconnected, ServerConnectedEvent
from trivet_stubs import AgentStub
from trivet_stubs.kernel.clock import RunningClock


@pytest.fixture(params=["in process", "on a port"])
def place(request):
    """A stub, and the keyword arguments of its clients."""
    with AgentStub() as stub:
        if request.param == "in process":
            yield stub, {"base_url": "http://agent.test", "transport": stub.async_transport(), "clock": stub.clock}
        else:
            with stub.serve() as served:
                yield stub, {"base_url": served.url, "clock": stub.clock}


async def rest(events):
    return [event.type async for event in events]


async def asked_twice(stub):
    while stub.requests.count("event.subscribe") < 2:  # noqa: ASYNC110  the request log notifies no one
        await asyncio.sleep(0)


async def test_cancelled_wait_loses_no_event(place):
    stub, options = place
    async with AsyncAgentClient(**options) as agent, agent.event.subscribe() as events:
        await anext(events)
        for number in range(50):
            waiting = asyncio.ensure_future(anext(events))
            for _ in range(number % 5):
                await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.wait([waiting])
            stub.events.send("of.tomorrow", {"number": number})
            event = await anext(events)
            assert event.data["payload"] == {"number": number}
    assert stub.requests.count("event.subscribe") == 1, "over the one connection"


async def test_subscription_continues_after_timeout(place):
    stub, options = place
    async with AsyncAgentClient(**options) as agent, agent.event.subscribe() as events:
        await anext(events)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(events), 0.01)
        stub.events.cut()
        assert isinstance(await anext(events), Reconnected)
        assert isinstance(await anext(events), ServerConnectedEvent)


async def test_another_task_ends_a_wait_for_an_event(place):
    stub, options = place
    async with AsyncAgentClient(**options) as agent:
        for _ in range(20):
            async with agent.event.subscribe(idle_timeout=None) as events:
                assert isinstance(await anext(events), ServerConnectedEvent)
                waiting = asyncio.ensure_future(rest(events))
                await asyncio.sleep(0)
                await events.aclose()
                assert await asyncio.wait_for(waiting, 10) == []
        assert await agent.session.list().all() == [], "the connections are free for other calls"
    assert stub.requests.count("event.subscribe") == 20


async def test_another_task_ends_the_wait_before_a_reconnection(place):
    stub, options = place
    async with (
        AsyncAgentClient(**options | {"clock": RunningClock()}) as agent,
        agent.event.subscribe() as events,
    ):
        await anext(events)
        stub.faults.add("event.subscribe", status=503, headers={"retry-after": "60"}, times=None)
        waiting = asyncio.ensure_future(rest(events))
        stub.events.cut()
        await asked_twice(stub)
        await events.aclose()
        assert await asyncio.wait_for(waiting, 10) == []


async def test_another_task_ends_a_reconnection(place):
    stub, options = place
    async with AsyncAgentClient(**options) as agent, agent.event.subscribe(idle_timeout=None) as events:
        await anext(events)
        stub.faults.add("event.subscribe", hang=True)
        waiting = asyncio.ensure_future(rest(events))
        stub.events.cut()
        await asked_twice(stub)
        await events.aclose()
        assert await asyncio.wait_for(waiting, 10) == []


async def test_another_task_ends_an_opening(place):
    stub, options = place
    async with AsyncAgentClient(**options, timeout=None) as agent:
        for ticks in range(1, 6):
            stub.faults.clear()
            stub.faults.add("event.subscribe", hang=True)
            events = agent.event.subscribe(idle_timeout=None)
            opening = asyncio.ensure_future(events.__aenter__())
            for _ in range(ticks):
                await asyncio.sleep(0)
            while ticks == 5 and not stub.requests.count("event.subscribe"):  # noqa: ASYNC110  as above
                await asyncio.sleep(0)
            await events.aclose()
            assert await asyncio.wait_for(opening, 10) is events
            assert await rest(events) == [], "there are no events, and no error"
            with pytest.raises(TypeError, match="subscribe again"):
                await events.__aenter__()
        assert await agent.session.list().all() == []


async def test_cancelled_opening_leaves_no_connection_open(place):
    stub, options = place
    async with AsyncAgentClient(**options, timeout=60) as agent:
        for ticks in range(1, 60):
            events = agent.event.subscribe(idle_timeout=None)
            opening = asyncio.ensure_future(events.__aenter__())
            for _ in range(ticks):
                await asyncio.sleep(0)
            opening.cancel()
            await asyncio.wait([opening])
            if not opening.cancelled():  # it had ended
                await events.aclose()
            assert await rest(events) == []
        assert await agent.session.list().all() == []
        while len(stub.events):  # noqa: ASYNC110  a stub on a port notices later
            await asyncio.sleep(0)


async def test_closing_a_store_ends_an_opening(place):
    stub, options = place
    stub.faults.add("event.subscribe", hang=True)
    async with AsyncAgentClient(**options, timeout=None) as agent:
        store = AsyncStore(agent)
        following = asyncio.ensure_future(store.follow())
        while not stub.requests.count("event.subscribe"):  # noqa: ASYNC110  as above
            await asyncio.sleep(0)
        await asyncio.wait_for(store.aclose(), 10)
        with pytest.raises(TrivetError, match="not followed any more"):
            await asyncio.wait_for(following, 10)


async def test_cancelled_reader_closes_its_block(place):
    _, options = place

    async def read(agent):
        async with agent.event.subscribe(idle_timeout=None) as events:
            async for _ in events:
                started.set()

    async with AsyncAgentClient(**options) as agent:
        for _ in range(20):
            started = asyncio.Event()
            reading = asyncio.ensure_future(read(agent))
            await started.wait()
            reading.cancel()
            with pytest.raises(asyncio.CancelledError):
                await reading
        assert await agent.session.list().all() == []


@pytest.mark.parametrize("ticks", range(12))
async def test_block_ends_cleanly_while_its_reader_is_cancelled(place, ticks):
    _, options = place
    async with AsyncAgentClient(**options) as agent:
        async with agent.event.subscribe(idle_timeout=None) as events:
            await anext(events)
            reading = asyncio.ensure_future(rest(events))
            for _ in range(ticks):
                await asyncio.sleep(0)
            reading.cancel()
        await asyncio.wait([reading])
        assert reading.cancelled()
        async with agent.session.turn((await agent.session.create()).id, "Hello.") as turn:
            following = asyncio.ensure_future(anext(turn))
            for _ in range(ticks):
                await asyncio.sleep(0)
            following.cancel()
        await asyncio.wait([following])
        assert len(await agent.session.list().all()) == 1


@pytest.mark.long
async def test_cancelled_close_still_closes(place):
    stub, options = place
    async with AsyncAgentClient(**options, timeout=60) as agent:
        for number in range(120):
            events = await agent.event.subscribe(idle_timeout=None).__aenter__()
            await anext(events)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(events), 0.001)
            closing = asyncio.ensure_future(events.aclose())
            for _ in range(1 + number % 12):  # before the first, it has not begun
                await asyncio.sleep(0)
            closing.cancel()
            await asyncio.wait([closing])
        assert await agent.session.list().all() == [], "no more connections are open at once than these were"
        while len(stub.events):  # noqa: ASYNC110  a stub on a port notices later
            await asyncio.sleep(0)


async def test_second_waiting_task_raises(place):
    stub, options = place
    async with AsyncAgentClient(**options) as agent, agent.event.subscribe(idle_timeout=None) as events:
        await anext(events)
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        with pytest.raises(TrivetError, match="another task or thread waits"):
            await anext(events)
        stub.events.send("lsp.updated", {})
        assert (await waiting).type == "lsp.updated"
