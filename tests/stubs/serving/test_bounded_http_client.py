"""The HTTP client of checks: each exchange is limited, and an incomplete answer raises a `NoAnswer`."""

import gzip
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.checks.checks.bad_server import BadServer, answer
from trivet_stubs import ChatStub
from trivet_stubs.serving.bounded_http_client import HttpClient, NoAnswer


def drip(server, _method, path, _body, send):
    """Answer in the way that the path names."""
    if path == "/drips":
        send(b"HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\n")
        while not server.stopping.wait(0.02):
            send(b"x")
    if path == "/drips-head":
        send(b"HTTP/1.1 200 X\r\n")
        while not server.stopping.wait(0.02):
            send(b"x: y\r\n")
    if path == "/interim":
        while not server.stopping.wait(0.02):
            send(b"HTTP/1.1 100 Continue\r\n\r\n")
    if path == "/hangs":
        server.stopping.wait(30)
    if path == "/cut":
        send(b"HTTP/1.1 200 X\r\nContent-Length: 1000\r\n\r\nhalf")
    if path == "/nothing":
        return
    if path == "/noise":
        send(b"\x16\x03\x01 no HTTP \x1b[31m at all\r\n\r\n")
    if path == "/large":
        send(b"HTTP/1.1 200 X\r\nContent-Length: 104857600\r\n\r\n")
        for _ in range(100):
            send(bytes(1024 * 1024))
    if path == "/bomb":
        inner = gzip.compress(gzip.compress(bytes(10_000_000)))
        send(answer(200, body=inner, headers="Content-Encoding: gzip, gzip\r\n"))
    if path == "/broken-gzip":
        send(answer(200, body=b"not gzip", headers="Content-Encoding: gzip\r\n"))
    if path == "/deflate":
        send(answer(200, body=zlib.compress(b"packed"), headers="Content-Encoding: deflate\r\n"))


@pytest.fixture(scope="module")
def bad():
    with BadServer(drip) as server:
        yield server


@pytest.mark.parametrize(
    ("path", "message", "timeout"),
    [
        ("/drips", "did not answer in time", 0.3),
        ("/drips-head", "did not answer in time", 0.3),
        ("/interim", "did not answer in time", 0.3),
        ("/hangs", "did not answer in time", 0.3),
        ("/cut", "without sending complete message body", 60),
        ("/nothing", "disconnected without sending a response", 60),
        ("/noise", "RemoteProtocolError", 60),
        ("/large", "more than 1000000 bytes", 60),
        ("/bomb", "encoded as 'gzip, gzip'", 60),
        ("/broken-gzip", "DecodingError", 60),
    ],
)
def test_what_is_no_whole_answer_raises_within_the_bounds(bad, path, message, timeout):
    with HttpClient(bad.url, timeout=timeout, max_body=1_000_000) as client:
        with pytest.raises(NoAnswer, match=message) as caught:
            client.send("GET", path)
        assert not caught.value.unreachable
        assert client.send("GET", "/deflate", timeout=60).body == b"packed"  # the client is not harmed


def test_body_of_exactly_the_largest_size_is_read(bad):
    with HttpClient(bad.url, max_body=6) as client:
        assert client.send("GET", "/deflate").body == b"packed"
    with HttpClient(bad.url, max_body=5) as client, pytest.raises(NoAnswer, match="the body has more than 5 bytes"):
        client.send("GET", "/deflate")


def test_closed_port_is_unreachable(closed_url):
    with HttpClient(closed_url) as client, pytest.raises(NoAnswer) as caught:
        client.send("GET", "/")
    assert caught.value.unreachable


def test_timeout_of_one_exchange_may_be_longer_than_that_of_the_client():
    def slow(server, _method, _path, _body, send):
        server.stopping.wait(0.2)
        send(answer(200))

    with BadServer(slow) as server, HttpClient(server.url, timeout=0.1) as client:
        assert client.send("GET", "/", timeout=20).status == 200


def test_stream_goes_on_after_a_piece_that_was_late():
    def events(server, _method, _path, _body, send):
        send(b"HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        late.wait(30)
        send(b"data: 2\n\n")

    late = threading.Event()
    with BadServer(events) as server, HttpClient(server.url) as client, client.stream("GET", "/") as stream:
        assert stream.take() == b"data: 1\n\n"
        with pytest.raises(NoAnswer):
            stream.take(timeout=0.05)
        late.set()
        assert stream.take() == b"data: 2\n\n"
        assert stream.take() == b""
        assert stream.take() == b""


def test_endless_stream_ends_at_its_largest_size_and_before_take_may_end_it():
    def endless(server, _method, _path, _body, send):
        send(b"HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\n\r\n")
        while not server.stopping.is_set():
            send(b": beat\n\n" * 1000)

    def enough():
        pieces.append(b"")
        if len(pieces) > 1:
            raise KeyboardInterrupt

    pieces = []
    with BadServer(endless) as server, HttpClient(server.url, max_body=100_000) as client:

        def read(before_take=None):
            with client.stream("GET", "/", before_take=before_take) as stream:
                while stream.take():
                    pass

        with pytest.raises(NoAnswer, match="more than 100000 bytes"):
            read()
        with pytest.raises(KeyboardInterrupt):
            read(enough)


def test_no_cookie_is_kept_and_no_header_is_added_that_a_check_did_not_ask_for():
    def cookies(_server, _method, _path, _body, send):
        send(answer(204, headers="Set-Cookie: session=1\r\n"))

    with BadServer(cookies) as server, HttpClient(server.url) as client:
        for _ in range(3):
            client.send("GET", "/")
        heads = [head.lower() for head in server.heads]
    assert len(heads) == 3
    assert not [head for head in heads if "cookie" in head or "\r\naccept:" in head or "gzip" in head]


def test_redirect_is_returned_and_not_followed():
    def redirect(_server, _method, _path, _body, send):
        send(answer(302, headers="Location: /elsewhere\r\n"))

    with BadServer(redirect) as server, HttpClient(server.url) as client:
        assert client.send("GET", "/").status == 302
        assert len(server.requests) == 1


def test_url_joins_the_prefix_and_leaves_a_whole_url_as_it_is():
    with ChatStub() as stub, HttpClient("http://chat.test/api/v1/", transport=stub.async_transport()) as client:
        assert client.url("/a%2Fb", [("q", "x y"), ("q", "z")]) == "http://chat.test/api/v1/a%2Fb?q=x+y&q=z"
        assert client.url("/a") == "http://chat.test/api/v1/a"
        assert client.url("https://files.test/x?sig=1") == "https://files.test/x?sig=1"
        assert client.send("GET", "/nowhere").status == 404


class Crashes(BaseHTTPRequestHandler):
    """Answers each connection once, with a 500, and leaves it without an answer to the next request on it."""

    protocol_version = "HTTP/1.1"
    crashed = False

    def do_GET(self):
        if self.crashed:
            self.close_connection = True
            return
        self.crashed = True
        self.send_response(500)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        """Print nothing."""


def test_request_after_a_500_goes_over_a_connection_of_its_own():
    with ThreadingHTTPServer(("127.0.0.1", 0), Crashes) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            with HttpClient(f"http://127.0.0.1:{server.server_port}") as client:
                assert [client.send("GET", "/").status for _ in range(3)] == [500, 500, 500]
                for _ in range(2):
                    with client.stream("GET", "/") as stream:
                        assert (stream.status, stream.take()) == (500, b"")
        finally:
            server.shutdown()
            thread.join()
