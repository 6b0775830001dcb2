"""Wire values: checks of their types, and records of an unknown kind."""

from datetime import UTC, datetime
from typing import Any

import pytest

import trivet
from trivet import Record
from trivet._core.decoders import (
    Unknown,
    array,
    decode_unknown,
    has_form,
    instant,
    new,
    optional_array,
    unchanged,
)


def test_array_returns_the_same_list():
    items = [1, 2]
    assert array(items) is items


@pytest.mark.parametrize(("value", "kind"), [({}, "dict"), ("ab", "str"), (None, "NoneType"), ((1,), "tuple")])
def test_value_other_than_an_array_raises_with_its_type(value: Any, kind: str):
    with pytest.raises(TypeError, match=f"^expected an array, got {kind}$"):
        array(value)


@pytest.mark.parametrize("value", [None, []])
def test_missing_or_null_optional_array_is_empty(value: Any):
    assert optional_array(value) == optional_array(value, str) == []


def test_optional_array_decodes_its_items_or_returns_the_same_list():
    items = [1, 2]
    assert optional_array(items) is items
    assert optional_array(items, str) == ["1", "2"]


@pytest.mark.parametrize(("value", "kind"), [({}, "dict"), ("", "str"), (0, "int"), (False, "bool"), ("ab", "str")])
def test_optional_value_other_than_an_array_raises_with_its_type(value: Any, kind: str):
    for decode in (None, str):
        with pytest.raises(TypeError, match=f"^expected an array, got {kind}$"):
            optional_array(value, decode)


def test_unknown_variant_keeps_the_object_whole():
    wire = {"type": "plum", "stone": {"n": 1}}
    variant = decode_unknown(wire)
    assert variant == Unknown(data=wire)
    assert variant.data is wire
    assert isinstance(variant, Record)


@pytest.mark.parametrize(
    ("wire", "tag"), [({"type": "plum"}, "plum"), ({"type": 3}, None), ({"type": None}, None), ({"kind": "x"}, None)]
)
def test_tag_of_an_unknown_is_the_field_of_its_union_if_that_is_text(wire: dict[str, Any], tag: str | None):
    unknown = decode_unknown(wire)
    assert (unknown.type, unknown.tag) == ("unknown", tag)
    with pytest.raises(AttributeError, match="type"):
        unknown.type = "plum"  # type: ignore[misc,assignment]


def test_unknown_is_exported_from_the_package():
    assert trivet.Unknown is Unknown
    assert Unknown.__module__ == "trivet"


def test_unchanged_returns_the_same_object():
    wire = {"a": 1}
    assert unchanged(wire) is wire


@pytest.mark.parametrize(("value", "kind", "fits"), [({}, dict, True), ([], dict, False), ("a", str, True)])
def test_form_of_a_value_is_its_python_type(value: Any, kind: type, fits: bool):
    assert has_form(value, kind) is fits


@pytest.mark.parametrize("text", ["2024-05-01T10:00:00Z", "2024-05-01T12:00:00+02:00"])
def test_instant_reads_a_date_time_with_its_offset(text: str):
    assert instant(text) == datetime(2024, 5, 1, 10, tzinfo=UTC)


def test_instant_refuses_other_text():
    with pytest.raises(ValueError, match="soon"):
        instant("soon")


def test_new_makes_an_object_without_its_constructor():
    variant = new(Unknown)
    assert type(variant) is Unknown
    assert not hasattr(variant, "data")
