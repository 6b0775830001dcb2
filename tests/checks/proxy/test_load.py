"""The proxy under load: every answer is judged once, or counted as one that there was no memory to judge."""

import socket
import threading
from contextlib import ExitStack, contextmanager

import pytest

from tests.checks.proxy.upstreams import RawServer
from tests.stubs.serving.raw import HANGS, connect, rest
from trivet_checks import Proxy
from trivet_checks.proxy import observer_thread
from trivet_checks.proxy.passed import Room
from trivet_stubs.serving.limits import Limits

CONNECTIONS, EACH = 200, 2
REQUEST = b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\naccountkey: stub-key\r\n%s\r\n"
LIMITS = Limits(connections=CONNECTIONS + 10)


@contextmanager
def slow_judge(monkeypatch):
    """Hold the judge until the block ends; the exchanges pass meanwhile."""
    proceed, judge = threading.Event(), observer_thread.Judge.add

    def add(self, passed):
        assert proceed.wait(HANGS)
        judge(self, passed)

    monkeypatch.setattr(observer_thread.Judge, "add", add)
    try:
        yield
    finally:
        proceed.set()


def ask_all(url):
    """Send many requests on many connections at once; return the numbers of their answers."""
    with ExitStack() as stack:
        connections = [stack.enter_context(connect(url)) for _ in range(CONNECTIONS)]
        for number in range(EACH):
            last = b"connection: close\r\n" if number == EACH - 1 else b""
            for connection in connections:
                connection.sendall(REQUEST % last)
        return [rest(connection).count(b"HTTP/1.1 200 OK") for connection in connections]


@pytest.mark.long
def test_slow_judge_delays_no_answer_and_judges_each_once(bus_server, monkeypatch):
    with Proxy("bus", bus_server.url, limits=LIMITS) as proxy:
        with slow_judge(monkeypatch):
            assert ask_all(proxy.url) == [EACH] * CONNECTIONS
    result = proxy.result
    assert (result.requests, result.judged, result.not_judged) == (CONNECTIONS * EACH,) * 2 + ({},)
    assert result.exit_status() == 0


@pytest.mark.long
@pytest.mark.parametrize("short_of", ["room", "places"])
def test_answers_that_there_is_no_memory_for_are_counted(bus_server, monkeypatch, tmp_path, short_of):
    if short_of == "room":
        monkeypatch.setattr(observer_thread, "Room", lambda: Room(200_000))
    else:
        monkeypatch.setattr(observer_thread, "_MAX_WAITING", 50)
    with Proxy("bus", bus_server.url, limits=LIMITS, record=tmp_path / "recorded") as proxy:
        with slow_judge(monkeypatch):
            assert ask_all(proxy.url) == [EACH] * CONNECTIONS
    result = proxy.result
    lost = result.not_judged["no memory left"].count
    assert 0 < result.judged < CONNECTIONS * EACH
    assert result.judged + lost == result.answers == result.requests == CONNECTIONS * EACH
    assert result.operations["stops.list"].statuses == {200: CONNECTIONS * EACH}
    assert result.exit_status(min_judged=0.99) == 2
    if short_of == "places":
        assert result.problems == [f"{lost} exchanges were not recorded: too many passed at once"]


@pytest.mark.long
def test_long_streams_and_other_requests_pass_at_once_and_each_event_is_judged_once():
    events, streams, opened = 20, 100, threading.Semaphore(0)
    event = b'data: {"id": "evt_1", "type": "unknown.kind", "payload": {}}\n\n'

    def serve(connection, _rest):
        connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")
        opened.release()
        for _ in range(events):
            connection.sendall(event)
        while connection.recv(1000):
            pass

    with RawServer(serve) as server, Proxy("agent", server.url, limits=LIMITS) as proxy, ExitStack() as stack:
        clients = [stack.enter_context(connect(proxy.url)) for _ in range(streams)]
        for client in clients:
            client.sendall(b"GET /api/event HTTP/1.1\r\nhost: localhost\r\n\r\n")
        for client in clients:
            got = b""
            while got.count(b"data: ") < events:
                got += client.recv(65_536)
            client.shutdown(socket.SHUT_RDWR)
    result = proxy.result
    assert result.operations["event.subscribe"].events == events * streams
    assert result.operations["event.subscribe"].requests == streams
    assert result.judged + sum(kind.count for kind in result.not_judged.values()) == streams
