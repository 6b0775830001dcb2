"""Requests that a spec forbids, found by a walk through it."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from trivet_checks.checks.agent import requests as agent_requests
from trivet_checks.checks.chat import requests as chat_requests
from trivet_checks.checks.forbidden_requests import ForbiddenRequest, InputWalk, Use
from trivet_stubs import spec
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.operation import JSON, Operation, read_all
from trivet_stubs.kernel.refusal import Refusal

PAGES = [{"skip": -1}, {"skip": "x"}, {"limit": 0}, {"limit": 101}, {"limit": "x"}]
PAGES_OF_500 = [*PAGES[:3], {"limit": 501}, {"limit": "x"}]
RATINGS = [{"rating_filter": -2}, {"rating_filter": 2}, {"rating_filter": "x"}, {"with_comments_only": "x"}]
QUERIES: dict[str, list[dict[str, Any]]] = {
    "conversations.list": [*PAGES, {"include_archived": "x"}],
    "conversations.shared_with_me": PAGES,
    "conversations.messages.list": PAGES_OF_500,
    "admin.conversations.list": [*PAGES, {"include_archived": "x"}, {"search": "x" * 101}],
    "admin.ratings.list": [*PAGES, *RATINGS],
    "admin.ratings.export": [*RATINGS, {"export_format": "no-such-value"}],
    "admin.ratings.summary": [{"days": 0}, {"days": 366}, {"days": "x"}],
    "admin.users.list": PAGES_OF_500,
}
MESSAGE = {"role": "user", "content": "x"}
BODIES: dict[str, list[Any]] = {
    "conversations.create": [{"title": 1}, ["x"]],
    "conversations.update": [None, {"title": 1}, {"is_archived": "x"}],
    "conversations.messages.create": [
        None,
        {"role": "user"},
        {"content": "x"},
        {**MESSAGE, "role": "no-such-value"},
        {**MESSAGE, "content": 1},
        {**MESSAGE, "thinking": 1},
        {**MESSAGE, "model_name": "x" * 101},
        {**MESSAGE, "tokens_used": -1},
    ],
    "conversations.messages.rate": [
        None,
        {},
        {"rating": 0},
        {"rating": 2},
        {"rating": "x"},
        {"rating": 1, "comment": 1},
    ],
    "conversations.shares.create": [
        None,
        {"shared_with": "x"},
        {"generate_link": "x"},
        {"permission": "no-such-value"},
    ],
    "admin.users.update": [None, {"role": "no-such-value"}, {"is_active": "x"}, {"is_app_admin": "x"}],
}
"""Inputs of the chat service that its contract forbids."""


def forbidden(service: str) -> list[ForbiddenRequest]:
    return list(InputWalk(spec(service)).forbidden())


@pytest.mark.parametrize("operation", QUERIES)
def test_walk_yields_each_query_beyond_a_bound_or_of_another_type(operation: str) -> None:
    queries = [request.query for request in forbidden("chat") if request.operation == operation]
    assert [query for query in QUERIES[operation] if query not in queries] == []


@pytest.mark.parametrize("operation", BODIES)
def test_walk_yields_each_body_that_lacks_a_field_or_has_a_wrong_one(operation: str) -> None:
    bodies = [request.body for request in forbidden("chat") if request.operation == operation]
    assert [body for body in BODIES[operation] if body not in bodies] == []


def of_complete_prompts(service: str) -> list[ForbiddenRequest]:
    """Return forbidden requests, but not of prompts: only this project requires their text, which these leave out."""
    return [request for request in forbidden(service) if request.operation != "session.prompt"]


def read(operation: Operation, request: ForbiddenRequest, place: str) -> None:
    """Read one place of a request as a stub does, which raises a `Refusal` for an input that the contract forbids."""
    if place == "path":
        for name, value in request.path.items():
            operation.path_parameters[name].read([value])
    elif place == "query":
        texts = [
            (name, str(value).lower() if isinstance(value, bool) else str(value))
            for name, value in request.query.items()
        ]
        read_all(operation.query, texts, owner=operation.id, place="query")
    elif place == "header":
        read_all(operation.headers, list(request.headers.items()), owner=operation.id, place="header")
    else:
        operation.read_body(b"" if request.body is None else orjson.dumps(request.body), JSON)


@pytest.mark.parametrize("service", SERVICES)
def test_contract_forbids_each_request_for_the_input_that_is_named(service: str) -> None:
    for request in of_complete_prompts(service):
        with pytest.raises(Refusal) as caught:
            read(load(service).operations[request.operation], request, request.place[0])
        assert caught.value.input is not None
        assert caught.value.input.place[: len(request.place)] in (request.place, request.place[:1]), request


@pytest.mark.parametrize("service", SERVICES)
def test_contract_allows_the_other_inputs_of_each_request(service: str) -> None:
    for request in of_complete_prompts(service):
        operation = load(service).operations[request.operation]
        for place in {"path", "query", "header", "body"} - {request.place[0]}:
            if place != "body" or operation.body_media == JSON:
                read(operation, request, place)


def test_input_is_named_by_its_place_in_query_body_and_nested_object() -> None:
    inputs = {(request.operation, request.place, request.keyword) for request in forbidden("agent")}
    assert {
        ("session.list", ("query", "roots"), "type"),
        ("auth.create", ("body", "serviceID"), "required"),
        ("session.create", ("body", "model", "providerID"), "required"),
    } <= inputs
    assert "path" not in {place[0] for _, place, _ in inputs}, "an empty id asks for another path"
    chat = {(request.operation, request.place, request.keyword) for request in forbidden("chat")}
    assert ("conversations.get", ("path", "conversation_id"), "format") in chat


def test_places_of_the_spec_know_the_operations_that_use_them() -> None:
    uses = InputWalk(spec("bus")).inputs()
    assert uses["components", "parameters", "Skip"] >= {Use("stops.list", ("query", "$skip"))}


def test_requests_that_checks_list_by_hand_have_reasons_and_do_not_follow_from_the_spec() -> None:
    for service, module in (("chat", chat_requests), ("agent", agent_requests)):
        bodies = [(request.operation, request.body) for request in forbidden(service)]
        for operation, body, reason in module.ALSO_FORBIDDEN:
            assert reason
            assert (operation, body) not in bodies
    left_out = {(request.operation, request.place[-1], request.keyword) for request in forbidden("chat")}
    assert set(chat_requests.NOT_TRIED) <= left_out
    assert all(chat_requests.NOT_TRIED.values())


def test_values_of_a_path_are_texts_and_forms_and_files_are_left_out() -> None:
    number = {"name": "parcel_id", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}
    octets = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    photo = {"operationId": "photo", "parameters": [number], "requestBody": {"required": True, "content": octets}}
    walk = InputWalk({"paths": {"/parcels/{parcel_id}": {"put": photo}}})
    assert [(request.keyword, request.path, request.body) for request in walk.forbidden()] == [
        ("type", {"parcel_id": "x"}, None),
        ("minimum", {"parcel_id": "0"}, None),
        ("unevaluatedProperties", {}, None),
    ]
    assert {use.place for uses in walk.inputs().values() for use in uses} == {("path", "parcel_id")}


def test_date_is_a_day_of_the_calendar_unless_it_is_what_is_wrong() -> None:
    day = {"type": "string", "format": "date"}
    kind = {"type": "string", "enum": ["general"]}
    body = {"type": "object", "required": ["day", "kind"], "properties": {"day": day, "kind": kind}}
    content = {JSON: {"schema": body}}
    document = {"paths": {"/tickets": {"post": {"operationId": "tickets.buy", "requestBody": {"content": content}}}}}
    bodies = [request.body for request in InputWalk(document).forbidden() if isinstance(request.body, dict)]
    assert {"day": "2023-02-29", "kind": "general"} in bodies, "the calendar has no such day"
    assert {"day": "2024-02-29", "kind": "no-such-value"} in bodies


def test_header_is_missing_or_wrong_in_one_request_and_right_in_the_others() -> None:
    attempt = {"name": "X-Attempt", "in": "header", "required": True, "schema": {"type": "integer", "minimum": 1}}
    accept = {"name": "Accept", "in": "header", "schema": {"type": "string", "enum": [JSON]}}
    page = {"name": "page", "in": "query", "schema": {"type": "integer"}}
    content = {JSON: {"schema": {"type": "object", "properties": {"title": {"type": "string"}}}}}
    operation = {
        "operationId": "tickets.buy",
        "parameters": [attempt, accept, page],
        "requestBody": {"content": content},
    }
    walk = InputWalk({"paths": {"/tickets": {"post": operation}}})
    assert [(request.place[-1], request.keyword, request.headers) for request in walk.forbidden()] == [
        ("X-Attempt", "required", {}),
        ("X-Attempt", "type", {"X-Attempt": "x"}),
        ("X-Attempt", "minimum", {"X-Attempt": "0"}),
        ("page", "type", {"X-Attempt": "1"}),
        ("no_such_parameter", "unevaluatedProperties", {"X-Attempt": "1"}),
        ("body", "type", {"X-Attempt": "1"}),
        ("title", "type", {"X-Attempt": "1"}),
    ]
