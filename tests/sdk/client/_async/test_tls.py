"""Servers with TLS that work, and servers that fail at each stage of it."""

import socket
import ssl
import time

import httpx
import pytest

from tests.sdk.client.raw_servers import CERTIFICATE, TLSServer, answering, body_of, closing, head_of
from trivet import (
    APIConnectionError,
    APITimeoutError,
    AsyncBusClient,
    AsyncChatClient,
    PermissionDeniedError,
    StreamError,
)

LATE = 10.0
"""Seconds after which a call counts as endless; a server that drips does so for 30."""

RECORD = b"\x16\x03\x03\x40\x00"
"""The start of a record of 16 kB."""


@pytest.fixture
def bus(options, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))

    def connect(server, **more):
        return AsyncBusClient(**options | {"base_url": server.url, "max_retries": 0, "timeout": 10.0} | more)

    return connect


def drip(sock, start):
    """Send the start of a TLS record, and more bytes of it now and then, until the client closes the connection."""
    socket.socket.sendall(sock, start)
    for _ in range(600):
        time.sleep(0.05)
        socket.socket.sendall(sock, b"\0")


async def test_calls_share_a_connection(bus, response, arrivals_bytes):
    with TLSServer(answering(lambda _: response(arrivals_bytes))) as server:
        async with bus(server) as client:
            for _ in range(5):
                assert (await client.arrivals.get("83139")).bus_stop_code == "83139"
        assert len(server.conversations) == 1


async def test_answer_to_no_request_is_not_the_answer_of_the_next_call(bus, response, arrivals_bytes):
    def serve(sock, context):
        arrived, to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = context.wrap_bio(arrived, to_send, server_side=True)

        def step(work):
            while True:
                try:
                    return work()
                except ssl.SSLWantReadError:
                    sock.sendall(to_send.read())
                    arrived.write(sock.recv(65_536))

        step(tls.do_handshake)
        step(lambda: tls.read(65_536))
        tls.write(response(arrivals_bytes))
        tls.write(response(arrivals_bytes.replace(b"83139", b"00000")))
        sock.sendall(to_send.read())  # two records that arrive together
        sock.recv(1)

    with TLSServer(serve) as server:
        async with bus(server) as client:
            for _ in range(2):
                assert (await client.arrivals.get("83139")).bus_stop_code == "83139"
        assert len(server.conversations) == 2


async def test_large_answer_is_complete(bus, response):
    body = b'{"pad": "%b"}' % (b"0123456789" * 400_000)
    with TLSServer(answering(lambda _: response(body))) as server:
        async with bus(server) as client:
            answer = await client.request("GET", "/anything")
    assert answer.body == body


async def test_large_body_reaches_a_server_that_reads_slowly(bus, response):
    def serve(sock, context):
        with context.wrap_socket(sock, server_side=True) as tls:
            read = body_of(tls, head_of(tls), lambda: time.sleep(0.001))
            tls.sendall(response(b'{"read": %d}' % read))

    sent = {"pad": "0123456789" * 300_000}
    with TLSServer(serve) as server:
        async with bus(server) as client:
            answer = await client.request("POST", "/anything", json=sent)
    assert answer.value["read"] > 3_000_000


async def test_body_that_breaks_off_without_the_end_of_tls_is_an_error(bus, response, arrivals_bytes):
    def serve(sock, context):
        with context.wrap_socket(sock, server_side=True) as tls:
            head_of(tls)
            tls.sendall(response(arrivals_bytes, length=100_000))  # closing it ends the connection, but not its TLS

    with TLSServer(serve) as server:
        async with bus(server) as client:
            with pytest.raises(APIConnectionError, match="peer closed connection") as caught:
                await client.arrivals.get("83139")
    assert caught.value.sent


ROWS = b"conversation_id,rating\r\nc1,up\r\n"
UNTIL_THE_END = b"HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n\r\n" + ROWS
"""An answer whose body ends with its connection."""


def own_transport():
    """None, for the connections of the client."""


def transport_of_httpx():
    context = httpx.create_ssl_context()
    if context.options & getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0):
        pytest.skip("a cut passes for the end of TLS in contexts of this Python (gh-95494)")
    return httpx.AsyncHTTPTransport(verify=context)


