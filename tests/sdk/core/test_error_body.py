import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet._core.error_body import SHOWN, problem


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
        # The agent server's two generations.
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
        ({"error": {"message": "half \ud800 a pair", "code": "E\udfff"}}, r"E\udfff", r"half \ud800 a pair"),
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
        (b"9" * 5000, "9" * (SHOWN - 3) + "..."),
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


@given(json_values)
def test_any_json_has_a_code_and_a_message_that_can_be_printed(body: Any):
    code, message = problem(json.dumps(body).encode())
    assert code is None or code.encode()
    assert message.encode() or not json.dumps(body)


@given(st.binary())
def test_any_bytes_have_a_message(body: bytes):
    assert isinstance(problem(body).message, str)
