"""Law 5: whatever a spec says and its contract does not carries `x-assumed`."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
CONTRACTS = ROOT.parent / "shared" / "contract"
SPECS = sorted((ROOT / "spec").glob("*.yaml"))

# How a contract puts a bound into words.
WORDS = {
    ("minimum", 0): ("minimum 0", ">= 0"),
    ("maxLength", 100): ("max length 100",),
    ("pattern", "^[0-9]{6}$"): ("six digits",),
    ("pattern", "^[0-9]{5}$"): ("5-digit",),
}


def resolve(document: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    target: Any = document
    for step in node["$ref"].removeprefix("#/").split("/"):
        target = target[step]
    return {**resolve(document, target), **{key: value for key, value in node.items() if key != "$ref"}}


def unstated(document: dict[str, Any], contract: str) -> Iterator[str]:
    """Everything that is neither in the contract's words nor marked."""

    def stated(word: object) -> bool:
        return re.search(rf"(?<![\w$]){re.escape(str(word))}(?!\w)", contract) is not None

    def identifier(where: str) -> bool:
        """Whether an input is of an identifier type that the contract names; what is empty identifies nothing."""
        wire = re.split(r"[ .]", where)[-1]
        return wire.endswith("ID") and stated(wire[0].upper() + wire[1:])

    def schema_faults(where: str, schema: dict[str, Any]) -> Iterator[str]:
        if "x-assumed" in schema:
            return
        schema = resolve(document, schema)
        yield from (f"{where}: value {each!r}" for each in schema.get("enum", []) if each == "" or not stated(each))
        if {"minimum", "maximum"} <= schema.keys() and f"{schema['minimum']} to {schema['maximum']}" in contract:
            return
        for bound in ("minimum", "maximum", "minLength", "maxLength", "pattern"):
            if bound not in schema or (bound == "minLength" and schema[bound] == 1 and identifier(where)):
                continue
            if not any(each in contract for each in WORDS.get((bound, schema[bound]), ())):
                yield f"{where}: {bound} {schema[bound]!r}"

    for path, item in document["paths"].items():
        for method, operation in item.items():
            if not stated(path) and "x-assumed" not in operation:
                yield f"{method} {path}"
            for each in operation.get("parameters", []):
                parameter = resolve(document, each)
                if "x-assumed" in parameter:
                    continue
                if not stated(parameter["name"]):
                    yield f"{method} {path}: input {parameter['name']}"
                yield from schema_faults(f"{method} {path} {parameter['name']}", parameter["schema"])
            for status, response in operation["responses"].items():
                if not stated(status) and "x-assumed" not in resolve(document, response):
                    yield f"{method} {path}: status {status}"
    for name, schema in document["components"]["schemas"].items():
        if "x-assumed" in schema and "properties" in schema:
            continue
        parts = [schema, *(each for each in schema.get("allOf", []) if "$ref" not in each)]
        for wire, node in (pair for part in parts for pair in part.get("properties", {}).items()):
            field = resolve(document, node)
            if "x-assumed" in field:
                continue
            if not stated(wire):
                yield f"{name}.{wire}"
            yield from schema_faults(f"{name}.{wire}", field)


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_what_the_contract_does_not_state_is_marked(spec: Path) -> None:
    contract = CONTRACTS / f"{spec.stem}.md"
    if not contract.is_file():
        pytest.skip("the contract is not beside this checkout")
    document = yaml.safe_load(spec.read_text("utf-8"))
    assert list(unstated(document, contract.read_text("utf-8"))) == []


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_every_mark_gives_its_reason(spec: Path) -> None:
    def reasons(node: Any) -> Iterator[Any]:
        if isinstance(node, dict):
            for key, value in node.items():
                yield from [value] if key == "x-assumed" else reasons(value)
        elif isinstance(node, list):
            for value in node:
                yield from reasons(value)

    found = list(reasons(yaml.safe_load(spec.read_text("utf-8"))))
    assert found
    assert all(isinstance(each, str) and len(each) > 5 for each in found)


def test_an_unmarked_field_is_found() -> None:
    document: dict[str, Any] = {
        "paths": {"/BusStops": {"get": {"responses": {"200": {}, "418": {}}, "parameters": []}}},
        "components": {"schemas": {"Stop": {"properties": {"Colour": {"type": "string"}}}}},
    }
    assert list(unstated(document, "/BusStops gives status 200")) == ["get /BusStops: status 418", "Stop.Colour"]


def test_only_an_identifier_type_says_by_itself_that_it_is_not_empty() -> None:
    text = {"$ref": "#/components/schemas/Text"}
    schemas = {"Text": {"type": "string", "minLength": 1}, "Move": {"properties": {"stopID": text, "busID": text}}}
    document: dict[str, Any] = {"paths": {}, "components": {"schemas": schemas}}
    assert list(unstated(document, "Identifier types: StopID. Inputs: stopID, busID")) == ["Move.busID: minLength 1"]
