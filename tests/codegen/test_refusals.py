"""Specs that are refused, and what is said of them."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from codegen import document
from codegen.engine import EngineError
from codegen.handwork import Handwork
from codegen.render import render

Spec = dict[str, Any]
REFUSALS = (document.DocumentError, EngineError, ValueError)


def generated(spec: Spec, handwork: Handwork | None = None) -> dict[str, str]:
    return render(document.service("orchard", spec), handwork or Handwork())


def operation(spec: Spec, identity: str) -> Any:
    operations = (each for item in spec["paths"].values() for each in item.values())
    return next(each for each in operations if each["operationId"] == identity)


def schema(spec: Spec, name: str) -> Any:
    return spec["components"]["schemas"][name]


def put(target: Callable[[Spec], Any], key: Any, value: Any) -> Callable[[Spec], None]:
    """Set one key somewhere in the spec."""

    def change(spec: Spec) -> None:
        target(spec)[key] = value

    return change


def at(*steps: Any) -> Callable[[Spec], Any]:
    """A place in the spec; the first step may be an operationId or the name of a schema."""

    def place(spec: Spec) -> Any:
        first, *rest = steps
        node = spec[first] if first in spec else schema(spec, first) if first[0].isupper() else operation(spec, first)
        for step in rest:
            node = node[step]
        return node

    return place


def query(**parameter: Any) -> dict[str, Any]:
    return {"in": "query", "schema": {"type": "string"}, **parameter}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


JSON = ("content", "application/json")
OK = ("responses", "200", *JSON)
UPDATE = ("trees.update", "requestBody", *JSON, "schema")

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
    # What the parser only warns of, or drops in silence.
    "body of another type": (
        put(at("trees.update", "requestBody"), "content", {"text/csv": {"schema": {"type": "string"}}}),
        r"PATCH /trees/\{tree_id\}.*Unsupported content type",
    ),
    "a second body type": (
        put(
            at("trees.update", "requestBody", "content"),
            "application/x-www-form-urlencoded",
            {"schema": ref("Branch")},
        ),
        "trees_update: a body must be a JSON object",
    ),
    "body that is an array": (
        put(at("trees.update", "requestBody", *JSON), "schema", {"type": "array", "items": {"type": "string"}}),
        "trees_update: a body must be a JSON object",
    ),
    "body that is a map": (
        put(at("trees.update", "requestBody", *JSON), "schema", {"type": "object"}),
        "trees_update: a body must name its properties",
    ),
    "property of an unknown schema": (
        put(at("Tree", "allOf", 1, "properties"), "x", ref("Nix")),
        "Tree",
    ),
    "parameter of an unknown schema": (
        put(at("trees.list", "parameters", 0), "schema", ref("Nix")),
        r"GET /trees .*Could not find reference",
    ),
    "unknown parameter": (
        put(at("trees.list", "parameters"), 0, {"$ref": "#/components/parameters/Nix"}),
        "GET /trees ",
    ),
    "unknown answer": (put(at("rows.get", "responses"), "200", {"$ref": "#/components/responses/Nix"}), "GET /rows"),
    "reference to another file": (put(at("Key", "properties"), "x", {"$ref": "other.yaml#/X"}), "Remote references"),
    "parameter that is there twice": (put(at("trees.list", "parameters"), 1, query(name="skip")), "duplicates"),
    "parameter with content": (
        put(
            at("trees.list", "parameters"),
            1,
            {"name": "limit", "in": "query", "content": {"application/json": {"schema": {}}}},
        ),
        "trees.list: the parameter limit has no schema",
    ),
    "parameter in a header": (
        put(at("trees.list", "parameters"), 1, query(name="x", **{"in": "header"})),
        "trees_list: inputs in headers and cookies",
    ),
    "path without its parameter": (put(at("trees.get"), "parameters", []), "Path parameters do not match"),
    "parameters of a path": (put(at("paths", "/trees"), "parameters", []), "/trees: parameters is not supported"),
    "enum of two types": (put(at("Health"), "enum", ["a", 1]), "Enum values|Got"),
    "version 2": (lambda spec: spec.update(openapi="2.0"), "OpenAPI"),
    "no paths": (lambda spec: spec.pop("paths"), "paths"),
    # Names.
    "no operationId": (lambda spec: operation(spec, "weather.now").pop("operationId"), "get /weather: no operationId"),
    "operationId in camelCase": (put(at("weather.now"), "operationId", "weather.rightNow"), "weather.rightNow"),
    "operationId with a capital": (put(at("weather.now"), "operationId", "Weather.now"), "Weather.now"),
    "operationId without a group": (
        put(at("weather.now"), "operationId", "weather"),
        "'weather': an operationId is its path",
    ),
    "operationId with a space": (put(at("weather.now"), "operationId", "weather.now ()"), "weather.now"),
    "operationId of a keyword": (put(at("weather.now"), "operationId", "weather.import"), "'import' is not a name"),
    "operationId of a builtin": (put(at("weather.now"), "operationId", "weather.dict"), "another dict"),
    "group the client has": (put(at("weather.now"), "operationId", "close.now"), "another close"),
    "group the colours name apart": (put(at("weather.now"), "operationId", "async_weather.now"), "sync colour"),
    "group of another's name": (
        put(at("weather.now"), "operationId", "resource.now"),
        "AsyncResource would be defined twice",
    ),
    "group of an import's name": (
        put(at("weather.now"), "operationId", "literal.now"),
        "Literal would be defined twice",
    ),
    "one id twice": (put(at("weather.now"), "operationId", "rows.get"), "GET /rows/.*GET /weather"),
    "ids of one name": (put(at("weather.now"), "operationId", "trees_fruits.get"), "GET /trees/.*GET /weather"),
    "group and operation": (
        put(at("weather.now"), "operationId", "trees.fruits"),
        "trees.fruits is an operation and a group",
    ),
    "groups of one class": (
        put(at("weather.now"), "operationId", "trees_fruits.now"),
        "'trees.fruits' and 'trees_fruits'",
    ),
    "fields of one name": (
        put(at("Key", "properties"), "session_id", {"type": "string"}),
        "Key: 'sessionID' and 'session_id' would both be session_id",
    ),
    "fields that differ in signs only": (
        lambda spec: schema(spec, "Key")["properties"].update({"a-b": {}, "a.b": {}}),
        "Key.properties: 'a-b' and 'a.b' would both be a_b",
    ),
    "query and body of one name": (
        put(at("trees.plant", "parameters"), 0, query(name="Species")),
        "trees.plant: 'Species in query' and 'species in body' would both be species",
    ),
    "query and query of one name": (
        put(at("trees.list", "parameters"), 1, query(name="Skip")),
        "trees.list: 'skip in query' and 'Skip in query' would both be skip",
    ),
    "input the colours name apart": (
        put(at(*UPDATE, "properties"), "asyncMode", {}),
        "async_mode would have another name",
    ),
    "schemas of one name": (
        lambda spec: spec["components"]["schemas"].update(McpStatus=schema(spec, "MCPStatus")),
        "'MCPStatus' and 'McpStatus' would both be mcp_status",
    ),
    "schema the colours name apart": (
        lambda spec: spec["components"]["schemas"].update(AsyncJob=schema(spec, "Row")),
        "AsyncJob would have another name in the sync colour",
    ),
    "schema with a title": (put(at("Key"), "title", "Other"), "Key: the parser would call its class by its title"),
    "other letters": (put(at("Key", "properties"), "ﬁsh", {}), "'ﬁsh' is not a name"),
    # Types.
    "object inside an object": (
        put(at("Key", "properties"), "x", {"type": "object", "properties": {"y": {}}}),
        "Key: x: an object inside another schema must be a named schema",
    ),
    "object inside a body": (
        put(at(*UPDATE, "properties"), "x", {"type": "array", "items": {"type": "object", "properties": {"y": {}}}}),
        "trees.update: x: an object inside",
    ),
    "answer that is a union": (
        put(at("weather.now", *OK), "schema", ref("Crop")),
        "weather.now: its answer must be a named object",
    ),
    "answer that is a list": (
        put(at("weather.now", *OK), "schema", {"type": "array", "items": {"type": "string"}}),
        "weather.now: its answer must be a named object",
    ),
    "answer that is anything": (
        put(at("weather.now", *OK), "schema", {}),
        "weather.now: its answer must be a named object",
    ),
    "answer without a name": (
        put(at("weather.now", *OK), "schema", {"type": "object", "properties": {"a": {}}}),
        "weather.now: an object inside",
    ),
    "answers that differ": (
        put(at("trees.plant", "responses", "201", *JSON), "schema", ref("Row")),
        "trees.plant: its successes differ",
    ),
    "no success": (
        lambda spec: operation(spec, "weather.now").update(responses={"404": {"description": ""}}),
        "no success",
    ),
    "text before JSON": (
        put(
            at("weather.now", "responses", "200"),
            "content",
            {"text/plain": {"schema": ref("Row")}},
        ),
        "weather.now",
    ),
    "a media type nobody parses": (
        put(
            at("weather.now", "responses", "200", "content"),
            "text/x-weather",
            {"schema": ref("Weather")},
        ),
        "weather.now: no parser is written for text/x-weather",
    ),
    "union without a mapping": (
        put(at("Crop"), "discriminator", {"propertyName": "kind"}),
        r"Crop: its mapping and its variants differ: \['Apple', 'Pear'\]",
    ),
    "union of one": (
        lambda spec: schema(spec, "Crop").update(
            oneOf=[ref("Apple")], discriminator={"propertyName": "kind", "mapping": {"apple": "Apple"}}
        ),
        "Crop: one variant is no union",
    ),
    "union without a name": (
        put(
            at("Key", "properties"),
            "x",
            {
                "oneOf": [ref("Apple"), ref("Pear")],
                "discriminator": {"propertyName": "kind"},
            },
        ),
        "a union with a discriminator must be a named schema",
    ),
    "union of what is no object": (
        lambda spec: schema(spec, "Crop").update(
            oneOf=[ref("Health"), ref("Apple")],
            discriminator={"propertyName": "kind", "mapping": {"h": "Health", "apple": "Apple"}},
        ),
        "Crop: a variant must be an object",
    ),
    "variant without its tag": (
        lambda spec: schema(spec, "Apple")["properties"].pop("kind"),
        r"Crop: Apple.kind must be required",
    ),
    "variant with another tag": (
        put(at("Apple", "properties", "kind"), "const", "pome"),
        "Crop: Apple.kind must be required, with 'apple'",
    ),
    "objects without a tag": (
        put(
            at("Key", "properties"),
            "x",
            {"anyOf": [ref("Row"), ref("Base")]},
        ),
        "record and record cannot be told apart",
    ),
    "object or map": (
        put(at("Key", "properties"), "x", {"anyOf": [ref("Row"), {"type": "object"}]}),
        "record and map cannot be told apart",
    ),
    "time or text": (
        put(at("Key", "properties"), "x", {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string"}]}),
        "datetime and str cannot be told apart",
    ),
    "object or anything": (
        put(at("Key", "properties"), "x", {"anyOf": [ref("Row"), {}]}),
        "record and any cannot be told apart",
    ),
    "more beside a reference": (
        put(at("Key", "properties"), "x", {"$ref": "#/components/schemas/Row", "required": ["a"]}),
        r"beside the reference to #/components/schemas/Row, \['required'\] would be lost",
    ),
    "more beside one part": (
        put(at("Key", "properties"), "x", {"allOf": [ref("Row")], "properties": {"a": {}}}),
        r"\['properties'\] would be lost",
    ),
    "constant of a fraction": (put(at("Key", "properties"), "x", {"const": 1.5}), "Key: x: a fixed value"),
    "object in a query": (
        put(at("trees.list", "parameters"), 1, query(name="x", schema=ref("Row"))),
        "trees.list: x: a query cannot hold record|not allowed in query",
    ),
    "truth in a path": (
        put(at("rows.get", "parameters", 0), "schema", {"type": "boolean"}),
        "rows.get: number: a path cannot hold bool",
    ),
    # Rules.
    "open pattern": (
        put(at(*UPDATE, "properties", "nickname"), "pattern", "a+"),
        "trees.update: nickname: a pattern must be anchored",
    ),
    "pattern that ends in a dollar": (
        put(at(*UPDATE, "properties", "nickname"), "pattern", "^a\\$"),
        "must be anchored",
    ),
    "pattern with open alternatives": (
        put(at(*UPDATE, "properties", "nickname"), "pattern", "^a|b$"),
        "must be anchored",
    ),
    "pattern that is none": (put(at(*UPDATE, "properties", "nickname"), "pattern", "^(a$"), "is no pattern"),
    "endless bound": (
        put(at("trees.list", "parameters", 0, "schema"), "minimum", float("inf")),
        "skip: minimum must be finite",
    ),
    "no summary": (lambda spec: operation(spec, "weather.now").pop("summary"), "weather.now: no summary"),
    "value the answer has not": (put(at("weather.now"), "x-value", "rain"), "weather.now: Weather has no rain"),
    "value of no answer": (put(at("trees.fell"), "x-value", "rain"), "trees.fell: it has no answer"),
    "another paging": (put(at("trees.list", "x-paging"), "style", "moon"), "trees.list: paging style 'moon'"),
    "items the answer has not": (put(at("trees.list", "x-paging"), "items", "trees"), "TreePage.trees is no list"),
    "total the answer has not": (put(at("trees.list", "x-paging"), "total", "all"), "TreePage.all is no whole number"),
    "key the items have not": (put(at("trees.list", "x-paging"), "key", ["name"]), "its items have no name"),
    "offset the query has not": (
        put(at("trees.list", "x-paging"), "offset", "from"),
        "from is no optional whole number",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_by_name(spec: Spec, name: str):
    change, told = CASES[name]
    change(spec)
    with pytest.raises(REFUSALS) as caught:
        generated(spec)
    assert re.search(told, str(caught.value), re.DOTALL)


def test_the_spec_itself_is_taken(spec: Spec):
    assert set(generated(spec)) == {"__init__.py", "models.py", "calls.py", "_async/resources.py", "_async/client.py"}


@pytest.mark.parametrize(
    "name",
    [
        "Record",
        "Any",
        "Literal",
        "Callable",
        "Unknown",
        "Unset",
        "UNSET",
        "Factory",
        "RECORDS",
        "TypeAlias",
        "OrchardClient",
    ],
)
def test_a_schema_of_a_name_that_is_taken(spec: Spec, name: str):
    spec["components"]["schemas"][name] = schema(spec, "Row")
    with pytest.raises(ValueError, match=f"^{name} would be defined twice$"):
        generated(spec)


@pytest.mark.parametrize("name", ["Batch", "Plan", "Call", "Clock", "Async", "Exception", "None", "Tree2"])
def test_a_schema_of_a_name_that_is_free(spec: Spec, name: str):
    spec["components"]["schemas"][name] = schema(spec, "Row")
    for source in generated(spec).values():
        compile(source, name, "exec")


@pytest.mark.parametrize("path", ["calls.py", "_async/resources.py"])
def test_an_input_of_a_name_that_the_code_uses(spec: Spec, path: str):
    used = {each.id for each in ast.walk(ast.parse(generated(spec)[path])) if isinstance(each, ast.Name)}
    names = sorted(each for each in used if each.islower() and each == each.strip("_"))
    properties = {name: {"type": "string"} for name in names}
    body = {"application/json": {"schema": {"type": "object", "properties": properties}}}
    operation(spec, "weather.now")["requestBody"] = {"content": body}
    source = generated(spec)[path]
    for name in names:
        assert re.search(rf"\b{name}_?: str \| None", source), name


@pytest.mark.parametrize("name", ["records", "resources", "arguments", "parsers"])
def test_handwork_that_belongs_to_nothing(spec: Spec, name: str):
    entry: Any = ("months", "check") if name in ("resources", "arguments") else "x"
    with pytest.raises(ValueError, match="handwork for Nix, which orchard has not"):
        generated(spec, Handwork(**{name: {"Nix": entry}}))


def test_a_key_that_is_there_twice(tmp_path: Path):
    (tmp_path / "a.yaml").write_text("paths:\n  /a: {}\n  /b: {}\n  /a: {}\n", "utf-8")
    with pytest.raises(document.DocumentError, match="line 2: /a is there twice"):
        document.load(tmp_path / "a.yaml")


@pytest.mark.parametrize("text", ["", "- a\n", "text"])
def test_what_is_no_document(tmp_path: Path, text: str):
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    with pytest.raises(document.DocumentError, match=r"a\.yaml is no OpenAPI document"):
        document.load(tmp_path / "a.yaml")


@pytest.mark.parametrize("name", ["", "a b", "import os", "../bus", "Bus"])
def test_a_service_of_no_usable_name(spec: Spec, name: str):
    with pytest.raises(document.DocumentError, match="is no name for a service"):
        document.service(name, spec)
