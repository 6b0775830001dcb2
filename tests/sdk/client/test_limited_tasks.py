"""The limits of a client in tasks, which may be cancelled while they wait, and in several event loops."""

import asyncio
from typing import Any

import httpx
import pytest

from trivet import AsyncBusClient


class Gate(httpx.AsyncBaseTransport):
    """Holds each request until the gate is open."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.open = asyncio.Event()
        self.codes: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.codes.append(request.url.params["BusStopCode"])
        await self.open.wait()
        return httpx.Response(200, json=self.answer)


async def turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_waiting_calls_are_sent_in_their_order_without_the_cancelled_ones(options, arrivals):
    gate = Gate(arrivals)
    async with AsyncBusClient(**options, transport=gate, max_in_flight=2) as bus:
        calls = [asyncio.create_task(bus.arrivals.get(str(number))) for number in range(8)]
        await turns()
        assert gate.codes == ["0", "1"]
        for call in calls[3], calls[6]:
            call.cancel()
        gate.open.set()
        await asyncio.wait(calls)
        assert gate.codes == ["0", "1", "2", "4", "5", "7"]
        assert [call.cancelled() for call in calls] == [number in (3, 6) for number in range(8)]
        await bus.arrivals.get("8")


async def test_call_cancelled_in_flight_frees_its_slot(options, arrivals):
    gate = Gate(arrivals)
    async with AsyncBusClient(**options, transport=gate, max_in_flight=1) as bus:
        first = asyncio.create_task(bus.arrivals.get("0"))
        second = asyncio.create_task(bus.arrivals.get("1"))
        await turns()
        first.cancel()
        await turns()
        assert gate.codes == ["0", "1"]
        gate.open.set()
        await second


async def test_call_cancelled_while_it_waits_for_its_turn_delays_no_other(options, script, clock, arrivals):
    waits = asyncio.Event()

    class Endless(type(clock)):  # type: ignore[misc]
        async def asleep(self, seconds: float, /) -> None:
            waits.set()
            await asyncio.Event().wait()

    hanging = Endless()
    transport = script(*(httpx.Response(200, json=arrivals) for _ in range(2)))
    async with AsyncBusClient(**options, transport=transport, clock=hanging, max_per_second=1) as bus:
        await bus.arrivals.get("0")
        calls = [asyncio.create_task(bus.arrivals.get(str(number))) for number in range(50)]
        await waits.wait()
        for call in calls:
            call.cancel()
        await asyncio.wait(calls)
        hanging.seconds += 1
        await bus.arrivals.get("1")


def test_loops_share_no_slot_and_share_the_pace(options, script, clock, arrivals):
    transport = script(*(httpx.Response(200, json=arrivals) for _ in range(3)))
    bus = AsyncBusClient(**options, transport=transport, clock=clock, max_in_flight=1, max_per_second=1)
    for _ in range(3):
        asyncio.run(_call(bus))
    assert clock.slept == pytest.approx([1, 1])


def test_loops_that_run_at_once_share_no_slot(options, arrivals):
    class Nested(httpx.AsyncBaseTransport):
        """Sends another request in another event loop before it answers."""

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            if request.url.params["BusStopCode"] == "83139":
                await asyncio.to_thread(asyncio.run, bus.arrivals.get("28301"))
            return httpx.Response(200, json=arrivals)

    bus = AsyncBusClient(**options, transport=Nested(), max_in_flight=1, deadline=10)
    asyncio.run(_call(bus))


async def _call(bus: AsyncBusClient) -> None:
    await bus.arrivals.get("83139")