@pytest.mark.parametrize("transport", [own_transport, transport_of_httpx])
async def test_body_until_the_end_of_tls_is_a_value(bus, transport):
    with TLSServer(closing(UNTIL_THE_END, notify=True)) as server:
        async with bus(server, transport=transport()) as client:
            assert (await client.request("GET", "/rows", accept="text/csv")).body == ROWS


@pytest.mark.parametrize("transport", [own_transport, transport_of_httpx])
@pytest.mark.parametrize("deadline", [None, 10])
async def test_body_until_a_cut_of_tls_is_an_error(bus, transport, deadline):
    with TLSServer(closing(UNTIL_THE_END, notify=False)) as server:
        async with bus(server, transport=transport(), deadline=deadline) as client:
            with pytest.raises(APIConnectionError, match="without close_notify, so the body may be cut") as caught:
                await client.request("GET", "/rows", accept="text/csv")
    assert caught.value.sent


@pytest.mark.parametrize("transport", [own_transport, transport_of_httpx])
async def test_export_until_a_cut_of_tls_is_incomplete(bus, transport):
    with TLSServer(closing(UNTIL_THE_END, notify=False)) as server:
        bus(server)  # sets the certificate of the server
        async with AsyncChatClient(token="t0ken", base_url=server.url, transport=transport()) as chat:
            rows = chat.admin.ratings.export(format="csv").__aiter__()
            assert (await anext(rows))["rating"] == "up"
            with pytest.raises(StreamError, match="without close_notify, so the body may be cut"):
                await anext(rows)


async def test_error_status_until_a_cut_of_tls_is_a_status_error(bus):
    with TLSServer(closing(b"HTTP/1.1 403 No\r\n\r\nno rights", notify=False)) as server:
        async with bus(server) as client:
            with pytest.raises(PermissionDeniedError, match="no rights"):
                await client.arrivals.get("83139")


async def test_answers_without_a_body_keep_their_connection(bus):
    def answer(head):
        return b"HTTP/1.1 204 No Content\r\n\r\n" if head.startswith(b"DELETE") else b"HTTP/1.1 200 OK\r\n\r\n"

    with TLSServer(answering(answer)) as server:
        async with bus(server) as client:
            for method in ("DELETE", "HEAD", "DELETE"):
                assert (await client.request(method, "/rows", accept="*/*")).body == b""
        assert len(server.conversations) == 1


FAILING_HANDSHAKES = {
    "speaks no TLS": (lambda sock, _: sock.sendall(b"HTTP/1.1 400 No\r\n\r\n"), r"\[SSL"),
    "goes away": (lambda sock, _: sock.recv(1), "ConnectError"),
}


@pytest.mark.parametrize("what", FAILING_HANDSHAKES)
async def test_failing_handshake_is_an_error_of_a_call_that_was_not_sent(bus, what):
    serve, reason = FAILING_HANDSHAKES[what]
    with TLSServer(serve) as server:
        async with bus(server) as client:
            with pytest.raises(APIConnectionError, match=reason) as caught:
                await client.arrivals.get("83139")
    assert not caught.value.sent


async def test_certificate_that_is_not_trusted_is_refused(bus, response, monkeypatch):
    with TLSServer(answering(lambda _: response(b"{}"))) as server:
        monkeypatch.delenv("SSL_CERT_FILE")
        async with bus(server) as client:
            with pytest.raises(APIConnectionError, match="CERTIFICATE_VERIFY_FAILED") as caught:
                await client.arrivals.get("83139")
    assert not caught.value.sent


async def test_handshake_that_drips_ends_at_the_timeout(bus):
    with TLSServer(lambda sock, _: drip(sock, RECORD)) as server:
        started = time.monotonic()
        async with bus(server, timeout=0.2) as client:
            with pytest.raises(APITimeoutError, match="ConnectTimeout"):
                await client.arrivals.get("83139")
        assert time.monotonic() - started < LATE


@pytest.mark.parametrize("limit", [{"timeout": 0.2}, {"deadline": 0.2}])
async def test_record_that_drips_ends_at_the_timeout(bus, limit):
    def serve(sock, context):
        with context.wrap_socket(sock, server_side=True) as tls:
            head_of(tls)
            drip(tls, b"\x17" + RECORD[1:])

    with TLSServer(serve) as server:
        started = time.monotonic()
        async with bus(server, **limit) as client:
            with pytest.raises(APITimeoutError):
                await client.arrivals.get("83139")
        assert time.monotonic() - started < LATE
