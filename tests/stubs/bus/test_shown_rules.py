"""Rules of the bus service about all arrivals, which no test of a single bus covers."""

from datetime import datetime

import pytest


@pytest.mark.rule("bus.arrivals.next-buses-are-in-order", "bus.arrivals.position-is-text")
@pytest.mark.rule("bus.arrivals.load-is-sea-sda-or-lsd", "bus.arrivals.feature-is-wab")
@pytest.mark.rule("bus.arrivals.type-is-sd-dd-or-bd")
def test_buses_of_a_service_are_in_order_and_have_the_values_of_the_contract(client, bus_stub):
    slots, orders = [], []
    for code in list(bus_stub.records.stop_by_code)[:40]:
        for service in client.get("/v3/BusArrival", params={"BusStopCode": code}).json()["Services"]:
            buses = [service[name] for name in ("NextBus", "NextBus2", "NextBus3")]
            slots += [bus for bus in buses if bus["EstimatedArrival"]]
            orders.append([datetime.fromisoformat(bus["EstimatedArrival"]) for bus in buses if bus["Load"]])

    assert len(slots) > 20
    assert all(times == sorted(times) and all(time.utcoffset() is not None for time in times) for times in orders)
    assert {bus["Load"] for bus in slots} == {"SEA", "SDA", "LSD"}
    assert {bus["Feature"] for bus in slots} <= {"WAB", ""}
    assert {bus["Type"] for bus in slots} == {"SD", "DD", "BD"}
    assert {bus["Monitored"] for bus in slots} <= {0, 1}
    positions = [bus[name] for bus in slots for name in ("Latitude", "Longitude")]
    assert all(isinstance(text, str) and float(text) >= 0 for text in positions)
