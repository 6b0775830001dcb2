# Derived from tests/sdk/client/_async/test_auth_flow_bodies.py by `python -m codegen`; do not edit.
"""An `httpx.Auth` that reads the bodies of answers, within the bounds of every call."""

import gzip
import json

import httpx
import pytest

from trivet import (
    AgentClient,
    APIConnectionError,
    APITimeoutError,
    DecodeError,
    PermissionDeniedError,
    TrivetError,
)
from trivet._concurrency.functions import run_blocking

AGENTS = json.dumps({"data": []}).encode()
JSON = {"content-type": "application/json"}
GZIP = {**JSON, "content-encoding": "gzip"}


class Reading(httpx.Auth):
    """An auth flow that reads the bodies of challenges, and answers them."""

    requires_response_body = True

    def __init__(self):
        self.read = []

    def auth_flow(self, request):
        request.headers["authorization"] = "Answer s3cret-of-the-flow"
        response = yield request
        self.read.append(response.content)
        if response.status_code == 401:
            request.headers["authorization"] = f"Answer {response.text}"
            response = yield request
            self.read.append(response.content)


class Body:
    """A body in chunks, which counts the chunks that were read."""

    def __init__(self, *chunks):
        self.chunks = chunks
        self.read = 0

    def parts(self):
        for chunk in self.chunks:
            self.read += 1
            if isinstance(chunk, Exception):
                raise chunk
            yield chunk


@pytest.fixture
def agent(script):
    """Make a client with an auth flow that reads bodies, and with these answers."""

    def make(*replies, **options):
        auth = Reading()
        return auth, AgentClient(auth=auth, transport=script(*replies), **options)

    return make


def test_compressed_bodies_are_decompressed_for_the_flow_and_the_call(agent):
    challenge = httpx.Response(401, headers=GZIP, content=Body(gzip.compress(b'"n0nce"')).parts())
    response = httpx.Response(200, headers=GZIP, content=Body(gzip.compress(AGENTS)).parts())
    auth, client = agent(challenge, response)
    with client:
        answer = client.with_response(client.agent.list)
    assert (answer.value, answer.body) == ([], AGENTS)
    assert auth.read == [b'"n0nce"', AGENTS]
    assert challenge.is_closed
    assert response.is_closed


@pytest.mark.parametrize("status", [200, 401])
def test_body_above_the_bound_is_read_no_further(agent, status):
    bombs = [Body(*[gzip.compress(bytes(10_000_000))] * 50) for _ in range(2)]
    first, second = (bomb.parts() for bomb in bombs)
    replies = [httpx.Response(status, headers=GZIP, content=first)]
    replies.append(httpx.Response(200, headers=GZIP, content=second))
    auth, client = agent(*replies, max_body=1_000_000)
    with client:
        with pytest.raises(DecodeError, match="longer than max_body, 1000000 bytes") as caught:
            client.agent.list()
    assert [bomb.read for bomb in bombs] == ([1, 0] if status == 200 else [1, 1])
    assert sum(map(len, auth.read)) <= 1_000_000
    assert "s3cret" not in repr(vars(caught.value))


def test_body_that_drips_ends_at_the_deadline(drip):
    service = drip(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n", b" ")
    with AgentClient(auth=Reading(), base_url=service.url, deadline=0.3) as client:
        with pytest.raises(APITimeoutError, match="within the deadline"):
            client.agent.list()
    assert run_blocking(lambda: service.closed.wait(10))


def test_body_that_breaks_off_is_a_failed_connection(agent, clock):
    bodies = [Body(b"{", httpx.ReadError("reset")) for _ in range(3)]
    replies = [httpx.Response(200, headers=JSON, content=body.parts()) for body in bodies]
    _, client = agent(*replies, clock=clock)
    with client:
        with pytest.raises(APIConnectionError, match="reset"):
            client.agent.list()
    assert all(reply.is_closed for reply in replies)


def test_answer_in_an_unknown_coding_raises(agent):
    headers = {"content-type": "application/json", "content-encoding": "br"}
    _, client = agent(httpx.Response(200, headers=headers, content=Body(b"??").parts()))
    with client:
        with pytest.raises(DecodeError, match="compressed as br"):
            client.agent.list()


def test_refusal_of_a_stream_is_read_for_the_flow(agent):
    auth, client = agent(
        httpx.Response(401, text="n0nce"),
        httpx.Response(403, content=b'{"message":"no"}', headers={"content-type": "application/json"}),
    )
    with client:
        with pytest.raises(PermissionDeniedError, match="no"):
            with client.event.subscribe():
                pytest.fail("the block was entered")
    assert auth.read == [b"n0nce", b'{"message":"no"}']


def test_stream_of_such_a_flow_raises_at_once(agent):
    endless = Body(*[b": ping\n\n"] * 1_000)
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=endless.parts())
    _, client = agent(answer)
    with client:
        with pytest.raises(TrivetError, match=r"^event\.subscribe: Reading reads the bodies of answers") as caught:
            with client.event.subscribe():
                pytest.fail("the block was entered")
    assert type(caught.value) is TrivetError
    assert (endless.read, answer.is_closed) == (0, True)
