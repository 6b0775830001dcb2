"""The body and the answers of one operation."""

import httpx
import pytest

from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.operation import query_pairs, read_all
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
        (b'{"title": NaN}', "application/json", r"^body\.title: NaN is not a number of JSON$"),
        (b'{"notes": [1, {"loss": -1e400}]}', "application/json", r"^body\.notes\.1\.loss: -Infinity is not a number"),
        (b"NaN", "application/json", "^body: NaN is not a number of JSON$"),
        ('{"title": "x"}'.encode("utf-16"), "application/json", "^body: is not JSON: it is UTF-16, not UTF-8$"),
    ],
)
def test_body_that_the_contract_forbids_is_refused_by_name(contract, body, content_type, message):
    with pytest.raises(Refusal, match=message):
        contract.operations["talks.update"].read_body(body, content_type)


def test_valid_body_is_decoded(contract):
    body = contract.operations["talks.update"].read_body(b'{"title": "x"}', "application/json; charset=utf-8")

    assert body == {"title": "x"}


@pytest.mark.parametrize("body", [b'\xef\xbb\xbf{"title": "A \\ud83d"}', b'{"title": "A \xed\xa0\xbd"}'])
def test_body_that_json_reads_is_decoded_without_halves(contract, body):
    assert contract.operations["talks.update"].read_body(body, "application/json") == {"title": "A \ufffd"}


def test_null_counts_as_no_body_where_the_body_is_optional():
    chat = load("chat").operations

    assert chat["conversations.create"].read_body(b"null", "application/json") is None
    with pytest.raises(Refusal, match=r'^body: null is not of type "object"'):
        chat["conversations.update"].read_body(b"null", "application/json")


def read(contract, query):
    operation = contract.operations["talks.get"]
    return read_all(operation.query, query_pairs(query), owner=operation.id, place="query")


@pytest.mark.parametrize(
    ("query", "values"),
    [
        (b"tag=1&tag=2", {"tag": [1, 2]}),
        (b"open=true", {"open": True}),
        (b"limit=2.5", {"limit": 2.5}),
        (b"limit=3", {"limit": 3}),
        (b"kind=7", {"kind": 7}),
        (b"kind=all", {"kind": "all"}),
        (b"", {}),
    ],
)
def test_text_becomes_what_the_contract_types_it_as(contract, query, values):
    assert read(contract, query) == values


@pytest.mark.parametrize("query", [b"tag=x", b"open=1", b"open=True", b"limit=101", b"limit=nan", b"kind=some"])
def test_text_that_the_contract_forbids_is_refused_by_name(contract, query):
    with pytest.raises(Refusal, match=f"^{query.partition(b'=')[0].decode()}: "):
        read(contract, query)


def test_number_beyond_all_floats_is_refused(contract):
    with pytest.raises(Refusal, match=r"^limit: 1e400 is too large$"):
        read(contract, b"limit=1e400")


def test_refused_parameter_says_where_and_which_rule(contract):
    with pytest.raises(Refusal) as refusal:
        read(contract, b"limit=101")

    refused = refusal.value.input
    assert (refused.place, refused.keyword, refused.value) == (("query", "limit"), "maximum", "101")


def fault(response: httpx.Response) -> str:
    text: str = response.json()["fault"]["faultstring"]
    return text


@pytest.mark.rule("bus.requests.json-is-the-default-format")
@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        ("", "application/json;charset=UTF-8"),
        ("*/*", "application/json;charset=UTF-8"),
        ("application/json", "application/json;charset=UTF-8"),
        ("application/atom+xml", "application/atom+xml;charset=utf-8"),
        ("application/json;q=0.5, application/atom+xml", "application/atom+xml;charset=utf-8"),
        ("text/html, */*;q=0.8", "application/json;charset=UTF-8"),
    ],
)
def test_accept_header_chooses_the_media_type(client, accept, content_type):
    assert client.get("/BusStops", headers={"accept": accept}).headers["content-type"] == content_type


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "application/xml"])
def test_media_type_that_is_not_offered_is_refused(client, accept):
    answer = client.get("/BusStops", headers={"accept": accept})

    assert answer.status_code == 400
    assert fault(answer) == f"accept: {accept} is not one of application/json, application/atom+xml"
