"""Stubs on ports."""

import asyncio
import contextlib
import gc
import socket
import threading
import time

import httpx
import pytest

from tests.stubs.serving.raw import connect, drip, rest, status
from trivet_stubs import AgentStub, BusStub, ChatStub, Limits, serve

KEY = {"AccountKey": "stub-key"}


def get(url, **options):
    return httpx.get(url, headers=KEY, trust_env=False, **options)


def test_stub_is_served_until_its_context_ends():
    before = set(threading.enumerate())
    with BusStub() as stub, stub.serve() as served:
        url = served.url
        assert served.stub is stub
        assert get(f"{url}/BusStops").status_code == 200

    assert set(threading.enumerate()) == before
    with pytest.raises(httpx.ConnectError):
        get(f"{url}/BusStops")


def test_several_stubs_are_served_on_ports_of_their_own():
    with BusStub() as first, BusStub(page_size=1) as second, serve(first, second) as served:
        counts = [len(get(f"{url}/BusStops").json()["value"]) for url in served.urls]

    assert served.stubs == (first, second)
    assert counts == [len(first.records.stops), 1]


def test_port_that_is_taken_raises(bus_server):
    port = httpx.URL(bus_server.url).port
    with BusStub() as stub, pytest.raises(OSError, match=f"cannot listen on 127.0.0.1 port {port}"):
        stub.serve(port=port).__enter__()


@pytest.mark.parametrize(("host", "addresses"), [("[::1]", ["[::1]"]), ("::", ["[::1]", "127.0.0.1"])])
def test_address_of_ipv6_is_served_and_all_addresses_are_of_both_families(host, addresses):
    if not socket.has_dualstack_ipv6():
        pytest.skip("this machine has no IPv6")
    with BusStub() as stub, stub.serve(host=host) as served:
        port = httpx.URL(served.url).port
        for address in addresses:
            answer = httpx.get(
                f"http://{address}:{port}/BusStops", headers={"AccountKey": stub.account_key}, trust_env=False
            )
            assert answer.status_code == 200
        with pytest.raises(OSError, match="cannot listen on"), BusStub() as other, other.serve(host=host, port=port):
            pass


def test_one_port_cannot_serve_two_stubs():
    with pytest.raises(ValueError, match="port: 8080 can serve one stub"):
        serve(BusStub(), BusStub(), port=8080)


def test_ending_does_not_wait_for_open_requests():
    stub = BusStub()
    stub.faults.add(hang=True)
    failed = []

    def ask(url):
        try:
            get(url, timeout=30)
        except httpx.TransportError as error:
            failed.append(error)

    with stub, stub.serve() as served:
        asking = threading.Thread(target=ask, args=(f"{served.url}/BusStops",))
        asking.start()
        while not len(stub.requests):
            time.sleep(0.001)
        began = time.monotonic()
    took = time.monotonic() - began
    asking.join()

    assert took < 1.0
    assert len(failed) == 1


def test_faults_on_a_port_are_not_errors_of_the_server(bus_server, caplog):
    for fault in ({"drop": True}, {"cut_after": 0}, {"cut_after": 5}, {"hang": True}):
        bus_server.stub.faults.add(**fault)
        with pytest.raises(httpx.TransportError):
            get(f"{bus_server.url}/BusStops", timeout=0.05)

    assert caplog.records == []


def test_connections_are_kept(bus_server):
    with httpx.Client(headers=KEY, trust_env=False) as client:
        ports = set()
        for _ in range(3):
            with client.stream("GET", f"{bus_server.url}/BusStops") as answer:
                stream = answer.extensions["network_stream"]
                ports.add(stream.get_extra_info("client_addr"))
                answer.read()

    assert len(ports) == 1


@pytest.mark.parametrize("turns", range(5))
def test_connection_that_is_accepted_as_the_server_ends_is_closed(turns):
    with serve(BusStub()) as served:
        server, address = served._servers[0], httpx.URL(served.url)

        async def connect_and_end() -> socket.socket:
            client = socket.create_connection((address.host, address.port), timeout=20)
            for _ in range(turns):
                await asyncio.sleep(0)
            await server.end()
            return client

        client = served._thread.run(connect_and_end())
    with client:
        with contextlib.suppress(ConnectionResetError):
            assert client.recv(1) == b""
    gc.collect()  # a socket that the server forgot is a ResourceWarning, and so an error of this test


HEAD = b"GET /BusStops HTTP/1.1\r\nhost: localhost\r\naccountkey: stub-key\r\n"
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
    while (status := first_status(url)) == 503:
        assert time.monotonic() - began < 30
    return status


def test_connections_are_bounded():
    with BusStub() as stub, stub.serve(limits=Limits(connections=2)) as served:
        with connect(served.url) as first, connect(served.url) as second:
            for connection in (first, second):
                connection.sendall(HEAD + b"\r\n")
                assert status(connection.recv(65_536)) == 200
            assert first_status(served.url) == 503
            with connect(served.url) as refused:
                assert b"the limit of 2 open connections is reached; Limits(connections=" in rest(refused)
            first.close()
            assert wait_until_served(served.url) == 200

    assert stub.requests.count("stops.list") == 3


SUBSCRIPTIONS = 1000

SUBSCRIBE = b"GET /api/event HTTP/1.1\r\nhost: localhost\r\n\r\n"


@pytest.fixture
def open_files():
    """Allow this process the files of a thousand connections, both ends of each."""
    resource = pytest.importorskip("resource")
    limits = soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * SUBSCRIPTIONS + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"this process may open {hard} files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def receive_until(connection, text):
    received = b""
    while text not in received:
        piece = connection.recv(65_536)
        assert piece, received
        received += piece


@pytest.mark.long
@pytest.mark.usefixtures("open_files")
def test_port_has_a_thousand_subscriptions_by_its_limits():
    limits = Limits(connections=SUBSCRIPTIONS)
    with AgentStub() as stub, stub.serve(limits=limits) as served, contextlib.ExitStack() as stack:
        connections = [stack.enter_context(connect(served.url)) for _ in range(SUBSCRIPTIONS)]
        for connection in connections:
            connection.sendall(SUBSCRIBE)
        for connection in connections:
            receive_until(connection, b"server.connected")
        assert first_status(served.url) == 503
        stub.events.send("lsp.updated", {})
        for connection in connections:
            receive_until(connection, b"lsp.updated")
    assert stub.requests.count("event.subscribe") == SUBSCRIPTIONS


@pytest.mark.long
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
        connection.sendall(f"BREW {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".encode())
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
