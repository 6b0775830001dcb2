"""The kernel's reading of a contract, with a small one of its own: what later services need of it."""

import pytest

from trivet_stubs.kernel.contract import Contract, load
from trivet_stubs.kernel.parameters import query_pairs, read_all
from trivet_stubs.kernel.refusal import Refusal

DOCUMENT = {
    "openapi": "3.1.0",
    "paths": {
        "/talks/export": {"get": {"operationId": "talks.export", "responses": {"200": {"description": ""}}}},
        "/talks/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "get": {
                "operationId": "talks.get",
                "security": [],
                "parameters": [
                    {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}},
                    {"name": "open", "in": "query", "schema": {"type": "boolean"}},
                    {"name": "limit", "in": "query", "schema": {"type": "number", "maximum": 100}},
                    {"name": "kind", "in": "query", "schema": {"$ref": "#/components/schemas/Kind"}},
                ],
                "responses": {"200": {"description": ""}},
            },
            "patch": {
                "operationId": "talks.update",
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Update"}}},
                },
                "responses": {"204": {"description": ""}},
            },
        },
    },
    "components": {
        "schemas": {
            "Kind": {"anyOf": [{"type": "integer"}, {"enum": ["all"], "type": "string"}]},
            "Update": {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}},
        }
    },
    "security": [{"token": []}],
}


@pytest.fixture
def contract():
    return Contract(DOCUMENT)


def read(contract, query):
    operation = contract.operations["talks.get"]
    return read_all(operation.query, query_pairs(query), owner=operation.id, place="query")


def test_a_literal_path_beats_a_template(contract):
    assert contract.routes.match("GET", "/talks/export").operation_id == "talks.export"
    found = contract.routes.match("GET", "/talks/a%2Fb")
    assert (found.operation_id, found.arguments) == ("talks.get", {"id": "a/b"})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/talks", 404), ("GET", "/talks/", 404), ("GET", "/talks/1/x", 404), ("PUT", "/talks/1", 405)],
)
def test_what_fits_no_route_is_refused(contract, method, path, status):
    found = contract.routes.match(method, path)
    refusal = found.refusal(method)

    assert found.operation_id is None
    assert refusal.status == status
    assert (path if status == 404 else method) in refusal.message


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
def test_a_body_that_the_contract_forbids_is_refused_by_name(contract, body, content_type, message):
    with pytest.raises(Refusal, match=message):
        contract.operations["talks.update"].read_body(body, content_type)


def test_a_body_is_decoded(contract):
    body = contract.operations["talks.update"].read_body(b'{"title": "x"}', "application/json; charset=utf-8")

    assert body == {"title": "x"}


@pytest.mark.parametrize(
    ("body", "place", "keyword", "value"),
    [
        (b"", ("body",), "required", None),
        (b"{}", ("body", "title"), "required", {}),
        (b'{"title": 1}', ("body", "title"), "type", 1),
        (
            b'{"title": "x", "subtitle": 1}',
            ("body", "subtitle"),
            "unevaluatedProperties",
            {"title": "x", "subtitle": 1},
        ),
    ],
)
def test_a_refusal_of_a_body_tells_where_and_which_rule(contract, body, place, keyword, value):
    with pytest.raises(Refusal) as refusal:
        contract.operations["talks.update"].read_body(body, "application/json")

    refused = refusal.value.input
    assert (refused.place, refused.keyword, refused.value) == (place, keyword, value)


def test_a_refusal_of_a_parameter_tells_where_and_which_rule(contract):
    with pytest.raises(Refusal) as refusal:
        read(contract, b"limit=101")

    refused = refusal.value.input
    assert (refused.place, refused.keyword, refused.value) == (("query", "limit"), "maximum", "101")


def test_null_is_as_good_as_no_body_where_none_is_needed():
    chat = load("chat").operations

    assert chat["conversations.create"].read_body(b"null", "application/json") is None
    with pytest.raises(Refusal, match=r'^body: null is not of type "object"'):
        chat["conversations.update"].read_body(b"null", "application/json")


def test_a_record_of_a_wrong_form_is_a_stub_bug():
    bus = load("bus")

    with pytest.raises(Refusal, match=r"^STUB BUG: BusStop was written with a wrong .*BusStopCode"):
        bus.check_record("BusStop", {})


def test_an_operation_may_be_open_to_everybody(contract):
    assert not contract.operations["talks.get"].secured
    assert contract.operations["talks.update"].secured


def test_a_contract_is_read_once():
    assert load("bus") is load("bus")
