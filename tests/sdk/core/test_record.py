"""Records: equality, repr, unknown fields, copies, and fields that are missing."""

from __future__ import annotations

import json
import pickle
import re
import sys
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from datetime import datetime, timedelta, timezone
from functools import cache
from importlib import import_module
from inspect import getattr_static
from types import FunctionType, NoneType, UnionType
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

import attrs
import pytest

from tests.wrong_rows import wrong_rows
from trivet import Record, Unknown, extra
from trivet._core.converter import decoders, faults, structure
from trivet._core.lazy_attrs_classes import define
from trivet._core.record import without
from trivet._core.unset import UNSET, Unset
from trivet._core.wire_encoder import encode
from trivet.bus import Arrivals, BusStop, PassengerVolumeLink, converter
from trivet.chat import Conversation, Conversations
from trivet.chat import converter as chat_converter
from trivet.chat._generated import models

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
    stop_again = twin(stop)
    assert stop_again is not stop
    assert stop_again == stop
    assert extra(stop_again) == {"Shelter": True}
    assert converter.unstructure(stop_again) == WIRE


def test_record_is_replaced_before_attrs_has_completed_its_class():
    @define(kw_only=True, eq=False, repr=False, getstate_setstate=False)
    class Fresh(Record):
        __wire_names__: ClassVar[Mapping[str, str]] = {"Name": "name", "Place": "place"}
        name: str
        place: str | None = None

    fresh = object.__new__(Fresh)
    fresh.name, fresh.place, fresh.__source__ = "A", "B", None
    assert fresh.__replace__(name="C") == Fresh(name="C", place="B")


def test_evolved_record_is_encoded_with_its_changes(stop: BusStop):
    assert converter.unstructure(attrs.evolve(stop, road_name="New Rd")) == WIRE | {"RoadName": "New Rd"}


def test_extra_holds_no_named_field(stop: BusStop):
    assert extra(stop) == {"Shelter": True}
    assert extra(BusStop(bus_stop_code="", road_name="", description="", latitude=0, longitude=0)) == {}


def test_extras_are_a_copy(stop: BusStop):
    extra(stop)["Bench"] = True
    assert extra(stop) == {"Shelter": True}


def test_completion_offers_fields_methods_and_properties_alone():
    with wrong_rows() as row:
        for record in every_decoder():
            with row(record.__name__):
                names = {name for name in dir(record) if not name.startswith("_")}
                others = {name: getattr_static(record, name) for name in names - {*record.__wire_names__.values()}}
                assert {"to_dict", "to_json"} <= others.keys()
                tags = {"type", "status"} if issubclass(record, Unknown) else set()
                kinds = {name: type(value) for name, value in others.items() if name not in tags}
                assert [name for name, kind in kinds.items() if kind not in (FunctionType, property)] == []


@pytest.mark.long
def test_json_of_every_record_is_its_wire_form():
    with wrong_rows() as row:
        for record, decode in every_decoder().items():
            with row(record.__name__):
                wire = {**wire_of(record), "notInTheContract": [{"a": 2**64}]}
                assert json.loads(decode(wire).to_json()) == wire


def test_dict_of_every_record_has_the_values_of_attrs():
    with wrong_rows() as row:
        for record, decode in every_decoder().items():
            with row(record.__name__):
                instance = decode(wire_of(record))
                values = without_empty(attrs.asdict(instance))
                assert instance.to_dict() == (values["data"] if isinstance(instance, Unknown) else values)


def without_empty(value: Any) -> Any:
    """A result of attrs without the fields that were not sent, and without the wire object."""
    if isinstance(value, dict):
        fields = {name: without_empty(field) for name, field in value.items() if name != "__source__"}
        return {name: field for name, field in fields.items() if field is not None and field is not UNSET}
    return [without_empty(entry) for entry in value] if isinstance(value, list) else value


def test_dict_has_values_by_attribute_and_unknown_fields_last(stop: BusStop):
    assert list(stop.to_dict().items()) == [
        ("bus_stop_code", "01012"),
        ("road_name", "Victoria St"),
        ("description", "Hotel"),
        ("latitude", 1.3),
        ("longitude", 103.9),
        ("Shelter", True),
    ]
    assert json.loads(stop.to_json()) == WIRE


