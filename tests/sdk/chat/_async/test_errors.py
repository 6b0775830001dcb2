"""Error answers of the service, in either of its forms or in none."""

import pytest

from trivet import (
    APIStatusError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    DecodeError,
    InternalServerError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    UnprocessableEntityError,
)

KINDS = {
    400: BadRequestError,
    401: AuthenticationError,
    402: APIStatusError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    422: UnprocessableEntityError,
    429: RateLimitError,
    500: InternalServerError,
    503: InternalServerError,
}


@pytest.mark.parametrize(("status", "kind"), KINDS.items())
async def test_application_error_body_gives_code_and_message(stub, async_connect, status, kind):
    body = {"error": {"code": "SOME_CODE", "message": "Not like this", "details": None}}
    stub.faults.add(status=status, body=body, headers={"x-request-id": "r-1"})
    async with async_connect(max_retries=0) as chat:
        with pytest.raises(APIStatusError) as caught:
            await chat.conversations.list().page()
    error = caught.value
    assert type(error) is kind
    assert (error.status, error.code, error.message) == (status, "SOME_CODE", "Not like this")
    assert (error.operation, error.request_id) == ("conversations.list", "r-1")
    assert str(error) == f"conversations.list: {status} SOME_CODE Not like this (request r-1)"


@pytest.mark.parametrize(("status", "kind"), KINDS.items())
async def test_framework_error_body_gives_message(stub, async_connect, status, kind):
    stub.faults.add(status=status, body={"detail": "Not authenticated"})
    async with async_connect(max_retries=0) as chat:
        with pytest.raises(APIStatusError) as caught:
            await chat.conversations.list().page()
    assert type(caught.value) is kind
    assert (caught.value.code, caught.value.message) == (None, "Not authenticated")


async def test_422_names_every_invalid_input(stub, async_connect):
    detail = [
        {"type": "less_than_equal", "loc": ["query", "limit"], "msg": "Input should be less than 101", "input": "500"},
        {"type": "missing", "loc": ["body", "messages", 0, "role"], "msg": "Field required", "input": {}, "ctx": {}},
    ]
    stub.faults.add(status=422, body={"detail": detail})
    async with async_connect() as chat:
        with pytest.raises(UnprocessableEntityError) as caught:
            await chat.conversations.list().page()
    assert caught.value.message == ("query.limit: Input should be less than 101; body.messages.0.role: Field required")


async def test_422_of_stub_names_input(async_connect, travel):
    async with async_connect("alice") as chat:
        with pytest.raises(UnprocessableEntityError, match="role") as caught:
            await chat.conversations.messages.create(travel.id, role="robot", content="x")
    assert caught.value.code is None
    assert "body.role: " in caught.value.message


@pytest.mark.parametrize(
    ("status", "body", "content_type", "message"),
    [
        (500, "<html>\n<body>Internal Server Error</body></html>", "text/html", "<html> <body>Internal Server Error"),
        (500, "Internal Server Error", "text/plain", "Internal Server Error"),
        (502, "", "text/html", ""),
        (401, "", "application/json", ""),
        (403, "{}", "application/json", "{}"),
        (404, "null", "application/json", "null"),
        (422, '{"detail": []}', "application/json", '{"detail": []}'),
        (422, '{"detail": {"a": 1}}', "application/json", '{"detail": {"a": 1}}'),
        (400, '{"error": null}', "application/json", '{"error": null}'),
        (400, '{"error": "torn', "application/json", '{"error": "torn'),
        (400, b"\xff\xfe", "application/json", "��"),
    ],
)
async def test_unknown_error_body_is_quoted_in_message(stub, async_connect, status, body, content_type, message):
    stub.faults.add(status=status, body=body, content_type=content_type)
    async with async_connect(max_retries=0) as chat:
        with pytest.raises(KINDS.get(status, InternalServerError)) as caught:
            await chat.conversations.list().page()
    assert caught.value.status == status
    assert caught.value.code is None
    assert caught.value.message.startswith(message)
    assert bool(caught.value.message) is bool(message)
    assert caught.value.body == (body if isinstance(body, bytes) else body.encode())


@pytest.mark.parametrize("body", [b"", b"<html>busy</html>"])
async def test_read_from_busy_service_is_retried(stub, async_connect, body):
    stub.faults.add(status=503, body=body, times=2)
    async with async_connect("alice") as chat:
        assert len(await chat.conversations.list().page()) == 3
    assert [request.status for request in stub.requests] == [503, 503, 200]


async def test_write_is_retried_only_after_429(stub, async_connect):
    async with async_connect("alice") as chat:
        stub.faults.add("conversations.create", status=503, body="busy")
        with pytest.raises(InternalServerError):
            await chat.conversations.create(title="Twice?")
        stub.faults.add("conversations.create", drop=True)
        with pytest.raises(Exception, match=r"conversations\.create"):
            await chat.conversations.create(title="Twice?")
        assert len(stub.requests) == 2
        stub.faults.add("conversations.create", status=429, body="slower", headers={"retry-after": "7"})
        before = stub.clock.monotonic()
        await chat.conversations.create(title="Twice?")
        assert stub.clock.monotonic() - before == 7
        assert [conversation.title async for conversation in chat.conversations.list()].count("Twice?") == 1


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"items": [], "total": 1',
        b'{"items": {}, "total": 0}',
        b'{"items": [7], "total": 1}',
        b'{"items": [{"id": "x", "created_at": 7}], "total": 1}',
        b'{"items": [{"id": "x", "created_at": "yesterday"}], "total": 1}',
    ],
)
async def test_undecodable_success_raises_decode_error_with_body(stub, async_connect, body, strict):
    stub.faults.add("conversations.list", body=body, content_type="application/json")
    async with async_connect(strict=strict) as chat:
        with pytest.raises(DecodeError) as caught:
            await chat.conversations.list().page()
    assert (caught.value.body, caught.value.status) == (body, 200)


async def test_decode_error_names_path_of_field(stub, async_connect):
    good = {"id": "x", "created_at": "2025-06-16T00:00:00+00:00"}
    bad = {"items": [good, {**good, "created_at": "yesterday"}], "total": 2}
    stub.faults.add("conversations.list", body=bad)
    async with async_connect() as chat:
        with pytest.raises(DecodeError, match=r"\$\.items\[1\]\.created_at"):
            await chat.conversations.list().page()


async def test_answer_without_assumed_fields_decodes(stub, async_connect):
    stub.faults.add("conversations.list", body={"items": [{"id": "x", "title": "t"}], "total": 1})
    async with async_connect() as chat:
        [conversation] = await chat.conversations.list().page()
    assert (conversation.id, conversation.title) == ("x", "t")
