"""The body of a request within a bound."""

import asyncio

import pytest

from trivet_stubs.kernel.request_body import TOO_LARGE, read_body


def read(*messages, limit=4):
    left = iter(messages)

    async def receive():
        return next(left)

    return asyncio.run(read_body(receive, limit))


def part(body, *, more=False):
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.mark.parametrize(
    ("messages", "body"),
    [
        ([part(b"1234")], b"1234"),
        ([part(b"12345")], TOO_LARGE),
        ([part(b"12", more=True), part(b"34")], b"1234"),
        ([part(b"12", more=True), part(b"345")], TOO_LARGE),
        ([part(b"12", more=True), {"type": "http.disconnect"}], None),
        ([part(bytes(17 * 1024 * 1024), more=True)], TOO_LARGE),
    ],
)
def test_body_is_whole_too_large_or_lost(messages, body):
    assert read(*messages) == body
