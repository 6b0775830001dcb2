"""The request log."""

import httpx
import pytest

from trivet_stubs.kernel.broadcast import Reader


def test_logged_request_holds_all_of_it_and_the_status(get, bus_stub):
    get("/v3/BusArrival?BusStopCode=28009&ServiceNo=23%20A", headers={"X-Trace": "1"})
    entry = bus_stub.requests[-1]

    assert (entry.operation, entry.method, entry.path) == ("arrivals.get", "GET", "/v3/BusArrival")
    assert entry.query == [("BusStopCode", "28009"), ("ServiceNo", "23 A")]
    assert (entry.headers["x-trace"], entry.headers["accountkey"]) == ("1", "stub-key")
    assert (entry.status, entry.body) == (200, b"")


def test_body_is_logged(client, bus_stub):
    client.request("GET", "/BusStops", content=b"hello")

    assert (bus_stub.requests[-1].body, bus_stub.requests[-1].status) == (b"hello", 400)


def test_requests_are_counted_by_operation(client, bus_stub):
    for path in ("/BusStops", "/BusStops", "/BusRoutes", "/nowhere"):
        client.get(path)

    assert [bus_stub.requests.count(name) for name in ("stops.list", "routes.list", None)] == [2, 1, 1]
    assert [entry.status for entry in bus_stub.requests] == [200, 200, 200, 404]
    bus_stub.requests.clear()
    assert len(bus_stub.requests) == 0


def test_only_the_newest_requests_are_kept(client, bus_stub):
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


def test_bodies_of_the_log_are_bounded(client, bus_stub):
    content = bytes(bus_stub.max_body)
    for _ in range(20):
        client.request("GET", "/BusStops", content=content)
    bodies = [len(entry.body) for entry in bus_stub.requests]

    assert sum(bodies) <= 64 * 1024 * 1024
    assert bodies == [len(content)] * 16


def test_requests_are_numbered_and_reported_once_answered(client, bus_stub):
    with bus_stub.requests.answered.reading(Reader(lambda each: each)) as reader:
        for path in ("/BusStops", "/nowhere"):
            client.get(path)
        bus_stub.faults.add(drop=True)
        with pytest.raises(httpx.RemoteProtocolError):
            client.get("/BusStops")
        reported = [reader.take() for _ in range(4)]

    assert [each and (each.number, each.status) for each in reported] == [(1, 200), (2, 404), (3, None), None]
    assert [each and each.problem for each in reported[:2]] == [None, "path: /nowhere is not a route of this service"]
    bus_stub.requests.clear()
    client.get("/BusStops")
    assert bus_stub.requests[-1].number == 4
    bus_stub.requests.reset()
    client.get("/BusStops")
    assert bus_stub.requests[-1].number == 1
