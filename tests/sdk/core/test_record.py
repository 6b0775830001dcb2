from __future__ import annotations

import pickle
import sys
from collections.abc import Mapping
from copy import copy, deepcopy
from typing import Any, ClassVar

import attrs
import pytest

from trivet import Record, extra
from trivet._core.lazy_attrs import define
from trivet.bus import BusStop, PassengerVolumeLink, converter

WIRE: dict[str, Any] = {
    "BusStopCode": "01012",
    "RoadName": "Victoria St",
    "Description": "Hotel",
    "Latitude": 1.3,
    "Longitude": 103.9,
    "Shelter": True,
}


@pytest.fixture
def stop() -> BusStop:
    """A stop with a field that the contract does not name."""
    return converter.structure(WIRE, BusStop)


def test_records_are_equal_when_all_named_fields_are(stop: BusStop):
    twin = BusStop(bus_stop_code="01012", road_name="Victoria St", description="Hotel", latitude=1.3, longitude=103.9)
    assert stop == twin
    assert not stop != twin  # noqa: SIM202  the operator itself is under test
    twin.road_name = "Bras Basah Rd"
    assert stop != twin


def test_records_of_two_classes_are_never_equal(stop: BusStop):
    class Other(BusStop):
        pass

    assert stop != Other(**attrs.asdict(stop))
    assert stop != "01012"


def test_mutable_record_has_no_hash(stop: BusStop):
    with pytest.raises(TypeError, match="unhashable"):
        hash(stop)


def test_setting_an_unknown_attribute_raises(stop: BusStop):
    with pytest.raises(AttributeError):
        stop.other = "red"  # type: ignore[attr-defined]


def test_repr_shows_the_fields_that_have_values(stop: BusStop):
    assert repr(stop) == (
        "BusStop(bus_stop_code='01012', road_name='Victoria St', description='Hotel', latitude=1.3, longitude=103.9)"
    )


def test_repr_hides_secret_fields():
    link = PassengerVolumeLink(link="https://files.test/x.zip?X-Amz-Signature=s3cret")
    assert repr(link) == "PassengerVolumeLink(link=***)"
    assert f"{[link]!s}" == "[PassengerVolumeLink(link=***)]"


def evolved(stop: BusStop) -> BusStop:
    return attrs.evolve(stop)


twins = [copy, deepcopy, lambda stop: pickle.loads(pickle.dumps(stop)), evolved]
if sys.version_info >= (3, 13):
    twins.append(__import__("copy").replace)


@pytest.mark.parametrize("twin", twins)
def test_copy_is_equal_and_keeps_unknown_fields(stop: BusStop, twin: Any):
    found = twin(stop)
    assert found is not stop
    assert found == stop
    assert extra(found) == {"Shelter": True}
    assert converter.unstructure(found) == WIRE


def test_record_is_replaced_before_attrs_has_completed_its_class():
    @define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
    class Fresh(Record):
        wire_names_: ClassVar[Mapping[str, str]] = {"Name": "name", "Place": "place"}
        name: str
        place: str | None = None

    fresh = object.__new__(Fresh)
    fresh.name, fresh.place, fresh.source_ = "A", "B", None
    assert fresh.__replace__(name="C") == Fresh(name="C", place="B")


def test_evolved_record_is_encoded_with_its_changes(stop: BusStop):
    assert converter.unstructure(attrs.evolve(stop, road_name="New Rd")) == WIRE | {"RoadName": "New Rd"}


def test_extra_holds_no_named_field(stop: BusStop):
    assert extra(stop) == {"Shelter": True}
    assert extra(BusStop(bus_stop_code="", road_name="", description="", latitude=0, longitude=0)) == {}


def test_extras_are_a_copy(stop: BusStop):
    extra(stop)["Bench"] = True
    assert extra(stop) == {"Shelter": True}


def test_model_is_a_record(stop: BusStop):
    assert isinstance(stop, Record)
