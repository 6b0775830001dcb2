"""The fields of records."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from trivet import UNSET, Unknown
from trivet.bus import BusStop
from trivet.bus import converter as bus
from trivet.chat import AdminUser, Share, UserUpdate
from trivet.chat import converter as chat
from trivet.cli.failures import UsageError
from trivet.cli.output.fields import (
    HIDDEN,
    MISSING,
    Column,
    FieldSelection,
    cell,
    check_fields,
    field_names,
    known_fields,
    peek,
    plain,
    plain_cell,
    read,
    secret_names,
    unknown_name,
    value_at,
)

STOP = {"BusStopCode": "28301", "RoadName": "Orchid Ave 5", "Description": "d", "Latitude": 1.3, "Longitude": 103.8}


def stop(**more: Any) -> BusStop:
    return bus.structure({**STOP, **more}, BusStop)


def test_record_has_attribute_names_and_unknown_fields_their_wire_names() -> None:
    data = plain(stop(Shelter={"roof": True}))
    assert data == {
        "bus_stop_code": "28301",
        "road_name": "Orchid Ave 5",
        "description": "d",
        "latitude": 1.3,
        "longitude": 103.8,
        "Shelter": {"roof": True},
    }


def test_field_that_the_service_did_not_send_is_left_out_and_null_stays() -> None:
    user = chat.structure({"id": "1", "email": "a@example.com", "full_name": None}, AdminUser)
    data = plain(user)
    assert data["full_name"] is None
    assert "created_at" not in data
    assert read(user, "created_at") is MISSING
    assert "created_at" in (field_names(user) or ())


def test_unset_field_of_a_request_is_left_out() -> None:
    update = UserUpdate(is_active=False)
    update.role = UNSET  # type: ignore[assignment]
    assert plain(update) == {"is_active": False, "is_app_admin": None}
    assert plain({"a": UNSET, "b": None}) == {"b": None}


def test_unknown_variant_is_its_wire_object() -> None:
    record = Unknown(data={"type": "new", "deep": [{"a": 1}]})
    assert plain(record) == {"type": "new", "deep": [{"a": 1}]}
    assert read(record, "deep") == [{"a": 1}]


def test_values_of_other_types_are_text_or_numbers() -> None:
    class Side(Enum):
        LEFT = "left"

    class Pair(NamedTuple):
        first: int
        second: Path

    at = datetime(2025, 6, 16, 8, tzinfo=UTC)
    values = [at, date(2025, 6, 16), timedelta(minutes=2), Side.LEFT, b"\x00", {1: (2, 3)}, Pair(1, Path("x")), 10**30]
    assert plain(values) == [
        "2025-06-16T08:00:00+00:00", "2025-06-16", 120.0, "left", "AA==", {"1": [2, 3]}, {"first": 1, "second": "x"},
        10**30,
    ]  # fmt: skip


def test_object_that_contains_itself_has_an_end() -> None:
    endless: dict[str, Any] = {}
    endless["self"] = endless
    assert "..." in str(plain(endless))


def test_public_properties_of_a_record_can_be_read_and_private_names_cannot() -> None:
    assert plain(read(stop(), "position")) == {"latitude": 1.3, "longitude": 103.8}
    assert read(stop(), "__source__") is MISSING
    assert read(stop(), "__class__") is MISSING
    assert read(stop(), "__wire_names__") is MISSING
    assert secret_names(stop()) == frozenset()


ARRIVAL = {"code": "1", "services": [{"no": "10", "next": {"load": "SEA"}}, {"no": "11", "next": None}], "a.b": 7}


def test_path_leads_through_mappings_lists_and_indices() -> None:
    assert value_at(ARRIVAL, "services.no") == ["10", "11"]
    assert value_at(ARRIVAL, "services.next.load") == ["SEA", None]
    assert value_at(ARRIVAL, "services.1.no") == "11"
    assert value_at(ARRIVAL, "services.9.no") is None
    assert value_at(ARRIVAL, "a.b") == 7
    assert value_at(ARRIVAL, "nothing") is MISSING


def test_unknown_field_is_refused_with_the_near_and_the_known_ones() -> None:
    with pytest.raises(UsageError) as caught:
        check_fields(["cod"], [ARRIVAL], [Column("eta")])
    assert str(caught.value) == (
        "--fields: there is no field 'cod'; did you mean code? Known: eta, code, services, a.b"
    )


def test_unknown_nested_field_is_refused_with_the_near_path() -> None:
    with pytest.raises(UsageError, match=r"'services.next.lod'; did you mean services.next.load\?"):
        check_fields(["services.next.lod"], [ARRIVAL])


def test_field_that_may_exist_is_not_refused() -> None:
    check_fields(["eta", "services.no", "services.0.no", "a.b"], [ARRIVAL], [Column("eta")])
    check_fields(["anything"], [])
    check_fields(["services.any"], [{"services": []}])
    check_fields(["next.any"], [{"next": None}])
    check_fields(["late"], [{"code": 1}, {"late": 2}])


def test_known_fields_keep_their_order() -> None:
    assert known_fields([{"b": 1}, {"a": 1, "b": 2}], [Column("z")]) == ["z", "b", "a"]
    assert unknown_name("no field", "x", []) == "no field 'x'; known: none"


SHARE = chat.structure({"id": "s1", "conversation_id": "c", "share_token": "t0k3n", "permission": "view"}, Share)


def test_chosen_fields_come_in_their_order_and_missing_ones_are_null() -> None:
    selection = FieldSelection(("b.c", "eta", "none"), (Column("eta", value=lambda record: record["a"] + 1),))
    assert selection.selected({"a": 1, "b": {"c": 2}}) == {"b.c": 2, "eta": 2, "none": None}
    assert [column.name for column in selection.shown([])] == ["b.c", "eta", "none"]


def test_chosen_field_is_cut_at_the_same_depth_as_the_whole_record() -> None:
    record: dict[str, Any] = {}
    for _ in range(200):
        record = {"inner": record}
    assert FieldSelection(("inner",)).selected(record) == FieldSelection().selected(record)
    assert plain_cell(record, Column("inner")) == FieldSelection().selected(record)["inner"]
    assert plain_cell(record, Column("none")) is None


def test_columns_of_the_command_come_before_the_fields_of_the_records() -> None:
    assert [column.name for column in FieldSelection((), (Column("x"),)).shown([{"a": 1}])] == ["x"]
    assert [column.name for column in FieldSelection().shown([{"a": 1}, {"b": 2, "a": 3}])] == ["a", "b"]
    assert [cell("text", column) for column in FieldSelection().shown(["text"])] == ["text"]


def test_token_of_a_record_is_hidden_unless_it_is_chosen() -> None:
    def token(selection: FieldSelection, *, hides: bool) -> object:
        columns = {column.name: column for column in selection.shown([SHARE], hides_secrets=hides)}
        return cell(SHARE, columns["share_token"])

    assert token(FieldSelection(), hides=True) == HIDDEN
    assert token(FieldSelection(), hides=False) == "t0k3n"
    assert token(FieldSelection(("share_token",)), hides=True) == "t0k3n"
    assert cell({"a": 1}, Column("b")) is MISSING


def test_error_after_the_first_records_comes_after_them() -> None:
    def records() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    first, every = peek(records(), 100)
    assert first == [1]
    assert next(every) == 1
    with pytest.raises(KeyboardInterrupt):
        next(every)


def test_peek_reads_no_further_than_the_count() -> None:
    numbers = iter(range(1000))
    first, every = peek(numbers, 3)
    assert (first, next(numbers)) == ([0, 1, 2], 3)
    assert next(every) == 0
