"""Documents that the parser refuses or warns about."""

from collections.abc import Callable

import pytest

from codegen.read.parser_adapter import OCTETS

from ..specs import JSON, Spec, assert_refused, at, put, query, ref, schema

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
    "body of another type": (
        put(at("trees.update", "requestBody"), "content", {"text/csv": {"schema": {"type": "string"}}}),
        r"^#/paths/~1trees~1\{tree_id\}/patch: its body has a media type that is not understood here$",
    ),
    "a second body type": (
        put(
            at("trees.update", "requestBody", "content"),
            "application/x-www-form-urlencoded",
            {"schema": ref("Branch")},
        ),
        "trees_update: a body must have one media type",
    ),
    "body that is an array": (
        put(at("trees.update", "requestBody", *JSON), "schema", {"type": "array", "items": {"type": "string"}}),
        "trees_update: a body must be a JSON object",
    ),
    "octets that are not a file": (
        put(at("trees.update", "requestBody"), "content", {OCTETS: {"schema": {"type": "integer"}}}),
        "trees_update: a body must be a JSON object, a form or a file",
    ),
    "body that is a map": (
        put(at("trees.update", "requestBody", *JSON), "schema", {"type": "object"}),
        "trees_update: a body must name its properties",
    ),
    "parameter that is there twice": (
        put(at("trees.list", "parameters"), 1, query(name="skip")),
        "^#/paths/~1trees/get: two of its parameters have one name and one place$",
    ),
    "path without its parameter": (
        put(at("trees.get"), "parameters", []),
        r"^#/paths/~1trees~1\{tree_id\}/get: its path and its parameters in the path differ$",
    ),
    "enum of two types": (
        put(at("Health"), "enum", ["a", 1]),
        "^#/components/schemas/Health: the values of an enum must be of one type$",
    ),
    "answer that is a picture": (
        put(at("weather.now", "responses", "200"), "content", {"image/png": {"schema": {"type": "string"}}}),
        "^#/paths/~1weather/get: one of its answers has a media type that is not understood here$",
    ),
    "input that joins a text": (
        put(at("trees.list", "parameters", 0), "schema", {"allOf": [ref("Health"), {"type": "string"}]}),
        "^#/paths/~1trees/get: allOf can join objects alone$",
    ),
    "operationId in camelCase": (put(at("weather.now"), "operationId", "weather.rightNow"), "weather.rightNow"),
    "operationId with a capital": (put(at("weather.now"), "operationId", "Weather.now"), "Weather.now"),
    "operationId with a space": (put(at("weather.now"), "operationId", "weather.now ()"), "weather.now"),
    "fields that differ only in punctuation": (
        lambda spec: schema(spec, "Key")["properties"].update({"a-b": {}, "a.b": {}}),
        "Key.properties: 'a-b' and 'a.b' would both be a_b",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_spec_is_refused(spec: Spec, name: str):
    assert_refused(spec, *CASES[name])
