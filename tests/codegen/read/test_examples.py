"""The examples of a spec: the calls they make, and the faults of a wrong one."""

from collections.abc import Callable
from typing import Any

import pytest

from codegen.read import document
from codegen.read.examples import ExampleCall, calls
from codegen.write.render import contract

from ..conftest import document_of, service_of
from ..specs import UPDATE, Spec, assert_refused, at, operation, put

BODY = UPDATE[:-1]
TREE = "0190b0c0-0000-7000-8000-00000000000a"


def calls_of(spec: Spec, identity: str) -> list[ExampleCall]:
    """Return the calls of an operation."""
    [(path, method)] = [
        (path, method)
        for path, item in spec["paths"].items()
        for method, candidate in item.items()
        if candidate["operationId"] == identity
    ]
    return calls(spec, path, method)


def test_examples_with_one_key_are_one_call(spec: Spec) -> None:
    first, second = calls_of(spec, "trees.plant")

    assert (first.key, first.query, first.body["crop"]["kind"]) == ("apple", {"plot": "p"}, "apple")
    assert (second.key, second.query, second.body["crop"]["kind"]) == ("pear", {"plot": "p q"}, "conference")


def test_required_input_without_the_key_has_its_first_example(spec: Spec) -> None:
    keys = {call.key: (call.path, call.body) for call in calls_of(spec, "trees.update")}

    assert keys["one"] == ({"tree_id": TREE}, None)
    assert keys["nothing"] == ({"tree_id": TREE}, {})


def test_operation_that_needs_no_input_is_also_called_without_any(spec: Spec) -> None:
    assert [(call.key, call.query) for call in calls_of(spec, "harvests.list")] == [
        ("next", {"after": "a b"}),
        ("", {}),
    ]


def test_keys_of_its_own_inputs_come_before_those_of_shared_ones() -> None:
    spec = document_of("chat")

    assert [call.key for call in calls_of(spec, "conversations.list")] == ["archived", "", "second_page"]
    assert [call.query for call in calls_of(spec, "conversations.shared_with_me")] == [{}, {"skip": 20, "limit": 20}]


def test_caller_is_the_ordinary_user_unless_the_operation_names_another() -> None:
    spec = document_of("chat")

    assert {call.caller for call in calls_of(spec, "conversations.update")} == {"user"}
    assert {call.caller for call in calls_of(spec, "admin.users.update")} == {"admin"}


def test_model_has_the_values_by_the_names_of_inputs() -> None:
    [rated, *_] = next(
        operation for operation in service_of("chat").operations if operation.id == "conversations.messages.rate"
    ).examples

    assert [name for name, _ in rated.values] == ["conversation_id", "message_id", "rating"]


def shown(value: Any) -> dict[str, Any]:
    return {"one": {"value": value}}


FAULTS: dict[str, tuple[Callable[[Spec], object], str]] = {
    "value that the schema refuses": (
        put(at("rows.get", "parameters", 0), "examples", shown(0)),
        r"^#/paths/~1rows~1\{number\}/get/parameters/0/examples/one/value: 0 is less than the minimum of 1$",
    ),
    "text that is no uuid": (
        put(at("trees.get", "parameters", 0), "examples", shown("x")),
        r"parameters/0/examples/one/value: \"x\" is not a \"uuid\"$",
    ),
    "field that the schema refuses": (
        put(at(*BODY), "examples", shown({"height": -1})),
        r"patch/requestBody/content/application~1json/examples/one/value/height: -1 is less than the minimum of 0$",
    ),
    "required input without an example": (
        lambda spec: operation(spec, "rows.get")["parameters"][0].pop("examples"),
        r"^rows.get: number is required, and has no example$",
    ),
    "required body without an example": (
        lambda spec: spec["components"]["requestBodies"]["Find"]["content"]["application/json"].pop("examples"),
        r"^trees.find: its body is required, and has no example$",
    ),
    "required field without a value": (
        put(at("keys.create", *BODY[1:]), "examples", shown({"token": "a-token"})),
        r"examples/one/value: \"credential\" is a required property$",
    ),
    "summary": (
        put(at("rows.get", "parameters", 0), "examples", {"one": {"value": 1, "summary": "A row."}}),
        r"examples/one/summary: is not understood here: an example is a value alone, which states nothing",
    ),
    "example of an answer": (
        put(at("weather.now", "responses", "200", "content", "application/json"), "examples", shown({})),
        r"responses/200/content/application~1json/examples: is not understood here",
    ),
    "secret input": (
        put(at("trees.open", "parameters", 0), "examples", shown(TREE)),
        r"^trees.open: the example one of link is a secret, and none of the placeholders of spec/secrets.toml$",
    ),
    "secret field": (
        put(
            at("keys.create", *BODY[1:]),
            "examples",
            shown({"token": "a-token", "credential": {"type": "api", "key": "k", "metadata": {}}}),
        ),
        r"^keys.create: the example one of credential is a secret",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_wrong_example_is_refused(spec: Spec, fault: str) -> None:
    change, message = FAULTS[fault]
    assert_refused(spec, change, message)


@pytest.mark.parametrize("service", ["agent", "bus", "chat", "orchard"])
def test_stub_has_no_examples(service: str) -> None:
    text = contract(document_of(service))

    assert '"examples"' not in text
    assert "x-example-caller" not in text


def test_property_called_examples_stays_in_the_copy(spec: Spec) -> None:
    at(*UPDATE, "properties")(spec)["examples"] = {"type": "string"}
    document.service("orchard", spec)

    assert '"examples"' in contract(spec)
