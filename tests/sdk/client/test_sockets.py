"""The connections of tasks: they try several addresses, and none stays open after a cancellation at any moment."""

import asyncio
import gc
import random
import socket
import sys
import threading
import time

import pytest

from tests.sdk.client.raw_servers import CERTIFICATE, TLSServer, answering, serving
from trivet import APITimeoutError, AsyncAgentClient, AsyncBusClient


@pytest.fixture
def resolves_to(monkeypatch):
    """Return a function that gives every name these addresses."""

    def replace(*addresses):
        if type(asyncio.get_running_loop()).__module__.startswith("uvloop"):
            pytest.skip("uvloop asks the system, past Python")

        def found(_, port, *__, **___):
            families = {True: socket.AF_INET6, False: socket.AF_INET}
            return [(families[":" in address], socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

        monkeypatch.setattr(socket, "getaddrinfo", found)

    return replace


async def test_address_that_refuses_gives_way_to_the_next(options, origin, response, arrivals_bytes, resolves_to):
    service = origin(lambda _: response(arrivals_bytes))
    resolves_to("::1", "127.0.0.1")  # the server listens only at the second
    url = service.url.replace("127.0.0.1", "bus.test")
    async with AsyncBusClient(**options | {"base_url": url}, max_retries=0) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"


@pytest.fixture
def silent():
    """An address at which connecting waits: the system drops packets to a listener whose queue is full."""
    with socket.socket() as listener, socket.socket() as first, socket.socket() as second:
        listener.bind(("127.0.0.2", 0))
        listener.listen(0)
        for client in (first, second):
            client.setblocking(False)
            client.connect_ex(listener.getsockname())
        yield listener.getsockname()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address, and refuse")
async def test_address_that_is_silent_gives_way_to_the_next(options, silent, arrivals_bytes, response, resolves_to):
    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(response(arrivals_bytes))
        writer.close()

    host, port = silent
    resolves_to(host, "127.0.0.3")
    async with await asyncio.start_server(answer, "127.0.0.3", port):
        async with AsyncBusClient(**options | {"base_url": f"http://bus.test:{port}"}, max_retries=0) as bus:
            assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address, and refuse")
async def test_silent_addresses_take_no_longer_than_the_timeout(options, silent, resolves_to):
    host, port = silent
    resolves_to(host, host, host)
    async with AsyncBusClient(**options | {"base_url": f"http://bus.test:{port}"}, timeout=0.3, max_retries=0) as bus:
        started = time.monotonic()
        with pytest.raises(APITimeoutError, match="ConnectTimeout") as caught:
            await bus.arrivals.get("83139")
        assert time.monotonic() - started < 10
    assert not caught.value.sent


async def test_connection_that_the_server_has_closed_is_not_used_again(options, response, arrivals_bytes):
    answered, closed = threading.Event(), threading.Event()

    def answer_once(talk):
        talk.read_request()
        talk.send(response(arrivals_bytes))  # does not announce that it will close
        answered.wait(10)
        answered.clear()
        talk.sock.close()
        closed.set()

    with serving(answer_once) as server:
        async with AsyncBusClient(**options | {"base_url": server.url}, max_retries=0) as bus:
            for _ in range(5):
                assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
                answered.set()
                assert closed.wait(10)  # the event loop is blocked, and has not seen the end
                closed.clear()
        assert len(server.conversations) == 5


async def test_reader_that_stops_stops_the_server():
    blocked = threading.Event()
    event = b'data: {"id": "evt_1", "type": "server.connected", "payload": {"pad": "%b"}}\n\n' % (b"0" * 100_000)

    def send_as_much_as_is_taken(talk):
        talk.read_request()
        talk.send(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n")
        talk.sock.settimeout(0.5)
        try:
            for _ in range(3000):  # 300 MB
                talk.sock.sendall(event)
        except TimeoutError:
            blocked.set()

    with serving(send_as_much_as_is_taken) as server:
        async with AsyncAgentClient(base_url=server.url) as agent, agent.event.subscribe() as events:
            assert (await anext(events)).type == "server.connected"
            assert await asyncio.to_thread(blocked.wait, 20)


def test_cancelling_at_any_moment_of_tls_leaves_no_socket(options, response, arrivals_bytes, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    moments = random.Random(13)

    async def cancel_at_every_moment(server):
        async with AsyncBusClient(**options | {"base_url": server.url}, timeout=10, max_retries=0) as bus:
            for round_ in range(600):
                # On a busy machine, most of the early calls are cancelled before they connect.
                if round_ >= 60 and len(server.conversations) > 10:
                    break
                calls = [asyncio.create_task(bus.arrivals.get("83139")) for _ in range(3)]
                await asyncio.sleep(moments.uniform(0, 0.02))
                for call in calls:
                    call.cancel()
                await asyncio.gather(*calls, return_exceptions=True)
            assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"

    with TLSServer(answering(lambda _: response(arrivals_bytes))) as server:
        asyncio.run(cancel_at_every_moment(server))
        gc.collect()  # an open socket would cause a warning, which is an error in these tests
        assert len(server.conversations) > 10
