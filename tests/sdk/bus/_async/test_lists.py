"""Lists: paging, filters and planned routes."""

from datetime import timedelta

import pytest

from trivet import AsyncBusClient
from trivet_stubs import BusStub


@pytest.mark.parametrize("prefetch", [1, 4])
@pytest.mark.parametrize("page_size", [1, 2, 5, 17, 18, 19, 500])
async def test_list_yields_every_stop_once_in_order(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, page_size: int, prefetch: int
) -> None:
    bus_stub.page_size = page_size
    async with async_bus_client as bus:
        codes = [stop.bus_stop_code async for stop in bus.stops.list(prefetch=prefetch)]
    assert codes == [row["BusStopCode"] for row in bus_stub.records.stops]


async def test_page_sends_one_request(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    bus_stub.page_size = 5
    async with async_bus_client as bus:
        first = await bus.stops.list().page()
        second = await bus.stops.list(skip=first.next).page()
    assert (len(first), first.start, first.next, first.head.status) == (5, 0, 5, 200)
    assert (len(second), second.start, second.next) == (5, 5, 10)
    assert len(bus_stub.requests) == 2


async def test_skip_past_end_yields_nothing(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        assert await bus.routes.list(skip=10**12).all() == []


async def test_bus_stop_code_selects_stop(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        [stop] = await bus.stops.list(bus_stop_code="28301").all()
        assert await bus.stops.list(bus_stop_code="00000").all() == []
    assert (stop.bus_stop_code, stop.description) == ("28301", "Orchid Pr Sch")


async def test_service_no_selects_service(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        services = await bus.services.list(service_no="23").all()
    assert [(service.service_no, service.direction) for service in services] == [("23", 1), ("23", 2)]
    assert services[0].frequency("am_peak") is not None


async def test_page_size_may_change_between_pages(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    bus_stub.page_size = 3
    codes: list[str] = []
    async with async_bus_client as bus:
        async for stop in bus.stops.list(prefetch=3):
            codes.append(stop.bus_stop_code)
            bus_stub.page_size = 3 + len(codes) % 3
    assert codes == [row["BusStopCode"] for row in bus_stub.records.stops]


async def test_planned_route_is_listed_from_its_effective_date(
    bus_stub: BusStub, async_bus_client: AsyncBusClient
) -> None:
    async with async_bus_client as bus:
        before = await bus.planned_routes.list().all()
        assert before
        assert all(row.effective_at and row.effective_at <= bus_stub.clock.now() for row in before)
        bus_stub.clock.set(bus_stub.clock.now() + timedelta(days=30))
        after = await bus.planned_routes.list().all()
    assert len(after) > len(before)
    assert all(row in after for row in before)
