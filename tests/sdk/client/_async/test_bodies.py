"""Bodies of answers: the limits of their size, their content codings, and the reuse of their connections."""

import gzip
import json
import tracemalloc
import zlib

import httpx
import orjson
import pytest

from tests.sdk.client.conftest import FakeClock
from trivet import (
    APIConnectionError,
    APITimeoutError,
    AsyncBusClient,
    AsyncChatClient,
    DecodeError,
    InternalServerError,
    NotFoundError,
)

MB = 1_000_000
EMPTY_ARRAYS = b'{"value": [' + b"[]," * 2_000_000 + b"[]]}"
CONVERSATION = "c0000000-0000-4000-8000-000000000001"


class SteppingClock(FakeClock):
    """A clock that is a second later at each look, because a large answer takes only a part of a second to decode."""

    def monotonic(self) -> float:
        self.seconds += 1
        return self.seconds


def answering(body: bytes, media_type: str = "application/json") -> httpx.MockTransport:
    headers = {"content-type": media_type}
    return httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, content=body))


def conversation(messages: int, content: str = "x") -> bytes:
    message = {"id": "m", "role": "user", "content": content, "conversation_id": CONVERSATION}
    whole = {"id": CONVERSATION, "title": None, "is_archived": False, "created_at": "2026-01-01T00:00:00Z"}
    message["created_at"] = whole["created_at"]
    return json.dumps(whole | {"updated_at": None, "messages": [message] * messages}).encode()


async def test_body_longer_than_max_body_raises_and_is_not_retried(options, origin, response):
    service = origin(lambda _: response(b"[" + b" " * MB))
    async with AsyncBusClient(**options | {"base_url": service.url}, max_body=MB) as bus:
        with pytest.raises(DecodeError, match="the body is longer than max_body, 1000000 bytes") as caught:
            await bus.arrivals.get("83139")
    assert (caught.value.status, service.connections) == (200, 1)
    assert (caught.value.body, caught.value.body_length) == (b"[" + b" " * 99_999, None)


