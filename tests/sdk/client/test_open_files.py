"""Calls that fail in a program that can open no more files, from which modules could be imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio, sys
from trivet import AiohttpTransport, APIConnectionError, APIStatusError, AsyncBusClient, BusClient
from trivet_stubs import BusStub

class NoMoreFiles:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("trivet"):
            raise OSError(24, "Too many open files", name)

def client(make, **options):
    return make(account_key="stub-key", base_url=served.url, max_retries=0, **options)

async def both(options):
    async with client(AsyncBusClient, **options) as bus:
        await bus.arrivals.get("54009")
        sys.meta_path.insert(0, NoMoreFiles())
        await failing(bus)

async def failing(bus):
    for expected in (APIStatusError, APIConnectionError):
        try:
            await bus.arrivals.get("54009")
        except expected:
            continue
        raise AssertionError(expected)

class Awaited:
    def __init__(self, bus):
        self.arrivals, self.bus = self, bus

    async def get(self, code):
        return self.bus.arrivals.get(code)

with BusStub() as stub, stub.serve() as served:
    stub.faults.add("arrivals.get", after=1, times=1, status=401)
    stub.faults.add("arrivals.get", after=1, drop=True, times=None)
    if sys.argv[1] == "sync":
        with client(BusClient) as bus:
            bus.arrivals.get("54009")
            sys.meta_path.insert(0, NoMoreFiles())
            asyncio.run(failing(Awaited(bus)))
    else:
        asyncio.run(both({"transport": AiohttpTransport()} if sys.argv[1] == "aiohttp" else {}))
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, NoMoreFiles)]
"""


@pytest.mark.parametrize("api", ["sync", "async", "aiohttp"])
def test_first_failure_needs_no_import(api: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, api], check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
