"""One async client in several event loops: one after the other, and several at once."""

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.sdk.client.event_server import EventServer
from trivet import AiohttpTransport, AsyncAgentClient, AsyncBusClient
from trivet._core.traceback_locals import clear_locals


@pytest.mark.parametrize("limits", [{}, {"max_in_flight": 1}])
def test_closed_event_loops_are_forgotten(options, origin, response, arrivals_bytes, limits):
    service = origin(lambda _: response(arrivals_bytes))
    bus = AsyncBusClient(**options | {"base_url": service.url}, **limits)
    loops = []

    async def call():
        loops.append(weakref.ref(asyncio.get_running_loop()))
        await asyncio.gather(*(bus.arrivals.get("83139") for _ in range(3)))

    for _ in range(6):
        asyncio.run(call())
    gc.collect()
    assert len([reference for reference in loops if reference() is not None]) <= 1


def test_closing_in_each_event_loop_closes_all_connections(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    bus = AsyncBusClient(**options | {"base_url": service.url})
    first, second = asyncio.new_event_loop(), asyncio.new_event_loop()
    try:
        for loop in (first, second):
            loop.run_until_complete(bus.arrivals.get("83139"))
        for loop in (first, second):
            loop.run_until_complete(bus.aclose())
    finally:
        first.close()
        second.close()
    gc.collect()  # a transport that is open would warn, and warnings are errors


def test_coroutine_that_keeps_an_error_resumes():
    namespace = {"__name__": "trivet.some", "asyncio": asyncio}
    source = """
async def keep(kept, more):
    try:
        raise ValueError("first")
    except ValueError as error:
        kept.append(error)
    await more.wait()
    return "went on"
"""
    exec(source, namespace)

    async def run():
        kept, more = [], asyncio.Event()
        task = asyncio.create_task(namespace["keep"](kept, more))
        await asyncio.sleep(0)
        clear_locals(kept[0])
        more.set()
        return await task

    assert asyncio.run(run()) == "went on"


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Disable garbage collection, so that only the client closes connections, as in a program with a large heap."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


TRANSPORTS: dict[str, Callable[[], Any]] = {"own": lambda: None, "aiohttp": AiohttpTransport}


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_loops_one_after_the_other_leave_no_connection_open(transport):
    with EventServer() as server:
        agent = AsyncAgentClient(base_url=server.url, transport=TRANSPORTS[transport]())

        async def call() -> None:
            async with agent.event.subscribe() as events:
                await anext(events)
                assert await asyncio.gather(*(agent.project.list() for _ in range(2))) == [[], []]

        for number in range(30):
            asyncio.run(call())
            assert server.wait_until_open(0), f"loop {number} has left {server.open} connections"
        assert server.connections <= 90


@pytest.mark.usefixtures("uncollected")
@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_loop_that_was_only_closed_leaves_no_connection_open():
    with EventServer() as server:
        agent = AsyncAgentClient(base_url=server.url)
        for _ in range(20):
            loop = asyncio.new_event_loop()
            assert loop.run_until_complete(agent.project.list()) == []
            loop.close()
            assert server.open <= 2, "the connections of a closed loop are closed with the next loop's first request"
        del agent, loop
        gc.collect()  # while the warnings of asyncio's transports are ignored


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_loops_at_once_keep_their_connections(transport):
    loops = 4
    with EventServer() as server:
        agent = AsyncAgentClient(base_url=server.url, transport=TRANSPORTS[transport]())

        async def calls(_: int) -> list[int]:
            projects = []
            for _ in range(50):
                projects += await agent.project.list()
                assert server.open <= loops
            return projects

        with ThreadPoolExecutor(loops) as threads:
            assert list(threads.map(lambda number: asyncio.run(calls(number)), range(loops))) == [[]] * loops
        assert server.calls == 50 * loops
        assert server.connections == loops, "each loop connects once"
        assert server.wait_until_open(0)


@pytest.mark.filterwarnings("ignore:asynchronous generator:ResourceWarning")
def test_loop_continues_with_new_connections_after_its_generators_were_closed():
    with EventServer() as server:
        agent = AsyncAgentClient(base_url=server.url)

        async def run() -> None:
            for _ in range(3):
                assert await agent.project.list() == []
                await asyncio.get_running_loop().shutdown_asyncgens()
            await agent.aclose()

        asyncio.run(run())
        assert server.wait_until_open(0)
