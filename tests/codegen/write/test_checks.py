"""The statements that refuse an argument, one test for each kind of rule."""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from codegen.customizations import Customizations
from codegen.read import document
from codegen.read.ir import Parameter, Service, Type
from codegen.write.checks import checks, is_positional

TEXT, NULL = Type("str"), Type("null")
OPTIONAL_TEXT = Type("anyof", of=(TEXT, NULL))


@pytest.fixture
def service(spec: dict[str, Any]) -> Service:
    return document.service("orchard", spec)


@pytest.fixture
def made(service: Service) -> Callable[[Parameter], list[str]]:
    return lambda parameter: checks(parameter, service, Customizations())


def parameter(kind: Type, place: str = "body", **changes: Any) -> Parameter:
    found = Parameter("aB", "a_b", place, kind, required=True, secret=False, checks=(), doc="")
    return evolve(found, **changes)


@pytest.mark.parametrize(
    ("place", "required", "positional"),
    [("path", True, True), ("query", True, True), ("query", False, False), ("body", True, False)],
)
def test_required_input_outside_the_body_is_positional(place: str, required: bool, positional: bool):
    assert is_positional(parameter(TEXT, place, required=required)) is positional


@pytest.mark.parametrize(
    ("kind", "statement"),
    [
        (TEXT, "check.text('a_b', a_b)"),
        (Type("int"), "check.integer('a_b', a_b)"),
        (Type("float"), "check.number('a_b', a_b)"),
        (Type("bool"), "check.boolean('a_b', a_b)"),
        (Type("datetime"), "check.instant('a_b', a_b)"),
        (Type("map", of=(TEXT,)), "check.mapping('a_b', a_b)"),
        (Type("record", name="TreePage"), "check.record('a_b', a_b, m.TreePage)"),
        (Type("union", name="Crop"), "check.record('a_b', a_b, m.Crop)"),
        (Type("list", of=(Type("union", name="Crop"),)), "check.records('a_b', a_b, m.Crop)"),
        (Type("literal", values=("full", "half")), "check.text('a_b', a_b)"),
        (Type("literal", values=(1, 2)), "check.integer('a_b', a_b)"),
    ],
)
def test_type_of_an_argument_is_checked(made: Callable[[Parameter], list[str]], kind: Type, statement: str):
    assert made(parameter(kind)) == [statement]


@pytest.mark.parametrize("kind", [Type("any"), Type("list", of=(TEXT,)), Type("literal", values=("a", 1))])
def test_value_of_which_nothing_is_stated_is_not_checked(made: Callable[[Parameter], list[str]], kind: Type):
    assert made(parameter(kind)) == []
    assert made(parameter(kind, required=False)) == []


def test_stated_bounds_are_arguments_of_the_check(made: Callable[[Parameter], list[str]]):
    bounded = parameter(Type("int"), checks=(("minimum", 1), ("maximum", 100)))
    assert made(bounded) == ["check.integer('a_b', a_b, minimum=1, maximum=100)"]


def test_choice_of_a_stated_enum_is_checked(made: Callable[[Parameter], list[str]]):
    choice = parameter(Type("literal", values=("north", "it's")), checks=(("choice", True),))
    assert made(choice) == ["check.choice('a_b', a_b, ('north', \"it's\"))"]


def test_empty_identity_is_refused_unless_the_contract_states_a_length(made: Callable[[Parameter], list[str]]):
    assert made(parameter(TEXT, "path")) == ["check.text('a_b', a_b, min_length=1)"]
    assert made(parameter(TEXT, "path", checks=(("min_length", 3),))) == ["check.text('a_b', a_b, min_length=3)"]


def test_secret_is_checked_without_showing_it(made: Callable[[Parameter], list[str]]):
    assert made(parameter(TEXT, secret=True)) == ["check.text('a_b', a_b, secret=True)"]


def test_uuid_that_is_secret_is_checked_by_its_pattern(made: Callable[[Parameter], list[str]]):
    stated = parameter(TEXT, checks=(("uuid", True),))
    assert made(stated) == ["check.uuid('a_b', a_b)"]
    (statement,) = made(evolve(stated, secret=True))
    assert statement.startswith("check.text('a_b', a_b, pattern='[0-9a-fA-F]{8}")
    assert statement.endswith(", secret=True)")


@pytest.mark.parametrize(
    ("changed", "condition"),
    [
        (parameter(TEXT, required=False), "if a_b is not None:"),
        (parameter(OPTIONAL_TEXT), "if a_b is not None:"),
        (parameter(OPTIONAL_TEXT, required=False), "if not isinstance(a_b, Unset) and a_b is not None:"),
        (parameter(OPTIONAL_TEXT, "query", required=False), "if a_b is not None:"),
    ],
)
def test_argument_that_may_be_missing_is_checked_where_it_is_there(
    made: Callable[[Parameter], list[str]], changed: Parameter, condition: str
):
    assert made(changed) == [condition, "    check.text('a_b', a_b)"]


def test_stated_rules_of_a_records_fields_are_checked(made: Callable[[Parameter], list[str]]):
    found = made(parameter(Type("record", name="Branch"), name="branch"))
    assert found[:2] == [
        "check.record('branch', branch, m.Branch)",
        "check.number('branch.length', branch.length, minimum=0.5)",
    ]
    assert "if not isinstance(branch.mark, Unset) and branch.mark is not None:" in found
    assert "    check.text('branch.mark', branch.mark, max_length=3)" in found


def test_check_by_hand_takes_the_place_of_the_generated_one(service: Service):
    customizations = Customizations(arguments={"aB": ("_volume.months", "check_month")})
    assert checks(parameter(TEXT, required=False), service, customizations) == [
        "if a_b is not None:",
        "    months.check_month('a_b', a_b, clock.now())",
    ]
