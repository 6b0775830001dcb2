"""Unions, records and bounds, read from the document because the parser drops a part of them."""

from collections.abc import Callable

import pytest

from codegen.read import document
from codegen.read.ir import Parameter

from ..specs import UPDATE, Spec, assert_refused, at, operation, put, ref, schema

SCHEMAS: dict[str, tuple[Callable[[Spec], None], str]] = {
    "union of one": (
        lambda spec: schema(spec, "Crop").update(
            oneOf=[ref("Apple")],
            discriminator={"propertyName": "kind", "mapping": {"apple": "#/components/schemas/Apple"}},
        ),
        "Crop: a union must have at least two variants",
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
        "^Key.x: a union with a discriminator must be a named schema$",
    ),
    "union of schemas that are not objects": (
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


@pytest.mark.parametrize("name", SCHEMAS)
def test_broken_schema_is_refused(spec: Spec, name: str):
    assert_refused(spec, *SCHEMAS[name])


RECORDS: dict[str, tuple[Callable[[Spec], None], str]] = {
    "assumed field that the object lacks": (
        put(at("Harvest"), "x-assumed-required", ["colour"]),
        "^Harvest: x-assumed-required names colour, which is not a property$",
    ),
    "assumed field that is required": (
        put(at("Harvest"), "x-assumed-required", ["id"]),
        "^Harvest: id is both required and in x-assumed-required$",
    ),
    "default of a field in an answer": (
        put(at("Wind", "properties", "force"), "default", 3),
        "^Wind.force: the default of a missing field can only be an empty array$",
    ),
    "required field that is not a property": (
        put(at("Harvest"), "required", ["id", "size"]),
        "^Harvest: it requires size, which is not a property$",
    ),
}


@pytest.mark.parametrize("name", RECORDS)
def test_broken_record_is_refused(spec: Spec, name: str):
    assert_refused(spec, *RECORDS[name])


def test_assumed_fields_are_marked_and_not_required(spec: Spec):
    schema(spec, "Harvest")["x-assumed-required"] = ["weight"]
    schema(spec, "Tree")["allOf"][1]["x-assumed-required"] = ["note", "height"]
    service = document.service("orchard", spec)
    marked = {
        (record.name, field.wire): field for record in service.records for field in record.fields if field.assumed
    }
    assert set(marked) == {("Harvest", "weight"), ("Tree", "note"), ("Tree", "height")}
    assert not any(field.required for field in marked.values())
    assert all(field.expected for field in marked.values())


BOUNDS: dict[str, tuple[Callable[[Spec], None], str]] = {
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
    "pattern that is not valid": (
        put(at(*UPDATE, "properties", "nickname"), "pattern", "^(a$"),
        "is not a valid pattern",
    ),
    "bound of a whole number that is none": (
        put(at("trees.list", "parameters", 0, "schema"), "minimum", 0.5),
        "trees.list: skip: its minimum is 0.5, and no whole number can be equal to it",
    ),
    "date with a bound": (
        put(at("picks.list", "parameters", 0, "schema"), "minLength", 1),
        "picks.list: day: a date must be text without other bounds",
    ),
    "bound that is for numbers": (
        put(at("trees.plant", "parameters", 0, "schema"), "minimum", 3),
        "trees.plant: plot: minimum does not apply to str",
    ),
    "bound that is for text": (
        put(at("trees.list", "parameters", 0, "schema"), "maxLength", 3),
        "trees.list: skip: maxLength does not apply to int",
    ),
    "UUID of a pattern": (
        put(at("trees.get", "parameters", 0, "schema"), "pattern", "^0.*$"),
        "trees.get: tree_id: a UUID must be text without other bounds",
    ),
    # Bounds that the client would not check.
    "bound of an item": (
        put(at("trees.list", "parameters", 6, "schema", "items"), "maxLength", 3),
        "^trees.list: label: maxLength of an item is not understood: the client would not check it$",
    ),
    "bound of an item behind a reference": (
        lambda spec: [
            schema(spec, "Side").pop("enum"),
            schema(spec, "Side").update(minLength=1),
            put(at("trees.list", "parameters", 6, "schema"), "items", ref("Side"))(spec),
        ],
        "trees.list: label: minLength of an item is not understood",
    ),
    "UUID of an item": (
        put(at("trees.list", "parameters", 6, "schema", "items"), "format", "uuid"),
        "trees.list: label: format of an item is not understood",
    ),
    "bound of a value": (
        put(at("Labels", "additionalProperties"), "pattern", "^a$"),
        "labels: pattern of a value is not understood",
    ),
    "bound of one of two alternatives": (
        put(at(*UPDATE, "properties"), "depth", {"anyOf": [{"type": "number", "maximum": 2}, {"type": "string"}]}),
        "trees.update: depth: maximum of an alternative is not understood",
    ),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_broken_bound_is_refused(spec: Spec, name: str):
    assert_refused(spec, *BOUNDS[name])


def test_assumed_bound_of_an_item_is_left_to_the_server(spec: Spec):
    items = operation(spec, "trees.list")["parameters"][6]["schema"]["items"]
    items |= {"maxLength": 3, "x-assumed": "Observed."}
    service = document.service("orchard", spec)
    label = next(
        parameter for operation in service.operations for parameter in operation.parameters if parameter.wire == "label"
    )
    assert label.checks == ()


def inputs(spec: Spec) -> list[Parameter]:
    return [
        parameter for operation in document.service("orchard", spec).operations for parameter in operation.parameters
    ]


def test_enum_with_an_assumed_value_is_left_to_the_server(spec: Spec):
    shade = next(row for row in operation(spec, "trees.list")["parameters"] if row.get("name") == "shade")
    del shade["schema"]["x-assumed"]
    checks = [dict(parameter.checks) for parameter in inputs(spec) if parameter.wire == "shade"]
    assert checks == [{"choice": True}]
    shade["schema"]["x-assumed-values"] = {"half": "Observed."}
    assert [parameter.checks for parameter in inputs(spec) if parameter.wire == "shade"] == [()]


def test_default_of_an_input_is_in_the_model(spec: Spec):
    operation(spec, "trees.list")["parameters"][1]["schema"]["default"] = 20
    service = document.service("orchard", spec)
    limits = [
        parameter.default
        for operation in service.operations
        for parameter in operation.parameters
        if parameter.wire in ("limit", "skip")
    ]
    assert limits == [None, 20]


def test_assumed_keyword_is_left_to_the_server_and_stated_ones_are_checked(spec: Spec):
    skip = at("trees.list", "parameters", 0, "schema")(spec)
    skip.update(
        {"maximum": 900, "multipleOf": 3, "x-assumed-keywords": {"maximum": "Measured.", "multipleOf": "Measured."}}
    )
    at(*UPDATE[:-1])(spec).pop("examples")
    nickname = at(*UPDATE, "properties", "nickname")(spec)
    nickname.update(
        {"type": "string", "minLength": 2, "pattern": "open", "x-assumed-keywords": {"pattern": "Measured."}}
    )
    service = document.service("orchard", spec)
    checks = {
        (operation.id, parameter.wire): dict(parameter.checks)
        for operation in service.operations
        for parameter in operation.parameters
    }
    assert "maximum" not in checks["trees.list", "skip"]
    assert checks["trees.list", "skip"] == {"minimum": 0}
    assert checks["trees.update", "nickname"]["min_length"] == 2
    assert "pattern" not in checks["trees.update", "nickname"]


def test_closed_form_changes_nothing_that_a_client_does(spec: Spec):
    before = document.service("orchard", spec)
    form = at(*UPDATE)(spec)
    form.update({"additionalProperties": False, "x-assumed-keywords": {"additionalProperties": "Measured."}})
    assert document.service("orchard", spec) == before
