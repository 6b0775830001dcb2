"""The rules of each bus operation."""

from datetime import datetime, timedelta

import httpx
import pytest

from trivet_stubs import BusStub, Clock

SLOTS = ("NextBus", "NextBus2", "NextBus3")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def arrivals(client, stop, **query):
    services = client.get("/v3/BusArrival", params={"BusStopCode": stop, **query}).json()["Services"]
    return {(service["ServiceNo"], service["NextBus"]["DestinationCode"]): service for service in services}


def test_a_page_holds_500_records_unless_told_otherwise():
    assert BusStub().page_size == 500


@pytest.mark.parametrize("path", ["/BusStops", "/BusRoutes", "/BusServices", "/PlannedBusRoutes"])
def test_pages_follow_each_other_and_end_in_an_empty_one(get, bus_stub, path):
    bus_stub.clock.set(at("2026-01-01T00:00:00+08:00"))
    everything = get(path).json()["value"]
    bus_stub.page_size = 4
    found = []
    while page := get(path, params={"$skip": len(found)}).json()["value"]:
        assert len(page) <= 4
        found += page

    assert len(found) > 4
    assert found == everything


@pytest.mark.parametrize("skip", [10_000, 10**30])
def test_past_the_end_is_an_empty_page(client, skip):
    answer = client.get("/BusRoutes", params={"$skip": skip})

    assert (answer.status_code, answer.json()["value"]) == (200, [])


def test_any_skip_is_allowed_and_counts_records(client):
    rows = client.get("/BusRoutes").json()["value"]

    assert client.get("/BusRoutes?$skip=7").json()["value"] == rows[7:]


def test_a_page_size_below_one_is_refused():
    with pytest.raises(ValueError, match="page_size: 0 is less than 1"):
        BusStub(page_size=0)


def test_stops_are_filtered_by_code(client):
    assert [stop["RoadName"] for stop in client.get("/BusStops?BusStopCode=28009").json()["value"]] == ["Orchid Ctrl"]
    assert client.get("/BusStops?BusStopCode=00000").json()["value"] == []
    assert client.get("/BusStops?BusStopCode=28009&$skip=1").json()["value"] == []


def test_services_are_filtered_by_number(client):
    found = client.get("/BusServices?ServiceNo=23").json()["value"]

    assert [(service["ServiceNo"], service["Direction"]) for service in found] == [("23", 1), ("23", 2)]


def test_metadata_is_written_as_the_public_service_does(client):
    home = "https://datamall2.mytransport.sg/ltaodataservice"

    assert client.get("/BusStops").json()["odata.metadata"] == f"{home}/$metadata#BusStops"
    assert client.get("/BusRoutes").json()["odata.metadata"] == f"{home}/$metadataBusRoutes"
    assert client.get("/v3/BusArrival?BusStopCode=1").json()["odata.metadata"] == f"{home}/v3/BusArrival"


def test_planned_rows_appear_when_the_clock_reaches_their_effective_date(get, bus_stub):
    def planned():
        return [row["EffectiveDate"] for row in get("/PlannedBusRoutes").json()["value"]]

    now = set(planned())
    bus_stub.clock.set(at("2025-06-21T23:59:59+08:00"))
    still = set(planned())
    bus_stub.clock.advance(1)
    then = set(planned())
    bus_stub.clock.set(at("2025-07-01T00:00:00+08:00"))

    assert now == still == {"20250601T00:00:00+0800"}
    assert then - still == {"2025-06-22T00:00:00+0800"}
    assert set(planned()) - then == {"20250701T00:00:00+0800"}


def test_a_bus_under_way_has_a_place_and_one_that_has_not_left_is_only_scheduled(client):
    service = arrivals(client, "28009")["23", "54009"]

    assert service["NextBus"]["Monitored"] == 1
    assert 1 < float(service["NextBus"]["Latitude"]) < 2
    assert (service["NextBus3"]["Monitored"], service["NextBus3"]["Latitude"]) == (0, "0.0")


def test_a_slot_without_a_bus_is_present_and_empty(client):
    slot = arrivals(client, "45031")["188e", "04129"]["NextBus3"]

    assert slot.pop("Monitored") == 0
    assert set(slot.values()) == {""}
    assert "EstimatedArrival" in slot


