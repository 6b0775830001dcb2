"""The JSON schemas of types."""

import jsonschema_rs
import pytest

from tests.sdk.agent.output import reports
from trivet import InvalidArgumentError
from trivet.agent._output.schema import schema_of

SCHEMA = schema_of(reports.Report)


def test_schema_is_one_of_json_schema_and_describes_the_record():
    jsonschema_rs.Draft202012Validator(SCHEMA)
    assert (SCHEMA["type"], SCHEMA["additionalProperties"]) == ("object", False)
    assert SCHEMA["description"] == "A report about pets.\n\nIt is long."
    assert SCHEMA["required"] == ["title", "pets", "score", "counts"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("title", {"type": "string"}),
        ("score", {"type": "number"}),
        ("counts", {"type": "object", "additionalProperties": {"type": "integer"}}),
        ("level", {"type": "string", "enum": ["low", "high"], "default": "low"}),
        ("pick", {"enum": ["a", 1, None], "default": "a"}),
        ("parent", {"anyOf": [{"$ref": "#"}, {"type": "null"}], "default": None}),
        (
            "day",
            {
                "anyOf": [{"type": "string", "format": "date"}, {"type": "null"}],
                "description": "The day of the visit.",
                "default": None,
            },
        ),
        ("begins", {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}], "default": None}),
        ("at", {"anyOf": [{"type": "string", "format": "time"}, {"type": "null"}], "default": None}),
        ("done", {"type": "boolean", "default": False}),
        ("notes", {"type": "array", "items": {"type": "string"}, "default": []}),
        ("nothing", {"type": "null", "default": None}),
        ("pets", {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]}}),
    ],
)
def test_field_has_the_schema_of_its_type(name, expected):
    assert SCHEMA["properties"][name] == expected


def test_records_in_a_record_have_definitions_with_descriptions():
    assert SCHEMA["$defs"] == {
        "Cat": {
            "type": "object",
            "description": "A cat.",
            "properties": {
                "kind": {"type": "string", "enum": ["cat"], "description": "The kind, in a word."},
                "name": {"type": "string", "description": "Its name.", "default": "Tom"},
                "friends": {"type": "array", "items": {"$ref": "#/$defs/Cat"}, "default": []},
            },
            "required": ["kind"],
            "additionalProperties": False,
        },
        "Dog": {
            "type": "object",
            "description": "A dog.",
            "properties": {"kind": {"type": "string", "enum": ["dog", "puppy"]}, "age": {"type": "integer"}},
            "required": ["kind"],
            "additionalProperties": False,
        },
    }


def test_field_without_init_is_left_out_and_a_dataclass_has_no_docstring_of_its_own():
    assert "number" not in SCHEMA["properties"]
    assert schema_of(reports.Plain) == {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        (reports.WithSet, r"WithSet\.rows\[\] may be text.*got set\[int\]"),
        (reports.WithUnion, r"WithUnion\.value\{\} may be.*got int \| str"),
        (reports.WithObject, r"WithObject\.value may be.*got <class 'object'>"),
        (reports.WithAlike, r"WithAlike\.pet may be.* a union of records that a Literal tells apart"),
        (reports.WithUnknown, r"WithUnknown may be a type whose annotations its module knows: name 'Missing'"),
        (reports.WithNumbers, r"WithNumbers\.choice may be a Literal or an Enum of texts, whole numbers"),
        (reports.WithOdd, r"WithOdd\.odd may be a Literal or an Enum of texts, whole numbers"),
        (reports.WithKeys, r"WithKeys\.by_number may be.*got dict\[int, str\]"),
        (int, "output must be an attrs class, a dataclass, a TypedDict, a pydantic model or a JSON schema, got <class"),
        (list[reports.Plain], r"or a JSON schema, got list\["),
    ],
)
def test_type_without_a_schema_is_refused_by_its_path(kind, path):
    with pytest.raises(InvalidArgumentError, match=path):
        schema_of(kind)
