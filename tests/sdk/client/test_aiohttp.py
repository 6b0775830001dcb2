"""The transport over aiohttp: requests are sent once and unchanged, and connections end when they should."""

import asyncio
import contextlib
import gc
import pickle
import socket
import ssl
import struct
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

import trivet
from tests.sdk.client.aiohttp_requests import closes, request, status
from trivet import (
    AiohttpTransport,
    APIConnectionError,
    AsyncBusClient,
    AsyncChatClient,
    InvalidArgumentError,
    TrivetError,
)
from trivet._core.extras import how_to_install

CERTIFICATE = Path(__file__).parent / "localhost.pem"


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "POST", "PATCH"])
@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
async def test_request_on_a_connection_that_ends_is_sent_once(method, reset):
    heads: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        heads.append(await reader.readuntil(b"\r\n\r\n"))
        if reset:
            linger = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server, AiohttpTransport() as transport:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        assert await status(transport, "GET", url) == 200
        with pytest.raises(httpx.TransportError) as caught:
            await status(transport, method, url)
    assert [head.partition(b" ")[0].decode() for head in heads] == ["GET", method]
    assert not isinstance(caught.value, httpx.ConnectError)


async def test_cookies_are_not_kept(origin, response):
    service = origin(lambda _: response(b"", headers="set-cookie: session=of-another-user; path=/\r\n"))
    async with AiohttpTransport() as transport:
        for _ in range(2):
            await status(transport, "GET", service.url.replace("127.0.0.1", "localhost"))
    assert [b"cookie" in service.arrived.get().lower() for _ in range(2)] == [False, False]


async def test_redirect_is_not_followed(origin, response):
    service = origin(lambda _: response(b"", status="307 Elsewhere", headers="location: /elsewhere\r\n"))
    async with AiohttpTransport() as transport:
        assert await status(transport, "GET", service.url) == 307
    assert service.arrived.qsize() == 1


async def test_url_and_headers_are_sent_as_they_are(origin, response):
    service = origin(lambda _: response(b""))
    path = "/a%2Fb%7E/c;d?X-Sig=a%2Bb%20c+d&e=%C3%A9&f"
    sent = request(
        "GET", service.url + path, headers=[(b"x-name", "Zoë".encode()), (b"x-twice", b"1"), (b"X-Twice", b"2")]
    )
    async with AiohttpTransport() as transport:
        await (await transport.handle_async_request(sent)).aclose()
    lines = service.arrived.get().split(b"\r\n")
    assert lines[0] == f"GET {path} HTTP/1.1".encode()
    assert sorted(line.lower() for line in lines[1:-2]) == sorted(
        [f"host: {service.host}".encode(), "x-name: Zoë".encode().lower(), b"x-twice: 1", b"x-twice: 2"]
    )


async def test_header_that_is_not_utf_8_is_refused(closed_url):
    async with AiohttpTransport() as transport:
        with pytest.raises(TrivetError, match="UTF-8"):
            await transport.handle_async_request(request("GET", closed_url, headers=[(b"x", b"\xe9")]))


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 3_000_000])
async def test_body_of_a_request_arrives_whole(size):
    content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    arrived: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        assert f"content-length: {size}\r\n".encode() in head.lower()
        assert b"chunked" not in head.lower()
        arrived.append(await reader.readexactly(size))
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with AiohttpTransport() as transport:
            response = await transport.handle_async_request(request("POST", url, content=content))
            assert await response.aread() == b"ok"
    assert arrived == [content]


@pytest.mark.parametrize("body", [b"", b"broken", b"x" * 300_000])
async def test_connection_is_not_reused_after_a_5xx(origin, response, body):
    service = origin(lambda _: response(body, status="500 Broken"))
    async with AiohttpTransport() as transport:
        assert [await status(transport, "GET", service.url) for _ in range(3)] == [500] * 3
        assert [service.left.empty(), service.connections] == [True, 3]


async def test_connection_is_not_reused_after_chunks_of_http_1_0(origin):
    head = b"HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n"
    service = origin(lambda _: head + b"2\r\n{}\r\n0\r\n\r\n")
    async with AiohttpTransport() as transport:
        assert [await status(transport, "GET", service.url) for _ in range(3)] == [200] * 3
    assert service.connections == 3


async def test_connection_is_reused_after_a_success(origin, response):
    service = origin(lambda _: response(b"{}"))
    async with AiohttpTransport() as transport:
        assert [await status(transport, "GET", service.url) for _ in range(3)] == [200] * 3
    assert service.connections == 1


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_idle_connection_that_the_server_closed_is_not_used(method):
    closed, methods = threading.Event(), []

    def serve() -> None:
        for _ in range(2):
            connection, _ = listener.accept()
            with connection:
                connection.settimeout(20)
                methods.append(connection.recv(4096).partition(b" ")[0].decode())
                connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
            closed.set()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(20)
        thread = threading.Thread(target=serve)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        async with AiohttpTransport() as transport:
            assert await status(transport, "PUT", url) == 200
            assert closed.wait(20)  # the event loop is not running, so it has not seen the end
            assert await status(transport, method, url) == 200
        thread.join(20)
    assert methods == ["PUT", method]


