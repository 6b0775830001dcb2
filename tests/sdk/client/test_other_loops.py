"""Async clients without an event loop of asyncio: under trio, or stepped by hand."""

import sys
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import pytest

from trivet import AsyncAgentClient, AsyncBusClient, TrivetError


def step(job: Coroutine[Any, Any, Any]) -> None:
    """Run a coroutine as another library would, until its first wait."""
    job.send(None)


async def first(items: Any) -> object:
    async for item in items:
        return item
    return None


async def entered(block: Any) -> None:
    async with block:
        pass


BUS_JOBS: dict[str, Callable[[AsyncBusClient], Coroutine[Any, Any, Any]]] = {
    "call": lambda bus: bus.arrivals.get("83139"),
    "list": lambda bus: first(bus.stops.list()),
    "prefetch": lambda bus: first(bus.stops.list(prefetch=4)),
    "download": lambda bus: bus.passenger_volume.download("by_stop"),
    "deadline": lambda bus: bus.with_options(deadline=5).arrivals.get("83139"),
    "limits": lambda bus: bus.with_options(max_in_flight=1, max_per_second=1).arrivals.get("83139"),
}


@pytest.mark.parametrize("job", BUS_JOBS)
def test_client_without_asyncio_raises_and_names_it(options, script, job):
    transport = script()
    bus = AsyncBusClient(**options, transport=transport)
    with pytest.raises(TrivetError, match=r"needs asyncio, and no event loop of asyncio runs here") as caught:
        step(BUS_JOBS[job](bus))
    assert type(caught.value) is TrivetError
    assert transport.requests == []


def test_stream_without_asyncio_raises(script):
    agent = AsyncAgentClient(transport=script())
    with pytest.raises(TrivetError, match="needs asyncio"):
        step(entered(agent.event.subscribe()))


@pytest.mark.parametrize("runs", [True, False])
def test_trio_is_named_where_it_runs(options, script, monkeypatch, runs):
    def current_task() -> object:
        if runs:
            return object()
        raise RuntimeError("must be called from async context")

    monkeypatch.setitem(sys.modules, "trio", SimpleNamespace(lowlevel=SimpleNamespace(current_task=current_task)))
    with pytest.raises(TrivetError, match="needs asyncio") as caught:
        step(AsyncBusClient(**options, transport=script()).arrivals.get("83139"))
    assert ("trio runs this task" in str(caught.value)) == runs


def test_client_that_was_not_used_closes_without_asyncio(options):
    with pytest.raises(StopIteration):
        step(entered(AsyncBusClient(**options)))
