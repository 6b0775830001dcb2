"""Programs that hold something at their end: a turn, a server, a file, threads. `holder` runs one as a process."""

import os
import sys
from pathlib import Path

from trivet import AsyncAgentClient, AsyncBusClient, AsyncChatClient
from trivet.agent import opencode

BLOCKS = []
"""The blocks that were entered."""


class Fetching:
    """Keeps an iterator that fetches ahead."""

    def __init__(self, iterator):
        self.iterator = iterator

    async def __aexit__(self, *error):
        pass


async def enter(block):
    value = await block.__aenter__()
    BLOCKS.append(block)
    return value


async def turn(url, folder):
    agent = await enter(AsyncAgentClient(base_url=url, transport=opencode.AsyncTransport()))
    session = await agent.session.create()
    return await enter(agent.session.turn(session.id, "BASH ls"))


async def detached(url, folder):
    left = await turn(url, folder)
    left.detach()


async def server(url, folder):
    served = opencode.async_serve(folder, program=Path(folder, "opencode"), env={"FAKE": "works"})
    await enter(served)
    Path(folder, "pid").write_text(str(served.pid), "utf-8")


async def file(url, folder):
    chat = await enter(AsyncChatClient(base_url=url, token=os.environ["SECRET"], timeout=None))
    await chat.admin.ratings.export().save(Path(folder, "ratings.json"))  # the server is silent


async def threads(url, folder):
    bus = await enter(AsyncBusClient(base_url=url, account_key=os.environ["SECRET"], timeout=None))
    BLOCKS.append(Fetching(stops := bus.stops.list(prefetch=8).__aiter__()))
    for _ in range(9):  # of the second page is the ninth, and then the next pages are requested
        await stops.__anext__()


async def run(what, url, folder, end):
    """Hold something, call `end`, and leave the blocks, unless it returns False."""
    leave = True
    try:
        await globals()[what](url, folder)
        print("ready", flush=True)
        leave = await end()
    finally:
        if leave:
            for block in reversed(BLOCKS):
                await block.__aexit__(*sys.exc_info())