def test_unknown_field_with_the_name_of_an_attribute_replaces_no_value():
    stop = converter.structure(WIRE | {"road_name": "Other Rd"}, BusStop)
    assert stop.to_dict()["road_name"] == "Victoria St"
    assert json.loads(stop.to_json()) == WIRE | {"road_name": "Other Rd"}


def test_dict_of_a_record_has_the_names_and_values_of_the_wire(stop: BusStop):
    assert dict(stop) == WIRE  # type: ignore[call-overload]
    arrivals = converter.structure({"BusStopCode": "1", "Services": []}, Arrivals)
    assert json.dumps([arrivals], default=dict) == '[{"BusStopCode": "1", "Services": []}]'


def test_fields_that_were_not_sent_are_in_neither_dict_nor_json():
    wire = {"id": "c1", "title": "A title", "created_at": "2024-05-01T10:00:00+08:00"}
    conversation = chat_converter.structure({**wire, "user_id": None}, Conversation)  # null, which may be left out
    created_at = datetime(2024, 5, 1, 10, tzinfo=timezone(timedelta(hours=8)))
    assert list(conversation.to_dict().items()) == [("id", "c1"), ("title", "A title"), ("created_at", created_at)]
    assert json.loads(conversation.to_json()) == wire
    incomplete = chat_converter.structure({"id": "c1"}, Conversation)
    assert incomplete.to_dict() == json.loads(incomplete.to_json()) == {"id": "c1"}


def test_json_of_a_record_with_nan_raises_by_path_or_has_null():
    workspace = Unknown(data={"metadata": {"loss": float("nan"), "balance": 10**30}})
    assert workspace.to_dict()["metadata"]["balance"] == 10**30
    with pytest.raises(ValueError, match=r"^Unknown\['metadata'\]\['loss'\] must be a finite number, "):
        workspace.to_json()
    assert json.loads(workspace.to_json(nan=None)) == {"metadata": {"loss": None, "balance": 10**30}}


def test_dict_shares_no_list_or_dict_with_its_record():
    wire: dict[str, Any] = {**WIRE, "Shelter": {"seats": [1]}}
    stop, unknown = converter.structure(wire, BusStop), Unknown(data={"kind": "plum", "colours": ["red"]})
    stop.to_dict()["Shelter"]["seats"].append(2)
    unknown.to_dict()["colours"].append("blue")
    assert extra(stop) == {"Shelter": {"seats": [1]}}
    assert unknown.to_dict() == unknown.data == {"kind": "plum", "colours": ["red"]}
    assert json.loads(unknown.to_json()) == unknown.data


def test_secrets_are_data_in_dict_and_json_but_not_in_repr():
    link = PassengerVolumeLink(link="https://files.test/x.zip?X-Amz-Signature=s3cret")
    assert link.to_dict() == {"link": link.link}
    assert json.loads(link.to_json()) == {"Link": link.link}
    assert "s3cret" not in repr(link)


def test_model_is_a_record(stop: BusStop):
    assert isinstance(stop, Record)


SERVICES = ("agent", "bus", "chat")
CONVERSATION: dict[str, Any] = {"id": "c1", "title": "A title", "is_archived": False}


hints_of = cache(get_type_hints)


@cache
def every_decoder() -> dict[type[Record], Callable[[dict[str, Any]], Record]]:
    """The generated decoder of every record that a contract names; loading them all takes a second."""
    by_record: dict[type[Record], Callable[[dict[str, Any]], Record]] = {}
    for service in SERVICES:
        names = import_module(f"trivet.{service}._generated.names").MODULES
        for module in sorted({path for path in names.values() if path.startswith((".models", ".events"))}):
            by_record |= decoders(import_module(f"trivet.{service}._generated{module}"))
    return {record: decode for record, decode in by_record.items() if not issubclass(record, Unknown)}


def assumed_fields(service: str) -> list[tuple[type[Record], str]]:
    """Each record of a service with each of its fields that the contract does not promise."""
    records = [record for record in every_decoder() if record.__module__ == f"trivet.{service}"]
    return [(record, field) for record in records for field in sorted(record.__assumed__)]