async def test_answer_to_no_request_is_not_taken_for_the_next_one():
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        while head := await closes_or_head(reader):
            heads.append(head)
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        writer.close()

    heads: list[bytes] = []
    connections: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server, AiohttpTransport() as transport:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        assert await status(transport, "GET", url) == 200
        connections[0].write(b"HTTP/1.1 418 Unasked\r\ncontent-length: 0\r\n\r\n")
        for _ in range(10):  # let the event loop read it
            await asyncio.sleep(0)
        assert await status(transport, "GET", url) == 200
    assert (len(heads), len(connections)) == (2, 2)


async def closes_or_head(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except (ConnectionError, asyncio.IncompleteReadError):
        return b""


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_client_works_in_several_event_loops(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    bus = AsyncBusClient(**options | {"base_url": service.url}, transport=AiohttpTransport())

    async def call(last: bool = False) -> str:
        stop = (await bus.arrivals.get("83139")).bus_stop_code
        if last:
            await bus.aclose()
        return stop

    assert [asyncio.run(call()), asyncio.run(call(last=True))] == ["83139", "83139"]
    assert service.connections == 2
    gc.collect()  # closes the rest of the first loop


def test_transport_works_in_two_event_loops_at_once(origin, response):
    service, together = origin(lambda _: response(b"{}")), threading.Barrier(2, timeout=20)
    transport, statuses = AiohttpTransport(), []

    async def run() -> None:
        for _ in range(3):
            together.wait()
            statuses.append(await status(transport, "GET", service.url))
        await transport.aclose()

    threads = [threading.Thread(target=asyncio.run, args=(run(),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert statuses == [200] * 6
    assert service.connections == 2


async def test_certificate_that_is_not_trusted_counts_as_nothing_sent(options):
    async with tls_service() as (url, _):
        async with AsyncBusClient(**options | {"base_url": url}, transport=AiohttpTransport(), max_retries=0) as bus:
            with pytest.raises(APIConnectionError, match="certificate verify failed") as caught:
                await bus.arrivals.get("83139")
    assert caught.value.sent is False


@contextlib.asynccontextmanager
async def tls_service() -> AsyncIterator[tuple[str, list[bytes]]]:
    heads: list[bytes] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
            await closes(reader)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context) as server:
        yield f"https://localhost:{server.sockets[0].getsockname()[1]}", heads


@pytest.mark.parametrize("verify", [False, "context"])
async def test_certificate_is_verified_as_the_argument_decides(verify):
    decides = ssl.create_default_context(cafile=str(CERTIFICATE)) if verify else False
    async with tls_service() as (url, heads), AiohttpTransport(verify=decides) as transport:
        assert await status(transport, "GET", url) == 200
    assert len(heads) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"verify": "ca.pem"}, "verify must be True, False or an ssl.SSLContext"),
        ({"verify": None}, "verify must be"),
        ({"proxy": "socks5://127.0.0.1:1"}, "proxy must be"),
        ({"proxy": b"http://127.0.0.1"}, "proxy must be text"),
        ({"max_connections": 0}, "max_connections must be a whole number not below 1"),
        ({"max_connections": True}, "max_connections must be"),
        ({"max_streams": 0}, "max_streams must be a whole number not below 1"),
    ],
)
def test_bad_argument_is_refused(arguments, message):
    with pytest.raises(InvalidArgumentError, match=message):
        AiohttpTransport(**arguments)


def test_bad_proxy_is_not_shown():
    with pytest.raises(InvalidArgumentError) as caught:
        AiohttpTransport(proxy="ftp://me:s3cret@proxy.test")
    assert "s3cret" not in repr(caught.value)


async def test_pickled_client_opens_connections_of_its_own(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    async with AsyncBusClient(**options | {"base_url": service.url}, transport=AiohttpTransport()) as bus:
        await bus.arrivals.get("83139")
        async with pickle.loads(pickle.dumps(bus)) as other:
            assert (await other.arrivals.get("83139")).bus_stop_code == "83139"
    assert service.connections == 2


def test_transport_with_an_ssl_context_is_not_pickled():
    with pytest.raises(TypeError, match="SSLContext"):
        pickle.dumps(AiohttpTransport(verify=ssl.create_default_context()))


def test_another_event_loop_than_asyncio_is_refused_by_name(closed_url):
    with pytest.raises(TrivetError, match="needs asyncio"):
        AiohttpTransport().handle_async_request(request("GET", closed_url)).send(None)


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_importing_trivet_does_not_load_aiohttp():
    code = "import sys, trivet; from trivet import AiohttpTransport, AsyncBusClient; print('aiohttp' in sys.modules)"
    assert run(code) == "False"


def test_missing_extra_is_named_when_the_transport_is_made():
    code = (
        "import sys; sys.modules['aiohttp'] = None\n"
        "from trivet import *\n"
        "try: AiohttpTransport()\n"
        "except ImportError as error: print(error)"
    )
    assert run(code) == f"AiohttpTransport needs aiohttp: {how_to_install('aiohttp')}"


def test_transport_is_public():
    assert "AiohttpTransport" in trivet.__all__
    assert AiohttpTransport.__module__ == "trivet"


async def test_client_sends_a_body_that_nothing_reads_no_longer_than_its_timeout():
    stuck = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        await stuck.wait()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0, limit=1024) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        settings = {"token": "t", "base_url": url, "timeout": 0.2, "deadline": None, "max_retries": 0}
        async with AsyncChatClient(**settings, transport=AiohttpTransport()) as chat:
            with pytest.raises(trivet.APITimeoutError, match="WriteTimeout") as caught:
                await chat.conversations.create(title="x" * 40_000_000)
        stuck.set()
    assert caught.value.sent is True
