"""The real snapshot: the sync and the async client read all of it from a stub on a port."""

import asyncio
import csv
import functools
import json
import operator
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trivet import AsyncBusClient, BusClient
from trivet.bus import Arrivals, BusRoute, BusRoutes, BusService, BusStop, BusStops, join_routes
from trivet_stubs import BusStub
from trivet_stubs.serving.port import Served

DATA = Path(__file__).parents[4] / "shared" / "data" / "bus"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the snapshot is not next to this checkout")

NUMBERS = {"Direction": int, "StopSequence": int, "Distance": float, "Latitude": float, "Longitude": float}
# A list, its page size and its prefetch.
CASES = [("routes", 331, 8), ("routes", 500, 1), ("routes", 100_000, 1), ("services", 3, 8), ("services", 7, 1)]
CASES += [("services", 500, 8), ("stops", 137, 1), ("stops", 137, 8), ("stops", 100_000, 8)]
COUNTS = {"routes": 25_450, "services": 724, "stops": 5_136}
RECORDS: dict[str, type[Any]] = {"routes": BusRoute, "services": BusService, "stops": BusStop}


@functools.cache
def rows(kind: str) -> list[dict[str, Any]]:
    [path] = DATA.glob(f"bus_{kind.removesuffix('s')}_*.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return [{key: NUMBERS.get(key, str)(value) for key, value in row.items()} for row in csv.DictReader(file)]


@functools.cache
def cells(kind: str) -> list[tuple[Any, ...]]:
    """The rows as tuples, in the order of the fields of the record."""
    return [tuple(row[name] for name in RECORDS[kind].__wire_names__) for row in rows(kind)]


def wire(record: Any) -> dict[str, Any]:
    return {name: getattr(record, attribute) for name, attribute in record.__wire_names__.items()}


@pytest.fixture(scope="module")
def server() -> Iterator[Served[BusStub]]:
    with BusStub(data=DATA) as stub, stub.serve() as served:
        yield served


@pytest.mark.parametrize(("kind", "page_size", "prefetch"), CASES)
@pytest.mark.parametrize("api", ["sync", "async"])
def test_list_of_snapshot_is_complete_ordered_and_unique(
    server: Served[BusStub], api: str, kind: str, page_size: int, prefetch: int
) -> None:
    server.stub.page_size = page_size
    options: dict[str, Any] = {"account_key": server.stub.account_key, "base_url": server.url}

    def read() -> list[Any]:
        with BusClient(**options) as bus:
            records: list[Any] = list(getattr(bus, kind).list(prefetch=prefetch))
            return records

    async def aread() -> list[Any]:
        async with AsyncBusClient(**options) as bus:
            return [record async for record in getattr(bus, kind).list(prefetch=prefetch)]

    records = read() if api == "sync" else asyncio.run(aread())
    assert len(records) == COUNTS[kind]
    fields = operator.attrgetter(*RECORDS[kind].__wire_names__.values())
    assert {*RECORDS[kind].__wire_names__} == rows(kind)[0].keys()
    assert {type(record) for record in records} == {RECORDS[kind]}
    assert [fields(record) for record in records] == cells(kind)


@pytest.mark.long
def test_joined_routes_match_snapshot_files(server: Served[BusStub]) -> None:
    server.stub.page_size = 500
    with BusClient(account_key=server.stub.account_key, base_url=server.url) as bus:
        routes = join_routes(bus.services.list(prefetch=2), bus.routes.list(prefetch=8), bus.stops.list(prefetch=8))
    by_key: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for row in rows("routes"):
        by_key.setdefault((row["ServiceNo"], row["Direction"]), []).append(row)
    services = {(row["ServiceNo"], row["Direction"]): row for row in rows("services")}
    stops = {row["BusStopCode"]: row for row in rows("stops")}
    assert len(routes) == len(by_key) == 721
    for route in routes:
        key = (route.service_no, route.direction)
        assert [wire(visit.route) for visit in route.stops] == by_key[key]
        assert all(visit.stop and wire(visit.stop) == stops[visit.route.bus_stop_code] for visit in route.stops)
        assert route.service
        assert wire(route.service) == services[key]
        assert route.stops[0].route.bus_stop_code == route.service.origin_code
        assert route.stops[-1].route.bus_stop_code == route.service.destination_code


@pytest.mark.parametrize("strict", [False, True], ids=["fast", "strict"])
@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("arrival_guide_sample", Arrivals),
        ("arrival_recorded_2025-05", Arrivals),
        ("bus_arrival_v2_0", Arrivals),
        ("bus_arrival_v2_1", Arrivals),
        ("routes_test_0", BusRoutes),
        ("stops_test_0", BusStops),
        ("stops_past_the_end", BusStops),
    ],
)
def test_recorded_body_decodes(bus_stub: BusStub, name: str, record: type[Any], strict: bool) -> None:
    body = (DATA / f"{name}.json").read_bytes()
    bus_stub.faults.add(body=body, status=200, content_type="application/json;charset=UTF-8")
    with BusClient(
        account_key="stub-key", base_url="http://bus.test", transport=bus_stub.transport(), strict=strict
    ) as bus:
        data = json.loads(body)
        if record is Arrivals:
            answer = bus.arrivals.get("83139")
            assert [service.service_no for service in answer.services] == [
                service["ServiceNo"] for service in data["Services"]
            ]
            assert [wire(service.next_bus) for service in answer.services] == [
                {"Monitored": None, **service["NextBus"]} for service in data["Services"]
            ]
        else:
            page = (bus.routes if record is BusRoutes else bus.stops).list().page()
            assert [wire(record) for record in page] == data["value"]
