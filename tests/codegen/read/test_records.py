"""Fields that are required, assumed, or empty by default."""

from collections.abc import Callable

import pytest

from codegen.read import document

from ..specs import Spec, assert_refused, at, put, schema

CASES: dict[str, tuple[Callable[[Spec], None], str]] = {
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


@pytest.mark.parametrize("name", CASES)
def test_broken_spec_is_refused(spec: Spec, name: str):
    assert_refused(spec, *CASES[name])


def test_assumed_fields_are_marked_and_not_required(spec: Spec):
    schema(spec, "Harvest")["x-assumed-required"] = ["weight"]
    schema(spec, "Tree")["allOf"][1]["x-assumed-required"] = ["note", "height"]
    service = document.service("orchard", spec)
    marked = {(record.name, each.wire): each for record in service.records for each in record.fields if each.assumed}
    assert set(marked) == {("Harvest", "weight"), ("Tree", "note"), ("Tree", "height")}
    assert not any(each.required for each in marked.values())
    assert all(each.expected for each in marked.values())
