"""What the schema of the specs refuses of a schema, and the place that it names."""

from collections.abc import Callable

import pytest

from ..specs import UPDATE, Spec, assert_refused, at, put, ref, schema

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
    **{
        f"bound of {key}": (
            put(at(*UPDATE, "properties", "height"), key, value),
            f"schema/properties/height/{key}: the client would not check it$",
        )
        for key, value in (
            ("exclusiveMinimum", 0),
            ("exclusiveMaximum", 1),
            ("multipleOf", 2),
            ("minItems", 1),
            ("maxItems", 1),
            ("uniqueItems", True),
            ("minProperties", 1),
            ("maxProperties", 1),
        )
    },
    **{
        f"schema with {key}": (
            put(at("Row", "properties", "number"), key, value),
            f"^#/components/schemas/Row/properties/number/{key}: is not understood here$",
        )
        for key, value in (
            ("prefixItems", [{}]),
            ("not", {}),
            ("if", {}),
            ("then", {}),
            ("patternProperties", {}),
            ("readOnly", True),
            ("writeOnly", True),
            ("deprecated", True),
            ("contains", {}),
            ("example", 1),
        )
    },
    "schema of OpenAPI 3.0": (
        put(at("Row", "properties", "number"), "nullable", True),
        'number/nullable: is of OpenAPI 3.0: write "null" as one of its types$',
    ),
    "format that nothing reads": (
        put(at("Row", "properties", "number"), "format", "int32"),
        "number/format: must be one of date-time, double, float, int64, uri, uuid, and is 'int32'$",
    ),
    "time that is a number": (
        put(at("Row", "properties", "number"), "format", "date-time"),
        "number/type: must be string, as its format says$",
    ),
    "array without items": (
        lambda spec: schema(spec, "Row")["properties"]["trees"].pop("items"),
        "Row/properties/trees: items is missing$",
    ),
    "array or null without items": (
        put(at("Row", "properties"), "trees", {"type": ["array", "null"]}),
        "Row/properties/trees: items is missing$",
    ),
    "object without further fields": (
        put(at("Labels"), "additionalProperties", False),
        "Labels/additionalProperties: must be true or a schema: the client keeps fields that it does not know$",
    ),
    "further fields beside properties": (
        put(at("Row"), "additionalProperties", {}),
        "Row/additionalProperties: is not understood beside properties$",
    ),
    "type beside alternatives": (put(at("Crop"), "type", "object"), "Crop/type: would be lost beside alternatives$"),
    "properties beside alternatives": (put(at("Crop"), "properties", {}), "Crop/properties: would be lost beside"),
    "alternatives, none": (put(at("Crop"), "oneOf", []), "Crop/oneOf: must not be empty"),
    "default that is an object": (put(at("Row", "properties", "number"), "default", {}), "number/default: must be"),
    "schema made of itself": (put(at("components", "schemas"), "Row", ref("Row")), "schemas/Row: it is made of itself"),
    "list of itself": (
        put(at("components", "schemas"), "Side", {"type": "array", "items": ref("Side")}),
        "schemas/Side: it is made of itself, without end$",
    ),
    "closed record without a reason": (
        put(at("Row"), "additionalProperties", False),
        "Row/additionalProperties: must be true or a schema: the client keeps fields that it does not know$",
    ),
    "reason for another keyword": (
        lambda spec: schema(spec, "Row")["properties"]["number"].update(
            {"multipleOf": 2, "minimum": 0, "x-assumed-keywords": {"minimum": "Measured."}}
        ),
        "properties/number/multipleOf: the client would not check it$",
    ),
    "reason for a keyword that is not there": (
        put(at("Row", "properties", "number"), "x-assumed-keywords", {"maximum": "Measured."}),
        "Row/properties/number: maximum is missing$",
    ),
    "reason for what is no bound": (
        put(at("Row", "properties", "number"), "x-assumed-keywords", {"type": "Measured."}),
        "number/x-assumed-keywords/type: is not understood here$",
    ),
    "reason without words": (
        lambda spec: schema(spec, "Row")["properties"]["number"].update(
            {"minimum": 0, "x-assumed-keywords": {"minimum": ""}}
        ),
        "number/x-assumed-keywords/minimum: must not be empty$",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_schema_is_refused(spec: Spec, name: str):
    assert_refused(spec, *CASES[name])
