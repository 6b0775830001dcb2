"""The journal and the clock."""

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest

from trivet_stubs import Clock, RunningClock


def test_an_entry_holds_the_whole_request_and_the_status(get, bus_stub):
    get("/v3/BusArrival?BusStopCode=28009&ServiceNo=23%20A", headers={"X-Trace": "1"})
    entry = bus_stub.requests[-1]

    assert (entry.operation, entry.method, entry.path) == ("arrivals.get", "GET", "/v3/BusArrival")
    assert entry.query == [("BusStopCode", "28009"), ("ServiceNo", "23 A")]
    assert (entry.headers["x-trace"], entry.headers["accountkey"]) == ("1", "stub-key")
    assert (entry.status, entry.body) == (200, b"")


def test_a_body_is_written_down(client, bus_stub):
    client.request("GET", "/BusStops", content=b"hello")

    assert (bus_stub.requests[-1].body, bus_stub.requests[-1].status) == (b"hello", 400)


def test_entries_are_counted_by_operation(client, bus_stub):
    for path in ("/BusStops", "/BusStops", "/BusRoutes", "/nowhere"):
        client.get(path)

    assert [bus_stub.requests.count(name) for name in ("stops.list", "routes.list", None)] == [2, 1, 1]
    assert [entry.status for entry in bus_stub.requests] == [200, 200, 200, 404]
    bus_stub.requests.clear()
    assert len(bus_stub.requests) == 0


def test_only_the_newest_entries_are_kept(client, bus_stub):
    assert bus_stub.requests.limit == 10_000
    bus_stub.requests.limit = 2
    for path in ("/BusStops", "/BusRoutes", "/BusServices"):
        client.get(path)

    assert [entry.operation for entry in bus_stub.requests] == ["routes.list", "services.list"]


def test_no_repr_holds_a_secret(client, bus_stub):
    bus_stub.faults.add(body="secret-body", headers={"x": "secret-header"})
    link = client.get("/PV/Bus")
    assert link.text == "secret-body"
    client.get(client.get("/PV/Bus").json()["value"][0]["Link"])
    shown = repr([bus_stub, bus_stub.requests, *bus_stub.requests, bus_stub.faults.add(body="secret", status=500)])

    assert "stub-key" not in shown
    assert "secret" not in shown
    assert "Signature" not in shown
    assert "path='/files/transport_node_bus_202505.zip'" in shown


def test_the_clock_stands_still_until_it_is_moved():
    clock = Clock()

    assert clock.now() == datetime(2025, 6, 16, 8, 0, tzinfo=timezone(timedelta(hours=8)))
    assert (clock.now(), clock.monotonic()) == (clock.now(), clock.monotonic())
    clock.advance(90)
    assert clock.now().minute == 1
    assert clock.monotonic() == 90


def test_sleeping_on_the_clock_only_moves_it():
    clock = Clock()
    clock.sleep(3600)
    asyncio.run(clock.asleep(3600))

    assert (clock.now().hour, clock.monotonic()) == (10, 7200)


def test_setting_the_clock_forwards_is_time_passing_and_backwards_is_not():
    clock = Clock()
    start = clock.now()
    clock.set(start + timedelta(minutes=1))
    clock.set(start)

    assert (clock.now(), clock.monotonic()) == (start, 60)


def test_a_clock_needs_an_offset_and_goes_forwards():
    with pytest.raises(ValueError, match="now: a time needs its UTC offset"):
        Clock().set(datetime(2025, 1, 1))
    with pytest.raises(ValueError, match=r"seconds: .* -1 is less than 0"):
        Clock().advance(-1)


def test_a_running_clock_moves_by_itself_and_can_be_set():
    clock = RunningClock(datetime(2025, 6, 16, tzinfo=UTC))
    first, ticks = clock.now(), clock.monotonic()
    assert any(clock.now() > first for _ in range(10_000_000))
    assert any(clock.monotonic() > ticks for _ in range(10_000_000))
    clock.set(datetime(2026, 1, 1, tzinfo=UTC))
    assert clock.now() >= datetime(2026, 1, 1, tzinfo=UTC)
    assert clock.now() < datetime(2026, 1, 2, tzinfo=UTC)
    clock.advance(86_400)
    assert clock.now() >= datetime(2026, 1, 2, tzinfo=UTC)