async def test_body_as_long_as_max_body_is_decoded(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    async with AsyncBusClient(**options | {"base_url": service.url}, max_body=len(arrivals_bytes)) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
        with pytest.raises(DecodeError, match="longer than max_body"):
            await bus.with_options(max_body=len(arrivals_bytes) - 1).arrivals.get("83139")


@pytest.mark.parametrize("ask", ["method", "request"])
async def test_body_with_too_many_values_is_not_parsed(options, ask):
    async with AsyncBusClient(**options, transport=answering(EMPTY_ARRAYS)) as bus:
        tracemalloc.start()
        try:
            with pytest.raises(DecodeError, match="the body has more than max_values, 500000 values"):
                await (bus.stops.list().page() if ask == "method" else bus.request("GET", "/stops"))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < 5 * len(EMPTY_ARRAYS)  # parsed, the arrays take 56 bytes each


LONG_TEXT = "x" * 9 * MB + "\U0001f68c"
"""Python takes 36 MB for this text, by its last character."""


@pytest.mark.parametrize("ask", ["method", "request", "request for text"])
async def test_text_that_takes_more_memory_than_its_body_is_not_decoded(monkeypatch, ask):
    monkeypatch.setattr("trivet._core.answer_decoder.LARGE_BODY", 10 * MB)
    body = LONG_TEXT.encode() if ask == "request for text" else conversation(1, LONG_TEXT)
    media_type = "text/plain" if ask == "request for text" else "application/json"
    transport = answering(body, media_type)
    async with AsyncChatClient(base_url="http://chat.test", token="t", max_body=10 * MB, transport=transport) as chat:

        async def call(client: AsyncChatClient) -> object:
            if ask == "method":
                return await client.conversations.get(CONVERSATION)
            return (await client.request("GET", "/x", accept=media_type)).value

        tracemalloc.start()
        try:
            with pytest.raises(
                DecodeError, match="its texts would take more memory than four times max_body, 40000000"
            ):
                await call(chat)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 30 * MB
        assert await call(chat.with_options(max_body=20 * MB)) is not None


async def test_answer_that_does_not_fit_is_held_once_while_its_faults_are_named():
    body = conversation(1, LONG_TEXT).removesuffix(b"]}") + b", 5]}"
    peaks = []
    async with AsyncChatClient(base_url="http://chat.test", token="t", transport=answering(body)) as chat:
        tracemalloc.start()
        try:
            orjson.loads(body)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.reset_peak()
            with pytest.raises(DecodeError, match="expected an object, got int"):
                await chat.conversations.get(CONVERSATION)
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < peaks[0] + 2 * len(LONG_TEXT)


async def test_signs_inside_texts_are_not_values(options):
    body = json.dumps(["a,b,c", "[]", "{,}"] * 100).encode()
    async with AsyncBusClient(**options, max_values=301, transport=answering(body)) as bus:
        assert len((await bus.request("GET", "/")).value) == 300
        with pytest.raises(DecodeError, match="more than max_values, 300 values"):
            await bus.with_options(max_values=300).request("GET", "/")


async def test_answer_that_embeds_messages_may_be_longer_than_a_page():
    body = conversation(1, "x" * 9 * MB)
    async with AsyncChatClient(base_url="http://chat.test", token="t", transport=answering(body)) as chat:
        assert len((await chat.conversations.get(CONVERSATION)).messages[0].content) == 9 * MB
        with pytest.raises(DecodeError, match="longer than max_body, 8000000 bytes"):
            await chat.conversations.update(CONVERSATION, title="x")
        with pytest.raises(DecodeError, match="longer than max_body, 9000000 bytes"):
            await chat.with_options(max_body=9 * MB).conversations.get(CONVERSATION)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(
    ("end", "looks"), [("]}", 25), ("5]}", 62)], ids=["while records are made", "while faults are named"]
)
async def test_decoding_ends_with_the_deadline(strict, end, looks):
    clock = SteppingClock()
    body = conversation(10_000).removesuffix(b"]}") + (b"" if end == "]}" else b",") + end.encode()
    chat = AsyncChatClient(
        base_url="http://chat.test", token="t", transport=answering(body), clock=clock, deadline=looks, strict=strict
    )
    async with chat:
        with pytest.raises(APITimeoutError, match=f"no answer within the deadline of {looks} s"):
            await chat.conversations.get(CONVERSATION)
    assert looks <= clock.seconds < looks + 10


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
async def test_compressed_body_is_counted_after_decompression(options, origin, response, coding):
    bomb = (gzip.compress if coding == "gzip" else zlib.compress)(bytes(9 * MB))
    service = origin(lambda _: response(bomb, headers=f"content-encoding: {coding}\r\n"))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(DecodeError, match="longer than max_body, 8000000 bytes"):
            await bus.arrivals.get("83139")
    assert len(bomb) < MB


@pytest.mark.parametrize("coding", ["gzip, gzip", "br", "zstd", "gzip, br", "nonsense"])
async def test_content_coding_that_was_not_requested_raises(options, origin, response, arrivals_bytes, coding):
    twice = gzip.compress(gzip.compress(arrivals_bytes))
    service = origin(lambda _: response(twice, headers=f"content-encoding: {coding}\r\n"))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(DecodeError, match=r"the body is compressed .* which was not requested"):
            await bus.arrivals.get("83139")
    assert service.connections == 1


@pytest.mark.parametrize("coding", ["gzip", "deflate", "identity", "GZIP"])
async def test_compressed_body_is_decoded(options, origin, response, arrivals_bytes, coding):
    compress = {"gzip": gzip.compress, "deflate": zlib.compress, "identity": bytes}[coding.lower()]
    service = origin(lambda _: response(compress(arrivals_bytes), headers=f"content-encoding: {coding}\r\n"))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"


async def test_compressed_body_that_is_cut_is_requested_again(options, origin, response, arrivals_bytes, clock):
    whole, asked = gzip.compress(arrivals_bytes), list[bytes]()

    def reply(head):
        asked.append(head)
        return response(whole[:-4] if len(asked) == 1 else whole, headers="content-encoding: gzip\r\n")

    service = origin(reply)
    async with AsyncBusClient(**options | {"base_url": service.url}, clock=clock) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert len(asked) == 2


async def test_error_whose_body_cannot_be_decompressed_has_its_status(options, origin, response):
    whole = b'{"message": "no such stop"}'
    bodies = iter([gzip.compress(whole)[:-9], gzip.compress(whole)[:-4], whole])
    service = origin(lambda _: response(next(bodies), status="404 No", headers="content-encoding: gzip\r\n"))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        for _ in range(3):
            with pytest.raises(NotFoundError) as caught:
                await bus.arrivals.get("83139")
            assert whole.startswith(caught.value.body)
            assert caught.value.body_length is None
    assert service.arrived.qsize() == 3


async def test_answer_to_head_has_no_body_whatever_its_headers_say(options, origin):
    fields = ("content-length: 9", "content-length: 9999999999999999999", "transfer-encoding: chunked", "x: y")
    heads = [f"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n{line}\r\n\r\n".encode() for line in fields]
    bodies = [b"2\r\n{}\r\n0\r\n\r\n", b"HTTP/1.1 400 Unasked\r\ncontent-length: 0\r\n\r\n"]
    answers = iter([*heads, *(head + body for head in heads for body in bodies), heads[0]])
    service = origin(lambda _: next(answers))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        connections = []
        for _ in range(4 + 8 + 1):
            assert (await bus.request("HEAD", "/stops")).value is None
            connections.append(service.connections)
    assert connections == [1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9]


async def test_mock_that_sets_a_content_coding_is_decoded(options, script, arrivals):
    body = gzip.compress(json.dumps(arrivals).encode())
    answer = httpx.Response(200, content=body, headers={"content-type": "application/json", "content-encoding": "gzip"})
    async with AsyncBusClient(**options, transport=script(answer)) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"


@pytest.mark.parametrize(("size", "length"), [(0, 0), (100_000, 100_000), (MB, MB), (MB + 1, None), (11 * MB, None)])
@pytest.mark.parametrize("coding", ["identity", "gzip"])
async def test_error_keeps_the_start_and_the_length_of_its_body(options, origin, response, coding, size, length):
    body = gzip.compress(b"a" * size) if coding == "gzip" else b"a" * size
    service = origin(lambda _: response(body, status="404 No", headers=f"content-encoding: {coding}\r\n"))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(NotFoundError) as caught:
            await bus.arrivals.get("83139")
    assert caught.value.body == b"a" * min(size, 100_000)
    assert caught.value.body_length == length
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("size", [2, 100_000, 3 * MB])
@pytest.mark.parametrize("kind", ["no JSON", "does not fit", "text"])
async def test_decode_error_keeps_the_start_and_the_length_of_its_body(options, origin, response, kind, size):
    body = {"no JSON": b"{", "does not fit": b"[]", "text": b"a"}[kind].ljust(size)
    whole = response(body).replace(b"application/json", b"text/plain" if kind == "text" else b"application/json")
    service = origin(lambda _: whole)
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(DecodeError) as caught:
            await bus.arrivals.get("83139")
    assert (caught.value.body, caught.value.body_length) == (body[:100_000], size)


async def test_error_of_a_stream_keeps_the_start_of_its_body(origin, response):
    for status, size, length in [("404 No", 5000, 5000), ("404 No", MB, None), ("200 OK", 5000, 5000)]:
        whole = response(b"a" * size, status=status).replace(b"application/json", b"text/plain")
        service = origin(lambda _, whole=whole: whole)
        async with AsyncChatClient(token="t0ken-of-ann", base_url=service.url) as chat:
            with pytest.raises((NotFoundError, DecodeError)) as caught:
                async for _ in chat.admin.ratings.export():
                    pass
        assert (len(caught.value.body), caught.value.body_length) == (min(size, 100_000), length)


@pytest.mark.parametrize("status", [500, 502, 503, 599])
async def test_connection_is_not_used_again_after_a_5xx(options, origin, response, arrivals_bytes, status):
    asked = list[bytes]()

    def reply(head):
        asked.append(head)
        failing = response(b"{}", status=f"{status} No", headers="retry-after: 0\r\n")
        return failing if len(asked) == 1 else response(arrivals_bytes)

    service = origin(reply)
    async with AsyncBusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        with pytest.raises(InternalServerError):
            await bus.arrivals.get("83139")
        await bus.arrivals.get("83139")
        await bus.arrivals.get("83139")
    assert (len(asked), service.connections) == (3, 2)


@pytest.mark.parametrize("length", [True, False], ids=["with a length", "without a length"])
async def test_connection_is_not_used_again_after_chunks_with_a_length(options, origin, arrivals_bytes, length):
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (len(arrivals_bytes), arrivals_bytes)
    head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nTransfer-Encoding: chunked\r\n"
    head += b"Content-Length: %d\r\n" % len(chunks) if length else b""
    service = origin(lambda _: head + b"\r\n" + chunks)
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        assert [(await bus.arrivals.get("83139")).bus_stop_code for _ in range(3)] == ["83139"] * 3
    assert service.connections == (3 if length else 1)


@pytest.mark.parametrize("status", [400, 401, 404, 409, 422, 429])
async def test_connection_is_used_again_after_a_4xx(options, origin, response, status):
    service = origin(lambda _: response(b"{}", status=f"{status} No"))
    async with AsyncBusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        for _ in range(3):
            with pytest.raises(Exception, match=str(status)):
                await bus.arrivals.get("83139")
    assert service.connections == 1


async def test_export_longer_than_max_bytes_raises_and_leaves_no_file(origin, response, tmp_path):
    service = origin(lambda _: response(b'{"total": 0, "ratings": [' + b" " * MB + b"]}"))
    async with AsyncChatClient(token="t0ken-of-ann", base_url=service.url) as chat:
        with pytest.raises(DecodeError, match="the document is longer than max_bytes, 1000 bytes"):
            await chat.admin.ratings.export().save(tmp_path / "ratings.json", max_bytes=1000)
        assert not (tmp_path / "ratings.json").exists()
        with pytest.raises(ValueError, match="max_bytes must be a number of bytes above 0"):
            await chat.admin.ratings.export().save(tmp_path / "ratings.json", max_bytes=0)


@pytest.mark.parametrize("length", [True, False], ids=["stated", "unstated"])
async def test_download_longer_than_max_bytes_raises_and_leaves_no_file(options, origin, response, tmp_path, length):
    body = b"PK" + b" " * MB
    whole = response(body) if length else b"HTTP/1.1 200 OK\r\n\r\n" + body
    files = origin(lambda _: (whole,))
    service = origin(lambda _: response(b'{"value": [{"Link": "%s/file.zip"}]}' % files.url.encode()))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(DecodeError, match="the file is longer than max_bytes, 1000 bytes"):
            await bus.passenger_volume.download("by_stop", path=tmp_path / "file.zip", max_bytes=1000)
    assert files.connections == 1
    assert list(tmp_path.iterdir()) == []


async def test_body_that_breaks_off_is_a_connection_error_without_a_cause(options, origin, response):
    service = origin(lambda _: (response(b"{", length=9),))
    async with AsyncBusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        with pytest.raises(APIConnectionError) as caught:
            await bus.arrivals.get("83139")
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)
