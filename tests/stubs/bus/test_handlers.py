"""The bus operations: arrivals, lists, links."""

from datetime import datetime

import pytest

from trivet_stubs import BusStub


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def arrivals(client, stop, **query):
    services = client.get("/v3/BusArrival", params={"BusStopCode": stop, **query}).json()["Services"]
    return {(service["ServiceNo"], service["NextBus"]["DestinationCode"]): service for service in services}


@pytest.mark.rule("bus.paging.a-page-has-500-records")
def test_page_holds_500_records_by_default():
    assert BusStub().page_size == 500


@pytest.mark.rule("bus.paging.skip-counts-records")
@pytest.mark.parametrize("path", ["/BusStops", "/BusRoutes", "/BusServices", "/PlannedBusRoutes"])
def test_pages_follow_each_other_and_end_in_an_empty_one(get, bus_stub, path):
    bus_stub.clock.set(at("2026-01-01T00:00:00+08:00"))
    everything = get(path).json()["value"]
    bus_stub.page_size = 4
    rows = []
    while page := get(path, params={"$skip": len(rows)}).json()["value"]:
        assert len(page) <= 4
        rows += page

    assert len(rows) > 4
    assert rows == everything


@pytest.mark.rule("bus.paging.past-the-end-is-empty")
@pytest.mark.parametrize("skip", [10_000, 10**30])
def test_past_the_end_is_an_empty_page(client, skip):
    answer = client.get("/BusRoutes", params={"$skip": skip})

    assert (answer.status_code, answer.json()["value"]) == (200, [])


@pytest.mark.rule("bus.paging.skip-counts-what-a-filter-finds")
def test_skip_counts_records_that_a_filter_finds(client):
    number = client.get("/BusServices").json()["value"][0]["ServiceNo"]
    matches = client.get("/BusServices", params={"ServiceNo": number}).json()["value"]

    assert len(matches) == 2
    assert client.get("/BusServices", params={"ServiceNo": number, "$skip": 1}).json()["value"] == matches[1:]


@pytest.mark.rule("bus.paging.skip-counts-records")
def test_any_skip_is_allowed_and_counts_records(client):
    rows = client.get("/BusRoutes").json()["value"]

    assert client.get("/BusRoutes?$skip=7").json()["value"] == rows[7:]


@pytest.mark.rule("bus.stops.list-has-stop-records", "bus.stops.code-filter")
def test_stops_are_filtered_by_code(client):
    assert [stop["RoadName"] for stop in client.get("/BusStops?BusStopCode=28009").json()["value"]] == ["Orchid Ctrl"]
    assert client.get("/BusStops?BusStopCode=00000").json()["value"] == []
    assert client.get("/BusStops?BusStopCode=2800").json()["value"] == []
    assert client.get("/BusStops?BusStopCode=28009&$skip=1").json()["value"] == []


@pytest.mark.rule("bus.services.list-has-service-records", "bus.services.number-filter")
def test_services_are_filtered_by_number(client):
    services = client.get("/BusServices?ServiceNo=23").json()["value"]

    assert [(service["ServiceNo"], service["Direction"]) for service in services] == [("23", 1), ("23", 2)]
    assert client.get("/BusServices?ServiceNo=2").json()["value"] == []


@pytest.mark.rule("bus.answers.collections-have-metadata-and-value")
def test_metadata_is_written_as_the_public_service_does(client):
    home = "https://datamall2.mytransport.sg/ltaodataservice"

    assert client.get("/BusStops").json()["odata.metadata"] == f"{home}/$metadata#BusStops"
    assert client.get("/BusRoutes").json()["odata.metadata"] == f"{home}/$metadataBusRoutes"
    assert client.get("/v3/BusArrival?BusStopCode=1").json()["odata.metadata"] == f"{home}/v3/BusArrival"


@pytest.mark.rule("bus.planned-routes.are-routes-with-an-effective-date", "bus.planned-routes.released-on-their-date")
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


