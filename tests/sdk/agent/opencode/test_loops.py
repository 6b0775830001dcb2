"""One transport of the adapter in several event loops and threads."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.sdk.agent.opencode.fake_server import FakeServer
from trivet import AgentClient, AsyncAgentClient
from trivet.agent import opencode
from trivet_stubs.serving.port import serve


@pytest.fixture
def url():
    fake = FakeServer()
    with serve(fake.app) as served:
        yield served.url
    fake.close()


def test_transport_is_used_by_one_event_loop_after_another(url):
    transport = opencode.AsyncTransport()

    async def count():
        client = AsyncAgentClient(transport=transport, base_url=url)
        async with client as agent:
            await agent.session.create()
            return len(await agent.session.list().all())

    assert [asyncio.run(count()) for _ in range(3)] == [1, 2, 3]


def test_client_is_used_by_event_loops_that_leave_it_open(url):
    client = AsyncAgentClient(transport=opencode.AsyncTransport(), base_url=url)

    async def create():
        return (await client.session.create()).id

    assert len({asyncio.run(create()) for _ in range(3)}) == 3


def test_transport_is_used_by_many_threads(url):
    with AgentClient(transport=opencode.Transport(), base_url=url) as agent, ThreadPoolExecutor(8) as pool:
        ids = [*pool.map(lambda _: agent.session.create().id, range(32))]
        assert len(set(ids)) == len(agent.session.list().all()) == 32
