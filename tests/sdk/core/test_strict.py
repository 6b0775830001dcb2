from typing import Any

import pytest

from trivet import extra
from trivet._core.strict import faults, structure
from trivet.bus import Arrivals, BusRoute, BusStop, BusStops

STOP: dict[str, Any] = {
    "BusStopCode": "01012",
    "RoadName": "Victoria St",
    "Description": "Hotel Grand Pacific",
    "Latitude": 1.29684825487647,
    "Longitude": 103.85253591654006,
}
ROUTE: dict[str, Any] = {
    "ServiceNo": "10",
    "Operator": "SBST",
    "Direction": 1,
    "StopSequence": 1,
    "BusStopCode": "75009",
    "Distance": 0.6,
    "WD_FirstBus": "0500",
    "WD_LastBus": "2300",
    "SAT_FirstBus": "0500",
    "SAT_LastBus": "2300",
    "SUN_FirstBus": "0500",
    "SUN_LastBus": "2300",
}
BUS: dict[str, Any] = {
    "OriginCode": "77009",
    "DestinationCode": "77009",
    "EstimatedArrival": "2026-03-01T20:00:00+08:00",
    "Monitored": 1,
    "Latitude": "1.31",
    "Longitude": "103.76",
    "VisitNumber": "1",
    "Load": "SEA",
    "Feature": "WAB",
    "Type": "DD",
}


def arrivals(**changes: Any) -> dict[str, Any]:
    slots = dict.fromkeys(("NextBus", "NextBus2", "NextBus3"), BUS | changes)
    return {"BusStopCode": "83139", "Services": [{"ServiceNo": "15", "Operator": "GAS", **slots}]}


def test_valid_data_become_the_record():
    assert structure({"value": [STOP]}, BusStops).value[0] == BusStop(
        bus_stop_code="01012",
        road_name="Victoria St",
        description="Hotel Grand Pacific",
        latitude=1.29684825487647,
        longitude=103.85253591654006,
    )
    assert faults({"value": [STOP]}, BusStops) == []


@pytest.mark.parametrize(
    ("data", "record", "fault"),
    [
        ([], BusStops, "expected an object, got list @ $"),
        ({"value": {}}, BusStops, "expected an array, got dict @ $.value"),
        ({"value": None}, BusStops, "expected an array, got NoneType @ $.value"),
        ({"value": "text"}, BusStops, "expected an array, got str @ $.value"),
        ({"value": [STOP, 1]}, BusStops, "expected an object, got int @ $.value[1]"),
        ({"value": [STOP, STOP | {"BusStopCode": 1012}]}, BusStops, "expected str, got int @ $.value[1].bus_stop_code"),
        ({"value": [STOP | {"Latitude": "1.3"}]}, BusStops, "expected float, got str @ $.value[0].latitude"),
        ({"value": [STOP | {"Latitude": True}]}, BusStops, "expected float, got bool @ $.value[0].latitude"),
        ({"value": [STOP | {"RoadName": None}]}, BusStops, "expected str, got NoneType @ $.value[0].road_name"),
        (ROUTE | {"Direction": 1.0}, BusRoute, "expected int, got float @ $.direction"),
        (ROUTE | {"Direction": True}, BusRoute, "expected int, got bool @ $.direction"),
        (ROUTE | {"Direction": "1"}, BusRoute, "expected int, got str @ $.direction"),
        ({"odata.metadata": 7, "value": []}, BusStops, "expected str | None, got int @ $.odata_metadata"),
    ],
)
def test_fault_names_the_expected_type_and_the_path(data: Any, record: type[Any], fault: str):
    assert faults(data, record) == [fault]
    with pytest.raises(Exception):  # noqa: B017, PT011  cattrs raises its own group
        structure(data, record)


def test_missing_field_is_named():
    stop = {name: value for name, value in STOP.items() if name != "RoadName"}
    [fault] = faults({"value": [STOP, stop]}, BusStops)
    assert "required field missing @ $.value[1]" in fault
    assert "road_name" in fault.lower()


def test_every_fault_is_reported():
    found = faults({"value": [STOP | {"Latitude": "x", "RoadName": 1}, {}]}, BusStops)
    assert len(found) == 2 + 5


def test_int_is_accepted_where_a_float_is_expected():
    assert structure(ROUTE | {"Distance": 0}, BusRoute).distance == 0


@pytest.mark.parametrize(("field", "value"), [("Load", "XXL"), ("Type", ""), ("Monitored", 2)])
def test_enum_accepts_unknown_values_of_its_type(field: str, value: object):
    assert faults(arrivals(**{field: value}), Arrivals) == []


@pytest.mark.parametrize(("field", "value"), [("Load", 1), ("Type", None), ("Monitored", "1"), ("Monitored", True)])
def test_enum_rejects_values_of_another_type(field: str, value: object):
    assert len(faults(arrivals(**{field: value}), Arrivals)) == 3


def test_unknown_fields_are_kept():
    found = structure({"value": [STOP | {"Shelter": True}], "next": None}, BusStops)
    assert extra(found) == {"next": None}
    assert extra(found.value[0]) == {"Shelter": True}
    assert extra(structure({"value": [STOP]}, BusStops)) == {}


def test_field_named_like_a_private_attribute_is_kept_as_unknown():
    assert extra(structure(STOP | {"source_": 7}, BusStop)) == {"source_": 7}
