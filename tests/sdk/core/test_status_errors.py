"""Errors from error statuses and failed connections: code, message, body, and hidden secrets."""

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet import APIConnectionError, NotFoundError, RateLimitError
from trivet._core.answer import Head, Headers
from trivet._core.auth import ApiKey
from trivet._core.call import Call, no_value
from trivet._core.settings import ApiInfo, Settings
from trivet._core.status_errors import (
    LONGEST_MESSAGE,
    base_url_hint,
    hide_secrets,
    is_foreign,
    problem,
    status_error,
)


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        # The bus service's gateway.
        (
            {
                "fault": {
                    "faultstring": "Quota limit exceeded.",
                    "detail": {"errorcode": "policies.ratelimit.QuotaViolation"},
                }
            },
            "policies.ratelimit.QuotaViolation",
            "Quota limit exceeded.",
        ),
        ({"fault": {"faultstring": "Invalid ApiKey"}}, None, "Invalid ApiKey"),
        ({"fault": {"faultstring": "No detail", "detail": "text"}}, None, "No detail"),
        # The chat service itself, and the framework below it.
        (
            {"error": {"code": "NOT_FOUND", "message": "Conversation not found", "details": None}},
            "NOT_FOUND",
            "Conversation not found",
        ),
        ({"detail": "Not authenticated"}, None, "Not authenticated"),
        (
            {
                "detail": [
                    {"type": "missing", "loc": ["body", "role"], "msg": "Field required", "input": {}},
                    {"type": "int_parsing", "loc": ["query", 0], "msg": "Input should be a valid integer"},
                ]
            },
            None,
            "body.role: Field required; query.0: Input should be a valid integer",
        ),
        ({"detail": [{"msg": "No place"}, 7, "text"]}, None, "No place; text"),
        # The two forms of the agent server.
        (
            {"_tag": "SessionNotFoundError", "sessionID": "ses_1", "message": "No such session"},
            "SessionNotFoundError",
            "No such session",
        ),
        (
            {"_tag": "McpServerNotFoundError", "name": "git", "message": "No server"},
            "McpServerNotFoundError",
            "No server",
        ),
        ({"name": "BadRequest", "data": {"message": "Bad query", "kind": "Query"}}, "BadRequest", "Bad query"),
        ({"error": "not allowed"}, None, "not allowed"),
        ({"error": {"_tag": "ConflictError", "message": "Busy"}}, "ConflictError", "Busy"),
        # Hostile input.
        ({"code": "E1", "message": "Plain"}, "E1", "Plain"),
        ("just text", None, "just text"),
        (["one", "two"], None, "one; two"),
        ({"error": {"message": "half \ud800 a pair", "code": "E\udfff"}}, "E\ufffd", "half \ufffd a pair"),
    ],
)
def test_code_and_message_of_the_service_are_found(body: Any, code: str | None, message: str):
    assert problem(json.dumps(body).encode()) == (code, message)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "MessageOutputLengthError", "data": {}}, "MessageOutputLengthError"),
        ({"_tag": "Odd"}, "Odd"),
        ({"_tag": 7, "message": 7}, None),
        ({"fault": {}}, None),
        ({"error": None}, None),
        ({"code": 404, "message": None}, None),
        ({}, None),
        ([], None),
        (7, None),
        (None, None),
        (True, None),
    ],
)
def test_body_without_a_message_is_the_message(body: Any, code: str | None):
    text = json.dumps(body)
    assert problem(text.encode()) == (code, text)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", ""),
        (b" \r\n ", ""),
        (b"Internal Server Error", "Internal Server Error"),
        (
            b"<html>\n  <body>The page cannot\tbe displayed</body>\n</html>",
            "<html> <body>The page cannot be displayed</body> </html>",
        ),
        (b'{"message": "cut', '{"message": "cut'),
        (b"caf\xe9", "caf�"),
        (b'{"message": "caf\xe9"}', '{"message": "caf�"}'),
        (b"9" * 5000, "9" * (LONGEST_MESSAGE - 3) + "..."),
    ],
)
def test_body_that_is_not_json_is_cut_to_one_line(body: bytes, message: str):
    assert problem(body) == (None, message)


@pytest.mark.parametrize("opening", [b"[", b'{"error":', b'{"detail":['])
@pytest.mark.parametrize("depth", [500, 100_000])
def test_deep_nesting_raises_no_error(opening: bytes, depth: int):
    closing = {b"[": b"]", b'{"error":': b"}", b'{"detail":[': b"]}"}[opening]
    assert problem(opening * depth + b'"deep"' + closing * depth).message in (
        "deep",
        f"{(opening * 200)[:197].decode()}...",
    )


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(["fault", "data", "message", "detail", "_tag", "name", "msg", "loc", "error", "code"]),
            inner,
        )
    ),
)


