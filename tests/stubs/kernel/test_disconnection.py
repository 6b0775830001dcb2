"""Waits that end with the connection of their request."""

import asyncio

import pytest

from trivet_stubs.kernel.disconnection import ConnectionCut, ConnectionWatch
from trivet_stubs.kernel.notify import MultiLoopEvent


async def connected():
    await asyncio.Event().wait()


def watch_of(receive):
    return ConnectionWatch(receive, MultiLoopEvent())


def test_wait_ends_with_its_event():
    async def run():
        async with watch_of(connected) as watch:
            event = asyncio.Event()
            asyncio.get_running_loop().call_soon(event.set)
            return await watch.wait(event), await watch.wait(asyncio.Event(), 0.001)

    assert asyncio.run(run()) == (True, False)


def test_disconnected_client_cuts_the_wait():
    messages = [{"type": "http.request"}, {"type": "http.disconnect"}]

    async def receive():
        return messages.pop(0)

    async def run():
        async with watch_of(receive) as watch:
            await watch.wait(asyncio.Event())

    with pytest.raises(ConnectionCut):
        asyncio.run(run())


def test_closed_stub_cuts_the_wait():
    async def run():
        closing = MultiLoopEvent()
        async with ConnectionWatch(connected, closing) as watch:
            watch.check()
            closing.set()
            await watch.wait(asyncio.Event())

    with pytest.raises(ConnectionCut):
        asyncio.run(run())


def test_watch_leaves_no_task_behind():
    async def run():
        async with watch_of(connected):
            during = len(asyncio.all_tasks())
        return during, len(asyncio.all_tasks())

    assert asyncio.run(run()) == (3, 1)
