"""Changes of a JSON answer that its contract does not allow."""

import asyncio

import orjson
import pytest

from trivet_stubs.kernel.distortion import (
    UNKNOWN_FIELD,
    UNKNOWN_VALUE,
    DistortingSend,
    Distortion,
    enums,
    records,
    required,
)
from trivet_stubs.kernel.json_text import loads

SCHEMA = {
    "properties": {
        "rows": {"items": {"required": ["id"], "properties": {"role": {"enum": ["user"]}, "level": {"enum": [1]}}}}
    }
}


def answer():
    return {"rows": [{"id": 1, "role": "user"}, {"id": 2, "level": 1}], "a/b": {"c": []}}


@pytest.mark.parametrize(
    ("distortion", "changed"),
    [
        ({"unknown_field": True}, lambda it: it["rows"][0][UNKNOWN_FIELD] == "unknown"),
        ({"unknown_field": ""}, lambda it: it[UNKNOWN_FIELD] == "unknown"),
        ({"unknown_field": "/a~1b"}, lambda it: it["a/b"] == {"c": [], UNKNOWN_FIELD: "unknown"}),
        ({"unknown_enum": True}, lambda it: it["rows"][0]["role"] == UNKNOWN_VALUE),
        ({"unknown_enum": "/rows/1/level"}, lambda it: it["rows"][1]["level"] == 99),
        ({"missing_field": True}, lambda it: it["rows"][0] == {"role": "user"}),
        ({"missing_field": "/rows/1/level"}, lambda it: it["rows"][1] == {"id": 2}),
        ({"missing_field": True, "unknown_field": True}, lambda it: set(it["rows"][0]) == {"role", UNKNOWN_FIELD}),
    ],
)
def test_place_is_changed(distortion, changed):
    value = answer()
    assert Distortion(**distortion).apply(value, SCHEMA, {})
    assert changed(value)


@pytest.mark.parametrize(
    "distortion",
    [
        {"unknown_field": "/rows/2"},
        {"unknown_field": "/rows/-1"},
        {"unknown_field": "/rows/0/id"},
        {"unknown_enum": "/a~1b/c"},
        {"missing_field": "/rows/0"},
        {"missing_field": "/nowhere/at/all"},
    ],
)
def test_place_that_is_not_there_changes_nothing(distortion):
    value = answer()
    assert not Distortion(**distortion).apply(value, SCHEMA, {})
    assert value == answer()


@pytest.mark.parametrize("value", [None, [], "text", 1, {}])
def test_answer_without_any_place_is_left_alone(value):
    assert not Distortion(unknown_enum=True, missing_field=True).apply(value, None, {})


@pytest.mark.parametrize("wrong", [{"unknown_field": "rows"}, {"unknown_enum": ""}, {"missing_field": ""}])
def test_text_that_is_no_pointer_to_it_is_refused(wrong):
    with pytest.raises(ValueError, match=r"field|enum"):
        Distortion(**wrong)


def sent(content_type, *bodies):
    messages, missed = [], []

    async def run():
        async def send(message):
            messages.append(message)

        distorting = DistortingSend(send, Distortion(unknown_field=""), None, {}, lambda: missed.append(len(messages)))
        headers = [(b"content-type", content_type), (b"content-length", b"9"), (b"x-kept", b"1")]
        await distorting.send({"type": "http.response.start", "status": 200, "headers": headers})
        for number, body in enumerate(bodies, 1):
            await distorting.send({"type": "http.response.body", "body": body, "more_body": number < len(bodies)})

    asyncio.run(run())
    return missed, messages


def test_json_in_pieces_is_sent_as_one_with_its_length():
    missed, (head, body) = sent(b"Application/JSON; charset=utf-8", b'{"a"', b": 1}")

    assert missed == []
    assert orjson.loads(body["body"]) == {"a": 1, UNKNOWN_FIELD: "unknown"}
    assert dict(head["headers"])[b"content-length"] == str(len(body["body"])).encode()
    assert (b"x-kept", b"1") in head["headers"]


def test_other_media_and_broken_json_pass_as_they_are():
    assert sent(b"text/csv", b"a,b")[0] == [0]
    missed, messages = sent(b"application/json", b"{")
    assert (missed, messages[1]["body"]) == ([0], b"{")
    assert (b"content-length", b"9") in messages[0]["headers"]
    assert sent(b"application/json", b'{"loss": NaN}')[1][1]["body"] == b'{"loss": NaN}'


def test_json_that_orjson_refuses_is_changed():
    _, messages = sent(b"application/json", b'{"balance": 123456789012345678901234, "title": "\\ud83d"}')
    assert loads(messages[1]["body"]) == {
        "balance": 123456789012345678901234,
        "title": "\ufffd",
        UNKNOWN_FIELD: "unknown",
    }


DOCUMENT = {
    "components": {
        "schemas": {
            "Part": {"oneOf": [{"$ref": "#/components/schemas/Text"}]},
            "Text": {"required": ["kind"], "properties": {"kind": {"const": "text"}, "level": {"enum": [1, 2]}}},
            "Loop": {"properties": {"next": {"$ref": "#/components/schemas/Loop"}}},
        }
    }
}
PARTS_SCHEMA = {
    "required": ["parts"],
    "x-assumed-required": ["total"],
    "properties": {"parts": {"type": "array", "items": {"$ref": "#/components/schemas/Part"}}},
}
PARTS = {"total": 2, "parts": [{"kind": "text", "level": 2}, {"kind": "odd", "level": True}]}


def test_records_are_the_objects_in_lists_before_the_whole():
    assert list(records(PARTS)) == [("parts", 0), ("parts", 1), ()]
    assert list(records([1, [{"a": 1}]])) == [(1, 0)]


def test_enums_are_found_through_references_and_branches():
    assert list(enums(PARTS, PARTS_SCHEMA, DOCUMENT)) == [("parts", 0, "kind"), ("parts", 0, "level")]


def test_required_fields_of_records_come_before_those_of_the_whole():
    expected = [("parts", 0, "kind"), ("parts", 1, "kind"), ("parts",), ("total",)]
    assert list(required(PARTS, PARTS_SCHEMA, DOCUMENT)) == expected


def test_deep_value_of_a_recursive_schema_ends():
    value: dict[str, object] = {}
    for _ in range(500):
        value = {"next": value}
    assert list(enums(value, {"$ref": "#/components/schemas/Loop"}, DOCUMENT)) == []
