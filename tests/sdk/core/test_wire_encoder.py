"""Records in their wire form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from trivet import Record, Unknown
from trivet._core.lazy_attrs_classes import define
from trivet._core.wire_encoder import encode, wire_value
from trivet.agent import RuntimeContext
from trivet.bus import BusStop, BusStops
from trivet.bus._generated.models import decode_bus_stops

STOP: dict[str, Any] = {"BusStopCode": "1", "RoadName": "r", "Description": "d", "Latitude": 1.0, "Longitude": 2.0}


def test_record_is_encoded_with_the_records_and_unknown_fields_in_it():
    wire = {"value": [STOP | {"Shelter": True}], "next": 1}
    assert encode(decode_bus_stops(wire)) == wire


def test_subclass_is_encoded_as_its_base():
    class Mine(BusStop):
        pass

    mine = Mine(bus_stop_code="1", road_name="r", description="d", latitude=1.0, longitude=2.0)
    assert encode(BusStops(value=[mine])) == {"value": [STOP]}


def test_unknown_variant_is_encoded_as_it_was():
    assert encode(Unknown(data={"kind": "plum"})) == {"kind": "plum"}


def test_unknown_variant_in_a_field_of_its_own_type_keeps_its_data():
    @define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
    class Holder(Record):
        __wire_names__: ClassVar[Mapping[str, str]] = {"Kind": "kind", "More": "more"}
        kind: Unknown
        more: list[Unknown]

    holder = Holder(kind=Unknown(data={"kind": "plum"}), more=[Unknown(data={"kind": "pear"})])
    assert encode(holder) == {"Kind": {"kind": "plum"}, "More": [{"kind": "pear"}]}
    assert holder.to_dict() == {"kind": {"kind": "plum"}, "more": [{"kind": "pear"}]}


def test_field_that_is_none_is_left_out():
    assert encode(RuntimeContext(directory="/d")) == {"directory": "/d"}


@pytest.mark.parametrize("value", [3, "text", None])
def test_value_that_is_not_a_record_raises(value: Any):
    with pytest.raises(TypeError, match=r"^expected a record, got "):
        encode(value)


def test_records_in_lists_and_maps_of_any_depth_are_encoded():
    unknown = Unknown(data={"kind": "plum"})
    assert wire_value({"a": [unknown, None, 3]}) == {"a": [{"kind": "plum"}, None, 3]}
