"""Many concurrent requests, on a real port."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from time import perf_counter

import httpx

from trivet import AiohttpTransport, AsyncBusClient

from .race import Limit, Race, Runner
from .server import serving

__all__ = ["RACES"]

REQUESTS = 512
LATENCY = 0.05


@contextmanager
def _flying(width: int, latency: float) -> Generator[Mapping[str, Runner], None, None]:
    with serving(latency) as url, asyncio.Runner() as loop:
        clients = AsyncExitStack()
        ours = AsyncBusClient(account_key="key", base_url=url)
        extra = AsyncBusClient(account_key="key", base_url=url, transport=AiohttpTransport())
        bare = httpx.AsyncClient(headers={"AccountKey": "key"})

        async def get(client: AsyncBusClient) -> None:
            await client.arrivals.get("83139")

        async def get_bare() -> None:
            answer = await bare.get(f"{url}/v3/BusArrival?BusStopCode=83139")
            answer.json()

        async def open_clients() -> None:
            for client in (ours, extra, bare):
                await clients.enter_async_context(client)

        loop.run(open_clients())
        try:
            yield {
                "trivet": lambda: loop.run(_timed(partial(get, ours), width)),
                "trivet[aiohttp]": lambda: loop.run(_timed(partial(get, extra), width)),
                "httpx": lambda: loop.run(_timed(get_bare, width)),
            }
        finally:
            loop.run(clients.aclose())


async def _timed(send: Callable[[], Awaitable[None]], width: int) -> float:
    """Return the seconds for one of many requests, with `width` of them in flight."""

    async def lane() -> None:
        for _ in range(REQUESTS // width):
            await send()

    start = perf_counter()
    async with asyncio.TaskGroup() as lanes:
        for _ in range(width):
            lanes.create_task(lane())
    return (perf_counter() - start) / REQUESTS


def _races(width: int) -> list[Race]:
    ours, extra = Limit("httpx", 0.18), Limit("httpx", 0.15, "trivet[aiohttp]", floor=0.13)
    slow, slow_extra = Limit("httpx", 1.0), Limit("httpx", 1.0, "trivet[aiohttp]")
    work = f"{width} in flight, real port"
    late = f"{work}, {1000 * LATENCY:.0f} ms each"
    return [
        Race(f"flight-{width}", work, partial(_flying, width, 0.0), 9, (ours, extra)),
        Race(f"flight-{width}-slow", late, partial(_flying, width, LATENCY), 4, (slow, slow_extra)),
    ]


RACES = [*_races(32), *_races(128)]
