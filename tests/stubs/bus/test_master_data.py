"""Records read from a directory: CSV files, NDJSON files and JSON pages."""

import csv
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from trivet_stubs import BusStub

RECORDED = Path(__file__).parents[4] / "shared" / "data" / "bus"
KEY = {"AccountKey": "stub-key"}

STOPS = """BusStopCode,RoadName,Description,Latitude,Longitude
01012,Victoria St,"Hotel, Grand",1.29684825487647,103.85253591654006
01013,Victoria St,St. Joseph's Ch,1,103.8532247463225
"""
SERVICE = {
    "ServiceNo": "10e",
    "Operator": "SBST",
    "Direction": 1,
    "Category": "EXPRESS",
    "OriginCode": "01012",
    "DestinationCode": "01013",
    "AM_Peak_Freq": "-",
    "AM_Offpeak_Freq": "-",
    "PM_Peak_Freq": "-",
    "PM_Offpeak_Freq": "-",
    "LoopDesc": "",
}


def route(number, **more):
    times = {f"{day}_{end}Bus": "0700" for day in ("WD", "SAT", "SUN") for end in ("First", "Last")}
    return {
        "ServiceNo": "10",
        "Operator": "SBST",
        "Direction": 1,
        "StopSequence": number,
        "BusStopCode": "01012",
        "Distance": number / 2,
        **times,
        **more,
    }


def page(*rows):
    return json.dumps({"odata.metadata": "x", "value": rows})


def everything(stub, path):
    rows = []
    with httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=KEY) as client:
        while page := client.get(path, params={"$skip": len(rows)}).json()["value"]:
            rows += page
    return rows


def test_csv_files_are_served_with_the_types_of_the_service(tmp_path):
    (tmp_path / "bus_stop_2024-09-19.csv").write_text("\ufeff" + STOPS, encoding="utf-8", newline="")
    with (tmp_path / "bus_route.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, route(1))
        writer.writeheader()
        writer.writerow(route(1))

    with BusStub(data=tmp_path) as stub:
        assert everything(stub, "/BusStops") == [
            {
                "BusStopCode": "01012",
                "RoadName": "Victoria St",
                "Description": "Hotel, Grand",
                "Latitude": 1.29684825487647,
                "Longitude": 103.85253591654006,
            },
            {
                "BusStopCode": "01013",
                "RoadName": "Victoria St",
                "Description": "St. Joseph's Ch",
                "Latitude": 1,
                "Longitude": 103.8532247463225,
            },
        ]
        assert everything(stub, "/BusRoutes") == [route(1)]
        assert everything(stub, "/BusServices") == []


def test_json_pages_are_joined_in_the_order_of_their_numbers(tmp_path):
    (tmp_path / "routes_1000.json").write_text(page(route(3)))
    (tmp_path / "routes_500.json").write_text(page(route(2)))
    (tmp_path / "routes_0.json").write_text(page(route(1, Extra={"kept": True})))
    (tmp_path / "past_the_end.json").write_text(page())
    (tmp_path / "services.json").write_text(page(SERVICE))
    (tmp_path / "planned.json").write_text(page(route(1, EffectiveDate="2025-01-01T00:00:00+0800")))
    (tmp_path / "arrival.json").write_text('{"BusStopCode": "01012", "Services": []}')

    with BusStub(data=str(tmp_path)) as stub:
        assert [row["StopSequence"] for row in everything(stub, "/BusRoutes")] == [1, 2, 3]
        assert everything(stub, "/BusRoutes")[0]["Extra"] == {"kept": True}
        assert everything(stub, "/BusServices") == [SERVICE]
        assert len(everything(stub, "/PlannedBusRoutes")) == 1


def test_last_csv_file_of_a_kind_is_used_before_json_pages(tmp_path):
    header, first, second = STOPS.splitlines()
    (tmp_path / "bus_stop_2024-01-01.csv").write_text(f"{header}\n{first}\n")
    (tmp_path / "bus_stop_2024-09-19.csv").write_text(f"{header}\n{second}\n")
    stop = {"BusStopCode": "99999", "RoadName": "", "Description": "", "Latitude": 1.0, "Longitude": 103.0}
    (tmp_path / "stops.json").write_text(page(stop))

    with BusStub(data=tmp_path) as stub:
        assert [stop["BusStopCode"] for stop in everything(stub, "/BusStops")] == ["01013"]


@pytest.mark.rule("bus.planned-routes.effective-date-form")
@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("bus_stop.csv", STOPS.replace(",1,", ",north,"), "bus_stop.csv, row 2: Latitude is not a number: 'north'"),
        ("bus_stop.csv", STOPS + "01014,Only\n", "bus_stop.csv, row 3: not as many cells as the header has"),
        ("bus_stop.csv", STOPS + "01014,A,B,1,2,3\n", "bus_stop.csv, row 3: not as many cells as the header has"),
        ("bus_stop.csv", STOPS.replace("01013", "1013"), 'bus_stop.csv, row 2: BusStopCode: "1013" does not match'),
        ("bus_stop.csv", STOPS.replace("RoadName", "Road"), 'row 1: BusStop: "RoadName" is a required property'),
        ("bus_stop.csv", STOPS + '"open', "bus_stop.csv: not a CSV file in UTF-8"),
        (
            "routes.json",
            page(route(1), route(2, StopSequence="2")),
            'routes.json, row 2: StopSequence: "2" is not of type "integer"',
        ),
        ("routes.json", "{", "routes.json: not JSON"),
        (
            "routes.json",
            '{"value": [{"StopSequence": NaN}]}',
            "not JSON: value.0.StopSequence: NaN is not a number of JSON",
        ),
        ("planned.json", page(route(1, EffectiveDate="soon")), "planned.json, row 1: EffectiveDate is not a date-time"),
        ("planned.json", page(route(1, EffectiveDate="20250101T00:00:00")), "row 1: EffectiveDate is not a date-time"),
        ("notes.txt", "", "holds neither bus_stop"),
    ],
)
def test_malformed_file_raises_and_names_file_and_row(tmp_path, name, text, message):
    (tmp_path / name).write_text(text)

    with pytest.raises(ValueError, match=re.escape(message)):
        BusStub(data=tmp_path)


