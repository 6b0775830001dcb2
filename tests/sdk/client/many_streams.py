"""A thousand subscriptions next to calls, and sixty turns at once: `python -m tests.sdk.client.many_streams`.

It takes half a minute; the tests run a smaller number (`_async/test_connection_limits.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack

from tests.sdk.client.event_server import EventServer
from trivet import AgentClient, AiohttpTransport, AsyncAgentClient
from trivet_stubs import AgentStub

__all__ = ["main"]

FILES_FOR_EACH = 2
"""Open files of a subscription in this process: the client's socket and the server's."""

CALLS = 100


async def _subscribe_in_tasks(url: str, count: int, transport: AiohttpTransport | None) -> None:
    async with AsyncAgentClient(base_url=url, transport=transport) as agent, AsyncExitStack() as stack:
        opening = (stack.enter_async_context(agent.event.subscribe()) for _ in range(count))
        streams = await asyncio.gather(*opening)
        assert await asyncio.gather(*(agent.project.list() for _ in range(CALLS))) == [[]] * CALLS
        assert {event.type for event in await asyncio.gather(*map(anext, streams))} == {"server.connected"}


def _subscribe_in_threads(url: str, count: int) -> None:
    with AgentClient(base_url=url) as agent, ExitStack() as stack, ThreadPoolExecutor(16) as threads:
        streams = [stack.enter_context(agent.event.subscribe()) for _ in range(count)]
        assert list(threads.map(lambda _: agent.project.list(), range(CALLS))) == [[]] * CALLS
        assert {next(events).type for events in streams} == {"server.connected"}


async def _turns_in_tasks(url: str, count: int) -> None:
    async with AsyncAgentClient(base_url=url, max_connections=8) as agent:

        async def run(number: int) -> int:
            session = await agent.session.create(title=str(number))
            return len(await agent.session.turn(session.id, "Hello.", deadline=60).run())

        assert await asyncio.gather(*map(run, range(count))) == [2] * count


def _turns_in_threads(url: str, count: int) -> None:
    with AgentClient(base_url=url, max_connections=8) as agent, ThreadPoolExecutor(count) as threads:

        def run(number: int) -> int:
            session = agent.session.create(title=str(number))
            return len(agent.session.turn(session.id, "Hello.", deadline=60).run())

        assert list(threads.map(run, range(count))) == [2] * count


def _allow_files(count: int) -> None:
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  it is not there on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))


def _measure(name: str, run: Callable[[], None]) -> None:
    begun = time.perf_counter()
    run()
    print(f"{name}: {time.perf_counter() - begun:.1f} s", flush=True)


def main() -> None:
    """Run all parts, and print how long each took."""
    parser = argparse.ArgumentParser(prog="python -m tests.sdk.client.many_streams", description=__doc__)
    parser.add_argument("--subscriptions", type=int, default=1000, metavar="N")
    parser.add_argument("--turns", type=int, default=60, metavar="N")
    options = parser.parse_args()
    count, turns = options.subscriptions, options.turns
    _allow_files(FILES_FOR_EACH * count + 1000)
    jobs: dict[str, Callable[[str], None]] = {
        "in tasks": lambda url: asyncio.run(_subscribe_in_tasks(url, count, None)),
        "in tasks, over aiohttp": lambda url: asyncio.run(_subscribe_in_tasks(url, count, AiohttpTransport())),
        "in threads": lambda url: _subscribe_in_threads(url, count),
    }
    for name, job in jobs.items():
        with EventServer() as server:
            _measure(f"{count} subscriptions and {CALLS} calls {name}", lambda: job(server.url))  # noqa: B023
            assert server.calls == CALLS
            assert server.wait_until_open(0), f"{server.open} connections are open"
    with AgentStub() as stub, stub.serve() as served:
        _measure(f"{turns} turns at once in tasks", lambda: asyncio.run(_turns_in_tasks(served.url, turns)))
        _measure(f"{turns} turns at once in threads", lambda: _turns_in_threads(served.url, turns))


if __name__ == "__main__":
    main()
