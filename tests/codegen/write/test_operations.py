"""Operations as source: results, pagination, checks and examples."""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from codegen.customizations import Customizations
from codegen.read.ir import Operation, Paging, Parameter, Service, Type
from codegen.write.operations import (
    checks,
    decoding,
    function_name,
    is_positional,
    operation_view,
    pages_constant,
    result_type,
    text_shape,
)

from ..conftest import service_of


@pytest.fixture
def service() -> Service:
    return service_of("orchard")


def operation(service: Service, identity: str) -> Operation:
    (match,) = [candidate for candidate in service.operations if candidate.id == identity]
    return match


def test_function_has_the_name_of_the_whole_path(service: Service):
    assert function_name(operation(service, "trees.fruits.get")) == "trees_fruits_get"


@pytest.mark.parametrize(
    ("identity", "annotation"),
    [
        ("trees.update", "None"),  # no answer
        ("weather.now", "m.Weather"),  # the whole
        ("trees.get", "m.Tree"),  # a required field
        ("trees.fruits.get", "m.Crop | None"),  # a field that may be missing
        ("trees.find", "list[m.Base]"),
        ("trees.list", "m.Tree"),  # an item
        ("harvests.crates.list", "m.Crate"),
    ],
)
def test_result_is_the_answer_its_value_or_its_items(service: Service, identity: str, annotation: str):
    assert result_type(operation(service, identity), service) == annotation


@pytest.mark.parametrize(
    ("identity", "arguments"),
    [
        ("trees.update", "record=None, decode=None, extract=no_value"),
        ("weather.now", "record=m.Weather, decode=m.decode_weather, extract=whole_record"),
        ("trees.get", 'record=m.TreeAnswer, decode=m.decode_tree_answer, extract=attrgetter("data")'),
        (
            "trees.list",
            "record=m.TreePage, decode=m.decode_tree_page, extract=lambda page: Batch(page.items, page.total)",
        ),
        (
            "harvests.list",
            "record=m.HarvestPage, decode=m.decode_harvest_page, extract=lambda page: "
            "Batch(page.data, next=None if page.page is None else page.page.next)",
        ),
        (
            "harvests.crates.list",
            "record=m.CratePage, decode=m.decode_crate_page, extract=lambda page: Batch(page.crates, next=page.next)",
        ),
    ],
)
def test_decoding_extracts_the_value_of_the_answer(service: Service, identity: str, arguments: str):
    assert decoding(operation(service, identity), service) == arguments


@pytest.mark.parametrize("identity", ["weather.now", "trees.update"])
def test_operation_that_does_not_page_has_no_constant(service: Service, identity: str):
    assert pages_constant(operation(service, identity), service) == ""


@pytest.mark.parametrize(
    ("identity", "constant"),
    [
        (
            "trees.list",
            "TREES_LIST_PAGES: OffsetPagination[m.Tree] = OffsetPagination('skip', attrgetter('id'), limit=100)",
        ),
        (
            "harvests.list",
            "HARVESTS_LIST_PAGES: CursorPagination[m.Harvest] = CursorPagination('after', attrgetter('id'))",
        ),
        (  # items of several kinds, and maybe of one that the contract does not name
            "harvests.crates.list",
            "HARVESTS_CRATES_LIST_PAGES: CursorPagination[m.Crate] = "
            "CursorPagination('after', key_of_any('crate_id', 'crateID'))",
        ),
    ],
)
def test_constant_says_how_an_operation_pages(service: Service, identity: str, constant: str):
    assert pages_constant(operation(service, identity), service) == constant


def test_inputs_of_the_first_page_alone_stand_in_the_constant(service: Service):
    paged = operation(service, "harvests.list")
    assert isinstance(paged.paging, Paging)
    first = evolve(paged, paging=evolve(paged.paging, first=("directory",)))
    assert pages_constant(first, service).endswith("attrgetter('id'), first=['directory'])")


@pytest.mark.parametrize(
    ("identity", "text"),
    [
        ("trees.update", "{}"),
        ("rows.get", "{'number': int, 'trees': [{}]}"),
        ("harvests.list", "{'data': [{'weight': float}], 'page': {}}"),
        ("harvests.crates.list", "{'crates': [{}]}"),
    ],
)
def test_shape_names_numbers_lists_and_records(service: Service, identity: str, text: str):
    assert text_shape(operation(service, identity), service) == text


def test_shape_of_a_record_that_holds_itself_is_refused(service: Service):
    with pytest.raises(ValueError, match=r"^Wind contains itself, which is supported in JSON only$"):
        text_shape(operation(service, "weather.now"), service)


