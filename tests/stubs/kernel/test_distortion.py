"""Changes of a JSON answer that its contract does not allow."""

import pytest

from trivet_stubs.kernel.distortion import UNKNOWN_FIELD, UNKNOWN_VALUE, Distortion

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
