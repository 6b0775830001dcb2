"""Refusals in the form of the agent service."""

import pytest

from tests.stubs.agent.helpers import refusal
from trivet_stubs.agent.refusals import absent, body, busy, conflict, invalid, invalid_cursor, unauthorized
from trivet_stubs.kernel.refusal import Refusal


@pytest.mark.rule("agent.requests.unknown-inputs-are-400")
def test_unknown_key_of_a_body_is_refused_by_name(http):
    answer = http.post("/api/workspace", json={"type": "t", "unknown": "red"})

    assert answer.status_code == 400
    assert answer.json()["_tag"] == "InvalidRequestError"
    assert (answer.json()["kind"], answer.json()["field"]) == ("Payload", "unknown")


@pytest.mark.rule("agent.contexts.server-operations-use-none")
def test_context_of_a_server_operation_is_refused_by_name(http):
    answer = http.get("/api/project", params={"directory": "/home/dev/orchard"})

    message = "directory: is not a query parameter of project.list"
    assert refusal(answer) == (400, "InvalidRequestError", message)


@pytest.mark.rule("agent.requests.what-the-contract-forbids-is-400")
def test_refused_input_is_written_with_its_place_and_field():
    refused = Refusal.argument("body.a.0", "is wrong", place=("body", "a", 0))

    assert body(refused) == {
        "_tag": "InvalidRequestError",
        "message": "body.a.0: is wrong",
        "kind": "Payload",
        "field": "a.0",
    }
    assert body(Refusal.argument("body", "is not JSON")) == {
        "_tag": "InvalidRequestError",
        "message": "body: is not JSON",
        "kind": "Payload",
        "field": "body",
    }


def test_refusal_without_an_input_has_the_tag_of_its_kind():
    assert body(Refusal(405, "method", "no"))["_tag"] == "MethodNotAllowedError"
    assert body(Refusal(500, "stub_bug", "no")) == {"_tag": "UnknownError", "message": "no"}
    assert body(Refusal(429, "quota", "no"))["_tag"] == "UnknownError"


@pytest.mark.parametrize(
    ("refused", "status", "written"),
    [
        (
            absent("Session", "sessionID", "ses_9"),
            404,
            {"_tag": "SessionNotFoundError", "message": "Session not found: ses_9", "sessionID": "ses_9"},
        ),
        (
            invalid("limit", "is odd", kind="Query"),
            400,
            {"_tag": "InvalidRequestError", "message": "limit: is odd", "kind": "Query", "field": "limit"},
        ),
        (invalid_cursor("Invalid cursor"), 400, {"_tag": "InvalidCursorError", "message": "Invalid cursor"}),
        (unauthorized(), 401, {"_tag": "UnauthorizedError", "message": "Authentication required"}),
        (
            busy("ses_1"),
            409,
            {"_tag": "SessionBusyError", "message": "Session is busy: ses_1", "sessionID": "ses_1"},
        ),
        (conflict("It is there", "x"), 409, {"_tag": "ConflictError", "message": "It is there", "resource": "x"}),
    ],
)
def test_tagged_refusal_is_written_with_its_fields(refused, status, written):
    assert (refused.status, body(refused)) == (status, written)


def test_only_an_unauthorized_caller_is_challenged():
    assert unauthorized().headers == {"www-authenticate": 'Basic realm="Secure Area"'}
    assert busy("ses_1").headers == {}
