"""Conventions of a service: each is broken once."""

from collections.abc import Callable

import pytest

from codegen.read import document
from trivet import Record

from ..specs import OK, UPDATE, Spec, assert_refused, at, operation, put, query, ref, schema

FILE = {"type": "string", "format": "binary"}


def form(properties: Spec) -> Spec:
    return {"content": {"multipart/form-data": {"schema": {"type": "object", "properties": properties}}}}


CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
    "operationId without a group": (
        put(at("weather.now"), "operationId", "weather"),
        "'weather': an operationId is its path",
    ),
    "operationId of a keyword": (put(at("weather.now"), "operationId", "weather.import"), "'import' is not a name"),
    "operationId of a builtin": (put(at("weather.now"), "operationId", "weather.dict"), "already has dict"),
    "group that the client has": (put(at("weather.now"), "operationId", "close.now"), "already has close"),
    "group that unasync would rename": (
        put(at("weather.now"), "operationId", "async_weather.now"),
        "async_weather would be renamed in the sync client",
    ),
    "group and operation": (
        put(at("weather.now"), "operationId", "trees.fruits"),
        "trees.fruits is both an operation and a group",
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
    "input that unasync would rename": (
        put(at(*UPDATE, "properties"), "asyncMode", {}),
        "async_mode would be renamed",
    ),
    "input called like a local of its method": (
        put(at("trees.list", "parameters"), 1, query(name="call")),
        "trees.list: call: no input can be called call",
    ),
    "field of a body called like a local of its method": (
        put(at(*UPDATE, "properties"), "self", {"type": "string"}),
        "trees.update: self: no input can be called self",
    ),
    "file in a body of JSON": (
        put(at(*UPDATE, "properties"), "x", FILE),
        "trees.update: x: only a body of multipart/form-data, written without .ref, can hold files",
    ),
    "file in a query": (
        put(at("trees.list", "parameters"), 1, query(name="x", schema=FILE)),
        "trees.list: x: a query cannot hold file",
    ),
    "file in a record": (put(at("Key", "properties"), "x", FILE), "Key: x: only a body of multipart/form-data"),
    "files in a record": (
        put(at("Key", "properties"), "x", {"type": "array", "items": FILE}),
        "Key: x: only a body of multipart/form-data",
    ),
    "object in a form": (
        lambda spec: operation(spec, "weather.now").update(requestBody=form({"x": ref("Key")})),
        "weather.now: x: a form cannot hold record",
    ),
    "list of lists in a form": (
        lambda spec: operation(spec, "weather.now").update(
            requestBody=form({"x": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}})
        ),
        "weather.now: x: a form cannot hold list",
    ),
    "null in a form": (
        lambda spec: operation(spec, "weather.now").update(requestBody=form({"x": {"type": ["string", "null"]}})),
        "weather.now: x: a form cannot hold anyof",
    ),
    "schemas of one name": (
        lambda spec: spec["components"]["schemas"].update(McpStatus=schema(spec, "MCPStatus")),
        "'MCPStatus' and 'McpStatus' would both be mcp_status",
    ),
    "schema that unasync would rename": (
        lambda spec: spec["components"]["schemas"].update(AsyncJob=schema(spec, "Row")),
        "AsyncJob would be renamed in the sync client",
    ),
    "other letters": (put(at("Key", "properties"), "ﬁsh", {}), "'ﬁsh' is not a name"),
    "field with the name of a method in camel case": (
        put(at("Key", "properties"), "toJSON", {}),
        "Key: toJSON: every record has a method to_json",
    ),
    **{
        f"field with the name of the method {name}": (
            put(at("Key", "properties"), name, {}),
            f"Key: {name}: every record has a method {name}",
        )
        for name in dir(Record)
        if not name.startswith("_")
    },
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
    "variant with the tag of unknown variants": (
        put(at("Pear", "properties", "kind"), "enum", ["pear's", "conference", "unknown"]),
        "Crop: Pear.kind cannot be 'unknown'",
    ),
    "tag with the name of an attribute of Unknown": (
        lambda spec: [
            put(at("Crate", "discriminator"), "propertyName", "data")(spec),
            *(
                schema(spec, name).update(
                    required=["data", "crateID"], properties={"data": {"const": tag}, "crateID": {"type": "string"}}
                )
                for tag, name in (("apples", "AppleCrate"), ("pears", "PearCrate"))
            ),
        ],
        "Crate: AppleCrate.data: a tag cannot have this name",
    ),
    "constant of a fraction": (put(at("Key", "properties"), "x", {"const": 1.5}), "Key: x: a fixed value"),
    "object in a query": (
        put(at("trees.list", "parameters"), 1, query(name="x", schema=ref("Row"))),
        "trees.list: x: a query cannot hold record|not allowed in query",
    ),
    "boolean in a path": (
        put(at("rows.get", "parameters", 0), "schema", {"type": "boolean"}),
        "rows.get: number: a path cannot hold bool",
    ),
    "secret that is a number": (
        put(at("rows.get", "parameters", 0), "x-secret", True),
        "rows.get: number: only text can be secret",
    ),
    "secret that is an enum": (
        put(at(*UPDATE, "properties", "mood"), "x-secret", True),
        "trees.update: mood: only text can be secret",
    ),
    "value that the answer lacks": (put(at("weather.now"), "x-value", "rain"), "weather.now: Weather has no rain"),
    "value without an answer": (
        put(at("trees.fell"), "x-value", "rain"),
        "trees.fell: it has no answer, so x-value cannot apply",
    ),
    "empty value": (put(at("weather.now"), "x-value", ""), "weather.now: Weather has no "),
    "unwrapped that the answer lacks": (
        put(at("trees.open"), "x-unwrapped", "rain"),
        "trees.open: SharedTree has no rain",
    ),
    "unwrapped of an empty name": (put(at("trees.open"), "x-unwrapped", ""), "trees.open: SharedTree has no "),
    "unwrapped without an answer": (
        put(at("trees.fell"), "x-unwrapped", "by"),
        "trees.fell: it has no answer, so x-unwrapped cannot apply",
    ),
    "unwrapped that is not an object": (
        put(at("weather.now"), "x-unwrapped", "sky"),
        "Weather.sky must be an object or an array that is always sent",
    ),
    "unwrapped that may be missing": (
        put(at("SharedTree"), "required", []),
        'SharedTree.the "tree" must be an object or an array that is always sent',
    ),
    "unwrapped that may be null": (
        put(at("SharedTree", "properties"), 'the "tree"', {"anyOf": [ref("Base"), {"type": "null"}]}),
        'SharedTree.the "tree" must be an object or an array that is always sent',
    ),
    "unwrapped with a field of the whole": (
        put(at("Base", "properties"), 'the "tree"', {"type": "string"}),
        'trees.open: Base also has a the "tree", and would be decoded as SharedTree',
    ),
    "unwrapped that would leave out a required field": (
        put(at("SharedTree"), "required", ['the "tree"', "by"]),
        'trees.open: SharedTree also requires by, so the "tree" cannot stand alone',
    ),
    "credentials that no operation needs": (
        lambda spec: [
            spec.update(security=[]),
            operation(spec, "rows.get").pop("security"),
        ],
        "no operation needs the credentials",
    ),
    "key in a header with a line break": (
        put(at("components", "securitySchemes", "OrchardKey"), "name", "Key\r\nHost"),
        r"'Key\\r\\nHost' is not a header name",
    ),
    "key in a header without a name": (
        put(at("components", "securitySchemes", "OrchardKey"), "name", ""),
        "'' is not a header name",
    ),
    "key in a header that the client sets": (
        put(at("components", "securitySchemes", "OrchardKey"), "name", "Content-Type"),
        "'Content-Type' is a header that the client sets itself",
    ),
    "key with the name of another argument": (
        put(at("components", "securitySchemes", "OrchardKey"), "name", "X-Timeout"),
        "X-Timeout: a client has another argument timeout",
    ),
    "input in the header of the key": (
        put(at("trees.plant", "parameters", 1), "name", "orchardkey"),
        "trees.plant: orchardkey: its header has the credentials of the client",
    ),
    "input in a header that the client sets": (
        put(at("trees.plant", "parameters", 1), "name", "User-Agent"),
        "'User-Agent' is a header that the client sets itself",
    ),
    "list in a header": (
        put(at("trees.plant", "parameters", 1), "schema", {"type": "array", "items": {"type": "string"}}),
        "^#/paths/~1trees/post: a schema or an input has a form that is not understood here$",
    ),
    "no context, although others have one": (
        lambda spec: operation(spec, "rows.get").pop("x-context"),
        "^rows.get: it has no x-context, although other operations have one",
    ),
    "cursor list with a first that the query lacks": (
        put(at("harvests.list", "x-paging"), "first", ["sort"]),
        "harvests.list: sort cannot be left out after the first page",
    ),
    "cursor list whose first is the cursor": (
        put(at("harvests.list", "x-paging"), "first", ["after"]),
        "harvests.list: after cannot be left out after the first page",
    ),
    "cursor that the query lacks": (
        put(at("harvests.list", "x-paging"), "cursor", "from"),
        "harvests.list: from must be an optional text in its query",
    ),
    "cursor that is a number": (
        put(at("harvests.list", "parameters", 0), "schema", {"type": "integer"}),
        "harvests.list: after must be an optional text in its query",
    ),
    "next that the answer lacks": (
        put(at("harvests.list", "x-paging"), "next", "page.after"),
        "harvests.list: page.after does not lead to a cursor in HarvestPage: see 'after'",
    ),
    "next beyond a text": (
        put(at("harvests.list", "x-paging"), "next", "page.next.next"),
        "harvests.list: page.next.next does not lead to a cursor in HarvestPage: see 'next'",
    ),
    "next that is an object": (
        put(at("harvests.list", "x-paging"), "next", "page"),
        "harvests.list: page in HarvestPage must be text",
    ),
    "next that is empty": (
        put(at("harvests.list", "x-paging"), "next", ""),
        "does not lead to a cursor in HarvestPage: see ''",
    ),
    "key that one kind of items lacks": (
        put(at("harvests.crates.list", "x-paging"), "key", ["ripe"]),
        "harvests.crates.list: its items have no ripe",
    ),
    "key of two fields, for items of more kinds": (
        put(at("harvests.crates.list", "x-paging"), "key", ["kind", "crateID"]),
        "harvests.crates.list: the key of items of a union must be one field",
    ),
    "stream with a value": (put(at("news.follow"), "x-value", "data"), "news.follow: it has no answer, so x-value"),
    "assumed field that is an empty array by default": (
        put(at("Weather"), "x-assumed-required", ["winds"]),
        "Weather: winds: a field in x-assumed-required cannot be an empty array by default",
    ),
    "a text that is an empty array by default": (
        put(at("Tree", "allOf", 1, "properties", "species"), "default", []),
        r'Tree/allOf/1/properties/species/default: \[\] is not of type "string"',
    ),
    "null or an array that is empty by default": (
        put(at("Tree", "allOf", 1, "properties", "visits"), "default", []),
        "Tree: visits: only a list can be",
    ),
    "items that the answer lacks": (
        put(at("trees.list", "x-paging"), "items", "trees"),
        "TreePage.trees must be a list",
    ),
    "total that the answer lacks": (
        put(at("trees.list", "x-paging"), "total", "all"),
        "TreePage.all must be a whole number",
    ),
    "key that the items lack": (put(at("trees.list", "x-paging"), "key", ["name"]), "its items have no name"),
    "offset that the query lacks": (
        put(at("trees.list", "x-paging"), "offset", "from"),
        "from must be an optional whole number",
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
    with pytest.raises(document.DocumentError, match="is not a name for a service"):
        document.service(name, spec)
