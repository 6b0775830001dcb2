"""The upstream of the proxy."""

import asyncio

import pytest

from tests.checks.proxy.upstreams import RawServer, answering
from trivet_stubs import BusStub
from trivet_stubs.serving.upstream import Upstream, UpstreamFailed, UpstreamUnreachable


def send(upstream, target=b"/x", headers=((b"host", b"x"),), body=None):
    async def run():
        answer = await upstream.send("GET", target, headers, body)
        try:
            return answer.status, answer.headers, b"".join([chunk async for chunk in answer.chunks()])
        finally:
            await answer.close()
            await upstream.close()

    return asyncio.run(run())


def test_target_and_headers_are_sent_as_they_were_written():
    with answering(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\nX-A: 2\r\n\r\nok") as server:
        answer = send(Upstream(f"{server.url}/v1"), b"/a/../%7e?q=%2f&&x", [(b"host", b"y"), (b"x-odd", b"\xff")])
        assert server.heads == [b"GET /v1/a/../%7e?q=%2f&&x HTTP/1.1\r\nhost: y\r\nx-odd: \xff"]
    assert answer == (200, [(b"Content-Length", b"2"), (b"X-A", b"1"), (b"X-A", b"2")], b"ok")


def test_transport_in_process_takes_the_place_of_the_network():
    with BusStub() as stub:
        upstream = Upstream("http://bus.test", transport=stub.async_transport())
        status, _, body = send(upstream, b"/BusStops?$skip=17", [(b"host", b"x"), (b"accountkey", b"stub-key")])
    assert status == 200
    assert body.count(b"BusStopCode") == 1


def test_server_that_is_not_there_is_unreachable_and_one_that_breaks_off_is_not():
    with answering(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab") as server:
        with pytest.raises(UpstreamFailed, match="without sending complete message body"):
            send(Upstream(server.url))
    with pytest.raises(UpstreamUnreachable):
        send(Upstream(server.url))


def test_each_request_has_a_connection_of_its_own():
    answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"

    def keep(connection, _rest):
        connection.sendall(answer)
        while connection.recv(1000):
            pass

    async def twice(upstream):
        for _ in range(2):
            answer = await upstream.send("GET", b"/", [(b"host", b"x")], None)
            assert [chunk async for chunk in answer.chunks()] == []
            await answer.close()

    with RawServer(keep) as server:
        asyncio.run(twice(Upstream(server.url)))
        assert len(server.heads) == 2


@pytest.mark.parametrize("url", ["", "localhost", "ftp://x", "http://", "http://[", "http://x?a=1", "http://u:p@x"])
def test_url_of_no_server_raises_without_showing_it(url):
    with pytest.raises(ValueError, match=r"^upstream: ") as caught:
        Upstream(url)
    assert "u:p" not in str(caught.value)
