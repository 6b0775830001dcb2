"""The model of a service: properties that it derives from its fields."""

from typing import Any

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from codegen.read import document
from codegen.read.ir import Field, Parameter, Type

TEXT, NULL = Type("str"), Type("null")


def field(**changes: bool) -> Field:
    original = Field("aB", "a_b", TEXT, required=False, assumed=False, secret=False, empty=False, checks=(), doc="")
    return evolve(original, **changes)


@pytest.mark.parametrize(
    ("kind", "nullable"),
    [
        (TEXT, False),
        (NULL, True),
        (Type("any"), True),
        (Type("anyof", of=(TEXT, NULL)), True),
        (Type("anyof", of=(TEXT, Type("int"))), False),
        (Type("list", of=(NULL,)), False),
        (Type("map", of=(Type("anyof", of=(TEXT, NULL)),)), False),
    ],
)
def test_type_is_nullable_when_null_is_one_of_its_values(kind: Type, nullable: bool):
    assert kind.nullable is nullable


@pytest.mark.parametrize(
    ("kind", "rest"),
    [
        (TEXT, TEXT),
        (Type("anyof", of=(TEXT, NULL)), TEXT),
        (Type("anyof", of=(TEXT, NULL, Type("int"))), Type("anyof", of=(TEXT, Type("int")))),
        (Type("list", of=(NULL,)), Type("list", of=(NULL,))),
    ],
)
def test_type_without_null_has_its_other_alternatives(kind: Type, rest: Type):
    assert kind.without_null() == rest
    assert not rest.nullable


@pytest.mark.parametrize(
    ("required", "assumed", "expected"), [(True, False, True), (False, True, True), (False, False, False)]
)
def test_field_is_expected_when_required_or_assumed(required: bool, assumed: bool, expected: bool):
    assert field(required=required, assumed=assumed).expected is expected


@pytest.mark.parametrize(
    ("place", "kind", "required", "states"),
    [
        ("body", Type("anyof", of=(TEXT, NULL)), False, True),
        ("body", Type("anyof", of=(TEXT, NULL)), True, False),
        ("body", TEXT, False, False),
        ("query", Type("anyof", of=(TEXT, NULL)), False, False),
    ],
)
def test_only_an_optional_nullable_body_input_has_three_states(place: str, kind: Type, required: bool, states: bool):
    assert Parameter("a", "a", place, kind, required, secret=False, checks=(), doc="").three_states is states


def test_record_is_found_by_its_name(spec: dict[str, Any]):
    service = document.service("orchard", spec)
    assert [field.name for field in service.record("Apple").fields] == ["kind", "colour"]
    with pytest.raises(StopIteration):
        service.record("Crop")  # a union


@pytest.mark.parametrize(
    ("kind", "arms"),
    [
        (Type("record", name="Apple"), ["Apple"]),
        (Type("union", name="Crop"), ["Apple", "Pear", "Pear"]),  # of which two kinds are pears
        (Type("list", of=(Type("record", name="Apple"),)), []),
        (TEXT, []),
    ],
)
def test_arms_are_the_records_that_a_value_may_be(spec: dict[str, Any], kind: Type, arms: list[str]):
    assert [record.name for record in document.service("orchard", spec).arms(kind)] == arms


def test_model_of_a_service_is_frozen_and_hashable(spec: dict[str, Any]):
    service = document.service("orchard", spec)
    assert hash(service) == hash(document.service("orchard", spec))
    with pytest.raises(FrozenInstanceError):
        service.name = "bus"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
