"""The network of a service: loading, its file, and direct rides."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from trivet import AsyncBusClient, InternalServerError, InvalidArgumentError
from trivet.bus import Network, async_load_network
from trivet_stubs import BusStub

ORCHID, SCHOOL = "28009", "28301"
WEEK = timedelta(days=7)


async def test_young_file_saves_every_request(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.page_size = 5
    async with async_bus_client as bus:
        fetched = await async_load_network(bus, tmp_path / "network.json", max_age=WEEK)
        sent = len(bus_stub.requests)
        bus_stub.clock.advance(WEEK.total_seconds())
        kept = await async_load_network(bus, tmp_path / "network.json", max_age=WEEK)
        assert len(bus_stub.requests) == sent
    assert kept.fetched_at == fetched.fetched_at
    assert kept.age(bus_stub.clock.now()) == WEEK
    assert (kept.services, kept.rows, kept.stops) == (fetched.services, fetched.rows, fetched.stops)
    assert [stop.bus_stop_code for stop in kept.stops] == [row["BusStopCode"] for row in bus_stub.records.stops]
    assert not kept.diff(fetched)


async def test_old_file_is_fetched_again_and_replaced(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    path = tmp_path / "network.json"
    async with async_bus_client as bus:
        older = await async_load_network(bus, path)
        bus_stub.clock.advance(WEEK.total_seconds() + 1)
        assert (await async_load_network(bus, path)).fetched_at == older.fetched_at  # any age
        bus_stub.records = replace(bus_stub.records, stops=bus_stub.records.stops[:-1])
        newer = await async_load_network(bus, path, max_age=WEEK)
    assert newer.fetched_at == bus_stub.clock.now()
    assert [stop.bus_stop_code for stop in newer.diff(older).stops.removed] == ["59999"]
    assert Network.open(path).stops == newer.stops
    assert [path.name for path in tmp_path.iterdir()] == ["network.json"]


async def test_progress_counts_the_records_of_the_three_lists(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    bus_stub.records = replace(bus_stub.records, stops=bus_stub.records.stops * 20)
    seen = list[int]()
    async with async_bus_client as bus:
        network = await async_load_network(bus, tmp_path / "network.json", progress=seen.append)
        assert seen[-1] == len(network.services) + len(network.rows) + len(network.stops)
        assert seen == sorted(seen)
        assert len(seen) >= 3
        await async_load_network(bus, tmp_path / "network.json", progress=seen.clear)  # the file needs none
        assert seen
        with pytest.raises(ZeroDivisionError):
            await async_load_network(bus, progress=lambda done: done / 0)
        assert await async_load_network(bus)
        assert bus.base_url == "http://bus.test"


async def test_failed_refresh_leaves_the_file(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    path = tmp_path / "network.json"
    async with async_bus_client as bus:
        await async_load_network(bus, path)
        before = path.read_bytes()
        bus_stub.clock.advance(WEEK.total_seconds() + 1)
        bus_stub.faults.add("stops.list", status=500, times=None)
        with pytest.raises(InternalServerError):
            await async_load_network(bus, path, max_age=WEEK)
    assert path.read_bytes() == before


async def test_file_from_the_future_is_fetched_again(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, tmp_path: Path
) -> None:
    path = tmp_path / "network.json"
    async with async_bus_client as bus:
        newest = await async_load_network(bus, path)
        bus_stub.clock.set(bus_stub.clock.now() - timedelta(days=1))
        assert (await async_load_network(bus, path, max_age=WEEK)).fetched_at < newest.fetched_at


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"[]", b"null", b'{"kind": "trivet.bus.network"', b"\xff\xfe", b'{"kind": 1, "fetched_at": "soon"}'],
)
async def test_other_file_is_refused_and_stays(
    async_bus_client: AsyncBusClient, bus_stub: BusStub, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "network.json"
    path.write_bytes(content)
    async with async_bus_client as bus:
        with pytest.raises(InvalidArgumentError, match="the file of a network"):
            await async_load_network(bus, path, max_age=WEEK)
        for wrong in (-WEEK, 7):
            with pytest.raises(InvalidArgumentError, match="max_age must be a timedelta"):
                await async_load_network(bus, max_age=wrong)  # type: ignore[arg-type]
    assert path.read_bytes() == content
    assert len(bus_stub.requests) == 0


async def test_next_bus_of_a_ride_is_of_the_right_visit(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        network = await async_load_network(bus)
        out, back = network.rides(ORCHID, SCHOOL)[0], network.rides(SCHOOL, ORCHID)[0]
        arrivals = await bus.arrivals.get(SCHOOL)
        at_once = await bus.arrivals.get(ORCHID)
    assert (out.service_no, out.visit, out.km) == ("302", 1, 1.3)
    assert (back.service_no, back.visit, back.km) == ("302", 2, 1.3)  # the first visit leads round the loop
    assert [arriving.visit for arriving in back.buses(arrivals)] == [2] * len(back.buses(arrivals))
    assert back.buses(arrivals)
    assert out.buses(at_once)


async def test_next_bus_of_a_ride_is_of_the_right_direction(async_bus_client: AsyncBusClient) -> None:
    async with async_bus_client as bus:
        network = await async_load_network(bus)
        rides = [network.rides("28009", to)[0] for to in ("54009", "11009")]
        arrivals = await bus.arrivals.get("28009")
    ends = [
        {arriving.destination_code for arriving in ride.buses(arrivals)} for ride in rides if ride.service_no == "23"
    ]
    assert ends == [{"54009"}, {"11009"}]
