"""A call to a server that never stops sending ends at the deadline."""

import time

import httpx
import pytest

from trivet import APIError, APITimeoutError, AsyncBusClient, AsyncChatClient
from trivet._concurrency.functions import async_run_blocking

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
SENT = {
    "status line": (b"HTTP/1.1 200 ", b"O"),
    "header": (b"HTTP/1.1 200 OK\r\nx: ", b"a"),
    "informational responses": (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n"),
    "body": (HEAD + b"content-length: 100000\r\n\r\n", b" "),
    "chunked body": (HEAD + b"transfer-encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "trailers": (HEAD + b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n", b"x: y\r\n"),
    "body without a length": (HEAD + b"\r\n", b" "),
    "body of an error": (b"HTTP/1.1 500 No\r\ncontent-length: 100000\r\n\r\n", b"a"),
    "body of a refusal": (b"HTTP/1.1 404 No\r\ntransfer-encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
}
LIMIT = 0.2
LONGER = 0.3
"""The limit of a call that asks another server first."""
LATE = 10.0
"""Seconds after which a call counts as endless; the server sends for 30."""

cases = pytest.mark.parametrize("what", SENT)


async def fails_in_time(call, limit=LIMIT):
    """Make a call, and assert that it ends at the deadline."""
    started = time.monotonic()
    with pytest.raises(APITimeoutError, match=rf"no answer within the deadline of {limit} s") as caught:
        await call()
    assert time.monotonic() - started < LATE
    assert caught.value.__context__ is None or isinstance(caught.value.__context__, TimeoutError)


@cases
async def test_call_to_a_dripping_server_ends_at_the_deadline(options, drip, what):
    server = drip(*SENT[what])
    async with AsyncBusClient(**options | {"base_url": server.url}, deadline=LIMIT) as bus:
        await fails_in_time(lambda: bus.arrivals.get("83139"))
        assert await async_run_blocking(lambda: server.closed.wait(LATE)), "the connection stays open"


@pytest.mark.parametrize("what", ["header", "informational responses", "body", "body of an error"])
@pytest.mark.parametrize("proxy", ["http", "socks"])
async def test_call_through_a_dripping_proxy_ends_at_the_deadline(options, drip, socks_drip, monkeypatch, proxy, what):
    server = (drip if proxy == "http" else socks_drip)(*SENT[what])
    monkeypatch.setenv("HTTP_PROXY", f"http://{server.host}" if proxy == "http" else f"socks5://{server.host}")
    async with AsyncBusClient(**options, deadline=LONGER) as bus:
        await fails_in_time(lambda: bus.arrivals.get("83139"), LONGER)
        assert await async_run_blocking(lambda: server.closed.wait(LATE)), "the connection stays open"


@pytest.mark.parametrize("what", ["header", "informational responses", "body", "body of an error", "body of a refusal"])
@pytest.mark.parametrize("saved", [True, False], ids=["saved", "iterated"])
async def test_dripping_export_ends_at_the_deadline(drip, tmp_path, what, saved):
    server = drip(*SENT[what])
    async with AsyncChatClient(token="t0ken-of-ann", base_url=server.url, deadline=LIMIT) as chat:

        async def read():
            export = chat.admin.ratings.export()
            if saved:
                await export.save(tmp_path / "ratings.json")
            else:
                [_ async for _ in export]

        await fails_in_time(read)
        assert await async_run_blocking(lambda: server.closed.wait(LATE)), "the connection stays open"
    assert not (tmp_path / "ratings.json").exists()


@pytest.mark.parametrize("what", ["header", "informational responses", "body", "body of an error", "body of a refusal"])
async def test_dripping_download_ends_at_the_deadline(options, origin, response, drip, tmp_path, what):
    server = drip(*SENT[what])
    link = response(b'{"value": [{"Link": "%s/file.zip"}]}' % server.url.encode())
    service = origin(lambda _: link)
    async with AsyncBusClient(**options | {"base_url": service.url}, deadline=LONGER) as bus:
        await fails_in_time(lambda: bus.passenger_volume.download("by_stop", path=tmp_path / "file.zip"), LONGER)
        assert await async_run_blocking(lambda: server.closed.wait(LATE)), "the connection stays open"
    assert not (tmp_path / "file.zip").exists()


async def test_dripping_link_ends_at_the_deadline(options, drip, tmp_path):
    server = drip(*SENT["body"])
    async with AsyncBusClient(**options | {"base_url": server.url}, deadline=LIMIT) as bus:
        await fails_in_time(lambda: bus.passenger_volume.download("by_stop", path=tmp_path / "file.zip"))


async def test_deadline_covers_all_attempts(options, origin, response):
    service = origin(lambda _: response(b"", status="503 Busy", headers="retry-after: 0\r\n"))
    async with AsyncBusClient(**options | {"base_url": service.url}, deadline=LIMIT, max_retries=10_000) as bus:
        started = time.monotonic()
        with pytest.raises(APIError, match=r"503|deadline"):
            await bus.arrivals.get("83139")
        assert time.monotonic() - started < LATE


@pytest.mark.parametrize("part", ["head", "body"])
async def test_timer_that_fires_a_little_early_ends_the_call(options, script, clock, part):
    def time_out():
        clock.seconds = 4.999
        raise httpx.ReadTimeout("early")

    class Body(httpx.AsyncByteStream):
        async def __aiter__(self):
            yield b"{"
            time_out()

    replies = {"head": lambda _: time_out(), "body": lambda _: httpx.Response(200, stream=Body())}
    async with AsyncBusClient(**options, transport=script(replies[part]), clock=clock, deadline=5) as bus:
        with pytest.raises(APITimeoutError, match=r"no answer within the deadline of 5 s"):
            await bus.arrivals.get("83139")
