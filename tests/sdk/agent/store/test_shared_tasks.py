"""The shared stream in tasks: it opens once for all, also if one of them leaves first, and once in each event loop."""

import asyncio
import threading

import httpx
import pytest

from trivet import APITimeoutError, AsyncAgentClient, AuthenticationError
from trivet_stubs.agent import Hold, Text


class Gate(httpx.AsyncBaseTransport):
    """A transport that holds requests for events back until it is opened."""

    def __init__(self, inner):
        self.asked = 0
        self.opened = asyncio.Event()
        self._inner = inner

    async def handle_async_request(self, request):
        if request.url.path.endswith("/event"):
            self.asked += 1
            await self.opened.wait()
        return await self._inner.handle_async_request(request)


@pytest.fixture
def gate(agent_stub):
    return Gate(agent_stub.async_transport())


def client(stub, gate):
    return AsyncAgentClient(base_url="http://agent.test", transport=gate, clock=stub.clock, max_retries=0)


async def start_turns(agent, gate, count, **options):
    """Start turns that wait until the stream is open."""
    sessions = [await agent.session.create() for _ in range(count)]
    tasks = [asyncio.create_task(agent.session.turn(session.id, "Hi.", **options).run()) for session in sessions]
    for _ in range(200):
        await asyncio.sleep(0)
    assert gate.asked == 1
    return tasks


@pytest.mark.parametrize("ending", ["cancelled", "late"])
async def test_first_turn_that_leaves_lets_the_others_wait_for_the_stream(agent_stub, gate, ending):
    async with client(agent_stub, gate) as agent:
        [first] = await start_turns(agent, gate, 1, **({"deadline": 0.6} if ending == "late" else {}))
        others = await start_turns(agent, gate, 5)
        if ending == "cancelled":
            first.cancel()
        with pytest.raises(asyncio.CancelledError if ending == "cancelled" else APITimeoutError):
            await first
        gate.opened.set()
        assert [len(messages) for messages in await asyncio.gather(*others)] == [2] * 5
        assert agent_stub.requests.count("event.subscribe") == 1
    assert len(asyncio.all_tasks()) == 1


async def test_stream_that_all_leave_while_it_opens_is_not_opened(agent_stub, gate):
    async with client(agent_stub, gate) as agent:
        tasks = await start_turns(agent, gate, 3)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert len(asyncio.all_tasks()) == 1
        gate.opened.set()
        assert (gate.asked, agent_stub.requests.count("event.subscribe"), len(agent_stub.events)) == (1, 0, 0)


async def test_refused_stream_is_an_error_of_each_turn_that_waits_for_it(agent_stub, gate):
    agent_stub.faults.add("event.subscribe", status=401)
    async with client(agent_stub, gate) as agent:
        tasks = await start_turns(agent, gate, 5)
        gate.opened.set()
        errors = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(error) for error in errors} == {AuthenticationError}
        assert len({id(error) for error in errors}) == 5
        assert (gate.asked, agent_stub.requests.count("session.prompt")) == (1, 0)


def test_event_loops_at_once_have_a_stream_each(agent_server):
    stub, barrier = agent_server.stub, threading.Barrier(2, timeout=30)
    agent = AsyncAgentClient(base_url=agent_server.url)

    async def run(results):
        sessions = [await agent.session.create() for _ in range(3)]
        turns = []
        for session in sessions:
            stub.script(Text("One "), Hold(), Text("two."), session_id=session.id)
            turns.append(await agent.session.turn(session.id, "Count.").__aenter__())
        barrier.wait()
        results.append(stub.requests.count("event.subscribe"))
        barrier.wait()
        for session, turn in zip(sessions, turns, strict=True):
            await asyncio.wait_for(anext(turn), 20)
            stub.resume(session.id)
            results.append("".join([text async for text in turn]))
            await turn.__aexit__(None, None, None)
        barrier.wait()
        await agent.aclose()

    results = [[], []]
    threads = [threading.Thread(target=asyncio.run, args=(run(of_loop),)) for of_loop in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert results == [[2, "two.", "two.", "two."]] * 2
