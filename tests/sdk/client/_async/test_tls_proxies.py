"""A proxy with TLS in front of a service with TLS: TLS within TLS."""

import contextlib
import socket
import ssl
import threading
import time
from pathlib import Path

import pytest

from trivet import APITimeoutError, AsyncBusClient
from trivet._concurrency.functions import async_run_blocking

CERTIFICATE = Path(__file__).parents[1] / "localhost.pem"
LATE = 10.0
"""Seconds after which a call counts as endless; the proxy sends for 30."""


class Inner:
    """The service's side of TLS within another TLS connection."""

    def __init__(self, outer, context):
        self.outer = outer
        self.received, self.sent = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.received, self.sent, server_side=True)

    def run(self, step, *arguments):
        while True:
            try:
                result = step(*arguments)
            except ssl.SSLWantReadError:
                self.outer.sendall(self.sent.read())
                self.received.write(self.outer.recv(65_536))
            else:
                self.outer.sendall(self.sent.read())
                return result


class Proxy:
    """A proxy and the service behind it, whose answer is complete, or drips from some point on."""

    def __init__(self, answer, drips):
        self.answer, self.drips = answer, drips
        self.closed = threading.Event()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(CERTIFICATE)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://localhost:{self.listener.getsockname()[1]}"
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        with contextlib.suppress(OSError), self.listener.accept()[0] as sock:
            sock.settimeout(20)
            with self.context.wrap_socket(sock, server_side=True) as outer:
                assert outer.recv(65_536).startswith(b"CONNECT ")
                outer.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
                self.speak(outer)
        self.closed.set()

    def speak(self, outer):
        if self.drips == "handshake":
            self.drip(outer, b"\x16\x03\x03\x40\x00" + bytes(600))  # the start of a record of 16 kB
            return
        inner = Inner(outer, self.context)
        inner.run(inner.tls.do_handshake)
        inner.run(inner.tls.read, 65_536)
        inner.tls.write(self.answer)
        if self.drips == "answer":
            self.drip(outer, inner.sent.read())
        outer.sendall(inner.sent.read())
        outer.recv(1)

    def drip(self, outer, data):
        for at in range(min(len(data), 600)):
            outer.sendall(data[at : at + 1])
            time.sleep(0.05)


@pytest.fixture
def proxy(monkeypatch):
    """Start a proxy that the environment names, with a certificate that it trusts."""
    started = []

    def start(answer, drips=""):
        started.append(Proxy(answer, drips))
        monkeypatch.setenv("HTTPS_PROXY", started[-1].url)
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        return started[-1]

    yield start
    for proxy in started:
        proxy.listener.close()
        proxy.thread.join(10)


@pytest.fixture
def bus(options):
    return AsyncBusClient(**options | {"base_url": "https://localhost"}, deadline=0.4)


async def test_call_through_tls_within_tls_is_answered(bus, proxy, response, arrivals_bytes):
    proxy(response(arrivals_bytes))
    async with bus.with_options(deadline=20) as patient:
        assert (await patient.arrivals.get("83139")).bus_stop_code == "83139"


async def test_proxy_with_tls_is_verified_by_the_argument(options, proxy, response, arrivals_bytes, monkeypatch):
    server = proxy(response(arrivals_bytes))
    monkeypatch.delenv("HTTPS_PROXY")
    monkeypatch.delenv("SSL_CERT_FILE")
    arguments = {"proxy": server.url, "verify": CERTIFICATE, "deadline": 20}
    async with AsyncBusClient(**options | {"base_url": "https://localhost"}, **arguments) as client:
        assert (await client.arrivals.get("83139")).bus_stop_code == "83139"


@pytest.mark.parametrize("drips", ["handshake", "answer"])
async def test_dripping_within_tls_within_tls_ends_at_the_deadline(bus, proxy, response, drips):
    server = proxy(response(b" " * 10_000), drips)
    started = time.monotonic()
    async with bus:
        with pytest.raises(APITimeoutError, match=r"no answer within the deadline of 0.4 s"):
            await bus.arrivals.get("83139")
    assert time.monotonic() - started < LATE
    assert await async_run_blocking(lambda: server.closed.wait(LATE)), "the connection stays open"
