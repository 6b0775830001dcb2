# Derived from tests/sdk/client/_async/test_message_ends.py by `python -m codegen`; do not edit.
"""The ends of responses (RFC 9112, 6.3): a 204 has no body, equal lengths are one, and others are an error."""

import httpx
import pytest

from tests.sdk.client.response_heads import (
    BODILESS,
    CONFLICTING,
    DOUBTFUL,
    REUSABLE,
    VALUES,
    pieces,
    sending,
)
from tests.sdk.network.raw_server import head
from trivet import AgentClient, APIConnectionError, APIStatusError, BusClient, ChatClient
from trivet.agent import opencode


def client(server):
    return AgentClient(base_url=server.url, max_retries=0)


def assert_next_is_answered(agent, server, connections):
    """The next call gets its own answer; on a new connection, if bytes of a body may still come on the first."""
    assert (agent.request("GET", "/next")).value == "/next"
    assert server.faults == []
    if connections is not None:
        assert len(server.conversations) == connections


@pytest.mark.parametrize("data", REUSABLE.values(), ids=REUSABLE)
def test_204_without_a_body_is_none_and_keeps_its_connection(data):
    with sending(data) as server:
        with client(server) as agent:
            answer = agent.request("DELETE", "/x")
            assert (answer.status, answer.value, answer.body) == (204, None, b"")
            assert_next_is_answered(agent, server, 1)


@pytest.mark.parametrize("data", DOUBTFUL.values(), ids=DOUBTFUL)
def test_204_with_a_body_is_none_and_closes_its_connection(data):
    with sending(data) as server:
        with client(server) as agent:
            answer = agent.request("DELETE", "/x")
            assert (answer.status, answer.value, answer.body) == (204, None, b"")
            assert_next_is_answered(agent, server, 2)
            assert [arrival.method for arrival in server.arrivals] == ["DELETE", "GET"]


@pytest.mark.parametrize(("data", "reused"), VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("in_pieces", [False, True])
def test_equal_lengths_count_as_one_and_chunks_beat_them(data, reused, in_pieces):
    with sending(*(pieces(data) if in_pieces else [data])) as server:
        with client(server) as agent:
            assert (agent.request("GET", "/x")).value == {}
            assert_next_is_answered(agent, server, {True: 1, False: 2, None: None}[reused])


@pytest.mark.parametrize("data", CONFLICTING.values(), ids=CONFLICTING)
def test_different_lengths_are_an_error_after_sending(data):
    with sending(data) as server:
        with client(server) as agent:
            with pytest.raises(APIConnectionError) as caught:
                agent.request("DELETE", "/x")
            assert caught.value.sent is True
            assert_next_is_answered(agent, server, 2)


@pytest.mark.parametrize("fields", BODILESS.values(), ids=BODILESS)
def test_304_and_head_end_with_their_heads(fields):
    for method, status in (("GET", "304 Not Modified"), ("HEAD", "200 OK")):
        with sending(head(status, "content-type: application/json", fields) + b"hello") as server:
            with client(server) as agent:
                if method == "HEAD":
                    assert (agent.request("HEAD", "/x")).value is None
                else:
                    with pytest.raises(APIStatusError) as caught:
                        agent.request("GET", "/x")
                    assert (caught.value.status, caught.value.body) == (304, b"")
                assert_next_is_answered(agent, server, 2)


@pytest.mark.parametrize("body", [b"hello", b'{"id": 1}', b"null"])
def test_204_of_a_mock_has_no_value(script, body):
    transport = script(*(httpx.Response(204, content=body) for _ in range(2)))
    with ChatClient(base_url="http://chat.test", token="t0ken", transport=transport) as chat:
        assert chat.conversations.delete("0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001") is None
        answer = chat.request("DELETE", "/x")
        assert (answer.status, answer.value, answer.body) == (204, None, b"")


def test_204_of_a_mock_is_not_decompressed(options, script):
    coded = httpx.Response(204, headers={"content-encoding": "gzip"}, stream=httpx.ByteStream(b"hello"))
    with BusClient(**options, transport=script(coded), max_body=1) as bus:
        assert (bus.request("DELETE", "/x")).value is None


@pytest.mark.parametrize("data", [*REUSABLE.values(), *DOUBTFUL.values()], ids=[*REUSABLE, *DOUBTFUL])
def test_204_behind_the_adapter_ends_with_its_head(data):
    with sending(data) as server:
        with AgentClient(base_url=server.url, transport=opencode.Transport(), max_retries=0) as agent:
            assert agent.session.delete("ses_1") is None
