"""Columns: values, nulls, JSON text, and errors of values that do not fit."""

from __future__ import annotations

import json
import pickle
import traceback
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from trivet import UNSET, Unknown
from trivet.agent import (
    ApiCredential,
    AssistantMessage,
    MessageTime,
    TextPart,
    ToolPart,
    ToolPending,
    UnknownToolState,
    UserMessage,
)
from trivet.bus import ArrivalBus, ArrivalService, BusStop, Position, StopVolume
from trivet.chat import AdminUser, UserUpdate, converter
from trivet.data import TableError, to_table
from trivet.data._records.arrow_columns import json_text

STOP = {"bus_stop_code": "54009", "road_name": "A", "description": "B", "latitude": 1.0, "longitude": 103}
BUS = {
    "origin_code": "54009",
    "destination_code": "28301",
    "estimated_arrival": "2025-05-03T16:20:04+08:00",
    "monitored": 1,
    "latitude": "1.30137",
    "longitude": "103.87902",
    "visit_number": "2",
    "load": "SEA",
    "feature": "",
    "type": "DD",
}
EMPTY = {**dict.fromkeys(BUS, ""), "monitored": None}


def service(**second: Any) -> ArrivalService:
    """Make an arrival service whose second bus differs."""
    buses = [ArrivalBus(**fields) for fields in (BUS, {**BUS, **second}, EMPTY)]
    return ArrivalService(service_no="10", operator="SBST", next_bus=buses[0], next_bus_2=buses[1], next_bus_3=buses[2])


def user(created_at: datetime) -> AdminUser:
    """Make a user."""
    more: Any = {"role": "user", "is_active": True, "conversation_count": 0}
    return AdminUser(id="1", email="e", full_name="", created_at=created_at, **more)


def test_texts_of_an_arrival_become_time_position_and_count() -> None:
    [row] = to_table([service(latitude="north", estimated_arrival="soon")]).to_pylist()
    assert row["next_bus"] == {
        **BUS,
        "estimated_arrival": datetime(2025, 5, 3, 8, 20, 4, tzinfo=UTC),
        "latitude": 1.30137,
        "longitude": 103.87902,
        "visit_number": 2,
        "unknown_fields": None,
    }
    # Malformed text is null, as in the properties of the record.
    assert (row["next_bus_2"]["latitude"], row["next_bus_2"]["estimated_arrival"]) == (None, None)
    assert {row["next_bus_3"][name] for name in ("estimated_arrival", "latitude", "visit_number", "monitored")} == {
        None
    }


def test_missing_assumed_fields_unset_and_none_are_null() -> None:
    wire = {"id": "1", "full_name": "Ada", "is_app_admin": None}
    users = [
        converter.structure({**wire, "email": "ada@example.com"}, AdminUser),
        converter.structure({**wire, "created_at": "2025-05-03T10:00:00+02:00", "locale": "de"}, AdminUser),
    ]
    assert not hasattr(users[1], "email")
    first, second = to_table(users).to_pylist()
    assert (first["email"], first["created_at"], first["unknown_fields"]) == ("ada@example.com", None, None)
    assert (second["email"], second["created_at"]) == (None, datetime(2025, 5, 3, 8, tzinfo=UTC))
    assert second["unknown_fields"] == '{"locale":"de"}'
    assert to_table([UserUpdate(role=UNSET, is_active=False)]).to_pylist()[0]["role"] is None  # type: ignore[arg-type]


def test_variants_of_a_union_share_columns_and_an_unknown_one_is_kept() -> None:
    messages: list[Any] = [
        UserMessage(id="m1", type="user", text="hello", files=[], agents=[], time=MessageTime(created=1.5)),
        AssistantMessage(
            id="m2",
            type="assistant",
            content=[
                TextPart(type="text", id="p1", text="a"),
                ToolPart(type="tool", id="p2", name="read", state=ToolPending(status="pending")),
                ToolPart(type="tool", id="p3", name="read", state=UnknownToolState(data={"status": "paused"})),
                Unknown(data={"type": "video", "url": "x"}),
            ],
        ),
        Unknown(data={"type": "summary", "words": 3}),
    ]
    union = UserMessage | AssistantMessage | Unknown
    user, assistant, unknown = to_table(messages, record=union).to_pylist()
    assert (user["type"], user["text"], user["content"]) == ("user", "hello", None)
    assert user["time"]["created"] == datetime(1970, 1, 1, 0, 0, 0, 1500, tzinfo=UTC)
    assert [(part["type"], part["text"], part["name"]) for part in assistant["content"]] == [
        ("text", "a", None),
        ("tool", None, "read"),
        ("tool", None, "read"),
        ("video", None, None),
    ]
    states = [part["state"] and part["state"]["status"] for part in assistant["content"]]
    assert states == [None, "pending", "paused", None]
    assert assistant["content"][3]["unknown_fields"] == '{"type":"video","url":"x"}'
    assert (unknown["type"], unknown["unknown_fields"]) == ("summary", '{"type":"summary","words":3}')


