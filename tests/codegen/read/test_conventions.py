"""Conventions of a service, each broken once."""

from collections.abc import Callable

import pytest

from codegen.read import document

from ..specs import OK, UPDATE, Spec, assert_refused, at, operation, put, query, ref, schema

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
    "operationId without a group": (
        put(at("weather.now"), "operationId", "weather"),
        "'weather': an operationId is its path",
    ),
    "operationId of a keyword": (put(at("weather.now"), "operationId", "weather.import"), "'import' is not a name"),
    "operationId of a builtin": (put(at("weather.now"), "operationId", "weather.dict"), "another dict"),
    "group the client has": (put(at("weather.now"), "operationId", "close.now"), "another close"),
    "group unasync would rename": (
        put(at("weather.now"), "operationId", "async_weather.now"),
        "async_weather would have another name in the sync client",
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
    "query and body of one name": (
        put(at("trees.plant", "parameters"), 0, query(name="Species")),
        "trees.plant: 'Species in query' and 'species in body' would both be species",
    ),
    "query and query of one name": (
        put(at("trees.list", "parameters"), 1, query(name="Skip")),
        "trees.list: 'skip in query' and 'Skip in query' would both be skip",
    ),
    "input unasync would rename": (
        put(at(*UPDATE, "properties"), "asyncMode", {}),
        "async_mode would have another name",
    ),
    "schemas of one name": (
        lambda spec: spec["components"]["schemas"].update(McpStatus=schema(spec, "MCPStatus")),
        "'MCPStatus' and 'McpStatus' would both be mcp_status",
    ),
    "schema unasync would rename": (
        lambda spec: spec["components"]["schemas"].update(AsyncJob=schema(spec, "Row")),
        "AsyncJob would have another name in the sync client",
    ),
    "other letters": (put(at("Key", "properties"), "ﬁsh", {}), "'ﬁsh' is not a name"),
    "object inside an object": (
        put(at("Key", "properties"), "x", {"type": "object", "properties": {"y": {}}}),
        "Key: x: an object inside another schema must be a named schema",
    ),
    "object inside a body": (
        put(at(*UPDATE, "properties"), "x", {"type": "array", "items": {"type": "object", "properties": {"y": {}}}}),
        "trees.update: x: an object inside",
    ),
    "answer without a name": (
        put(at("weather.now", *OK), "schema", {"type": "object", "properties": {"a": {}}}),
        "weather.now: an object inside",
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
    "constant of a fraction": (put(at("Key", "properties"), "x", {"const": 1.5}), "Key: x: a fixed value"),
    "object in a query": (
        put(at("trees.list", "parameters"), 1, query(name="x", schema=ref("Row"))),
        "trees.list: x: a query cannot hold record|not allowed in query",
    ),
    "truth in a path": (
        put(at("rows.get", "parameters", 0), "schema", {"type": "boolean"}),
        "rows.get: number: a path cannot hold bool",
    ),
    "secret that is a number": (
        put(at("rows.get", "parameters", 0), "x-secret", True),
        "rows.get: number: only text can be secret",
    ),
    "secret that is one of a few": (
        put(at(*UPDATE, "properties", "mood"), "x-secret", True),
        "trees.update: mood: only text can be secret",
    ),
    "value the answer has not": (put(at("weather.now"), "x-value", "rain"), "weather.now: Weather has no rain"),
    "value of no answer": (
        put(at("trees.fell"), "x-value", "rain"),
        "trees.fell: it has no answer to take x-value from",
    ),
    "empty value": (put(at("weather.now"), "x-value", ""), "weather.now: Weather has no "),
    "unwrapped the answer has not": (
        put(at("trees.open"), "x-unwrapped", "rain"),
        "trees.open: SharedTree has no rain",
    ),
    "unwrapped of an empty name": (put(at("trees.open"), "x-unwrapped", ""), "trees.open: SharedTree has no "),
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
    "credentials that no operation needs": (
        lambda spec: [
            spec.update(security=[]),
            operation(spec, "rows.get").pop("security"),
        ],
        "no operation needs the credentials",
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
    "no context, where others have": (
        lambda spec: operation(spec, "rows.get").pop("x-context"),
        "^rows.get: it has no x-context, and others have",
    ),
    "cursor list with a first that the query has not": (
        put(at("harvests.list", "x-paging"), "first", ["sort"]),
        "harvests.list: sort cannot be left out behind the first page",
    ),
    "cursor list whose first is the cursor": (
        put(at("harvests.list", "x-paging"), "first", ["after"]),
        "harvests.list: after cannot be left out behind the first page",
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
        "harvests.crates.list: items of a union are distinguished by one field",
    ),
    "stream with a value": (put(at("news.follow"), "x-value", "data"), "news.follow: it has no answer to take x-value"),
    "assumed field that is an empty array by default": (
        put(at("Weather"), "x-assumed-required", ["winds"]),
        "Weather: winds: x-assumed-required and an empty array by default",
    ),
    "a text that is an empty array by default": (
        put(at("Tree", "allOf", 1, "properties", "species"), "default", []),
        "Tree: species: what is no list cannot be an empty one by default",
    ),
    "null or an array that is empty by default": (
        put(at("Tree", "allOf", 1, "properties", "visits"), "default", []),
        "Tree: visits: what is no list cannot be",
    ),
    "items the answer has not": (put(at("trees.list", "x-paging"), "items", "trees"), "TreePage.trees is no list"),
    "total the answer has not": (put(at("trees.list", "x-paging"), "total", "all"), "TreePage.all is no whole number"),
    "key the items have not": (put(at("trees.list", "x-paging"), "key", ["name"]), "its items have no name"),
    "offset the query has not": (
        put(at("trees.list", "x-paging"), "offset", "from"),
        "from is no optional whole number",
    ),
    "objects without a tag": (
        put(
            at("Key", "properties"),
            "x",
            {"anyOf": [ref("Row"), ref("Base")]},
        ),
        "Key: x: record and record cannot be distinguished",
    ),
    "object or map": (
        put(at("Key", "properties"), "x", {"anyOf": [ref("Row"), {"type": "object"}]}),
        "record and map cannot be distinguished",
    ),
    "time or text": (
        put(at("Key", "properties"), "x", {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string"}]}),
        "datetime and str cannot be distinguished",
    ),
    "object or anything": (
        put(at("Key", "properties"), "x", {"anyOf": [ref("Row"), {}]}),
        "record and any cannot be distinguished",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_spec_is_refused(spec: Spec, name: str):
    assert_refused(spec, *CASES[name])


@pytest.mark.parametrize("name", ["", "a b", "import os", "../bus", "Bus"])
def test_service_with_an_unusable_name_is_refused(spec: Spec, name: str):
    with pytest.raises(document.DocumentError, match="is no name for a service"):
        document.service(name, spec)
