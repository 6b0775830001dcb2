"""Specs that are refused, and what is said of them."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from codegen.customizations import Customizations
from codegen.read import document
from codegen.read.parser import EngineError
from codegen.write import hand_written as bases
from codegen.write.render import render

from .conftest import BY_HAND, CUSTOMIZATIONS, ORCHARD

Spec = dict[str, Any]
REFUSALS = (document.DocumentError, EngineError, ValueError)


def generated(spec: Spec, customizations: Customizations = CUSTOMIZATIONS) -> dict[str, str]:
    return render(document.service("orchard", spec), customizations)


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

CONTENTS = {"application/json": {"schema": ref("Weather")}, "text/csv": {"schema": {"type": "string"}}}

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
        r"trees/get/parameters/0/schema/\$ref: '#/components/schemas/Nix' is not a schema of this",
    ),
    "unknown parameter": (
        put(at("trees.list", "parameters"), 0, {"$ref": "#/components/parameters/Nix"}),
        r"trees/get/parameters/0/\$ref: '#/components/parameters/Nix' is not a parameter of this document",
    ),
    "unknown answer": (
        put(at("rows.get", "responses"), "200", {"$ref": "#/components/responses/Nix"}),
        r"get/responses/200/\$ref: '#/components/responses/Nix' is not a response of this document",
    ),
    "reference to another file": (
        put(at("Key", "properties"), "x", {"$ref": "other.yaml#/X"}),
        r"Key/properties/x/\$ref: 'other.yaml#/X' is not a schema of this document",
    ),
    "parameter that is there twice": (put(at("trees.list", "parameters"), 1, query(name="skip")), "duplicates"),
    "parameter with content": (
        put(
            at("trees.list", "parameters"),
            1,
            {"name": "limit", "in": "query", "content": {"application/json": {"schema": {}}}},
        ),
        "trees/get/parameters/1: schema is missing\n  #/paths/~1trees/get/parameters/1/content: the client would",
    ),
    "parameter in a header": (
        put(at("trees.list", "parameters"), 1, query(name="x", **{"in": "header"})),
        "^#/paths/~1trees/get/parameters/1/in: must be path or query: other inputs are not understood",
    ),
    "path without its parameter": (put(at("trees.get"), "parameters", []), "Path parameters do not match"),
    "parameters of a path": (
        put(at("paths", "/trees"), "parameters", []),
        "^#/paths/~1trees/parameters: is not understood here$",
    ),
    "enum of two types": (put(at("Health"), "enum", ["a", 1]), "Enum values|Got"),
    "version 2": (lambda spec: spec.update(openapi="2.0"), "OpenAPI"),
    "no paths": (lambda spec: spec.pop("paths"), "paths"),
    # Names.
    "no operationId": (
        lambda spec: operation(spec, "weather.now").pop("operationId"),
        "^#/paths/~1weather/get: operationId is missing$",
    ),
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
    "group the colours name apart": (
        put(at("weather.now"), "operationId", "async_weather.now"),
        "async_weather would have another name in the sync client",
    ),
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
        "AsyncJob would have another name in the sync client",
    ),
    "schema with a title": (
        put(at("Key"), "title", "Other"),
        "^#/components/schemas/Key/title: the parser would call its class by its title$",
    ),
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
        "^#/components/schemas/Crop/discriminator: mapping is missing$",
    ),
    "union of one": (
        lambda spec: schema(spec, "Crop").update(
            oneOf=[ref("Apple")],
            discriminator={"propertyName": "kind", "mapping": {"apple": "#/components/schemas/Apple"}},
        ),
        "Crop: one variant is no union",
    ),
    "union without a name": (
        put(
            at("Key", "properties"),
            "x",
            {
                "oneOf": [ref("Apple"), ref("Pear")],
                "discriminator": {"propertyName": "kind", "mapping": {"a": ref("Apple")["$ref"]}},
            },
        ),
        "a union with a discriminator must be a named schema",
    ),
    "union of what is no object": (
        lambda spec: schema(spec, "Crop").update(
            oneOf=[ref("Health"), ref("Apple")],
            discriminator={
                "propertyName": "kind",
                "mapping": {"h": ref("Health")["$ref"], "apple": ref("Apple")["$ref"]},
            },
        ),
        "Crop: a variant must be an object",
    ),
    "variant without its tag": (
        lambda spec: [
            schema(spec, "Apple")["properties"].pop("kind"),
            schema(spec, "Apple")["required"].remove("kind"),
        ],
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
        "^#/components/schemas/Key/properties/x/required: would be lost beside a reference$",
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
        "parameters/0/schema/minimum: must be a number",
    ),
    "bound that is for numbers": (
        put(at("trees.plant", "parameters", 0, "schema"), "minimum", 3),
        "trees.plant: plot: minimum is no rule for str",
    ),
    "bound that is for text": (
        put(at("trees.list", "parameters", 0, "schema"), "maxLength", 3),
        "trees.list: skip: maxLength is no rule for int",
    ),
    "UUID that is a number": (
        put(at("rows.get", "parameters", 0, "schema"), "format", "uuid"),
        "number}/get/parameters/0/schema/type: must be string, as its format says$",
    ),
    "UUID of a pattern": (
        put(at("trees.get", "parameters", 0, "schema"), "pattern", "^0.*$"),
        "trees.get: tree_id: a UUID is text, with no other rule beside it",
    ),
    "secret that is a number": (
        put(at("rows.get", "parameters", 0), "x-secret", True),
        "rows.get: number: only text can be secret",
    ),
    "secret that is one of a few": (
        put(at(*UPDATE, "properties", "mood"), "x-secret", True),
        "trees.update: mood: only text can be secret",
    ),
    "no summary": (
        lambda spec: operation(spec, "weather.now").pop("summary"),
        "^#/paths/~1weather/get: summary is missing$",
    ),
    "value the answer has not": (put(at("weather.now"), "x-value", "rain"), "weather.now: Weather has no rain"),
    "value of no answer": (
        put(at("trees.fell"), "x-value", "rain"),
        "trees.fell: it has no answer to take x-value from",
    ),
    "empty value": (put(at("weather.now"), "x-value", ""), "weather.now: Weather has no "),
    # The answer that may come as one field alone.
    "unwrapped the answer has not": (
        put(at("trees.open"), "x-unwrapped", "rain"),
        "trees.open: SharedTree has no rain",
    ),
    "unwrapped of an empty name": (put(at("trees.open"), "x-unwrapped", ""), "trees.open: SharedTree has no "),
    "unwrapped that is no text": (
        put(at("trees.open"), "x-unwrapped", ["by"]),
        r"get/x-unwrapped: must be text, and is \['by'\]$",
    ),
    "unwrapped that is true": (
        put(at("trees.open"), "x-unwrapped", True),
        "get/x-unwrapped: must be text, and is True$",
    ),
    "unwrapped that is null": (
        put(at("trees.open"), "x-unwrapped", None),
        "get/x-unwrapped: must be text, and is null$",
    ),
    "unwrapped of no answer": (
        put(at("trees.fell"), "x-unwrapped", "by"),
        "trees.fell: it has no answer to take x-unwrapped from",
    ),
    "unwrapped that is no object": (
        put(at("weather.now"), "x-unwrapped", "sky"),
        "Weather.sky is no object that always comes",
    ),
    "unwrapped that may be missing": (
        put(at("SharedTree"), "required", []),
        'SharedTree.the "tree" is no object that always comes',
    ),
    "unwrapped that may be null": (
        put(at("SharedTree", "properties"), 'the "tree"', {"anyOf": [ref("Base"), {"type": "null"}]}),
        'SharedTree.the "tree" is no object that always comes',
    ),
    "unwrapped that has what the whole has": (
        put(at("Base", "properties"), 'the "tree"', {"type": "string"}),
        'trees.open: Base has a the "tree", too, and would be taken for SharedTree',
    ),
    "unwrapped that would leave out something": (
        put(at("SharedTree"), "required", ['the "tree"', "by"]),
        'trees.open: SharedTree needs its by beside the "tree"',
    ),
    # Credentials.
    "no credentials": (
        lambda spec: spec["components"].pop("securitySchemes"),
        "it does not say how a caller says who it is",
    ),
    **{
        f"credentials: {scheme}": (
            put(at("components", "securitySchemes"), "OrchardKey", scheme),
            "^OrchardKey: credentials of this kind are not supported$",
        )
        for scheme in (
            {"type": "http", "scheme": "basic"},
            {"type": "http", "scheme": "digest"},
            {"type": "apiKey", "in": "query", "name": "key"},
            {"type": "apiKey", "in": "cookie", "name": "key"},
            {"type": "apiKey", "in": "header"},
            {"type": "oauth2", "flows": {}},
            {"type": "openIdConnect", "openIdConnectUrl": "https://x"},
            {"type": "mutualTLS"},
        )
    },
    "a second scheme": (
        put(at("components", "securitySchemes"), "Other", {"type": "http", "scheme": "bearer"}),
        "OrchardKey, Other: more than one kind of credentials",
    ),
    "a second scheme that is not supported": (
        put(at("components", "securitySchemes"), "Other", {"type": "http", "scheme": "basic"}),
        "^Other: credentials of this kind are not supported",
    ),
    "a first scheme that is not supported": (
        lambda spec: spec["components"].update(
            securitySchemes={
                "Other": {"type": "http", "scheme": "basic"},
                **spec["components"]["securitySchemes"],
            }
        ),
        "^Other: credentials of this kind are not supported",
    ),
    "credentials nobody needs": (
        lambda spec: [
            spec.update(security=[]),
            operation(spec, "rows.get").pop("security"),
        ],
        "no operation needs the credentials",
    ),
    "no word on security": (lambda spec: spec.pop("security"), r"its security must be \[\] or OrchardKey .* nothing"),
    "security of a path": (
        put(at("paths", "/weather"), "security", []),
        "^#/paths/~1weather/security: is not understood here$",
    ),
    **{
        f"security of {said}": (change, told)
        for said in ([{}], [{"Nix": []}], [{"OrchardKey": []}, {}], [{"OrchardKey": [], "Nix": []}])
        for change, told in [
            (put(at("weather.now"), "security", said), r"weather.now: its security must be \[\] or OrchardKey alone"),
        ]
    },
    "credentials by reference": (
        put(at("components", "securitySchemes"), "OrchardKey", {"$ref": "#/components/securitySchemes/Other"}),
        "^#/components/securitySchemes/OrchardKey: type is missing$",
    ),
    "security that is null": (
        put(at("weather.now"), "security", None),
        "^#/paths/~1weather/get/security: must be a list, and is null$",
    ),
    "security of the whole by another scheme": (
        lambda spec: spec.update(security=[{"Nix": []}]),
        r"its security must be \[\] or OrchardKey alone, and is \[\{'Nix': \[\]\}\]",
    ),
    "security with a scope": (
        put(at("rows.get"), "security", [{"OrchardKey": ["read"]}]),
        "rows.get: its security must be",
    ),
    "key in a header of no such name": (
        put(at("components", "securitySchemes", "OrchardKey"), "name", "Key\r\nHost"),
        r"'Key\\r\\nHost' is no name of a header",
    ),
    "key in a header of no name": (put(at("components", "securitySchemes", "OrchardKey"), "name", ""), "'' is no name"),
    "key in a header that calls set": (
        put(at("components", "securitySchemes", "OrchardKey"), "name", "Content-Type"),
        "'Content-Type' is a header that every call sets by itself",
    ),
    "key in a header that the colours name apart": (
        put(at("components", "securitySchemes", "OrchardKey"), "name", "AsyncKey"),
        "'AsyncKey' would be 'Key' in the sync colour",
    ),
    "address that the colours name apart": (
        put(at("servers", 0), "url", "https://orchard.example/_async/v1"),
        "would be 'https://orchard.example/_sync/v1' in the sync colour",
    ),
    "value that the colours name apart": (
        put(at("Health"), "enum", ["aclose", "open"]),
        "'aclose' would be 'close' in the sync colour",
    ),
    # Keys of ours.
    "by hand, in words": (
        put(at("reports.yearly"), "x-by-hand", "yes"),
        "get/x-by-hand: must be true or false, and is 'yes'$",
    ),
    "retryable, in words": (
        put(at("trees.plant"), "x-retryable", "false"),
        "#/paths/~1trees/post/x-retryable: must be true or false, and is 'false'",
    ),
    "secret, in words": (
        put(at("Key", "properties", "id"), "x-secret", "no"),
        "Key/properties/id/x-secret: must be true or false, and is 'no'",
    ),
    "key that is misspelt": (
        put(at("trees.open"), "x-bear", "by"),
        r"^#/paths/~1shared~1\{link\}/get/x-bear: is not understood here$",
    ),
    "secret that is misspelt": (
        put(at("Key", "properties", "id"), "x-secert", True),
        "Key/properties/id/x-secert: is not understood here",
    ),
    "key that is out of place": (
        put(at("Weather"), "x-unwrapped", "sky"),
        "^#/components/schemas/Weather/x-unwrapped: is not understood here$",
    ),
    "key of a path": (
        put(at("paths", "/weather"), "x-by-hand", True),
        "^#/paths/~1weather/x-by-hand: is not understood here$",
    ),
    "key of the document": (
        lambda spec: spec.update({"x-retryable": True}),
        "^#/x-retryable: is not understood here$",
    ),
    "key within an array": (
        put(at("trees.list", "parameters", 0), "x-unwrapped", "skip"),
        "^#/paths/~1trees/get/parameters/0/x-unwrapped: is not understood here$",
    ),
    "paging without a key": (put(at("trees.list", "x-paging"), "key", []), "x-paging/key: must not be empty"),
    "paging that is half said": (
        lambda spec: operation(spec, "trees.list")["x-paging"].pop("style"),
        "^#/paths/~1trees/get/x-paging: style is missing$",
    ),
    "paging that says more": (
        put(at("trees.list", "x-paging"), "limit", "limit"),
        "^#/paths/~1trees/get/x-paging/limit: is not understood here$",
    ),
    "paging that is a word": (
        put(at("trees.list"), "x-paging", "offset"),
        "x-paging: must be a mapping, and is 'offset'",
    ),
    "fault that stands for nothing": (
        put(at("rows.get", "responses"), "500", {"description": "", "x-effective-status": {"code": "a"}}),
        "responses/500/x-effective-status: status is missing$",
    ),
    "fault of many statuses": (
        put(
            at("rows.get", "responses"), "5XX", {"description": "", "x-effective-status": {"code": "a", "status": 429}}
        ),
        r"^#/paths/~1rows~1\{number\}/get/responses/5XX: is not one status",
    ),
    # Contexts.
    "context of no kind": (
        put(at("harvests.list"), "x-context", "user"),
        "^#/paths/~1harvests/get/x-context: must be one of request, server, session, and is 'user'$",
    ),
    "context that is no text": (
        put(at("harvests.list"), "x-context", ["server"]),
        r"x-context: must be one of request, server, session, and is \['server'\]$",
    ),
    "context of an input": (
        put(at("harvests.list", "parameters", 0), "x-context", "server"),
        "^#/paths/~1harvests/get/parameters/0/x-context: is not understood here$",
    ),
    "no context, where others have": (
        lambda spec: operation(spec, "rows.get").pop("x-context"),
        "^rows.get: it has no x-context, and others have",
    ),
    "context without its inputs": (
        lambda spec: operation(spec, "harvests.list")["parameters"].pop(),
        "harvests.list: an operation of the context request must have workspace",
    ),
    "context given to the server": (
        put(at("harvests.list"), "x-context", "server"),
        "harvests.list: an operation of the context server must not have directory, workspace",
    ),
    "context given to a session": (
        lambda spec: operation(spec, "harvests.crates.list")["parameters"].append(query(name="workspace")),
        "harvests.crates.list: an operation of the context session must not have workspace",
    ),
    "context that is required": (
        put(at("harvests.list", "parameters", 1), "required", True),
        "harvests.list: directory is no optional text without a rule",
    ),
    "context of a rule": (
        put(at("harvests.list", "parameters", 1, "schema"), "minLength", 1),
        "harvests.list: directory is no optional text without a rule",
    ),
    "open, and not": (put(at("harvests.list"), "x-open", False), "x-open: must be True, and is False"),
    "open, in words": (put(at("harvests.list"), "x-open", "yes"), "x-open: must be True, and is 'yes'"),
    # Cursors.
    "cursor list with a first that the query has not": (
        put(at("harvests.list", "x-paging"), "first", ["sort"]),
        "harvests.list: sort cannot be left out behind the first page",
    ),
    "cursor list whose first is the cursor": (
        put(at("harvests.list", "x-paging"), "first", ["after"]),
        "harvests.list: after cannot be left out behind the first page",
    ),
    "cursor list with an offset": (
        put(at("harvests.list", "x-paging"), "offset", "skip"),
        "^#/paths/~1harvests/get/x-paging/offset: is not understood here$",
    ),
    "cursor list with a total": (
        put(at("harvests.list", "x-paging"), "total", "count"),
        "^#/paths/~1harvests/get/x-paging/total: is not understood here$",
    ),
    "cursor list without a next": (
        lambda spec: operation(spec, "harvests.list")["x-paging"].pop("next"),
        "^#/paths/~1harvests/get/x-paging: next is missing$",
    ),
    "offset list with a cursor": (
        put(at("trees.list", "x-paging"), "cursor", "after"),
        "^#/paths/~1trees/get/x-paging/cursor: is not understood here$",
    ),
    "cursor the query has not": (
        put(at("harvests.list", "x-paging"), "cursor", "from"),
        "harvests.list: from is no optional text in its query",
    ),
    "cursor that is a number": (
        put(at("harvests.list", "parameters", 0), "schema", {"type": "integer"}),
        "harvests.list: after is no optional text in its query",
    ),
    "next the answer has not": (
        put(at("harvests.list", "x-paging"), "next", "page.after"),
        "harvests.list: page.after leads to no cursor in HarvestPage: see 'after'",
    ),
    "next beyond a text": (
        put(at("harvests.list", "x-paging"), "next", "page.next.next"),
        "harvests.list: page.next.next leads to no cursor in HarvestPage: see 'next'",
    ),
    "next that is an object": (
        put(at("harvests.list", "x-paging"), "next", "page"),
        "harvests.list: page in HarvestPage is no text",
    ),
    "next that is empty": (
        put(at("harvests.list", "x-paging"), "next", ""),
        "leads to no cursor in HarvestPage: see ''",
    ),
    "key that one kind of items has not": (
        put(at("harvests.crates.list", "x-paging"), "key", ["ripe"]),
        "harvests.crates.list: its items have no ripe",
    ),
    "key of two fields, for items of more kinds": (
        put(at("harvests.crates.list", "x-paging"), "key", ["kind", "crateID"]),
        "harvests.crates.list: items of a union are told apart by one field",
    ),
    # Streams.
    "stream that is not by hand": (
        lambda spec: operation(spec, "news.follow").pop("x-by-hand"),
        "news.follow: the first media type of an answer must be application/json",
    ),
    "stream and text": (
        put(at("news.follow", "responses", "200", "content"), "text/plain", {"schema": ref("NewsFrame")}),
        "news.follow: the first media type of an answer must be application/json",
    ),
    "stream with a value": (put(at("news.follow"), "x-value", "data"), "news.follow: it has no answer to take x-value"),
    # By hand.
    "by hand, JSON last": (
        lambda spec: operation(spec, "reports.yearly")["responses"]["200"].update(
            content={"text/csv": {"schema": {"type": "string"}}, "application/json": {"schema": ref("Row")}}
        ),
        "reports.yearly: the first media type of an answer must be application/json",
    ),
    "by hand, without JSON": (
        lambda spec: operation(spec, "reports.yearly")["responses"]["200"]["content"].pop("application/json"),
        "reports.yearly: the first media type of an answer must be application/json|reports_yearly",
    ),
    "by hand, of two objects": (
        put(at("reports.yearly", "responses"), "201", {"description": "", "content": CONTENTS}),
        "reports.yearly: its successes differ",
    ),
    "not by hand, of two media types": (
        lambda spec: operation(spec, "reports.yearly").pop("x-by-hand"),
        "reports.yearly: its successes differ",
    ),
    # Fields that are only assumed.
    "assumed field the object has not": (
        put(at("Harvest"), "x-assumed-required", ["colour"]),
        "^Harvest: x-assumed-required names colour, which is no property$",
    ),
    "assumed field that is required": (
        put(at("Harvest"), "x-assumed-required", ["id"]),
        "^Harvest: id is required and in x-assumed-required$",
    ),
    "assumed fields, none": (
        put(at("Harvest"), "x-assumed-required", []),
        "^#/components/schemas/Harvest/x-assumed-required: must not be empty$",
    ),
    "assumed fields, as text": (
        put(at("Harvest"), "x-assumed-required", "weight"),
        "Harvest/x-assumed-required: must be a list, and is 'weight'$",
    ),
    "assumed fields of what is no object": (
        put(at("Health"), "x-assumed-required", ["a"]),
        "^#/components/schemas/Health: x-assumed-required is for an object with properties$",
    ),
    "assumed field that is an empty array by default": (
        put(at("Weather"), "x-assumed-required", ["winds"]),
        "Weather: winds: x-assumed-required and an empty array by default",
    ),
    # What is missing.
    "a text that is an empty array by default": (
        put(at("Tree", "allOf", 1, "properties", "species"), "default", []),
        "Tree: species: what is no list cannot be an empty one by default",
    ),
    "null or an array that is empty by default": (
        put(at("Tree", "allOf", 1, "properties", "visits"), "default", []),
        "Tree: visits: what is no list cannot be",
    ),
    "another paging": (
        put(at("trees.list", "x-paging"), "style", "moon"),
        "x-paging/style: must be one of cursor, offset, and is 'moon'$",
    ),
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


def test_assumed_fields_are_marked_and_not_required(spec: Spec):
    schema(spec, "Harvest")["x-assumed-required"] = ["weight"]
    schema(spec, "Tree")["allOf"][1]["x-assumed-required"] = ["note", "height"]
    service = document.service("orchard", spec)
    marked = {(record.name, each.wire): each for record in service.records for each in record.fields if each.assumed}
    assert set(marked) == {("Harvest", "weight"), ("Tree", "note"), ("Tree", "height")}
    assert not any(each.required for each in marked.values())
    assert all(each.expected for each in marked.values())


def test_the_spec_itself_is_taken(spec: Spec):
    files = {"names.py", "converter.py", "events.py", "calls.py", "_async/resources.py", "_async/client.py"}
    groups = {f"models/{each}.py" for each in ("harvests", "keys", "notes", "shared", "trees", "weather")}
    together = files | {"models.py"}
    grouped = files | groups | {"models/__init__.py", "models/coders.py"}
    assert set(generated(spec)) == {f"_generated/{each}" for each in grouped}
    assert set(generated(spec, evolve(CUSTOMIZATIONS, by_group=False))) == {f"_generated/{each}" for each in together}


@pytest.mark.parametrize("name", ["shared", "coders"])
def test_a_group_of_a_name_that_a_module_has(spec: Spec, name: str):
    operation(spec, "weather.now")["operationId"] = f"{name}.now"
    with pytest.raises(ValueError, match=f"^models/{name}.py cannot be that of a group, too$"):
        generated(spec)
    assert "_generated/models.py" in generated(spec, evolve(CUSTOMIZATIONS, by_group=False))


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


@pytest.mark.parametrize("name", ["Batch", "OffsetPagination", "Call", "Clock", "Async", "Exception", "None", "Tree2"])
def test_a_schema_of_a_name_that_is_free(spec: Spec, name: str):
    spec["components"]["schemas"][name] = schema(spec, "Row")
    for source in generated(spec).values():
        compile(source, name, "exec")


@pytest.mark.parametrize("path", ["_generated/calls.py", "_generated/_async/resources.py"])
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
    with pytest.raises(ValueError, match="customizations for Nix, which orchard has not"):
        generated(spec, Customizations(**{name: {"Nix": entry}}))


YAML = {
    "a key twice": ("paths:\n  /a: {}\n  /b: {}\n  /a: {}\n", "line 2: /a is there twice"),
    "a key that is merged, too": ("a: &a {x: 1, y: 2}\nb: {<<: *a, x: 3}\n", "line 2: x is there twice"),
    "a key of two that are merged": (
        "a: &a {x: 1}\nb: &b {x: 1}\nc: {<<: [*a, *b]}\n",
        "line 3: x is there twice",
    ),
    "one mapping merged twice": ("a: &a {x: 1}\nb: {<<: [*a, *a]}\n", "line 2: x is there twice"),
    "two merges": ("a: &a {x: 1}\nb: &b {y: 1}\nc:\n  <<: *a\n  <<: *b\n", "line 4: << is there twice"),
    "a key twice in what is merged": ("a: {b: {<<: {x: 1, x: 2}}}\n", "line 1: x is there twice"),
    "a key that is merged on the way": (
        "a: &a {x: 1}\nb: &b {<<: *a, y: 1}\nc: {<<: *b, x: 2}\n",
        "line 3: x is there twice",
    ),
    "a merge of what is no mapping": ("a: {<<: 3}\n", r"a\.yaml is no YAML: .*expected a mapping"),
    "a merge of itself": ("a: &a\n  <<: *a\n", "line 1: it merges itself"),
    "an anchor inside itself": ("a: &a\n  b: *a\n", "a: b: an anchor inside itself has no end"),
    "an anchor inside its own array": ("a: &a [1, *a]\n", "a: 1: an anchor inside itself has no end"),
    "anchors that double": (
        "a0: &a0 [x, x]\n" + "".join(f"a{at}: &a{at} [*a{at - 1}, *a{at - 1}]\n" for at in range(1, 40)),
        "its anchors make more than 1,000,000 values of it",
    ),
    "an anchor that is nowhere": ("a: *b\n", "is no YAML: .*undefined alias"),
    "a depth without end": ("a: " + "[" * 2000 + "]" * 2000, "is nested too deeply"),
    "a number for a key": ("responses: {200: {}}\n", "line 1: the key 200 is not text; put it in quotes"),
    "a truth for a key": ("properties:\n  on: {}\n", "line 2: the key on is not text"),
    "a null for a key": ("~: 1\n", "line 1: the key ~ is not text"),
    "an array for a key": ("[a]: 1\n", "line 1: a key is not text"),
    "a day": ("info: {version: 2024-05-01}\n", "info: version: .* is nothing that JSON has"),
    "no number": ("a: [.nan]\n", "a: 0: nan is no number that JSON has"),
    "an endless number": ("a: -.inf\n", "a: -inf is no number that JSON has"),
    "what is not closed": ("a: [\n", "is no YAML: while parsing"),
    "two documents": ("a: 1\n---\nb: 1\n", "is no YAML: expected a single document"),
}


@pytest.mark.parametrize("name", YAML)
def test_yaml_that_is_refused(tmp_path: Path, name: str):
    text, told = YAML[name]
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    with pytest.raises(document.DocumentError, match=told):
        document.load(tmp_path / "a.yaml")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a: &a {x: 1}\nb: {<<: *a, y: 2}\n", {"a": {"x": 1}, "b": {"x": 1, "y": 2}}),
        # The one that is merged is itself merged of another, and stands deeper than who merges it.
        (
            "a: {b: {c: &c {<<: &d {x: 1}, y: 2}}}\ne: {<<: *c, z: 3}\nf: {<<: *c}\n",
            {"a": {"b": {"c": {"x": 1, "y": 2}}}, "e": {"x": 1, "y": 2, "z": 3}, "f": {"x": 1, "y": 2}},
        ),
        ("a: &a [1]\nb: [*a, *a]\n", {"a": [1], "b": [[1], [1]]}),
        ("a: {'<<': 1}\n", {"a": {"<<": 1}}),
        ("{'on': yes, '200': ~}\n", {"on": True, "200": None}),
    ],
)
def test_yaml_that_is_taken(tmp_path: Path, text: str, meant: Any):
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    assert document.load(tmp_path / "a.yaml") == meant


def test_bearer_in_capitals_is_the_same(spec: Spec):
    spec["components"]["securitySchemes"]["OrchardKey"] = {"type": "http", "scheme": "Bearer"}
    source = generated(spec)["_generated/_async/client.py"]
    assert 'Bearer(token, argument="token", variable="TRIVET_ORCHARD_TOKEN")' in source
    assert "account_key" not in source


def hand(
    folder: Path, change: Callable[[str], str], customizations: Customizations = CUSTOMIZATIONS, **operations: bool
) -> None:
    """Hold the spec against what is written by hand, changed."""
    spec = document.load(ORCHARD)
    for identity, by_hand in operations.items():
        operation(spec, identity.replace("_", "."))["x-by-hand"] = by_hand
    (folder / "_picking" / "_async").mkdir(parents=True, exist_ok=True)
    (folder / "_picking" / "_async" / "picking.py").write_text(change(BY_HAND.read_text("utf-8")), "utf-8")
    bases.check(document.service("orchard", spec), customizations, folder)


CHANGES = {
    "no method": (
        {"def yearly": "def monthly"},
        "reports.yearly: AsyncPickedReports in _picking._async.picking has no method for",
    ),
    "no class": (
        {"class AsyncPickedReports": "class AsyncPicked"},
        "AsyncPickedReports is not in _picking._async.picking",
    ),
    "no client": ({"class AsyncPicking(": "class AsyncOther("}, "AsyncPicking is not in _picking._async.picking"),
    "group of a method's name": (
        {"def picking": "def trees"},
        "trees: AsyncPicking in _picking._async.picking has another trees",
    ),
    "group of an attribute's name": (
        {"    @asynccontextmanager": "    rows: int | None = None\n\n    @asynccontextmanager"},
        "rows: AsyncPicking in _picking._async.picking has another rows",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_by_hand_and_does_not_fit(tmp_path: Path, name: str):
    changes, told = CHANGES[name]

    def change(text: str) -> str:
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        return text

    with pytest.raises(document.DocumentError, match=f"^{told}"):
        hand(tmp_path, change)


def test_what_is_by_hand_and_fits(tmp_path: Path):
    hand(tmp_path, str)
    inherited = "class AsyncPickedReports(AsyncReports):\n    pass\n\n\nclass AsyncReports(AsyncResource):"
    hand(tmp_path, lambda text: text.replace("class AsyncPickedReports(AsyncResource):", inherited))


def test_a_method_that_is_generated_and_by_hand(tmp_path: Path):
    with pytest.raises(
        document.DocumentError, match=r"^weather\.now: AsyncPickedReports in _picking._async.picking has another now"
    ):
        hand(
            tmp_path,
            lambda text: text.replace("def yearly", "def now(self): ...\n\n    async def yearly"),
            Customizations(
                resources={**CUSTOMIZATIONS.resources, "weather": ("_picking._async.picking", "AsyncPickedReports")}
            ),
        )


def test_a_method_by_hand_in_a_group_that_has_no_base(tmp_path: Path):
    with pytest.raises(document.DocumentError, match=r"^reports\.yearly: no method is written for it"):
        hand(tmp_path, str, Customizations(resources={"news": CUSTOMIZATIONS.resources["news"]}))
    with pytest.raises(document.DocumentError, match=r"^weather\.now: no method is written for it"):
        hand(tmp_path, str, weather_now=True)


@pytest.mark.parametrize("client", [None, CUSTOMIZATIONS.client])
def test_a_context_that_nothing_binds(tmp_path: Path, client: tuple[str, str] | None):
    with pytest.raises(document.DocumentError, match=r"^harvests\.list: no `at` is written that binds its context"):
        hand(
            tmp_path,
            lambda text: text.replace("def at", "def bound_to"),
            Customizations(CUSTOMIZATIONS.records, CUSTOMIZATIONS.resources, client=client),
        )


def test_what_others_need_cannot_stand_apart(spec: Spec):
    with pytest.raises(ValueError, match=r"^Harvest cannot stand apart in yields\.py: others need it$"):
        generated(
            spec,
            Customizations(
                CUSTOMIZATIONS.records,
                CUSTOMIZATIONS.resources,
                client=CUSTOMIZATIONS.client,
                apart={"yields": "Harvest"},
            ),
        )


def test_what_stands_apart_is_what_nothing_else_needs(spec: Spec):
    files = generated(spec, evolve(CUSTOMIZATIONS, by_group=False))
    made = {
        name: set(re.findall(r"^class (\w+)\(", files[name], re.M))
        for name in ("_generated/models.py", "_generated/events.py")
    }
    assert made["_generated/events.py"] == {"RipeNews", "FrostNews", "NewsPlace"}
    assert "Harvest" in made["_generated/models.py"]
    assert not made["_generated/models.py"] & made["_generated/events.py"]
    assert "'RipeNews': '.events'" in files["_generated/names.py"]


BASIC, BEARER = {"type": "http", "scheme": "basic"}, {"type": "http", "scheme": "bearer"}


def either(spec: Spec, security: Any = ({}, {"User": []}, {"Token": []}), **schemes: Any) -> Spec:
    """The spec, with basic and bearer credentials, either of which may be given."""
    spec["components"]["securitySchemes"] = schemes or {"User": BASIC, "Token": BEARER}
    spec["security"] = list(security) if isinstance(security, tuple) else security
    operation(spec, "rows.get").pop("security")
    return spec


@pytest.mark.parametrize("security", [({}, {"User": []}, {"Token": []}), ({"Token": []}, {"User": []}, {})])
def test_basic_or_bearer_or_none(spec: Spec, security: Any):
    source = generated(either(spec, security))["_generated/_async/client.py"]
    assert "auth: Basic | Bearer | AsyncFlow | None = None" in source
    assert "who = caller('orchard', auth, AsyncFlow)" in source
    assert "token:" not in source
    assert "account_key" not in source


@pytest.mark.parametrize(
    "security",
    [
        [{}],
        [{"User": []}],
        [{"User": []}, {"Token": []}],
        [{}, {"User": []}, {"Token": []}, {"Nix": []}],
        [{}, {"User": [], "Token": []}],
        [{}, {"User": ["a"]}, {"Token": []}],
    ],
)
def test_either_kind_that_is_half_said(spec: Spec, security: Any):
    with pytest.raises(document.DocumentError, match=r": its security must be \[\] or \[\{\}, \{'User': \[\]\}"):
        generated(either(spec, security))


@pytest.mark.parametrize(
    ("schemes", "told"),
    [
        ({"User": BASIC, "Other": BASIC}, "^User: credentials of this kind are not supported$"),
        ({"Token": BEARER, "Other": BEARER}, "^Token, Other: more than one kind of credentials"),
        ({"User": BASIC, "Token": BEARER, "Third": BEARER}, "^User: credentials of this kind are not supported$"),
        (
            {"User": BASIC, "Token": BEARER, "Third": {"type": "oauth2", "flows": {}}},
            "^Third: credentials of this kind",
        ),
    ],
)
def test_kinds_that_are_no_pair(spec: Spec, schemes: Any, told: str):
    with pytest.raises(document.DocumentError, match=told):
        generated(either(spec, **schemes))


def test_a_module_by_hand_that_is_not_there(tmp_path: Path):
    with pytest.raises(document.DocumentError, match=r"AsyncPickedReports should be in nix, which is not there"):
        hand(
            tmp_path,
            str,
            Customizations(resources={**CUSTOMIZATIONS.resources, "reports": ("nix", "AsyncPickedReports")}),
        )


@pytest.mark.parametrize("text", ["", "- a\n", "text"])
def test_what_is_no_document(tmp_path: Path, text: str):
    (tmp_path / "a.yaml").write_text(text, "utf-8")
    with pytest.raises(document.DocumentError, match=r"a\.yaml is no OpenAPI document"):
        document.load(tmp_path / "a.yaml")


@pytest.mark.parametrize("name", ["", "a b", "import os", "../bus", "Bus"])
def test_a_service_of_no_usable_name(spec: Spec, name: str):
    with pytest.raises(document.DocumentError, match="is no name for a service"):
        document.service(name, spec)