@pytest.mark.parametrize(
    ("records", "field", "problem"),
    [
        ([BusStop(**{**STOP, "latitude": "s3cret"})], "latitude", "a str does not fit the column of double"),
        ([BusStop(**{**STOP, "road_name": 7})], "road_name", "an int does not fit the column of string"),
        ([BusStop(**{**STOP, "road_name": "\ud800s3cret"})], "road_name", "a str does not fit the column of string"),
        ([BusStop(**{**STOP, "longitude": True})], "longitude", "a bool does not fit"),
        (["s3cret"], "", "expected BusStop, got a str"),
        ([None], "", "expected a record, got None"),
        ([service(monitored=2**70)], "next_bus_2.monitored", "an int does not fit the column of int64"),
        ([service(load=["s3cret"])], "next_bus_2.load", "a list does not fit the column of dictionary"),
        ([AssistantMessage(id="1", type="assistant", content=["s3cret"])], "content[]", "expected TextPart or"),
        ([AssistantMessage(id="1", type="assistant", content=3)], "content", "expected a list, got an int"),
        (
            [AssistantMessage(id="1", type="assistant", content=[], time=MessageTime(created=float("nan")))],
            "time.created",
            "a float does not fit",
        ),
        (
            [user(datetime(2025, 5, 3))],
            "created_at",
            "a time without a zone does not fit the column of timestamp[us, tz=UTC]",
        ),
    ],
)
def test_value_that_does_not_fit_names_record_and_field_and_no_value(
    records: list[Any], field: str, problem: str
) -> None:
    kind = type(records[0]) if hasattr(records[0], "__wire_names__") else BusStop
    good = {
        BusStop: BusStop(**STOP),
        ArrivalService: service(),
        AssistantMessage: AssistantMessage(id="0", type="assistant", content=[]),
        AdminUser: user(datetime(2025, 5, 3, tzinfo=UTC)),
    }[kind]
    with pytest.raises(TableError, match=r"records\[3\]") as caught:
        to_table([good, good, good, *records], record=kind)
    assert (caught.value.index, caught.value.field) == (3, field)
    assert problem in caught.value.problem
    assert "s3cret" not in "".join(traceback.format_exception(caught.value))
    assert caught.value.__context__ is None


def test_times_of_any_zone_are_the_same_instant() -> None:
    zone = timezone(timedelta(hours=8))
    rows = [user(datetime(2025, 5, 3, 8, tzinfo=zone)), user(datetime(2025, 5, 3, tzinfo=UTC))]
    assert to_table(rows)["created_at"].to_pylist() == [datetime(2025, 5, 3, tzinfo=UTC)] * 2


def test_table_error_names_record_and_field_and_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(TableError(17, "next_bus.latitude", "a str does not fit the column of double")))
    assert str(error) == "records[17].next_bus.latitude: a str does not fit the column of double"
    assert (error.index, error.field) == (17, "next_bus.latitude")
    assert str(TableError(0, "", "expected a record, got None")) == "records[0]: expected a record, got None"


def test_record_is_written_with_wire_names_and_without_its_secrets() -> None:
    credential = ApiCredential(type="api", key="s3cret", metadata={"owner": "ada"})
    credential.__source__ = {"type": "api", "key": "s3cret", "plan": "free"}
    text = json_text({"credential": credential})
    assert json.loads(text) == {"credential": {"type": "api", "metadata": {"owner": "ada"}, "plan": "free"}}
    assert "s3cret" not in text


def test_fields_that_are_not_set_are_left_out_and_times_are_iso_texts() -> None:
    form = UserUpdate(role="admin", is_active=UNSET)  # type: ignore[arg-type]
    update = json_text([form, datetime(2025, 5, 3, tzinfo=UTC), frozenset({1}), Position(1.0, 2.0)])
    assert json.loads(update) == [{"role": "admin", "is_app_admin": None}, "2025-05-03T00:00:00+00:00", [1], [1.0, 2.0]]
    assert json.loads(json_text(Unknown(data={"type": "new", "é": 2**70}))) == {"type": "new", "é": 2**70}


def test_other_attrs_object_is_written_by_its_fields() -> None:
    row = StopVolume(
        year_month="2025-04",
        day_type="WEEKDAY",
        time_per_hour=8,
        pt_type="BUS",
        pt_code="01012",
        total_tap_in_volume=1,
        total_tap_out_volume=2,
    )
    assert json.loads(json_text(row))["pt_code"] == "01012"


def test_value_without_a_form_in_json_raises_type_error() -> None:
    with pytest.raises(TypeError):
        json_text({"x": object()})
