"""What a type checker sees: mypy and pyright read this file, and pytest runs it."""

from typing import assert_type

from trivet import Answer, AsyncBusClient, BusClient, Page
from trivet.bus import Arrivals, BusStop, PassengerVolumeLink, StopVolume, TripVolume, VolumeFile


def test_sync(bus_client: BusClient) -> None:
    assert_type(bus_client.arrivals.get("54009"), Arrivals)
    assert_type(bus_client.stops.list().all(), list[BusStop])
    assert_type(bus_client.stops.list().page(), Page[BusStop])
    assert_type(bus_client.passenger_volume.by_stop(), list[PassengerVolumeLink])
    assert_type(bus_client.with_response(bus_client.arrivals.get, "54009"), Answer[Arrivals])
    for stop in bus_client.stops.list():
        assert_type(stop, BusStop)


def refused(bus: BusClient, async_bus: AsyncBusClient) -> None:
    """Each line is an error to both checkers; an unused ignore is one too."""
    bus.arrivals.get(54009)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bus.arrivals.get("54009", "23")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bus.stops.list(bus_stop="54009")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bus.with_response(bus.arrivals.get, stop="54009")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bus.stops.list(accept="text/csv")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bus.passenger_volume.download("by_month")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
    async_bus.with_response(async_bus.stops.list)  # type: ignore[arg-type, unused-coroutine]  # pyright: ignore


async def awaited(bus: AsyncBusClient) -> None:
    assert_type(await bus.arrivals.get("54009"), Arrivals)
    assert_type(await bus.stops.list().all(), list[BusStop])
    assert_type(await bus.with_response(bus.arrivals.get, "54009"), Answer[Arrivals])
    assert_type(await bus.passenger_volume.download("by_stop"), VolumeFile[StopVolume])
    assert_type(await bus.passenger_volume.download("by_trip"), VolumeFile[TripVolume])
    async for stop in bus.stops.list():
        assert_type(stop, BusStop)
