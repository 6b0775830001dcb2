"""The cattrs converters of the services: round trips, and errors that name a path."""

import re
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import extra
from trivet._core.converter import MOST, decoders, faults, structure
from trivet.agent import Config
from trivet.bus import Arrivals, BusRoute, BusStop, BusStops, converter
from trivet.bus._generated import models

STOP: dict[str, Any] = {
    "BusStopCode": "01012",
    "RoadName": "Victoria St",
    "Description": "Hotel Grand Pacific",
    "Latitude": 1.29684825487647,
    "Longitude": 103.85253591654006,
}
SLOT: dict[str, Any] = {
    "OriginCode": "",
    "DestinationCode": "",
    "EstimatedArrival": "",
    "Latitude": "",
    "Longitude": "",
    "VisitNumber": "",
    "Load": "",
    "Feature": "",
    "Type": "",
}


def test_record_round_trips_to_its_wire_data():
    stop = converter.structure(STOP, BusStop)
    assert (stop.bus_stop_code, stop.latitude) == ("01012", 1.29684825487647)
    assert converter.unstructure(stop) == STOP


def test_list_of_records_is_structured():
    stops = converter.structure([STOP, STOP | {"BusStopCode": "01013"}], list[BusStop])
    assert [stop.bus_stop_code for stop in stops] == ["01012", "01013"]
    assert converter.unstructure(stops) == [STOP, STOP | {"BusStopCode": "01013"}]


def test_unknown_fields_round_trip_at_every_depth():
    wire = {"value": [STOP | {"Shelter": {"seats": 4}}], "next": "/BusStops?$skip=1"}
    page = converter.structure(wire, BusStops)
    assert extra(page.value[0]) == {"Shelter": {"seats": 4}}
    assert converter.unstructure(page) == wire


def test_nested_records_round_trip():
    wire = {
        "BusStopCode": "83139",
        "Services": [
            {
                "ServiceNo": "15",
                "Operator": "GAS",
                "NextBus": SLOT | {"Monitored": 0},
                "NextBus2": SLOT,
                "NextBus3": SLOT,
            }
        ],
    }
    assert converter.unstructure(converter.structure(wire, Arrivals)) == wire


def test_record_made_by_its_constructor_is_unstructured():
    stop = BusStop(bus_stop_code="1", road_name="", description="", latitude=1, longitude=2)
    assert converter.unstructure(stop) == {
        "BusStopCode": "1",
        "RoadName": "",
        "Description": "",
        "Latitude": 1,
        "Longitude": 2,
    }


def test_copied_converter_takes_a_hook_of_its_own():
    mine = converter.copy()
    mine.register_structure_hook(BusStop, lambda data, _: data["BusStopCode"])
    assert mine.structure([STOP], list[BusStop]) == ["01012"]
    assert isinstance(converter.structure(STOP, BusStop), BusStop)


def test_every_record_has_its_hooks():
    assert {record.__name__ for record in decoders(models)} >= {
        "Arrivals",
        "BusStop",
        "BusRoute",
        "BusService",
        "PlannedBusRoute",
    }


@pytest.mark.parametrize("data", [None, 7, "text", [], {}])
def test_data_of_another_shape_raises(data: Any):
    with pytest.raises((KeyError, TypeError)):
        converter.structure(data, BusStop)


@given(st.dictionaries(st.text(), st.none() | st.integers() | st.lists(st.text())))
def test_any_wire_data_round_trip(more: dict[str, Any]):
    wire = more | STOP
    before = deepcopy(wire)
    assert converter.unstructure(converter.structure(wire, BusStop)) == before
    assert wire == before


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
    places = faults({"value": [STOP | {"Latitude": "x", "RoadName": 1}, {}]}, BusStops)
    assert len(places) == 2 + 5


@pytest.mark.parametrize("item", [1, {}, STOP | {"RoadName": 7}])
def test_only_the_first_items_that_do_not_fit_are_reported(item: Any):
    messages = faults({"value": [STOP] * 5 + [item] * 100_000}, BusStops)
    places = {int(place) for message in messages for place in re.findall(r"\$\.value\[(\d+)\]", message)}
    assert places == set(range(5, 5 + MOST))


def test_only_the_first_values_of_a_map_that_do_not_fit_are_reported():
    command = {"good": {"template": "x"}, **{f"k{at}": {"template": 7} for at in range(100)}}
    messages = faults({"command": command}, Config)
    assert messages == [f"expected str | None, got int @ $.command['k{at}'].template" for at in range(MOST)]
    good = structure({"command": {"good": {"template": "x"}}}, Config).command
    assert good is not None
    assert good["good"].template == "x"


def test_int_is_accepted_where_a_float_is_expected():
    assert structure(ROUTE | {"Distance": 0}, BusRoute).distance == 0


@pytest.mark.parametrize(("field", "value"), [("Load", "XXL"), ("Type", ""), ("Monitored", 2)])
def test_enum_accepts_unknown_values_of_its_type(field: str, value: object):
    assert faults(arrivals(**{field: value}), Arrivals) == []


@pytest.mark.parametrize(("field", "value"), [("Load", 1), ("Type", None), ("Monitored", "1"), ("Monitored", True)])
def test_enum_rejects_values_of_another_type(field: str, value: object):
    assert len(faults(arrivals(**{field: value}), Arrivals)) == 3


def test_unknown_fields_are_kept():
    stops = structure({"value": [STOP | {"Shelter": True}], "next": None}, BusStops)
    assert extra(stops) == {"next": None}
    assert extra(stops.value[0]) == {"Shelter": True}
    assert extra(structure({"value": [STOP]}, BusStops)) == {}


def test_field_named_like_a_private_attribute_is_kept_as_unknown():
    assert extra(structure(STOP | {"__source__": 7}, BusStop)) == {"__source__": 7}
