"""The body and the answers of one operation."""

import pytest

from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.refusal import Refusal


@pytest.mark.parametrize(
    ("body", "content_type", "message"),
    [
        (b"", "application/json", "body: is required by talks.update"),
        (b"{", "application/json", "body: is not JSON"),
        (b'{"title": "x"}', "text/plain", 'content-type: "text/plain" is not application/json'),
        (b"{}", "application/json", 'body: "title" is a required property'),
        (b'{"title": 1}', "application/json", 'body.title: 1 is not of type "string"'),
        (b'{"title": "x", "subtitle": 1}', "application/json", "'subtitle' was unexpected"),
    ],
)
def test_body_that_the_contract_forbids_is_refused_by_name(contract, body, content_type, message):
    with pytest.raises(Refusal, match=message):
        contract.operations["talks.update"].read_body(body, content_type)


def test_valid_body_is_decoded(contract):
    body = contract.operations["talks.update"].read_body(b'{"title": "x"}', "application/json; charset=utf-8")

    assert body == {"title": "x"}


def test_null_counts_as_no_body_where_the_body_is_optional():
    chat = load("chat").operations

    assert chat["conversations.create"].read_body(b"null", "application/json") is None
    with pytest.raises(Refusal, match=r'^body: null is not of type "object"'):
        chat["conversations.update"].read_body(b"null", "application/json")