def test_a_service_may_appear_twice_at_a_stop(client):
    assert {("23", "54009"), ("23", "11009")} <= arrivals(client, "28009").keys()


def test_a_second_visit_to_a_stop_says_so(client):
    service = arrivals(client, "28301")["302", "28009"]

    assert {service[slot]["VisitNumber"] for slot in SLOTS} == {"1", "2"}


def test_arrivals_are_filtered_by_service(client):
    assert arrivals(client, "28009", ServiceNo="302").keys() == {("302", "28009")}
    assert arrivals(client, "28009", ServiceNo="999") == {}


def test_an_unknown_stop_has_no_services(client):
    answer = client.get("/v3/BusArrival?BusStopCode=00000")

    assert answer.status_code == 200
    assert answer.json()["BusStopCode"] == "00000"
    assert answer.json()["Services"] == []


def test_a_stop_has_no_services_at_night(client, bus_stub):
    bus_stub.clock.set(at("2025-06-17T03:30:00+08:00"))

    assert arrivals(client, "28009") == {}


def test_a_last_bus_after_midnight_still_comes(client, bus_stub):
    bus_stub.clock.set(at("2025-06-17T00:03:00+08:00"))

    assert {number for number, _ in arrivals(client, "28301")} == {"302"}


def test_a_night_service_runs_on_its_own_days_only(client, bus_stub):
    bus_stub.clock.set(at("2025-06-21T23:55:00+08:00"))
    saturday = arrivals(client, "28009")
    bus_stub.clock.advance(24 * 3600)

    assert ("NR5", "54009") in saturday
    assert ("NR5", "54009") not in arrivals(client, "28009")


def test_arrivals_are_the_same_for_the_same_clock_and_come_nearer_as_it_moves(client, bus_stub):
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


def test_arrivals_carry_singapores_offset_whatever_the_clocks_zone():
    stub = BusStub(clock=Clock(at("2025-06-16T00:00:00+00:00")))
    key = {"AccountKey": "stub-key"}
    with stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=key) as client:
        due = at(arrivals(client, "28009")["23", "54009"]["NextBus"]["EstimatedArrival"])

    assert due.utcoffset() == timedelta(hours=8)
    assert timedelta(0) <= due - at("2025-06-16T08:00:00+08:00") < timedelta(minutes=10)


def test_without_a_date_the_link_is_the_latest_months(client):
    assert "/files/transport_node_bus_202505.zip?" in client.get("/PV/Bus").json()["value"][0]["Link"]
    assert "/files/origin_destination_bus_202505.zip?" in client.get("/PV/ODBus").json()["value"][0]["Link"]


def test_the_last_three_months_are_counted_by_singapores_clock(client, bus_stub):
    bus_stub.clock.set(at("2025-12-31T16:00:00+00:00"))

    assert [client.get("/PV/Bus", params={"Date": month}).status_code for month in ("202512", "202511", "202510")] == [
        200
    ] * 3
    assert [client.get("/PV/Bus", params={"Date": month}).status_code for month in ("202601", "202509")] == [400] * 2


def test_the_built_in_data_shows_the_oddities_of_the_public_data(bus_stub):
    routes, services = bus_stub.records.routes, bus_stub.records.services
    times = {row[f"{day}_{end}Bus"] for row in routes for day in ("WD", "SAT", "SUN") for end in ("First", "Last")}

    assert {"-", "2400"} <= times
    assert any(row["WD_LastBus"] < row["WD_FirstBus"] for row in routes if row["WD_LastBus"] != "-")
    assert {"-", "9", "13-07"} <= {service[name] for service in services for name in service if "Freq" in name}
    assert any(service["LoopDesc"] for service in services)
    assert {type(row["Distance"]) for row in routes} == {int, float}
    assert 12 <= len(bus_stub.records.stops) <= 20


def test_the_built_in_data_fits_together(bus_stub):
    records = bus_stub.records

    assert {row["BusStopCode"] for row in (*records.routes, *records.planned_routes)} <= records.stop_by_code.keys()
    assert records.route_by_key.keys() == records.service_by_key.keys()
    for key, route in records.route_by_key.items():
        service = records.service_by_key[key]
        assert (route[0]["BusStopCode"], route[-1]["BusStopCode"]) == (
            service["OriginCode"],
            service["DestinationCode"],
        )
