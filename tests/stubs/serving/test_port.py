"""Stubs on ports."""

import asyncio
import contextlib
import gc
import socket
import threading
import time

import httpx
import pytest

from trivet_stubs import BusStub, serve

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
