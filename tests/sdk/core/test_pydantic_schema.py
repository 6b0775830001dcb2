"""Records in pydantic: fields of models, TypeAdapter, JSON in both directions, and JSON schemas."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, Optional

import pytest

from trivet import UNSET, Unset
from trivet._core.converter import decoders
from trivet._core.lazy_attrs_classes import define
from trivet._core.record import Record, extra
from trivet.agent import (
    AssistantMessage,
    Event,
    Message,
    Part,
    Session,
    TextPart,
    ToolPart,
    ToolState,
    UnknownToolState,
)
from trivet.bus import Arrivals, BusStop, Fault
from trivet.chat import Conversation
from trivet.chat._generated import models as chat_models

pydantic = pytest.importorskip("pydantic")

STOP: dict[str, Any] = {
    "BusStopCode": "01012",
    "RoadName": "Victoria St",
    "Description": "Hotel",
    "Latitude": 1.29684,
    "Longitude": 103.85253,
}
BY_NAME = {
    "bus_stop_code": "01012",
    "road_name": "Victoria St",
    "description": "Hotel",
    "latitude": 1.29684,
    "longitude": 103.85253,
}


@define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
class Tree(Record):
    """A record that holds another one of its class."""

    __wire_names__: ClassVar[Mapping[str, str]] = {"Size": "size", "Note": "note", "Inner": "inner"}

    size: int
    """The size."""

    note: str | Unset | None = UNSET
    """A note."""

    inner: Tree | None = None
    """The tree inside."""


def adapter(kind: Any) -> Any:
    return pydantic.TypeAdapter(kind)


def test_wire_object_becomes_a_record_and_goes_out_again() -> None:
    stops = adapter(BusStop)
    stop = stops.validate_python(STOP)
    assert type(stop) is BusStop
    assert stop == BusStop(**BY_NAME)
    assert stops.validate_json(json.dumps(STOP)) == stop
    assert stops.dump_python(stop, by_alias=True) == STOP
    assert json.loads(stops.dump_json(stop, by_alias=True)) == STOP
    assert stops.dump_python(stop) == BY_NAME
    assert stops.validate_python(stop) is stop


def test_names_of_attributes_are_taken_if_asked() -> None:
    class Near(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(populate_by_name=True)
        stop: BusStop

    assert Near(stop=BY_NAME).stop.road_name == "Victoria St"
    with pytest.raises(pydantic.ValidationError, match="BusStopCode"):
        adapter(BusStop).validate_python(BY_NAME)


def test_wrong_value_is_refused_by_its_wire_name() -> None:
    with pytest.raises(pydantic.ValidationError) as caught:
        adapter(list[BusStop]).validate_python([STOP, STOP | {"Latitude": "north"}])
    [error] = caught.value.errors()
    assert error["loc"] == (1, "Latitude")


def test_record_is_a_field_of_a_model() -> None:
    class Trip(pydantic.BaseModel):
        start: BusStop
        stops: list[BusStop]
        end: Optional[BusStop] = None  # noqa: UP045  both ways to write it

    trip = Trip.model_validate({"start": STOP, "stops": [STOP]})
    assert type(trip.start) is BusStop
    assert trip.model_dump(by_alias=True) == {"start": STOP, "stops": [STOP], "end": None}
    assert Trip.model_validate_json(trip.model_dump_json(by_alias=True)) == trip
    assert trip.model_dump(include={"start": {"road_name"}}) == {"start": {"road_name": "Victoria St"}}


def test_unknown_fields_are_kept() -> None:
    wire = STOP | {"Shelter": True, "road_name": "another"}
    stop = adapter(BusStop).validate_python(wire)
    assert extra(stop) == {"Shelter": True, "road_name": "another"}
    assert adapter(BusStop).dump_python(stop, by_alias=True) == wire
    assert adapter(BusStop).dump_python(stop) == BY_NAME | {"Shelter": True}


def test_unset_is_left_out_and_null_is_not() -> None:
    trees = adapter(Tree)
    assert trees.validate_python({"Size": 1}) == Tree(size=1, note=UNSET)
    assert trees.dump_python(Tree(size=1), by_alias=True) == {"Size": 1}
    assert trees.validate_python({"Size": 1, "Note": None}).note is None
    assert trees.dump_python(Tree(size=1, note=None), by_alias=True) == {"Size": 1, "Note": None}


def test_missing_field_that_is_only_assumed_stays_missing() -> None:
    faults = adapter(Fault)
    fault = faults.validate_python({"detail": {"errorcode": "c"}})
    with pytest.raises(AttributeError, match="did not send"):
        print(fault.faultstring)
    assert faults.dump_python(fault, by_alias=True) == {"detail": {"errorcode": "c"}}


PARTS: list[tuple[dict[str, Any], str]] = [
    ({"type": "text", "id": "p", "text": "a"}, "TextPart"),
    ({"type": "reasoning", "id": "p", "text": "a"}, "ReasoningPart"),
    ({"type": "tool", "id": "p", "state": {"status": "pending", "input": "x"}}, "ToolPart"),
    ({"type": "tool", "id": "p", "state": {"status": "paused", "since": 3}}, "ToolPart"),
    ({"type": "drawing", "id": "p", "text": "a"}, "Unknown"),
    ({"id": "p"}, "Unknown"),
]


@pytest.mark.parametrize(("wire", "kind"), PARTS)
def test_tag_decides_the_variant_of_a_union(wire: dict[str, Any], kind: str) -> None:
    class Shown(pydantic.BaseModel):
        part: Part

    parts = adapter(Part)
    part = parts.validate_python(wire)
    assert type(part).__name__ == kind
    assert parts.validate_json(json.dumps(wire)) == part
    assert parts.dump_python(part, by_alias=True) == wire
    assert Shown(part=part).model_dump(by_alias=True) == {"part": wire}
    assert Shown.model_validate({"part": wire}).part == part


def test_tag_decides_the_variant_of_a_union_in_a_record() -> None:
    part = adapter(ToolPart).validate_python(PARTS[3][0])
    assert type(part.state) is UnknownToolState
    broken = {"type": "assistant", "id": "m", "content": [{"type": "text", "id": "p", "text": []}]}
    with pytest.raises(pydantic.ValidationError) as caught:
        adapter(AssistantMessage).validate_python(broken)
    assert ("content", 0, "text", "text") in [error["loc"] for error in caught.value.errors()]


def test_time_is_a_datetime_and_its_text_in_json() -> None:
    wire = {"id": "c", "user_id": "u", "title": "t", "is_archived": False, "created_at": "2026-01-02T03:04:05Z"}
    conversations = adapter(Conversation)
    conversation = conversations.validate_python({**wire, "updated_at": "2026-01-02T03:04:05Z"})
    assert conversation.created_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert json.loads(conversations.dump_json(conversation))["created_at"] == wire["created_at"]


@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_json_schema_has_wire_names_and_descriptions(mode: str) -> None:
    schema = adapter(BusStop).json_schema(mode=mode)
    assert (schema["title"], schema["required"]) == ("BusStop", [*STOP])
    assert schema["description"].startswith("A physical bus stop.")
    assert schema["properties"]["RoadName"] == {"type": "string", "description": "The name of the road."}
    assert [*adapter(BusStop).json_schema(mode=mode, by_alias=False)["properties"]] == [*BY_NAME]


def test_json_schema_names_nested_records_and_asks_for_no_assumed_field() -> None:
    schema = adapter(Arrivals).json_schema()
    assert {*schema["$defs"]} == {"ArrivalBus", "ArrivalService"}
    services = schema["properties"]["Services"]
    assert services["items"] == {"$ref": "#/$defs/ArrivalService"}
    assert "required" not in adapter(Fault).json_schema()
    assert "default" not in json.dumps(schema)


@pytest.mark.parametrize("kind", [Message, Event, Part, ToolState, Session, TextPart])
def test_json_schemas_of_both_modes_exist(kind: Any) -> None:
    for mode in ("validation", "serialization"):
        assert json.dumps(adapter(kind).json_schema(mode=mode))


def test_every_record_of_chat_has_a_schema() -> None:
    for record in decoders(chat_models):
        assert adapter(record).json_schema()["title"] == record.__name__


def test_record_that_holds_itself_has_a_schema() -> None:
    wire = {"Size": 1, "Inner": {"Size": 2, "Inner": {"Size": 3}}}
    trees = adapter(Tree)
    tree = trees.validate_python(wire)
    assert tree.inner.inner.size == 3
    assert trees.dump_python(tree, by_alias=True) == wire
    assert trees.json_schema()["$defs"]["Tree"]["properties"]["Inner"]["anyOf"][0] == {"$ref": "#/$defs/Tree"}


def test_import_of_records_does_not_import_pydantic() -> None:
    code = "import sys; from trivet.bus import BusStop; BusStop.__doc__; print('pydantic_core' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"
