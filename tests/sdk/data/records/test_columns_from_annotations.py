"""The columns of lists: from annotations of classes, pagers and first rows."""

from __future__ import annotations

from typing import Any

import attrs
import pyarrow as pa
import pytest

import trivet.agent
import trivet.bus
import trivet.chat
from trivet import AgentClient, BusClient, ChatClient, InvalidArgumentError, Record, Unknown
from trivet.bus import BusRoute
from trivet.chat import AdminRating, AdminUser, ExportedConversation, converter
from trivet.data import TableError, schema_of, to_table
from trivet.data._records.columns_from_annotations import (
    UNKNOWN_FIELDS,
    declared_fields,
    fields_from,
    fields_of,
    text_fields,
)

INSTANT = pa.timestamp("us", "UTC")
CHOICE = pa.dictionary(pa.int32(), pa.string())


def every_class() -> list[type[Any]]:
    """Return the attrs classes of the services."""
    packages = (trivet.agent, trivet.bus, trivet.chat)
    exported = (getattr(package, name) for package in packages for name in package.__all__)
    return [cls for cls in exported if isinstance(cls, type) and attrs.has(cls)]


@attrs.define
class Node:
    """A class that contains itself."""

    name: str
    below: list[Node]


@pytest.mark.parametrize(
    ("record", "field", "kind"),
    [
        (trivet.bus.BusStop, "bus_stop_code", pa.string()),
        (trivet.bus.BusStop, "latitude", pa.float64()),
        (trivet.bus.BusRoute, "stop_sequence", pa.int64()),
        (trivet.bus.BusRoute, "wd_first_bus", pa.time32("ms")),
        (trivet.bus.PlannedBusRoute, "effective_date", INSTANT),
        (trivet.bus.ArrivalBus, "estimated_arrival", INSTANT),
        (trivet.bus.ArrivalBus, "latitude", pa.float64()),
        (trivet.bus.ArrivalBus, "visit_number", pa.int64()),
        (trivet.bus.ArrivalBus, "monitored", pa.int64()),
        (trivet.bus.ArrivalBus, "load", CHOICE),
        (trivet.bus.StopVolume, "day_type", CHOICE),
        (trivet.bus.TripVolume, "origin_pt_code", pa.string()),
        (trivet.bus.TripVolume, "total_trips", pa.int64()),
        (trivet.chat.AdminUser, "is_active", pa.bool_()),
        (trivet.chat.AdminUser, "role", CHOICE),
        (trivet.chat.AdminUser, "created_at", INSTANT),
        (trivet.chat.ToolCall, "args", pa.string()),
        (trivet.agent.MessageTime, "created", INSTANT),
        (trivet.agent.SessionIdleEvent, "time", INSTANT),
        (trivet.agent.Session, "cost", pa.float64()),
        (trivet.agent.Agent, "permissions", None),
        (trivet.agent.QuestionReplied, "answers", pa.list_(pa.list_(pa.string()))),
        (trivet.agent.Workspace, "time_used", pa.string()),
    ],
)
def test_field_has_the_type_of_its_annotation_or_meaning(record: type, field: str, kind: Any) -> None:
    column_type = schema_of(record).field(field).type
    if kind is None:
        assert pa.types.is_list(column_type)
        assert pa.types.is_struct(column_type.value_type)
    else:
        assert column_type == kind


def test_every_class_of_the_services_has_columns_with_distinct_names() -> None:
    classes = [cls for cls in every_class() if not issubclass(cls, Unknown)]
    for cls in classes:
        names = fields_of(cls).schema.names
        assert len(set(names)) == len(names), cls
        assert (UNKNOWN_FIELDS in names) == issubclass(cls, Record)
        if issubclass(cls, Record):
            assert set(names) == {*cls.__wire_names__.values(), UNKNOWN_FIELDS} - cls.__secret__, cls
    assert len(classes) > 400


def test_union_has_the_columns_of_all_its_classes_and_no_secret_of_any() -> None:
    schema = schema_of(trivet.agent.Message)
    content = schema.field("content").type.value_type
    assert schema.field("type").type == CHOICE
    assert {"text", "content", "files", "agent"} <= set(schema.names)
    assert {content.field(number).name for number in range(content.num_fields)} >= {"type", "text", "name", "state"}
    credentials = schema_of(trivet.agent.ApiCredential | trivet.agent.OauthCredential)
    assert not {"key", "refresh", "access"} & set(credentials.names)


def test_class_that_holds_itself_is_json_text_inside() -> None:
    assert schema_of(Node).field("below").type == pa.list_(pa.string())


@pytest.mark.parametrize("wrong", [int, str, list[int], trivet.bus.BusStop | int, "BusStop", 3])
def test_value_that_is_not_a_class_of_records_raises(wrong: Any) -> None:
    with pytest.raises(trivet.InvalidArgumentError, match="record must be a class of records"):
        schema_of(wrong)


def test_pagers_and_exports_know_the_class_of_their_records() -> None:
    with BusClient(account_key="k") as bus, ChatClient(token="t", base_url="http://chat.test") as chat:
        assert declared_fields(bus.routes.list(), None) is fields_of(BusRoute)
        assert declared_fields(chat.admin.users.list(), None) is fields_of(AdminUser)
        assert declared_fields(chat.admin.ratings.export(), None) is fields_of(AdminRating)
        assert declared_fields(chat.admin.conversations.export(), None) is fields_of(ExportedConversation)
        assert declared_fields(chat.admin.ratings.export(format="csv"), None) is None
        assert declared_fields([], None) is None
    with AgentClient() as agent:
        fields = declared_fields(agent.session.message.list("s1"), None)
    assert fields is not None
    assert fields.schema == fields_of(trivet.agent.Message).schema


def test_given_class_comes_first() -> None:
    assert declared_fields([], AdminUser) is fields_of(AdminUser)
    with pytest.raises(InvalidArgumentError, match="record must be a class of records"):
        declared_fields([], dict)


def test_incomplete_first_record_has_the_columns_of_a_complete_one() -> None:
    lacking = converter.structure({"id": "1", "full_name": "Ada"}, AdminUser)
    assert type(lacking) is not AdminUser
    assert fields_from(lacking) is fields_of(AdminUser)
    assert fields_from({"ID": "1", "Comment": ""}).schema.names == ["ID", "Comment"]
    with pytest.raises(InvalidArgumentError, match="records must be records of trivet"):
        fields_from(3)


def test_rows_have_the_columns_of_the_first_one() -> None:
    table = to_table([{"ID": "1", "Comment": "="}, {"ID": "2"}])
    assert table.to_pylist() == [{"ID": "1", "Comment": "="}, {"ID": "2", "Comment": None}]
    assert text_fields({"a": ""}).schema.names == ["a"]


def test_row_with_another_column_or_value_raises() -> None:
    with pytest.raises(TableError, match=r"records\[1\]: the row has a column"):
        to_table([{"ID": "1"}, {"ID": "2", "Other": "3"}])
    with pytest.raises(TableError, match=r"records\[1\].ID: an int does not fit"):
        to_table([{"ID": "1"}, {"ID": 2}])