def complete(record: type[Record]) -> Record:
    """A record with all fields; code that enumerates the fields does not depend on their values."""
    return record(**{field.name: f"{field.name}!" for field in attrs.fields(record) if field.name != "__source__"})


def lacking(record: type[Record], field: str) -> Record:
    instance = complete(record)
    delattr(instance, field)
    object.__setattr__(instance, "__class__", without(record, frozenset({field})))
    return instance


def wire_of(kind: Any, depth: int = 0) -> Any:
    """Wire data of a type: every field of the record itself, and the required fields of the records inside it."""
    if isinstance(kind, type) and issubclass(kind, Record):
        hints = hints_of(kind)
        defaults = {field.name: field.default for field in attrs.fields(kind)}
        expected = [
            wire for wire, name in kind.__wire_names__.items() if not depth or defaults[name] not in (None, UNSET)
        ]
        return {wire: wire_of(hints[kind.__wire_names__[wire]], depth + 1) for wire in expected}
    match get_origin(kind), get_args(kind):
        case (origin, arms) if origin in (Union, UnionType):
            return wire_of(next(arm for arm in arms if arm not in (NoneType, Unset)), depth)
        case origin, (value, *_) if origin is Literal:
            return value
        case origin, (item,) if origin is list:
            return [wire_of(item, depth)] if depth == 1 else []
        case origin, (_, value) if origin is dict:
            return {"key": wire_of(value, depth)}
        case _:
            return {datetime: "2024-05-01T10:00:00+00:00", bool: True, int: 7, float: 1.5}.get(kind, "text")


def matches(value: object, record: type[Record], field: str) -> bool:
    """Whether a value matches the pattern `record(field=_)`."""
    source = f"match value:\n    case record({field}=_):\n        found = True\n    case _:\n        found = False"
    names: dict[str, Any] = {"value": value, "record": record}
    exec(source, names)
    return bool(names["found"])


@pytest.fixture
def conversation() -> Conversation:
    """A conversation without `created_at`."""
    return chat_converter.structure(CONVERSATION, Conversation)


def test_assumed_fields_exist_in_every_service():
    assert all(assumed_fields(service) for service in SERVICES)


@pytest.mark.parametrize("service", SERVICES)
def test_missing_assumed_field_is_treated_as_not_there(service: str):
    for record, field in assumed_fields(service):
        incomplete, twin = lacking(record, field), lacking(record, field)
        with pytest.raises(AttributeError, match=rf"^the service did not send {record.__name__}\.{field}$"):
            getattr(incomplete, field)
        assert isinstance(incomplete, record)
        assert incomplete == twin
        assert incomplete != complete(record)
        assert complete(record) != incomplete
        assert not re.search(rf"\b{field}=", repr(incomplete))
        assert repr(incomplete).startswith(f"{record.__name__}(")
        for copied in (
            copy(incomplete),
            deepcopy(incomplete),
            pickle.loads(pickle.dumps(incomplete)),
            attrs.evolve(incomplete),
        ):
            assert copied == incomplete
            assert isinstance(copied, record)
            assert not hasattr(copied, field)
        if sys.version_info >= (3, 13):
            assert __import__("copy").replace(incomplete) == incomplete
        kept = {name: f"{name}!" for name in record.__wire_names__.values() if name != field}
        assert attrs.asdict(incomplete) == {**kept, "__source__": None}
        assert attrs.evolve(incomplete, **{field: f"{field}!"}) == complete(record)
        with pytest.raises(TypeError, match=field):
            record(**kept)


@pytest.mark.parametrize("service", SERVICES)
def test_answer_without_one_assumed_field_decodes_and_comes_back(service: str):
    for record, field in assumed_fields(service):
        wire = wire_of(record)
        without_field = {key: value for key, value in wire.items() if record.__wire_names__[key] != field}
        incomplete, whole = every_decoder()[record](dict(without_field)), every_decoder()[record](dict(wire))
        assert len(without_field) == len(wire) - 1
        assert hasattr(whole, field)
        assert not hasattr(incomplete, field)
        for instance, expected in ((incomplete, without_field), (whole, wire)):
            assert json.loads(json.dumps(encode(instance), default=datetime.isoformat)) == expected
            assert import_module(".".join(record.__module__.split(".")[:2])).converter.unstructure(instance) == expected
            assert all(hasattr(instance, record.__wire_names__[key]) for key in expected)


