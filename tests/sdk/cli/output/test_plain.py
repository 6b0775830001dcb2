"""Records as plain data."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from trivet import UNSET, Unknown
from trivet.bus import BusStop
from trivet.bus import converter as bus
from trivet.chat import AdminUser, UserUpdate
from trivet.chat import converter as chat
from trivet.cli.output.plain import MISSING, field_names, plain, read, secret_names

STOP = {"BusStopCode": "28301", "RoadName": "Orchid Ave 5", "Description": "d", "Latitude": 1.3, "Longitude": 103.8}


def stop(**more: Any) -> BusStop:
    return bus.structure({**STOP, **more}, BusStop)


def test_record_has_attribute_names_and_unknown_fields_their_wire_names() -> None:
    found = plain(stop(Shelter={"roof": True}))
    assert found == {
        "bus_stop_code": "28301",
        "road_name": "Orchid Ave 5",
        "description": "d",
        "latitude": 1.3,
        "longitude": 103.8,
        "Shelter": {"roof": True},
    }


def test_field_that_the_service_did_not_send_is_left_out_and_null_stays() -> None:
    user = chat.structure({"id": "1", "email": "a@example.com", "full_name": None}, AdminUser)
    found = plain(user)
    assert found["full_name"] is None
    assert "created_at" not in found
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


def test_property_of_a_record_can_be_read_and_what_is_private_cannot() -> None:
    assert plain(read(stop(), "position")) == {"latitude": 1.3, "longitude": 103.8}
    assert read(stop(), "source_") is MISSING
    assert read(stop(), "__class__") is MISSING
    assert read(stop(), "wire_names_") is MISSING
    assert secret_names(stop()) == frozenset()
