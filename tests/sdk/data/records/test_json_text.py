"""Values of any form as JSON text."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from trivet import UNSET, Unknown
from trivet.agent import ApiCredential
from trivet.bus import Position, StopVolume
from trivet.chat import UserUpdate
from trivet.data._records.json_text import json_text


def test_record_is_written_with_wire_names_and_without_its_secrets() -> None:
    credential = ApiCredential(type="api", key="s3cret", metadata={"owner": "ada"})
    credential.source_ = {"type": "api", "key": "s3cret", "plan": "free"}
    found = json_text({"credential": credential})
    assert json.loads(found) == {"credential": {"type": "api", "metadata": {"owner": "ada"}, "plan": "free"}}
    assert "s3cret" not in found


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
