# Derived from tests/sdk/interrupts/_async/held.py by `python -m codegen`; do not edit.
"""What programs hold when they end: a turn, a server, a file, threads. `holder` runs one of them as a process."""

import os
import sys
from pathlib import Path

from trivet import AgentClient, BusClient, ChatClient
from trivet.agent import opencode

BLOCKS = []
"""The blocks that were entered."""


class Fetching:
    """Keeps an iterator that fetches ahead."""

    def __init__(self, iterator):
        self.iterator = iterator

    def __exit__(self, *error):
        pass


def enter(block):
    value = block.__enter__()
    BLOCKS.append(block)
    return value


def turn(url, folder):
    agent = enter(AgentClient(base_url=url, transport=opencode.Transport()))
    session = agent.session.create()
    return enter(agent.session.turn(session.id, "BASH ls"))


def detached(url, folder):
    left = turn(url, folder)
    left.detach()


def server(url, folder):
    served = opencode.serve(folder, program=Path(folder, "opencode"), env={"FAKE": "works"})
    enter(served)
    Path(folder, "pid").write_text(str(served.pid), "utf-8")


def file(url, folder):
    chat = enter(ChatClient(base_url=url, token=os.environ["SECRET"], timeout=None))
    chat.admin.ratings.export().save(Path(folder, "ratings.json"))  # the server is silent


def threads(url, folder):
    bus = enter(BusClient(base_url=url, account_key=os.environ["SECRET"], timeout=None))
    BLOCKS.append(Fetching(stops := bus.stops.list(prefetch=8).__iter__()))
    for _ in range(9):  # of the second page is the ninth, and then the next pages are requested
        stops.__next__()


def run(what, url, folder, end):
    """Hold something, call `end`, and leave the blocks, unless it returns False."""
    leave = True
    try:
        globals()[what](url, folder)
        print("ready", flush=True)
        leave = end()
    finally:
        if leave:
            for block in reversed(BLOCKS):
                block.__exit__(*sys.exc_info())