@pytest.mark.parametrize("service", SERVICES)
def test_missing_assumed_field_matches_no_pattern(service: str):
    for record, field in assumed_fields(service):
        incomplete = lacking(record, field)
        assert not matches(incomplete, record, field)
        assert all(matches(incomplete, record, name) for name in record.__wire_names__.values() if name != field)
        assert matches(complete(record), record, field)


@pytest.mark.parametrize("service", SERVICES)
def test_field_set_later_makes_the_record_complete(service: str):
    for record, field in assumed_fields(service):
        incomplete = lacking(record, field)
        setattr(incomplete, field, f"{field}!")
        assert type(incomplete) is record
        assert incomplete == complete(record)


def test_answer_without_an_assumed_field_decodes(conversation: Conversation):
    assert (conversation.id, conversation.title, conversation.updated_at) == ("c1", "A title", None)
    with pytest.raises(AttributeError, match=r"^the service did not send Conversation\.created_at$"):
        _ = conversation.created_at
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        _ = conversation.colour  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def test_missing_field_does_not_match_a_pattern(conversation: Conversation):
    match conversation:
        case Conversation(created_at=_):
            matched = "complete"
        case Conversation(id="c1"):
            matched = "incomplete"
        case _:
            matched = ""
    assert matched == "incomplete"


def test_missing_field_is_not_encoded(conversation: Conversation):
    assert encode(conversation) == CONVERSATION
    assert chat_converter.unstructure(conversation) == CONVERSATION
    page = {"items": [CONVERSATION], "total": 1}
    assert chat_converter.unstructure(chat_converter.structure(page, Conversations)) == page


def test_unknown_fields_of_an_incomplete_record_are_kept():
    assert chat_converter.unstructure(
        chat_converter.structure(CONVERSATION | {"colour": "red"}, Conversation)
    ) == CONVERSATION | {"colour": "red"}


def test_strict_mode_reports_a_missing_assumed_field():
    (fault,) = faults(CONVERSATION, Conversation)
    assert "created_at" in fault
    with pytest.raises(Exception):  # noqa: B017, PT011  cattrs raises its own group
        structure(CONVERSATION, Conversation)


def test_fault_elsewhere_does_not_name_the_missing_assumed_field():
    assert faults(CONVERSATION, Conversation, assumed=False) == []
    (fault,) = faults(CONVERSATION | {"title": 3}, Conversation, assumed=False)
    assert "title" in fault


def test_missing_required_field_raises_although_an_assumed_one_is_missing():
    with pytest.raises(KeyError):
        chat_converter.structure({"title": "A title"}, Conversation)


class _ReadFields(dict[str, Any]):
    """An object of an answer that notes which fields a decoder has read."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.read: list[str] = []

    def __getitem__(self, name: str) -> Any:
        self.read.append(name)
        return super().__getitem__(name)


@pytest.mark.parametrize("broken", [False, True])
def test_nested_record_is_decoded_once_although_a_field_is_missing(broken: bool):
    message = _ReadFields({"id": "m", "conversation_id": "c1", "role": "user", "content": "Hello"})
    if broken:
        del message["id"]
        with pytest.raises(KeyError):
            models.decode_conversation_with_messages({**CONVERSATION, "messages": [message]})
        assert message.read.count("id") == 1
    else:
        conversation = models.decode_conversation_with_messages({**CONVERSATION, "messages": [message]})
        assert conversation.messages[0].content == "Hello"
        assert not hasattr(conversation, "created_at")
        assert message.read.count("content") == 1


def test_complete_record_is_of_its_own_class():
    conversation = chat_converter.structure(CONVERSATION | {"created_at": "2024-05-01T10:00:00Z"}, Conversation)
    assert type(conversation) is Conversation
    assert json.dumps(chat_converter.unstructure(conversation))
    assert not isinstance(conversation, Unknown)
