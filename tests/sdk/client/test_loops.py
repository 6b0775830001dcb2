"""One async client in several event loops, one after the other."""

import asyncio
import gc
import weakref

import pytest

from trivet import AsyncBusClient
from trivet._core.frames import clear_locals


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
@pytest.mark.usefixtures("lost_sockets")
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
    assert len([each for each in loops if each() is not None]) <= 1


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


def test_coroutine_that_keeps_an_error_goes_on():
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
