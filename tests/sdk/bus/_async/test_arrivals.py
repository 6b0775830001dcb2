"""Arrivals: their slots, and the filter by service."""

from datetime import datetime

from trivet import AsyncBusClient
from trivet.bus import SINGAPORE
from trivet_stubs import BusStub


async def test_empty_slots_are_not_in_buses(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    bus_stub.clock.set(datetime(2025, 6, 16, 23, 20, tzinfo=SINGAPORE))
    async with async_bus_client as bus:
        services = [service for code in STOPS for service in (await bus.arrivals.get(code)).services]
    slots = [slot for service in services for slot in (service.next_bus, service.next_bus_2, service.next_bus_3)]
    empty = [slot for slot in slots if slot.is_empty]
    assert empty
    assert all(
        slot.eta is None and slot.position is None and slot.minutes(bus_stub.clock.now()) is None for slot in empty
    )
    assert {len(service.buses) for service in services} != {3}
    assert all(bus.eta is not None for service in services for bus in service.buses)


async def test_scheduled_bus_has_no_position(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        buses = [
            arriving
            for code in STOPS
            for service in (await bus.arrivals.get(code)).services
            for arriving in service.buses
        ]
    scheduled = [arriving for arriving in buses if arriving.is_scheduled]
    tracked = [arriving for arriving in buses if not arriving.is_scheduled]
    assert scheduled
    assert tracked
    assert all(arriving.position is None for arriving in scheduled)
    assert all(arriving.position is not None for arriving in tracked)


async def test_service_number_may_occur_twice(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        numbers_of_stops = [
            [service.service_no for service in (await bus.arrivals.get(code)).services] for code in STOPS
        ]
    assert any(len(numbers) > len(set(numbers)) for numbers in numbers_of_stops)


async def test_service_no_selects_service(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        everything = (await bus.arrivals.get("54009")).services
        only = (await bus.arrivals.get("54009", service_no="23")).services
    assert {service.service_no for service in only} == {"23"}
    assert only == [service for service in everything if service.service_no == "23"]


async def test_unknown_stop_has_no_services(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        answer = await bus.arrivals.get("99999")
    assert (answer.bus_stop_code, answer.services) == ("99999", [])


async def test_missing_services_decode_to_empty_list(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    bus_stub.faults.add("arrivals.get", body={"BusStopCode": "54009"})
    async with async_bus_client as bus:
        assert (await bus.arrivals.get("54009")).services == []


STOPS = ("04121", "11009", "28009", "28301", "45031", "54009", "54021")
