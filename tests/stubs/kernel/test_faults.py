"""Faults: which requests they are for, and how often."""

import httpx
import pytest


def test_fault_with_after_applies_to_later_requests(get, bus_stub):
    bus_stub.faults.add("stops.list", after=2, status=503)

    assert [get("/BusStops").status_code for _ in range(4)] == [200, 200, 503, 200]


def test_fault_without_end_lasts_until_it_is_cleared(client, bus_stub):
    bus_stub.faults.add(times=None, status=503)

    assert [client.get("/BusStops").status_code for _ in range(3)] == [503] * 3
    bus_stub.faults.clear()
    assert client.get("/BusStops").status_code == 200


def test_fault_affects_its_operation_only(client, bus_stub):
    bus_stub.faults.add("stops.list", status=503)

    assert client.get("/BusRoutes").status_code == 200
    assert client.get("/BusStops").status_code == 503


def test_faults_apply_in_the_order_they_were_added(client, bus_stub):
    for status in (502, 503, 504):
        bus_stub.faults.add("stops.list", status=status)

    assert [client.get("/BusStops").status_code for _ in range(4)] == [502, 503, 504, 200]
    assert len(bus_stub.faults) == 0


@pytest.mark.parametrize("target", ["/files/", "/files/transport_node_bus_202505.zip"])
def test_fault_for_a_path_applies_to_its_requests(client, bus_stub, target):
    bus_stub.faults.add(target, status=503)
    link = client.get("/PV/Bus").json()["value"][0]["Link"]
    with httpx.Client(transport=bus_stub.transport()) as host:
        assert [host.get(link).status_code for _ in range(2)] == [503, 200]


def test_unknown_operation_is_refused_by_name(bus_stub):
    with pytest.raises(ValueError, match=r"operation: 'stops.lst' is neither a path nor one of .*stops\.list"):
        bus_stub.faults.add("stops.lst", status=503)


@pytest.mark.parametrize("name", ["times", "after", "cut_after", "delay"])
def test_negative_number_is_refused_by_name(bus_stub, name):
    with pytest.raises(ValueError, match=f"{name}: -1 is less than 0"):
        bus_stub.faults.add(**{name: -1})
