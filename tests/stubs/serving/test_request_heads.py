"""The forms of a target, the empty lines before a request, and the heads that a stub on a port accepts or refuses."""

import json

import pytest

from tests.stubs.serving.raw import connect, rest, status
from trivet_stubs import BusStub
from trivet_stubs.serving.request_heads import head_of

TAIL = b"accountkey: stub-key\r\nconnection: close\r\n\r\n"


def ask(url, line, host=b"localhost"):
    """Return the bytes that a server sends to a request line."""
    with connect(url) as connection:
        connection.sendall(line + b" HTTP/1.1\r\nhost: " + host + b"\r\n" + TAIL)
        return rest(connection)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        (b"GET http://localhost/BusStops?$skip=1", "/BusStops"),
        (b"GET HTTP://127.0.0.1:1234/BusStops", "/BusStops"),
        (b"GET /BusStops?", "/BusStops"),
    ],
)
def test_stub_answers_an_absolute_target(bus_server, line, path):
    answer = ask(bus_server.url, line)
    assert status(answer) == 200
    assert bus_server.stub.requests[-1].path == path


def test_absolute_target_names_the_host_and_the_header_does_not(bus_server):
    answer = ask(bus_server.url, b"GET http://evil.example/BusStops", host=b"localhost")
    assert status(answer) == 421
    assert status(ask(bus_server.url, b"GET http://localhost/BusStops", host=b"evil.example")) == 200
    assert bus_server.stub.requests[-1].headers["host"] == "localhost"


@pytest.mark.parametrize(
    ("line", "expected", "reason"),
    [
        (b"CONNECT localhost:80", 501, "CONNECT opens no tunnel here"),
        (b"OPTIONS *", 400, "* means no path"),
        (b"GET BusStops", 400, "begins without a slash"),
        (b"GET /BusStops#top", 400, "has a fragment (#)"),
        (b"GET http://localhost/BusStops#top", 400, "has a fragment (#)"),
        (b"GET ftp://localhost/BusStops", 400, "an absolute one begins with http:// and a host"),
        (b"GET http://user@localhost/BusStops", 400, "an absolute one begins with http:// and a host"),
        (b"GET http:///BusStops", 400, "an absolute one begins with http:// and a host"),
    ],
)
def test_target_that_is_no_path_is_refused_with_the_reason(bus_server, line, expected, reason):
    answer = ask(bus_server.url, line)
    assert status(answer) == expected
    assert reason in json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
    assert len(bus_server.stub.requests) == 0


@pytest.mark.parametrize("pieces", [[b"\r\n"], [b"\r", b"\n"], [b"\r\n\r\n\r\n"]], ids=["one", "in pieces", "three"])
def test_empty_line_before_a_request_is_ignored(bus_server, pieces):
    request = b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\naccountkey: stub-key\r\n"
    with connect(bus_server.url) as connection:
        for piece in pieces:
            connection.sendall(piece)
        connection.sendall(request + b"\r\n\r\n" + request + b"connection: close\r\n\r\n")
        answers = rest(connection)
    assert answers.count(b"HTTP/1.1 200 OK") == 2


def test_empty_line_after_a_body_is_ignored(chat_server):
    token = chat_server.stub.token("alice").encode()
    head = b"host: localhost\r\nauthorization: Bearer " + token + b"\r\n"
    post = (
        b"POST /conversations HTTP/1.1\r\n"
        + head
        + b"content-type: application/json\r\ncontent-length: 2\r\n\r\n{}\r\n"
    )
    with connect(chat_server.url) as connection:
        connection.sendall(post + b"GET /conversations HTTP/1.1\r\n" + head + b"connection: close\r\n\r\n")
        answers = rest(connection)
    assert [answers.count(b"HTTP/1.1 201"), answers.count(b"HTTP/1.1 200")] == [1, 1]


@pytest.mark.parametrize("method", [b"get", b"Get"])
def test_method_in_another_case_is_another_method(method):
    with BusStub() as stub, stub.serve() as served:
        assert status(ask(served.url, method + b" /BusStops")) == 405
        assert stub.requests[-1].method == method.decode()


def test_head_keeps_order_and_spelling_and_takes_the_host_of_an_absolute_target():
    sent = [(b"X-B", b"1"), (b"Host", b"a"), (b"x-a", b"2"), (b"X-B", b"3")]
    assert head_of(b"GET", b"/a?", sent).target == b"/a?"
    assert head_of(b"GET", b"/a", sent).headers == sent
    assert head_of(b"GET", b"http://b:1", sent).headers == [(b"Host", b"b:1"), sent[0], *sent[2:]]
    assert head_of(b"GET", b"http://b?c", sent).target == b"/?c"


def test_second_request_of_a_connection_has_a_head_of_its_own():
    with BusStub() as stub, stub.serve() as served, connect(served.url) as connection:
        for line in (b"GET http://localhost/BusStops", b"GET /BusStops"):
            last = b"connection: close\r\n" if line.startswith(b"GET /") else b""
            connection.sendall(line + b" HTTP/1.1\r\nhost: localhost\r\naccountkey: stub-key\r\n" + last + b"\r\n")
        answers = rest(connection)
    assert answers.count(b"HTTP/1.1 200 OK") == 2
