"""Places in a JSON answer that its schema describes."""

from trivet_stubs.kernel.answer_places import enums, records, required

DOCUMENT = {
    "components": {
        "schemas": {
            "Part": {"oneOf": [{"$ref": "#/components/schemas/Text"}]},
            "Text": {"required": ["kind"], "properties": {"kind": {"const": "text"}, "level": {"enum": [1, 2]}}},
            "Loop": {"properties": {"next": {"$ref": "#/components/schemas/Loop"}}},
        }
    }
}
SCHEMA = {
    "required": ["parts"],
    "x-assumed-required": ["total"],
    "properties": {"parts": {"type": "array", "items": {"$ref": "#/components/schemas/Part"}}},
}
VALUE = {"total": 2, "parts": [{"kind": "text", "level": 2}, {"kind": "odd", "level": True}]}


def test_records_are_the_objects_in_lists_before_the_whole():
    assert list(records(VALUE)) == [("parts", 0), ("parts", 1), ()]
    assert list(records([1, [{"a": 1}]])) == [(1, 0)]


def test_enums_are_found_through_references_and_branches():
    assert list(enums(VALUE, SCHEMA, DOCUMENT)) == [("parts", 0, "kind"), ("parts", 0, "level")]


def test_required_fields_of_records_come_before_those_of_the_whole():
    expected = [("parts", 0, "kind"), ("parts", 1, "kind"), ("parts",), ("total",)]
    assert list(required(VALUE, SCHEMA, DOCUMENT)) == expected


def test_deep_value_of_a_recursive_schema_ends():
    value: dict[str, object] = {}
    for _ in range(500):
        value = {"next": value}
    assert list(enums(value, {"$ref": "#/components/schemas/Loop"}, DOCUMENT)) == []