def test_file_that_json_reads_is_read(tmp_path):
    rows = page(route(1, Extra={"balance": 10**30})).replace("balance", "\\ud83d")
    (tmp_path / "routes.json").write_bytes(b"\xef\xbb\xbf" + rows.encode())

    with BusStub(data=tmp_path) as stub:
        assert everything(stub, "/BusRoutes")[0]["Extra"] == {"\ufffd": 10**30}


def test_path_other_than_a_directory_raises(tmp_path):
    with pytest.raises(ValueError, match=r"data: .*nowhere is not a directory"):
        BusStub(data=tmp_path / "nowhere")


def test_built_in_files_are_read_once_for_all_stubs(monkeypatch):
    with BusStub() as first, BusStub() as second:
        first.records = replace(first.records, stops=())
        monkeypatch.setattr(csv, "DictReader", None)
        with BusStub() as third:
            assert third.records == second.records
        assert third.records.stops


def test_records_can_be_replaced_between_requests(bus_stub):
    before = everything(bus_stub, "/BusStops")
    bus_stub.records = replace(bus_stub.records, stops=bus_stub.records.stops[:1])

    assert everything(bus_stub, "/BusStops") == before[:1]


@pytest.fixture
def recorded():
    if not RECORDED.is_dir():
        pytest.skip("the recorded data of the public service is not here")
    return RECORDED


@pytest.mark.long
def test_whole_snapshot_is_served_page_by_page(recorded):
    with BusStub(data=recorded, page_size=70) as stub:
        rows = everything(stub, "/BusRoutes")
        asked = stub.requests.count("routes.list")

    assert (len(rows), asked) == (25_450, 365)
    assert len({(row["ServiceNo"], row["Direction"], row["StopSequence"]) for row in rows}) == 25_450


def test_snapshot_has_arrivals_of_the_services_at_a_stop(recorded):
    with BusStub(data=recorded) as stub:
        query = {"BusStopCode": "83139"}
        with httpx.Client(transport=stub.transport(), base_url="http://bus.test", headers=KEY) as client:
            services = client.get("/v3/BusArrival", params=query).json()["Services"]
        numbers = {key[0] for key in stub.records.routes_at["83139"]}

    assert {service["ServiceNo"] for service in services} <= numbers
    assert len(services) > 1


def test_recorded_pages_are_served(recorded, tmp_path):
    for name in ("routes_test_0.json", "stops_test_0.json", "stops_past_the_end.json"):
        shutil.copy(recorded / name, tmp_path)
    with BusStub(data=tmp_path) as stub:
        for path, name in (("/BusRoutes", "routes_test_0.json"), ("/BusStops", "stops_test_0.json")):
            assert everything(stub, path) == json.loads((recorded / name).read_bytes())["value"]


@pytest.mark.rule("bus.services.frequency-is-a-range", "bus.services.frequency-may-be-odd")
@pytest.mark.rule("bus.routes.times-are-four-digits", "bus.routes.no-bus-is-a-dash")
def test_built_in_data_has_the_oddities_of_public_data(bus_stub):
    routes, services = bus_stub.records.routes, bus_stub.records.services
    times = {row[f"{day}_{end}Bus"] for row in routes for day in ("WD", "SAT", "SUN") for end in ("First", "Last")}

    assert {"-", "2400"} <= times
    assert any(row["WD_LastBus"] < row["WD_FirstBus"] for row in routes if row["WD_LastBus"] != "-")
    assert {"-", "00-00", "9", "13-07"} <= {service[name] for service in services for name in service if "Freq" in name}
    assert any(service["LoopDesc"] for service in services)
    assert {type(row["Distance"]) for row in routes} == {int, float}
    assert 12 <= len(bus_stub.records.stops) <= 20


@pytest.mark.rule("bus.routes.list-has-route-records", "bus.routes.stops-are-in-their-order")
@pytest.mark.rule("bus.routes.stop-codes-have-five-digits")
def test_built_in_data_is_consistent(bus_stub):
    records = bus_stub.records

    assert {row["BusStopCode"] for row in (*records.routes, *records.planned_routes)} <= records.stop_by_code.keys()
    assert records.route_by_key.keys() == records.service_by_key.keys()
    for key, route in records.route_by_key.items():
        service = records.service_by_key[key]
        assert (route[0]["BusStopCode"], route[-1]["BusStopCode"]) == (
            service["OriginCode"],
            service["DestinationCode"],
        )
