"""Which JSON value it is."""

import pytest
from jsonschema_rs import Draft202012Validator

from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.validation import body_refusals, check, check_output, is_list, is_object, nests_deeper


def test_objects_and_lists_are_distinguished():
    assert [is_object(value) for value in ({}, [], None, "")] == [True, False, False, False]
    assert [is_list(value) for value in ({}, [], None, "")] == [False, True, False, False]


def test_depth_is_counted_without_recursion():
    value: object = 1
    for _ in range(10_000):
        value = [value, {}]
    assert nests_deeper(value, 9_999)
    assert [nests_deeper([{"a": []}], limit) for limit in (1, 2, 3, 4)] == [True, True, False, False]
    while isinstance(value, list):  # Python frees a deep list by recursion, too
        value = value[0]


@pytest.mark.parametrize(
    ("body", "place", "keyword", "value"),
    [
        (b"", ("body",), "required", None),
        (b"{}", ("body", "title"), "required", {}),
        (b'{"title": 1}', ("body", "title"), "type", 1),
        (
            b'{"title": "x", "subtitle": 1}',
            ("body", "subtitle"),
            "additionalProperties",
            {"title": "x", "subtitle": 1},
        ),
    ],
)
def test_refused_body_says_where_and_which_rule(contract, body, place, keyword, value):
    with pytest.raises(Refusal) as refusal:
        contract.operations["talks.update"].read_body(body, "application/json")

    refused = refusal.value.input
    assert (refused.place, refused.keyword, refused.value) == (place, keyword, value)


def test_wrong_output_is_a_stub_bug_that_names_its_place():
    validator = Draft202012Validator({"properties": {"rows": {"items": {"type": "integer"}}}})
    check_output(validator, {"rows": [1]}, "talks.list answered 200", "the answer")

    with pytest.raises(Refusal, match=r"^STUB BUG: talks\.list answered 200 with a wrong rows\.1: "):
        check_output(validator, {"rows": [1, "2"]}, "talks.list answered 200", "the answer")
    with pytest.raises(Refusal, match="with a wrong the answer: "):
        check_output(Draft202012Validator({"type": "object"}), [], "talks.list answered 200", "the answer")


INNER = {"type": "object", "properties": {"per": {"type": "number"}}, "additionalProperties": False}
SCHEMA = {
    "type": "object",
    "required": ["times"],
    "properties": {"times": {"type": "integer", "minimum": 0}, "quota": INNER},
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([], 'body: [] is not of type "object"'),
        ({}, "times: is required"),
        ({"times": -1}, "times: -1 is less than the minimum of 0"),
        ({"times": 1, "tims": 2}, "tims: is not known here; the fields are quota, times"),
        ({"times": 1, "quota": {"x": 1}}, "quota.x: is not known here; the fields are per"),
    ],
)
def test_fault_is_a_sentence_that_names_the_field(value, sentence):
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole message is compared
        check(SCHEMA, value)
    assert str(caught.value) == sentence


def test_allowed_value_passes():
    check(SCHEMA, {"times": 1, "quota": {"per": 0.5}})
    with pytest.raises(ValueError, match="x: is not known here; there are no fields"):
        check({"additionalProperties": False}, {"x": 1})


def test_wrong_value_that_is_nested_too_deeply_to_copy_is_refused():
    value: object = 1
    for _ in range(900):
        value = [value]
    validator = Draft202012Validator({"type": "object"})
    assert [str(refusal) for refusal in body_refusals(validator, value)] == [
        "body: is wrong, and nested too deeply to say where"
    ]
    with pytest.raises(Refusal, match=r"STUB BUG: x answered 200 with a wrong answer, which is nested too deeply"):
        check_output(validator, value, "x answered 200", "answer")