@pytest.mark.rule("bus.arrivals.service-filter")
def test_arrivals_are_filtered_by_service(client):
    assert arrivals(client, "28009", ServiceNo="302").keys() == {("302", "28009")}
    assert arrivals(client, "28009", ServiceNo="999") == {}
    assert arrivals(client, "28009", ServiceNo="30") == {}, "the beginning of a number is another number"


@pytest.mark.rule("bus.arrivals.echo-the-stop")
def test_unknown_stop_has_no_services(client):
    answer = client.get("/v3/BusArrival?BusStopCode=00000")

    assert answer.status_code == 200
    assert answer.json()["BusStopCode"] == "00000"
    assert answer.json()["Services"] == []


@pytest.mark.rule("bus.volume.months-appear-on-the-10th", "bus.volume.by-stop-counts-taps")
@pytest.mark.rule("bus.volume.by-trip-counts-trips")
def test_without_a_date_the_link_is_the_latest_months(client):
    assert "/files/transport_node_bus_202505.zip?" in client.get("/PV/Bus").json()["value"][0]["Link"]
    assert "/files/origin_destination_bus_202505.zip?" in client.get("/PV/ODBus").json()["value"][0]["Link"]


def links(client, month):
    answer = client.get("/PV/Bus", params={"Date": month})
    return len(answer.json()["value"]) if answer.status_code == 200 else answer.status_code


@pytest.mark.rule("bus.volume.date-is-of-the-last-three-months", "bus.volume.months-appear-on-the-10th")
@pytest.mark.parametrize(
    ("now", "rows_by_month"),
    [
        (
            "2025-05-09T23:59:59+08:00",
            {"202505": 400, "202504": 0, "202503": 1, "202502": 1, "202501": 1, "202412": 400},
        ),
        (
            "2025-05-09T16:00:00+00:00",
            {"202505": 400, "202504": 1, "202503": 1, "202502": 1, "202501": 0, "202412": 400},
        ),
        (
            "2025-12-31T16:00:00+00:00",
            {"202601": 400, "202512": 0, "202511": 1, "202510": 1, "202509": 1, "202508": 400},
        ),
    ],
)
def test_month_is_published_on_the_10th_of_the_next_in_singapore(client, bus_stub, now, rows_by_month):
    bus_stub.clock.set(at(now))

    assert {month: links(client, month) for month in rows_by_month} == rows_by_month


def test_latest_month_before_the_10th_is_two_months_ago(client, bus_stub):
    bus_stub.clock.set(at("2025-05-05T08:00:00+08:00"))

    assert "/files/transport_node_bus_202503.zip?" in client.get("/PV/Bus").json()["value"][0]["Link"]


@pytest.mark.rule("bus.arrivals.empty-at-night-as-observed")
def test_stop_without_buses_has_an_empty_body_if_observed(get, bus_stub):
    bus_stub.observed.empty_arrivals = True
    bus_stub.clock.set(at("2025-06-17T03:30:00+08:00"))
    answer = get("/v3/BusArrival?BusStopCode=28009")

    assert (answer.status_code, answer.content) == (200, b"")
    bus_stub.clock.set(at("2025-06-17T08:00:00+08:00"))
    assert get("/v3/BusArrival?BusStopCode=28009").json()["Services"]


@pytest.mark.rule("bus.routes.times-may-be-null-as-observed")
def test_times_without_a_bus_are_null_if_observed(client, bus_stub):
    before = client.get("/BusRoutes").json()["value"]
    bus_stub.observed.null_times = True
    rows = client.get("/BusRoutes").json()["value"]

    assert any(row["SAT_FirstBus"] is None for row in rows)
    assert [{name: "-" if value is None else value for name, value in row.items()} for row in rows] == before
    assert client.get("/PlannedBusRoutes").json()["value"][0]["WD_FirstBus"] is None
