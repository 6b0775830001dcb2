"""Schemas of which the parser sees less than the document says."""

from collections.abc import Callable

import pytest

from codegen.read import document

from ..specs import UPDATE, Spec, assert_refused, at, operation, put, ref, schema

SCHEMAS: dict[str, tuple[Callable[[Spec], None], str]] = {
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


@pytest.mark.parametrize("name", SCHEMAS)
def test_broken_schema_is_refused(spec: Spec, name: str):
    assert_refused(spec, *SCHEMAS[name])


RECORDS: dict[str, tuple[Callable[[Spec], None], str]] = {
    "assumed field the object has not": (
        put(at("Harvest"), "x-assumed-required", ["colour"]),
        "^Harvest: x-assumed-required names colour, which is no property$",
    ),
    "assumed field that is required": (
        put(at("Harvest"), "x-assumed-required", ["id"]),
        "^Harvest: id is required and in x-assumed-required$",
    ),
    "default of a field in an answer": (
        put(at("Wind", "properties", "force"), "default", 3),
        "^Wind.force: only an empty array can be the default of what is missing$",
    ),
    "required field that is no property": (
        put(at("Harvest"), "required", ["id", "size"]),
        "^Harvest: it requires size, which is no property$",
    ),
}


@pytest.mark.parametrize("name", RECORDS)
def test_broken_record_is_refused(spec: Spec, name: str):
    assert_refused(spec, *RECORDS[name])


def test_assumed_fields_are_marked_and_not_required(spec: Spec):
    schema(spec, "Harvest")["x-assumed-required"] = ["weight"]
    schema(spec, "Tree")["allOf"][1]["x-assumed-required"] = ["note", "height"]
    service = document.service("orchard", spec)
    marked = {(record.name, each.wire): each for record in service.records for each in record.fields if each.assumed}
    assert set(marked) == {("Harvest", "weight"), ("Tree", "note"), ("Tree", "height")}
    assert not any(each.required for each in marked.values())
    assert all(each.expected for each in marked.values())


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
    "pattern that is none": (put(at(*UPDATE, "properties", "nickname"), "pattern", "^(a$"), "is no pattern"),
    "bound that is for numbers": (
        put(at("trees.plant", "parameters", 0, "schema"), "minimum", 3),
        "trees.plant: plot: minimum is no rule for str",
    ),
    "bound that is for text": (
        put(at("trees.list", "parameters", 0, "schema"), "maxLength", 3),
        "trees.list: skip: maxLength is no rule for int",
    ),
    "UUID of a pattern": (
        put(at("trees.get", "parameters", 0, "schema"), "pattern", "^0.*$"),
        "trees.get: tree_id: a UUID is text, with no other rule beside it",
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
    label = next(each for one in service.operations for each in one.parameters if each.wire == "label")
    assert label.checks == ()


def test_default_of_an_input_is_in_the_model(spec: Spec):
    operation(spec, "trees.list")["parameters"][1]["schema"]["default"] = 20
    service = document.service("orchard", spec)
    limits = [each.default for one in service.operations for each in one.parameters if each.wire in ("limit", "skip")]
    assert limits == [None, 20]


def test_assumed_keyword_is_left_to_the_server_and_stated_ones_are_checked(spec: Spec):
    skip = at("trees.list", "parameters", 0, "schema")(spec)
    skip.update(
        {"maximum": 900, "multipleOf": 2, "x-assumed-keywords": {"maximum": "Measured.", "multipleOf": "Measured."}}
    )
    nickname = at(*UPDATE, "properties", "nickname")(spec)
    nickname.update(
        {"type": "string", "minLength": 2, "pattern": "open", "x-assumed-keywords": {"pattern": "Measured."}}
    )
    service = document.service("orchard", spec)
    checks = {
        (each.id, parameter.wire): dict(parameter.checks)
        for each in service.operations
        for parameter in each.parameters
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
