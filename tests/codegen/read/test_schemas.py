"""Schemas of which the parser sees less than the document says."""

from collections.abc import Callable

import pytest

from ..specs import Spec, assert_refused, at, put, ref, schema

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
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
    "more beside one part": (
        put(at("Key", "properties"), "x", {"allOf": [ref("Row")], "properties": {"a": {}}}),
        r"\['properties'\] would be lost",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_broken_spec_is_refused(spec: Spec, name: str):
    assert_refused(spec, *CASES[name])
