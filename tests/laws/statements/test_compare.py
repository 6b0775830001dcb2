"""The comparison of a spec with a contract of a few statements, which agree until the test changes the spec."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.laws.statements.compare import misplaced, missing, unstated
from tests.laws.statements.spec import Spec
from tests.laws.statements.statement import Statement

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
    Statement("Stop.kind", "field"),
    Statement("Stop.kind", "value", "old"),
]


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


def stop(spec: Any) -> Any:
    return spec["components"]["schemas"]["Stop"]


def test_spec_that_agrees_with_its_contract_passes(spec: Any) -> None:
    assert unstated(Spec(spec), STATED) == []
    assert missing(Spec(spec), STATED) == []


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
    "value": (
        lambda spec: spec["components"]["schemas"]["Kind"]["enum"].append("new"),
        lambda spec: spec["components"]["schemas"]["Kind"],
        "Stop.kind: value new",
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
    assert statement in unstated(Spec(spec), STATED)
    place(spec)["x-assumed"] = "Observed."
    assert unstated(Spec(spec), STATED) == []


def test_placement_has_a_mark_of_its_own(spec: Any) -> None:
    limit(spec)["in"] = "header"
    assert unstated(Spec(spec), STATED) == ["GET /stops limit: in header"]
    limit(spec)["x-assumed-placement"] = "Observed."
    limit(spec)["schema"]["minimum"] = 1
    assert unstated(Spec(spec), STATED) == ["GET /stops limit: minimum 1"]


def test_required_field_of_an_answer_is_found_even_if_it_is_marked(spec: Any) -> None:
    stop(spec)["required"].append("kind")
    stop(spec)["x-assumed"] = "Observed."
    assert unstated(Spec(spec), STATED) == ["Stop.kind: required"]


def test_required_field_of_a_request_needs_a_mark(spec: Any) -> None:
    operation(spec)["responses"] = {}
    stop(spec)["required"].append("kind")
    assert unstated(Spec(spec), STATED) == ["Stop.kind: required"]
    stop(spec)["properties"]["kind"]["x-assumed"] = "Observed."
    assert unstated(Spec(spec), STATED) == []


def test_assumed_field_that_leads_to_the_value_may_be_required(spec: Any) -> None:
    stop(spec)["required"].append("kind")
    stop(spec)["properties"]["kind"]["x-assumed"] = "Observed."
    operation(spec)["x-value"] = "kind"
    assert unstated(Spec(spec), STATED) == []


def test_mark_on_a_schema_does_not_cover_the_fields_that_use_it(spec: Any) -> None:
    spec["components"]["schemas"]["Kind"]["x-assumed"] = "Observed."
    stop(spec)["properties"]["age"] = ref("Kind")
    assert unstated(Spec(spec), STATED) == ["Stop.age: field"]


def test_record_inherits_the_statements_of_its_base(spec: Any) -> None:
    part = {"required": ["name"], "properties": {"name": {"type": "string"}}}
    spec["components"]["schemas"]["Halt"] = {"allOf": [ref("Stop"), part]}
    assert unstated(Spec(spec), STATED) == []
    del stop(spec)["properties"]["kind"]
    assert missing(Spec(spec), STATED) == ["Halt.kind: field", "Halt.kind: value old"]


def test_stated_field_that_is_left_out_is_missing(spec: Any) -> None:
    del stop(spec)["required"]
    assert missing(Spec(spec), STATED) == ["Stop.name: required"]


def test_marked_field_may_depart_from_the_contract(spec: Any) -> None:
    del stop(spec)["required"]
    stop(spec)["properties"]["name"]["x-assumed"] = "Not required: observed without it."
    assert missing(Spec(spec), STATED) == []


def test_type_stated_by_the_contract_must_be_in_the_spec(spec: Any) -> None:
    limit(spec)["schema"]["type"] = "number"
    assert missing(Spec(spec), STATED) == ["GET /stops limit: type integer"]


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
