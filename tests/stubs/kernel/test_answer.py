"""A whole answer, as an ASGI app."""

import asyncio

import pytest

from trivet_stubs.kernel.answer import Answer


def sent(answer):
    messages = []

    async def send(message):
        messages.append(message)

    asyncio.run(answer({"type": "http"}, None, send))
    return messages


def test_answer_is_a_head_with_its_length_and_a_body():
    assert sent(Answer(201, {"Content-Type": "text/plain", "x-name": "Café"}, b"ab")) == [
        {
            "type": "http.response.start",
            "status": 201,
            "headers": [(b"content-type", b"text/plain"), (b"x-name", b"Caf\xe9"), (b"content-length", b"2")],
        },
        {"type": "http.response.body", "body": b"ab"},
    ]


@pytest.mark.parametrize(("status", "headers"), [(200, [(b"content-length", b"0")]), (204, []), (304, [])])
def test_answer_without_a_body_has_a_length_where_its_status_has_one(status, headers):
    head, body = sent(Answer(status, {}))
    assert (head["headers"], body["body"]) == (headers, b"")
