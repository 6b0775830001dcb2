"""JSON values against schemas of our own."""

import pytest

from trivet_stubs.kernel.json_check import check

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
        ({"times": 1, "tims": 2}, "tims: is not known here; there are quota, times"),
        ({"times": 1, "quota": {"x": 1}}, "quota.x: is not known here; there are per"),
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
