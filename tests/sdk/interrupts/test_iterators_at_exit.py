"""An iterator that a module of the program holds at its end is closed without a message."""

import subprocess
import sys

import pytest

from trivet_stubs import BusStub, ChatStub

PROGRAM = """
import asyncio, sys, types
from trivet import AsyncBusClient, AsyncChatClient, BusClient, ChatClient

BUS, CHAT, TOKEN = sys.argv[1:]
bus, async_bus = (kind(base_url=BUS, account_key="key") for kind in (BusClient, AsyncBusClient))
chat, async_chat = (kind(base_url=CHAT, token=TOKEN) for kind in (ChatClient, AsyncChatClient))

# The interpreter clears a module that refers to itself only after it has made imports impossible.
feed = sys.modules["feed"] = types.ModuleType("feed")
feed.itself = feed

def hold(iterator):
    feed.iterator = iterator = iter(iterator)
    next(iterator)

def async_hold(iterator):
    async def first():
        feed.iterator = aiter(iterator)
        await anext(feed.iterator)
    asyncio.run(first())
"""

HELD = (
    "hold(bus.stops.list())",
    "hold(bus.stops.list(prefetch=2))",
    "hold(bus.stops.list().pages())",
    "hold(bus.arrivals.watch(['83139']))",
    "hold(chat.admin.users.list())",
    "hold(chat.admin.conversations.export())",
    "hold(chat.admin.ratings.export())",
    "hold(chat.admin.users.list().iter_complete())",
    "async_hold(async_bus.stops.list())",
    "async_hold(async_bus.stops.list(prefetch=2))",
    "async_hold(async_bus.stops.list().pages())",
    "async_hold(async_chat.admin.users.list())",
    "async_hold(async_chat.admin.conversations.export())",
)


@pytest.mark.long
@pytest.mark.parametrize("held", HELD)
def test_iterator_that_a_module_holds_at_the_exit_causes_no_message(held: str) -> None:
    stub = ChatStub()
    with BusStub(account_key="key", page_size=5).serve() as bus, stub.serve() as chat:
        done = subprocess.run(
            [sys.executable, "-c", f"{PROGRAM}\n{held}", bus.url, chat.url, stub.token("nadia")],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (0, "")