def test_shape_of_an_enum_of_whole_numbers_is_a_number(service: Service):
    row = service.record("Row")
    (number, *rest) = row.fields
    fields = (evolve(number, type=Type("literal", values=(1, 2))), *rest)
    records = tuple(evolve(record, fields=fields) if record is row else record for record in service.records)
    changed = evolve(service, records=records)
    assert text_shape(operation(changed, "rows.get"), changed).startswith("{'number': int")


TEXT, NULL = Type("str"), Type("null")
OPTIONAL_TEXT = Type("anyof", of=(TEXT, NULL))


@pytest.fixture
def checks_of(service: Service) -> Callable[[Parameter], list[str]]:
    return lambda parameter: checks(parameter, service, Customizations())


def parameter(kind: Type, place: str = "body", **changes: Any) -> Parameter:
    original = Parameter("aB", "a_b", place, kind, required=True, secret=False, checks=(), doc="")
    return evolve(original, **changes)


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
def test_type_of_an_argument_is_checked(checks_of: Callable[[Parameter], list[str]], kind: Type, statement: str):
    assert checks_of(parameter(kind)) == [statement]


@pytest.mark.parametrize("kind", [Type("any"), Type("list", of=(TEXT,)), Type("literal", values=("a", 1))])
def test_value_without_a_simple_type_is_not_checked(checks_of: Callable[[Parameter], list[str]], kind: Type):
    assert checks_of(parameter(kind)) == []
    assert checks_of(parameter(kind, required=False)) == []


def test_stated_bounds_are_arguments_of_the_check(checks_of: Callable[[Parameter], list[str]]):
    bounded = parameter(Type("int"), checks=(("minimum", 1), ("maximum", 100)))
    assert checks_of(bounded) == ["check.integer('a_b', a_b, minimum=1, maximum=100)"]


def test_choice_of_a_stated_enum_is_checked(checks_of: Callable[[Parameter], list[str]]):
    choice = parameter(Type("literal", values=("north", "it's")), checks=(("choice", True),))
    assert checks_of(choice) == ["check.choice('a_b', a_b, ('north', \"it's\"))"]


def test_empty_identity_is_refused_unless_the_contract_states_a_length(checks_of: Callable[[Parameter], list[str]]):
    assert checks_of(parameter(TEXT, "path")) == ["check.text('a_b', a_b, min_length=1)"]
    assert checks_of(parameter(TEXT, "path", checks=(("min_length", 3),))) == ["check.text('a_b', a_b, min_length=3)"]


def test_secret_is_checked_without_showing_it(checks_of: Callable[[Parameter], list[str]]):
    assert checks_of(parameter(TEXT, secret=True)) == ["check.text('a_b', a_b, secret=True)"]


def test_uuid_that_is_secret_is_checked_by_its_pattern(checks_of: Callable[[Parameter], list[str]]):
    stated = parameter(TEXT, checks=(("uuid", True),))
    assert checks_of(stated) == ["check.uuid('a_b', a_b)"]
    (statement,) = checks_of(evolve(stated, secret=True))
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
    checks_of: Callable[[Parameter], list[str]], changed: Parameter, condition: str
):
    assert checks_of(changed) == [condition, "    check.text('a_b', a_b)"]


def test_stated_rules_of_a_records_fields_are_checked(checks_of: Callable[[Parameter], list[str]]):
    statements = checks_of(parameter(Type("record", name="Branch"), name="branch"))
    assert statements[:2] == [
        "check.record('branch', branch, m.Branch)",
        "check.number('branch.length', branch.length, minimum=0.5)",
    ]
    assert "if not isinstance(branch.mark, Unset) and branch.mark is not None:" in statements
    assert "    check.text('branch.mark', branch.mark, max_length=3)" in statements


def test_check_by_hand_takes_the_place_of_the_generated_one(service: Service):
    customizations = Customizations(arguments={"aB": ("_volume.months", "check_month")})
    assert checks(parameter(TEXT, required=False), service, customizations) == [
        "if a_b is not None:",
        "    months.check_month('a_b', a_b, clock.now())",
    ]


def test_docstring_of_an_assumed_operation_does_not_name_the_contract(service: Service):
    first = service.operations[0]
    stated, assumed = (
        operation_view(evolve(first, assumed=reason), service, Customizations()).doc[-1]
        for reason in ("", "A server was seen to answer it.")
    )
    assert stated == f"Contract: Endpoints, `{first.method} {first.path}`."
    assert assumed == f"Not in the contract, `{first.method} {first.path}`: A server was seen to answer it."
