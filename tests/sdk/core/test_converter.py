from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import extra
from trivet._core.converter import decoders
from trivet.bus import Arrivals, BusStop, BusStops, converter
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
def test_data_that_are_no_record_raise(data: Any):
    with pytest.raises((KeyError, TypeError)):
        converter.structure(data, BusStop)


@given(st.dictionaries(st.text(), st.none() | st.integers() | st.lists(st.text())))
def test_any_wire_data_round_trip(more: dict[str, Any]):
    wire = more | STOP
    before = deepcopy(wire)
    assert converter.unstructure(converter.structure(wire, BusStop)) == before
    assert wire == before
