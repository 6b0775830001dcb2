"""Slow pages, with prefetch and one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter

from trivet import AsyncBusClient, BusClient
from trivet_stubs import BusStub

from . import data
from .race import Limit, Race, Runner

__all__ = ["RACES"]

PAGES = 51
SIZE = 10
LATENCY = 0.05
ITEMS = SIZE * (PAGES - 1) + 1


@contextmanager
def _stub() -> Generator[tuple[BusStub, str], None, None]:
    with BusStub(page_size=SIZE, latency=LATENCY) as stub, stub.serve() as server:
        stub.records = replace(stub.records, routes=tuple(data.routes(ITEMS)["value"]))
        yield stub, server.url


@contextmanager
def _sync() -> Generator[Mapping[str, Runner], None, None]:
    with _stub() as (stub, url), BusClient(account_key=stub.account_key, base_url=url) as client:

        def runner(prefetch: int) -> float:
            start = perf_counter()
            count = len(client.routes.list(prefetch=prefetch).all())
            seconds = perf_counter() - start
            assert count == ITEMS
            return seconds

        yield {"ahead": lambda: runner(8), "in turn": lambda: runner(1)}


@contextmanager
def _async() -> Generator[Mapping[str, Runner], None, None]:
    with _stub() as (stub, url), asyncio.Runner() as loop:
        client = AsyncBusClient(account_key=stub.account_key, base_url=url)

        async def runner(prefetch: int) -> float:
            start = perf_counter()
            count = len(await client.routes.list(prefetch=prefetch).all())
            seconds = perf_counter() - start
            assert count == ITEMS
            return seconds

        try:
            yield {"ahead": lambda: loop.run(runner(8)), "in turn": lambda: loop.run(runner(1))}
        finally:
            loop.run(client.aclose())


WHAT = f"{PAGES} pages of {1000 * LATENCY:.0f} ms, 8 ahead"
LIMITS = (Limit("in turn", 0.20, "ahead"),)
RACES = [Race("pages-sync", WHAT, _sync, 2, LIMITS), Race("pages-async", WHAT, _async, 2, LIMITS)]
