"""The ends of responses over aiohttp: the same as on the default transport, which h11 reads."""

from __future__ import annotations

import pytest

from tests.sdk.client.response_heads import (
    BODILESS,
    CONFLICTING,
    DOUBTFUL,
    REUSABLE,
    STATED,
    VALUES,
    json_head,
    pieces,
    sending,
)
from tests.sdk.network.raw_server import RawServer, head
from trivet import AiohttpTransport, APIConnectionError, APIStatusError, AsyncAgentClient
from trivet._async.http.aiohttp.heads import LONGEST, IncompleteHeadError, readable
from trivet.agent import opencode


def client(server: RawServer) -> AsyncAgentClient:
    return AsyncAgentClient(base_url=server.url, max_retries=0, transport=AiohttpTransport())


async def assert_next_is_answered(agent: AsyncAgentClient, server: RawServer, connections: int | None) -> None:
    assert (await agent.request("GET", "/next")).value == "/next"
    if connections is not None:
        assert len(server.conversations) == connections


@pytest.mark.parametrize(
    ("data", "connections"),
    [*((data, 1) for data in REUSABLE.values()), *((data, 2) for data in DOUBTFUL.values())],
    ids=[*REUSABLE, *DOUBTFUL],
)
async def test_204_is_none_and_keeps_its_connection_without_a_body(data: bytes, connections: int) -> None:
    with sending(data) as server:
        async with client(server) as agent:
            answer = await agent.request("DELETE", "/x")
            assert (answer.status, answer.value, answer.body) == (204, None, b"")
            await assert_next_is_answered(agent, server, connections)
            assert [arrival.method for arrival in server.arrivals] == ["DELETE", "GET"]


@pytest.mark.parametrize("data", [*REUSABLE.values(), *STATED.values()], ids=[*REUSABLE, *STATED])
async def test_204_that_arrives_in_pieces_is_none(data: bytes) -> None:
    with sending(*pieces(data)) as server:
        async with client(server) as agent:
            assert (await agent.request("DELETE", "/x")).value is None
            await assert_next_is_answered(agent, server, None)


@pytest.mark.parametrize(("data", "reused"), VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("in_pieces", [False, True])
async def test_equal_lengths_count_as_one_and_chunks_beat_them(
    data: bytes, reused: bool | None, in_pieces: bool
) -> None:
    with sending(*(pieces(data) if in_pieces else [data])) as server:
        async with client(server) as agent:
            assert (await agent.request("GET", "/x")).value == {}
            await assert_next_is_answered(agent, server, {True: 1, False: 2, None: None}[reused])


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (VALUES["after an interim that closes"][0], {}),
        (head("103 Early Hints", "link: </x>") + VALUES["two lengths"][0], {}),
        (STATED["a body after early hints"], None),
    ],
    ids=["closes", "two lengths", "no content"],
)
async def test_interim_may_be_cut_from_its_response_anywhere(data: bytes, value: object) -> None:
    for cut in range(1, len(data)):
        with sending(data[:cut], data[cut:]) as server:
            async with client(server) as agent:
                assert (await agent.request("GET", "/x")).value == value, cut


@pytest.mark.parametrize("data", CONFLICTING.values(), ids=CONFLICTING)
async def test_different_lengths_are_an_error_after_sending(data: bytes) -> None:
    for parts in ([data], pieces(data)):
        with sending(*parts) as server:
            async with client(server) as agent:
                with pytest.raises(APIConnectionError) as caught:
                    await agent.request("DELETE", "/x")
                assert caught.value.sent is True
                await assert_next_is_answered(agent, server, 2)


@pytest.mark.parametrize("fields", BODILESS.values(), ids=BODILESS)
async def test_304_and_head_end_with_their_heads(fields: str) -> None:
    for method, status in (("GET", "304 Not Modified"), ("HEAD", "200 OK")):
        with sending(head(status, "content-type: application/json", fields) + b"hello") as server:
            async with client(server) as agent:
                if method == "HEAD":
                    assert (await agent.request("HEAD", "/x")).value is None
                else:
                    with pytest.raises(APIStatusError) as caught:
                        await agent.request("GET", "/x")
                    assert (caught.value.status, caught.value.body) == (304, b"")
                await assert_next_is_answered(agent, server, None)  # some versions of aiohttp skip the stated bytes


async def test_long_body_after_two_lengths_is_read_whole() -> None:
    body = b'"' + b"a" * 3_000_000 + b'"'
    with sending(json_head(*[f"content-length: {len(body)}"] * 2) + body) as server:
        async with client(server) as agent:
            assert len((await agent.request("GET", "/x")).value) == 3_000_000
            await assert_next_is_answered(agent, server, 1)


async def test_refused_head_without_end_is_an_error() -> None:
    twice = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n"
    with sending(twice + b"x: y\r\n" * (LONGEST // 6 + 1)) as server:
        async with client(server) as agent:
            with pytest.raises(APIConnectionError) as caught:
                await agent.request("GET", "/x")
    assert caught.value.sent is True


async def test_204_behind_the_adapter_ends_with_its_head() -> None:
    with sending(DOUBTFUL["chunks"]) as server:
        transport = opencode.AsyncTransport(AiohttpTransport())
        async with AsyncAgentClient(base_url=server.url, transport=transport, max_retries=0) as agent:
            assert await agent.session.delete("ses_1") is None


@pytest.mark.parametrize("cut", range(12, 59))
def test_decision_about_two_lengths_needs_the_whole_head(cut: int) -> None:
    data = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}"
    if b"Content-Length" not in data[:cut]:
        assert readable(data[:cut], bodiless=False) is None
    elif b"\r\n\r\n" not in data[:cut]:
        with pytest.raises(IncompleteHeadError):
            readable(data[:cut], bodiless=False)
    else:
        whole = readable(data[:cut], bodiless=False)
        assert whole is not None
        assert whole.data.startswith(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
        b"HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2, 3\r\n\r\n{}",
        b"HTTP/1.1 101 Switching Protocols\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nx: y\r\n",
        b"HTTP/1.1 200 OK\r\r\ncontent-length: 2\r\r\n\r\r\n{}",
        b"HTTP/1.1 200 OK\rcontent-length: 2\r\r{}",
    ],
)
def test_head_that_is_rightly_refused_is_not_changed(data: bytes) -> None:
    assert readable(data, bodiless=False) is None