@pytest.mark.long
@given(json_values)
def test_any_json_has_a_code_and_a_message_that_can_be_printed(body: Any):
    code, message = problem(json.dumps(body).encode())
    assert code is None or code.encode()
    assert message.encode() or not json.dumps(body)


@given(st.binary())
def test_any_bytes_have_a_message(body: bytes):
    assert isinstance(problem(body).message, str)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"Not Found",
        b"404 page not found\n",
        b"<html><h1>404 Not Found</h1><hr>nginx</html>",
        b"[]",
        b'"Not Found"',
        b"null",
        b"[" * 100_000,
        b"\xff\xfe",
        b"{}",
        b'{"detail": "Not Found"}',
        b'{"message": "Not Found"}',
        b'{"error": "Not found."}',
        b'{"detail": "Method Not Allowed"}',
        b'{"timestamp": "2026-03-01", "status": 404, "error": "Not Found", "path": "/wrong"}',
        b'{"statusCode": 404}',
    ],
)
@pytest.mark.parametrize("status", [404, 405])
def test_answer_of_a_framework_or_a_gateway_is_foreign(status: int, body: bytes):
    assert is_foreign(status, body)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"code": "NOT_FOUND", "message": "Not found", "details": None}},
        {"error": {"code": "NOT_FOUND", "message": ""}},
        {"detail": "Conversation not found"},
        {"detail": [{"loc": ["path", "id"], "msg": "no such record"}]},
        {"_tag": "SessionNotFoundError", "message": "Session not found: ses_1"},
        {"name": "NotFoundError", "data": {"message": "Not found"}},
        {"fault": {"faultstring": "Not Found", "detail": {"errorcode": "policies.resource.NotFound"}}},
        {"fault": {"faultstring": "The requested data is not available"}},
        {"message": "There is no stop 99999"},
    ],
)
def test_answer_of_the_service_is_not_foreign(body: object):
    assert not is_foreign(404, json.dumps(body).encode())


@pytest.mark.parametrize("status", [400, 401, 403, 409, 500, 301])
def test_other_statuses_are_never_foreign(status: int):
    assert not is_foreign(status, b"Not Found")


def test_hint_shows_the_url_without_its_query():
    call = Call("stops.list", "GET", "/BusStops", record=None, decode=None, extract=no_value, query=[("$skip", 5)])
    hint = "does not seem to be a URL of the service: check base_url, which includes the prefix"
    assert base_url_hint("http://bus.test/wrong", call) == f"GET http://bus.test/wrong/BusStops {hint}"


def test_hint_shows_no_path_that_holds_a_secret():
    call = Call("shared.get", "GET", "/shared/t0ken", record=None, decode=None, extract=no_value, secrets=("t0ken",))
    assert base_url_hint("http://chat.test", call).startswith("GET http://chat.test/... does not seem")


def test_long_url_is_cut():
    call = Call("stops.list", "GET", "/" + "a" * 10_000, record=None, decode=None, extract=no_value)
    assert len(base_url_hint("http://bus.test", call)) < 420


KEY = "k3y-of-the-account"
SETTINGS = Settings(
    ApiInfo("bus", "https://bus.test/api", {(500, "quota"): 429}, ()),
    ApiKey("AccountKey", KEY, argument="account_key"),
    base_url=None,
    timeout=30.0,
    deadline=None,
    max_retries=0,
    max_body=1000,
    max_in_flight=None,
    max_per_second=None,
    headers={"x-tenant": "tenant-of-ann"},
    clock=None,
    strict=False,
)


def head(status: int) -> Head:
    return Head(status, Headers([(b"x-echo", KEY.encode())]))


@pytest.mark.parametrize("secret", [KEY, "tenant-of-ann", "further-secret"])
def test_error_shows_no_secret_that_the_answer_repeats(secret: str):
    body = b'{"message": "no stop of %s"}' % secret.encode()
    error = status_error(SETTINGS, "stops.list", head(404), body, ("further-secret",), whole=True)
    assert type(error) is NotFoundError
    assert (error.message, error.body) == ("no stop of ***", b'{"message": "no stop of ***"}')
    assert error.headers["x-echo"] == "***"


def test_effective_status_decides_the_class_of_error():
    body = b'{"fault": {"faultstring": "too many", "detail": {"errorcode": "quota"}}}'
    error = status_error(SETTINGS, "stops.list", head(500), body, (), whole=True)
    assert type(error) is RateLimitError
    assert (error.status, error.code) == (500, "quota")


def test_reason_of_a_failed_connection_is_redacted_escaped_and_pickled():
    error = APIConnectionError("stops.list", f"malformed head: \x1b[31m{KEY}", False)
    hide_secrets(error, (KEY,))
    for twin in (error, pickle.loads(pickle.dumps(error))):
        assert (twin.reason, twin.sent) == ("malformed head: \\x1b[31m***", False)
        assert str(twin) == "stops.list: malformed head: \\x1b[31m***"
