"""What an operation gives, as the expressions of its generated call."""

from typing import Any

import pytest
from attrs import evolve

from codegen.read import document
from codegen.read.ir import Operation, Paging, Service, Type
from codegen.write.answers import decoding, function_name, pages, result, shape


@pytest.fixture
def service(spec: dict[str, Any]) -> Service:
    return document.service("orchard", spec)


def operation(service: Service, identity: str) -> Operation:
    (found,) = [each for each in service.operations if each.id == identity]
    return found


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
    assert result(operation(service, identity), service) == annotation


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
    assert pages(operation(service, identity), service) == ""


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
    assert pages(operation(service, identity), service) == constant


def test_inputs_of_the_first_page_alone_stand_in_the_constant(service: Service):
    found = operation(service, "harvests.list")
    assert isinstance(found.paging, Paging)
    first = evolve(found, paging=evolve(found.paging, first=("directory",)))
    assert pages(first, service).endswith("attrgetter('id'), first=['directory'])")


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
    assert shape(operation(service, identity), service) == text


def test_shape_of_a_record_that_holds_itself_is_refused(service: Service):
    with pytest.raises(ValueError, match=r"^Wind holds itself, which only JSON can say$"):
        shape(operation(service, "weather.now"), service)


def test_shape_of_an_enum_of_whole_numbers_is_a_number(service: Service):
    row = service.record("Row")
    (number, *rest) = row.fields
    fields = (evolve(number, type=Type("literal", values=(1, 2))), *rest)
    records = tuple(evolve(each, fields=fields) if each is row else each for each in service.records)
    changed = evolve(service, records=records)
    assert shape(operation(changed, "rows.get"), changed).startswith("{'number': int")
