"""The raw server itself: it counts requests and open connections, and is bounded."""

import select
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.sdk.network import raw_server
from tests.sdk.network.behaviours import BEHAVIOURS
from tests.sdk.network.raw_server import Conversation, Good, RawServer

REQUEST = b"POST /a?b=c HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}"


def good(target: str, url: str) -> Good:
    return Good(200, "text/plain", target.encode())


def connect(server: RawServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


def test_request_is_recorded_and_answered():
    with RawServer(BEHAVIOURS["answers_as_the_contract_states"].run, good) as server, connect(server) as sock:
        sock.sendall(REQUEST + REQUEST)
        data = b""
        while data.count(b"/a?b=c") < 2:
            data += sock.recv(4096)
    assert data.startswith(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\n/a?b=c")
    assert [(request.method, request.target, request.body) for request in server.arrivals] == [
        ("POST", "/a?b=c", b"{}")
    ] * 2


def test_connection_that_the_client_keeps_is_counted_until_it_is_closed():
    with RawServer(BEHAVIOURS["closes_at_accept"].run, good) as server:
        with connect(server) as sock:
            assert sock.recv(1) == b""
            assert server.open_after(0.01) == 1
        assert server.open_after() == 0


def test_connection_that_is_accepted_while_others_end_is_waited_for():
    begun = [threading.Event(), threading.Event()]

    def behave(talk: Conversation) -> None:
        begun[talk.number].set()
        if talk.number:
            talk.pause(0.3)
        talk.hold()

    with RawServer(behave, good) as server:
        first = connect(server)
        begun[0].wait(60)
        counting = ThreadPoolExecutor(1).submit(server.open_after)
        connect(server).close()
        begun[1].wait(60)
        first.close()
        assert counting.result() == 0


def test_incomplete_request_does_not_count_as_an_arrival():
    with RawServer(BEHAVIOURS["closes_after_request"].run, good) as server:
        with connect(server) as sock:
            sock.sendall(REQUEST[:-1])
        assert server.open_after() == 0
    assert server.arrivals == []


def test_reset_reaches_the_client():
    with RawServer(BEHAVIOURS["resets_at_accept"].run, good) as server:
        with pytest.raises(ConnectionResetError), connect(server) as sock:  # the reset may come before the call returns
            sock.recv(1)


def test_conversation_that_is_too_old_ends(monkeypatch):
    monkeypatch.setattr(raw_server, "LIFETIME", 0.2)
    with RawServer(BEHAVIOURS["drips_headers"].run, good) as server, connect(server) as sock:
        sock.sendall(REQUEST)
        while sock.recv(4096):
            pass
        assert server.open_after() == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_behaviour_that_fails_is_a_fault():
    def fail(talk: Conversation) -> None:
        raise AttributeError("no such function")

    with RawServer(fail, good) as server, connect(server) as sock:
        assert sock.recv(1) == b""
    assert server.faults == ["the server itself failed: AttributeError('no such function')"]


def test_flood_ends_after_so_many_bytes(monkeypatch):
    monkeypatch.setattr(raw_server, "MOST_BYTES", 200_000)
    with RawServer(BEHAVIOURS["headers_without_end"].run, good) as server, connect(server) as sock:
        sock.sendall(REQUEST)
        received = 0
        while received < 130_000:
            received += len(sock.recv(65536))
        while select.select([sock], [], [], 0.05)[0]:
            received += len(sock.recv(65536))
    assert received <= 200_000


def test_server_stops_while_its_conversations_wait():
    def wait(talk: Conversation) -> None:
        talk.hold()

    with RawServer(wait, good) as server, connect(server) as sock:
        sock.sendall(b"x")
        begun = time.monotonic()
        server.stop()
        assert time.monotonic() - begun < 5
        with pytest.raises(ConnectionRefusedError):
            connect(server)
