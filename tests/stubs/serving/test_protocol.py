"""Connections to a port: slow and idle clients, too many of them, and clients that do not read."""

import time

import httpx
import pytest

from tests.stubs.serving.raw import connect, drip, rest, status
from trivet_stubs import AgentStub, BusStub, ChatStub, Limits

HEAD = b"GET /BusStops HTTP/1.1\r\nhost: x\r\naccountkey: stub-key\r\n"
UPLOAD = HEAD + b"content-length: 100000\r\n\r\n"


@pytest.fixture
def slow():
    """A bus stub on a port that does not wait long for its clients."""
    with BusStub() as stub, stub.serve(limits=Limits(request_timeout=0.3, idle_timeout=0.3)) as served:
        yield served


def answered(url):
    return httpx.get(f"{url}/BusStops", headers={"AccountKey": "stub-key"}, trust_env=False, timeout=30.0).status_code


def test_connection_without_a_request_is_ended(slow):
    with connect(slow.url) as connection:
        assert status(rest(connection)) == 408
    assert len(slow.stub.requests) == 0


@pytest.mark.parametrize("sent", [HEAD + b"x: " + b"y" * 10_000, UPLOAD + bytes(10_000)], ids=["head", "body"])
def test_dripped_request_is_ended(slow, sent):
    start = sent[: sent.index(b"\r\n\r\n") + 4] if b"\r\n\r\n" in sent else b""
    with connect(slow.url) as connection:
        connection.sendall(start)
        count = drip(connection, sent[len(start) :])
        assert status(rest(connection)) == 408
    assert 0 < count < 10_000
    assert len(slow.stub.requests) == 0
    assert answered(slow.url) == 200


def test_dripped_chunks_of_a_body_are_ended(slow):
    with connect(slow.url) as connection:
        connection.sendall(HEAD + b"transfer-encoding: chunked\r\n\r\n")
        drip(connection, b"1\r\nx\r\n" * 10_000)
        assert status(rest(connection)) == 408
    assert len(slow.stub.requests) == 0


def test_idle_connection_is_ended(slow):
    with connect(slow.url) as connection:
        connection.sendall(HEAD + b"\r\n")
        answer = rest(connection)

    assert status(answer) == 200
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" not in answer.lower()


def test_next_request_that_is_dripped_is_ended_too(slow):
    with connect(slow.url) as connection:
        connection.sendall(HEAD + b"\r\n")
        answer = b""
        while not answer.endswith(b"]}"):
            answer += connection.recv(65_536)
        drip(connection, HEAD + b"x: " + b"y" * 10_000)
        assert (status(answer), status(rest(connection))) == (200, 408)


def test_answer_may_take_longer_than_a_request(slow):
    slow.stub.faults.add(delay=0.6)

    assert answered(slow.url) == 200


def test_event_stream_outlives_the_limits_of_requests():
    with AgentStub() as stub, stub.serve(limits=Limits(request_timeout=0.2, idle_timeout=0.2)) as served:
        stub.events.heartbeat_every = 0.5
        with httpx.stream("GET", f"{served.url}/api/event", trust_env=False, timeout=30.0) as answer:
            pieces = answer.iter_raw()
            assert b"server.connected" in next(pieces)
            assert next(pieces) == b": heartbeat\n\n"


def first_status(url):
    """The status that a new connection gets: 503 as long as there are too many."""
    with connect(url) as connection:
        connection.sendall(HEAD + b"connection: close\r\n\r\n")
        return status(rest(connection))


def wait_until_served(url):
    began = time.monotonic()
    while (found := first_status(url)) == 503:
        assert time.monotonic() - began < 30
    return found


def test_connections_are_bounded():
    with BusStub() as stub, stub.serve(limits=Limits(connections=2)) as served:
        with connect(served.url) as first, connect(served.url) as second:
            for connection in (first, second):
                connection.sendall(HEAD + b"\r\n")
                assert status(connection.recv(65_536)) == 200
            assert first_status(served.url) == 503
            first.close()
            assert wait_until_served(served.url) == 200

    assert stub.requests.count("stops.list") == 3


@pytest.mark.parametrize("close", [b"", b"connection: close\r\n"], ids=["kept", "closed"])
def test_client_that_does_not_read_is_ended(close):
    size = 20 * 1024 * 1024
    with BusStub() as stub, stub.serve(limits=Limits(connections=1, write_timeout=0.3)) as served:
        stub.faults.add("stops.list", body=bytes(size))
        with connect(served.url, SO_RCVBUF=1) as connection:
            connection.sendall(HEAD + close + b"\r\n")
            assert wait_until_served(served.url) == 200
            assert len(rest(connection)) < size


@pytest.mark.parametrize(
    ("stub_class", "path"),
    [(AgentStub, "/api/session"), (ChatStub, "/conversations"), (BusStub, "/BusStops"), (BusStub, "/files/x.zip")],
)
def test_other_method_is_a_405_that_names_what_is_allowed(stub_class, path):
    with stub_class() as stub, stub.serve() as served, connect(served.url) as connection:
        connection.sendall(f"BREW {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
        answer = rest(connection).lower()
        allowed = stub.contract.routes.match("BREW", path).allowed or ("GET",)

    assert status(answer) == 405
    assert f"\r\nallow: {', '.join(allowed)}\r\n".lower().encode() in answer


def test_large_body_is_refused_on_a_port_and_the_client_reads_why(slow):
    slow.stub.max_body = 1_000
    with connect(slow.url) as connection:
        connection.sendall(HEAD + b"content-length: 3000000\r\n\r\n" + bytes(3_000_000))
        answer = rest(connection)

    assert status(answer) == 413
    assert b"body: has more than 1000 bytes" in answer
    assert answered(slow.url) == 200
