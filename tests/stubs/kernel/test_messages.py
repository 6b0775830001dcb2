"""The request and the reply of a handler."""

import asyncio
import dataclasses

import pytest

from trivet_stubs.kernel.messages import TOO_LARGE, Reply, read_body


def test_reply_is_the_ordinary_answer_by_default():
    assert Reply({"a": 1}) == Reply({"a": 1}, status=None, headers={})


def test_reply_is_not_changed_afterwards():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Reply().status = 204


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
