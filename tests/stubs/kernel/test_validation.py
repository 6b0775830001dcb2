"""Values against the schemas of a contract."""

import pytest
from jsonschema_rs import Draft202012Validator

from trivet_stubs.kernel.refusal import Refusal
from trivet_stubs.kernel.validation import check_output


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
