"""The comparison of a spec with a contract of a few statements, which agree until the test changes the spec."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.laws.statements.compare import Comparison, misplaced
from tests.laws.statements.spec import Spec
from tests.laws.statements.statement import Statement
from tests.wrong_rows import wrong_rows

STATED = [
    Statement("the service", "version", "1"),
    Statement("GET /stops", "operation"),
    Statement("GET /stops", "status", "200"),
    Statement("GET /stops", "answer", "Stop"),
    Statement("GET /stops limit", "input"),
    Statement("GET /stops limit", "in", "query"),
    Statement("GET /stops limit", "type", "integer"),
    Statement("GET /stops limit", "maximum", "9"),
    Statement("Stop.name", "field"),
    Statement("Stop.name", "required"),
    Statement("Stop.name", "type", "string"),
    Statement("Stop.kind", "field"),
    Statement("Stop.kind", "value", "old"),
]


def compared(spec: Any) -> Comparison:
    return Comparison(Spec(spec), STATED)


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


SPEC: dict[str, Any] = {
    "info": {"version": "1"},
    "paths": {
        "/stops": {
            "get": {
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 9}}],
                "responses": {"200": {"content": {"application/json": {"schema": ref("Stop")}}}},
            }
        }
    },
    "components": {
        "schemas": {
            "Stop": {
                "required": ["name"],
                "properties": {"name": {"type": "string"}, "kind": ref("Kind")},
            },
            "Kind": {"type": "string", "enum": ["old"]},
        }
    },
}


@pytest.fixture
def spec() -> dict[str, Any]:
    return copy.deepcopy(SPEC)


def operation(spec: Any) -> Any:
    return spec["paths"]["/stops"]["get"]


def limit(spec: Any) -> Any:
    return operation(spec)["parameters"][0]


def kind(spec: Any) -> Any:
    return spec["components"]["schemas"]["Kind"]


def stop(spec: Any) -> Any:
    return spec["components"]["schemas"]["Stop"]


def test_spec_that_agrees_with_its_contract_passes(spec: Any) -> None:
    assert compared(spec).unstated == []
    assert compared(spec).missing == []


# A change, the node for its mark, and the statement that is found without the mark.
CHANGES: dict[str, tuple[Callable[[Any], object], Callable[[Any], Any], str]] = {
    "operation": (
        lambda spec: spec["paths"].update({"/lines": {"get": {"responses": {}}}}),
        lambda spec: spec["paths"]["/lines"]["get"],
        "GET /lines: operation",
    ),
    "input": (
        lambda spec: operation(spec)["parameters"].append({"name": "near", "in": "query", "schema": {}}),
        lambda spec: operation(spec)["parameters"][1],
        "GET /stops near: input",
    ),
    "required input": (lambda spec: limit(spec).update(required=True), limit, "GET /stops limit: required"),
    "status": (
        lambda spec: operation(spec)["responses"].update({"404": {}}),
        lambda spec: operation(spec)["responses"]["404"],
        "GET /stops: status 404",
    ),
    "bound": (
        lambda spec: limit(spec)["schema"].update(minimum=1),
        lambda spec: limit(spec)["schema"],
        "GET /stops limit: minimum 1",
    ),
    "field": (
        lambda spec: stop(spec)["properties"].update(road={"type": "string"}),
        lambda spec: stop(spec)["properties"]["road"],
        "Stop.road: field",
    ),
    "bound of a field": (
        lambda spec: stop(spec)["properties"]["name"].update(maxLength=5),
        lambda spec: stop(spec)["properties"]["name"],
        "Stop.name: maxLength 5",
    ),
    "bound of an item": (
        lambda spec: stop(spec)["properties"]["name"].update(items={"pattern": "^a$"}),
        lambda spec: stop(spec)["properties"]["name"]["items"],
        "Stop.name: pattern ^a$",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_change_is_found_unless_it_is_marked(spec: Any, name: str) -> None:
    change, place, statement = CHANGES[name]
    change(spec)
    assert statement in compared(spec).unstated
    place(spec)["x-assumed"] = "Observed."
    assert compared(spec).unstated == []


def test_placement_has_a_mark_of_its_own(spec: Any) -> None:
    limit(spec)["in"] = "header"
    assert compared(spec).unstated == ["GET /stops limit: in header"]
    limit(spec)["x-assumed-placement"] = "Observed."
    limit(spec)["schema"]["minimum"] = 1
    assert compared(spec).unstated == ["GET /stops limit: minimum 1"]


def test_required_field_of_an_answer_is_found_even_if_it_is_marked(spec: Any) -> None:
    stop(spec)["required"].append("kind")
    stop(spec)["properties"]["kind"]["x-assumed"] = kind(spec)["x-assumed"] = "Observed."
    assert compared(spec).unstated == ["Stop.kind: required"]


def test_required_field_of_a_request_needs_a_mark(spec: Any) -> None:
    operation(spec)["responses"] = {}
    stop(spec)["required"].append("kind")
    assert compared(spec).unstated == ["Stop.kind: required"]
    stop(spec)["properties"]["kind"]["x-assumed"] = kind(spec)["x-assumed"] = "Observed."
    assert compared(spec).unstated == []


def test_assumed_field_that_leads_to_the_value_may_be_required(spec: Any) -> None:
    stop(spec)["required"].append("kind")
    stop(spec)["properties"]["kind"]["x-assumed"] = kind(spec)["x-assumed"] = "Observed."
    operation(spec)["x-value"] = "kind"
    assert compared(spec).unstated == []


def test_mark_on_a_schema_does_not_cover_the_fields_that_use_it(spec: Any) -> None:
    spec["components"]["schemas"]["Kind"]["x-assumed"] = "Observed."
    stop(spec)["properties"]["age"] = ref("Kind")
    assert compared(spec).unstated == ["Stop.age: field"]


def test_record_inherits_the_statements_of_its_base(spec: Any) -> None:
    part = {"required": ["name"], "properties": {"name": {"type": "string"}}}
    spec["components"]["schemas"]["Halt"] = {"allOf": [ref("Stop"), part], "x-assumed": "Observed."}
    assert compared(spec).unstated == []
    del stop(spec)["properties"]["kind"]
    assert compared(spec).missing == ["Halt.kind: field", "Halt.kind: value old"]


def test_stated_field_that_is_left_out_is_missing(spec: Any) -> None:
    del stop(spec)["required"]
    assert compared(spec).missing == ["Stop.name: required"]


def test_field_that_is_marked_as_optional_need_not_be_required(spec: Any) -> None:
    del stop(spec)["required"]
    stop(spec)["properties"]["name"]["x-assumed-optional"] = "Observed without it."
    assert compared(spec).missing == []
    assert compared(spec).wrong_marks == []


# A change of `Stop.name`, or of the values of `Stop.kind`; the statement that is found, and the mark that covers it.
MARKED: dict[str, tuple[Callable[[Any], Any], dict[str, Any], str, dict[str, Any]]] = {
    "null": (
        lambda spec: stop(spec)["properties"]["name"],
        {"type": ["string", "null"]},
        "Stop.name: kind null",
        {"x-assumed-null": "Observed."},
    ),
    "a keyword": (
        lambda spec: stop(spec)["properties"]["name"],
        {"maxLength": 5},
        "Stop.name: maxLength 5",
        {"x-assumed-keywords": {"maxLength": "Observed."}},
    ),
    "a value": (
        kind,
        {"enum": ["old", "new"]},
        "Stop.kind: value new",
        {"x-assumed-values": {"new": "Observed."}},
    ),
}


def test_mark_of_one_statement_covers_it_alone(spec: Any) -> None:
    with wrong_rows() as row:
        for name, (place, change, statement, mark) in MARKED.items():
            with row(name):
                changed = copy.deepcopy(spec)
                place(changed).update(change)
                assert compared(changed).unstated == [statement]
                place(changed)["x-assumed"] = "Observed."
                assert compared(changed).unstated or compared(changed).wrong_marks
                del place(changed)["x-assumed"]
                place(changed).update(mark)
                assert compared(changed).unstated == compared(changed).wrong_marks == []


def test_mark_of_nothing_is_found(spec: Any) -> None:
    with wrong_rows() as row:
        for name, (place, _, _, mark) in MARKED.items():
            with row(name):
                changed = copy.deepcopy(spec)
                place(changed).update(mark)
                assert compared(changed).unstated or compared(changed).wrong_marks


def test_stated_field_that_is_marked_as_a_whole_is_found(spec: Any) -> None:
    stop(spec)["properties"]["name"]["x-assumed"] = "Observed."
    assert compared(spec).wrong_marks == ["Stop.name: field"]


def test_stated_value_needs_no_mark(spec: Any) -> None:
    kind(spec)["x-assumed-values"] = {"old": "Observed."}
    assert compared(spec).wrong_marks == ["Stop.kind: value old"]


def test_type_stated_by_the_contract_must_be_in_the_spec(spec: Any) -> None:
    limit(spec)["schema"]["type"] = "number"
    assert compared(spec).missing == ["GET /stops limit: type integer"]


@pytest.mark.parametrize(
    ("assumed", "fault"),
    [
        (["name"], "Stop.name: required"),
        (["road"], "Stop.road: no field"),
        (["kind"], "Stop.kind: not marked"),
        (["kind", "kind"], "Stop.kind: listed twice"),
    ],
)
def test_field_that_cannot_be_assumed_to_be_required_is_found(spec: Any, assumed: list[str], fault: str) -> None:
    stop(spec)["x-assumed-required"] = assumed
    assert fault in misplaced(Spec(spec))


def test_assumed_required_field_outside_answers_is_found(spec: Any) -> None:
    operation(spec)["responses"] = {}
    stop(spec)["x-assumed-required"] = ["kind"]
    assert "Stop.kind: in no answer" in misplaced(Spec(spec))
