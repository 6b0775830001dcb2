"""Arrivals made up from the routes."""

from datetime import datetime, timedelta

import httpx

from trivet_stubs import BusStub, Clock

SLOTS = ("NextBus", "NextBus2", "NextBus3")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def arrivals(client, stop, **query):
    services = client.get("/v3/BusArrival", params={"BusStopCode": stop, **query}).json()["Services"]
    return {(service["ServiceNo"], service["NextBus"]["DestinationCode"]): service for service in services}


def test_bus_under_way_has_a_position_and_one_not_started_has_none(client):
    service = arrivals(client, "28009")["23", "54009"]

    assert service["NextBus"]["Monitored"] == 1
    assert 1 < float(service["NextBus"]["Latitude"]) < 2
    assert (service["NextBus3"]["Monitored"], service["NextBus3"]["Latitude"]) == (0, "0.0")


def test_slot_without_a_bus_is_present_and_empty(client):
    slot = arrivals(client, "45031")["188e", "04129"]["NextBus3"]

    assert slot.pop("Monitored") == 0
    assert set(slot.values()) == {""}
    assert "EstimatedArrival" in slot


def test_service_with_two_destinations_appears_twice_at_stop(client):
    assert {("23", "54009"), ("23", "11009")} <= arrivals(client, "28009").keys()


def test_second_visit_to_a_stop_has_visit_number_2(client):
    service = arrivals(client, "28301")["302", "28009"]

    assert {service[slot]["VisitNumber"] for slot in SLOTS} == {"1", "2"}


def test_stop_has_no_services_at_night(client, bus_stub):
    bus_stub.clock.set(at("2025-06-17T03:30:00+08:00"))

    assert arrivals(client, "28009") == {}


def test_last_bus_after_midnight_is_listed(client, bus_stub):
    bus_stub.clock.set(at("2025-06-17T00:03:00+08:00"))

    assert {number for number, _ in arrivals(client, "28301")} == {"302"}


def test_night_service_runs_on_its_own_days_only(client, bus_stub):
    bus_stub.clock.set(at("2025-06-21T23:55:00+08:00"))
    saturday = arrivals(client, "28009")
    bus_stub.clock.advance(24 * 3600)

    assert ("NR5", "54009") in saturday
    assert ("NR5", "54009") not in arrivals(client, "28009")


def test_arrivals_depend_on_the_clock_alone_and_approach_as_it_moves(client, bus_stub):
    first = arrivals(client, "28009")
    again = arrivals(client, "28009")
    bus_stub.clock.advance(120)
    later = arrivals(client, "28009")

    assert first == again
    assert later["23", "54009"]["NextBus"] != first["23", "54009"]["NextBus"]
    assert later["23", "54009"]["NextBus"]["EstimatedArrival"] == first["23", "54009"]["NextBus2"]["EstimatedArrival"]


def test_estimates_are_renewed_every_20_seconds(client, bus_stub):
    first = arrivals(client, "28009")
    bus_stub.clock.advance(19)

    assert arrivals(client, "28009") == first


def test_arrivals_carry_singapores_offset_with_a_clock_in_any_zone():
    stub = BusStub(clock=Clock(at("2025-06-16T00:00:00+00:00")))
    key = {"AccountKey": "stub-key"}
    with stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=key) as client:
        due = at(arrivals(client, "28009")["23", "54009"]["NextBus"]["EstimatedArrival"])

    assert due.utcoffset() == timedelta(hours=8)
    assert timedelta(0) <= due - at("2025-06-16T08:00:00+08:00") < timedelta(minutes=10)
