"""Law 19: a turn whose block is entered and never left ends with its event loop, or at the interpreter's exit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.sdk.interrupts.fake_agent import served_agent

PROGRAM = """
import asyncio, gc, os, signal, sys, threading, time
import httpx
from trivet import AgentClient, AsyncAgentClient
from trivet.agent import opencode

URL, ON_LEAVE, PROMPT, SECONDS = sys.argv[1:]

async def enter(transport=None):
    agent = AsyncAgentClient(base_url=URL, transport=opencode.AsyncTransport(transport))
    session = await agent.session.create()
    turn = agent.session.turn(session.id, PROMPT, on_leave=ON_LEAVE)
    await turn.__aenter__()
    await asyncio.sleep(float(SECONDS))
    print("entered", flush=True)
    return turn

def enter_sync():
    agent = AgentClient(base_url=URL, transport=opencode.Transport())
    turn = agent.session.turn(agent.session.create().id, PROMPT, on_leave=ON_LEAVE)
    turn.__enter__()
    time.sleep(float(SECONDS))
    print("entered", flush=True)
    return turn

async def texts():
    agent = AsyncAgentClient(base_url=URL, transport=opencode.AsyncTransport())
    session = await agent.session.create()
    async with agent.session.turn(session.id, PROMPT, on_leave=ON_LEAVE) as turn:
        await asyncio.sleep(float(SECONDS))
        print("entered", flush=True)
        yield turn.text
        async for text in turn:
            yield text

def open_loop():
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    return loop

"""

WAYS = {
    "end of asyncio.run": "asyncio.run(enter())",
    "exception": """
async def fail():
    await enter()
    raise RuntimeError("the program fails")
asyncio.run(fail())
""",
    "sys.exit": """
async def leave():
    await enter()
    sys.exit(5)
asyncio.run(leave())
""",
    "SIGINT": """
async def wait():
    await enter()
    os.kill(os.getpid(), signal.SIGINT)
    await asyncio.sleep(600)
asyncio.run(wait())
""",
    "loop that stays open": """
loop = open_loop()
turn = loop.run_until_complete(enter())
""",
    "loop that was closed": """
loop = open_loop()
turn = loop.run_until_complete(enter())
loop.close()
""",
    "loop that was closed, and a turn without a reference": """
loop = open_loop()
loop.run_until_complete(enter())
loop.close()
del loop
gc.collect()
""",
    "generator in a loop that was closed": """
loop = open_loop()
async def first(iterator):
    await iterator.__anext__()
iterator = texts()
loop.run_until_complete(first(iterator))
loop.close()
""",
    "loop of a daemon thread": """
loop = open_loop()
threading.Thread(target=loop.run_forever, daemon=True).start()
asyncio.run_coroutine_threadsafe(enter(), loop).result()
""",
    "transport of the user": "asyncio.run(enter(httpx.AsyncHTTPTransport()))",
    "thread": "turn = enter_sync()",
    "daemon thread": """
entered = threading.Event()
def run():
    turn = enter_sync()
    entered.set()
    time.sleep(600)
threading.Thread(target=run, daemon=True).start()
entered.wait()
""",
}
UNTIDY = {"generator in a loop that was closed", *(way for way in WAYS if way.startswith("loop that was closed"))}
"""A loop that was closed like this complains of its tasks, as asyncio does of any."""

FAULTS = ("Exception ignored", "never retrieved", "never awaited", "at_exit")

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a Ctrl-C cannot be sent to one process")


def end(
    way: str,
    url: str,
    on_leave: str = "cancel",
    prompt: str = "BASH ls",
    seconds: float = 0,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a program that enters a turn, never leaves it, and ends some seconds later."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM + WAYS[way], url, on_leave, prompt, str(seconds)],
        env=os.environ | (env or {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.long
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
@pytest.mark.parametrize("way", WAYS)
def test_turn_that_is_never_left_is_stopped_and_its_requests_are_rejected(way: str, host: str) -> None:
    with served_agent() as (fake, url):
        done = end(way, url.replace("127.0.0.1", host))
        assert done.stdout == "entered\n", done.stderr
        assert [body["reply"] for body in fake.replies] == ["reject"], done.stderr
        assert [request for request in fake.requests if request.endswith("/abort")], done.stderr
    assert done.returncode == {"exception": 1, "sys.exit": 5, "SIGINT": -signal.SIGINT}.get(way, 0)
    assert not [fault for fault in FAULTS if fault in done.stderr and way not in UNTIDY], done.stderr


@pytest.mark.long
@pytest.mark.parametrize("way", ["end of asyncio.run", "loop that was closed", "thread"])
def test_turn_that_is_never_left_and_detaches_works_on(way: str) -> None:
    with served_agent() as (fake, url):
        assert end(way, url, "detach").stdout == "entered\n"
        assert fake.replies == []
        assert not [request for request in fake.requests if request.endswith("/abort")]
