"""Rules of the bus service about all arrivals, which no test of one bus shows."""

from datetime import datetime


def test_buses_of_a_service_are_in_order_and_have_the_values_of_the_contract(client, bus_stub):
    slots, orders = [], []
    for code in list(bus_stub.records.stop_by_code)[:40]:
        for service in client.get("/v3/BusArrival", params={"BusStopCode": code}).json()["Services"]:
            buses = [service[name] for name in ("NextBus", "NextBus2", "NextBus3")]
            slots += [each for each in buses if each["EstimatedArrival"]]
            orders.append([datetime.fromisoformat(each["EstimatedArrival"]) for each in buses if each["Load"]])

    assert len(slots) > 20
    assert all(times == sorted(times) and all(each.utcoffset() is not None for each in times) for times in orders)
    assert {each["Load"] for each in slots} == {"SEA", "SDA", "LSD"}
    assert {each["Feature"] for each in slots} <= {"WAB", ""}
    assert {each["Type"] for each in slots} == {"SD", "DD", "BD"}
    assert {each["Monitored"] for each in slots} <= {0, 1}
    positions = [each[name] for each in slots for name in ("Latitude", "Longitude")]
    assert all(isinstance(each, str) and float(each) >= 0 for each in positions)
