"""The fields that `--fields` chooses."""

from __future__ import annotations

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.output.columns import Column
from trivet.cli.output.fields import check_fields, known_fields, unknown, value_at
from trivet.cli.output.plain import MISSING

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


def test_unknown_nested_field_is_refused_with_what_stands_there() -> None:
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
    assert unknown("no field", "x", []) == "no field 'x'; known: none"
