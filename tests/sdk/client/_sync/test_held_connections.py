# Derived from tests/sdk/client/_async/test_held_connections.py by `python -m codegen`; do not edit.
"""The connections of a client: none is lost, and none belongs to two calls."""

import socket
import time

import httpx
import pytest

from trivet import AgentClient, APIConnectionError, APITimeoutError, BusClient
from trivet._concurrency.functions import run_blocking


class TwoSteps(httpx.Auth):
    """Sends a request again after a 401, as digest authentication does."""

    def auth_flow(self, request):
        answer = yield request
        if answer.status_code == 401:
            request.headers["authorization"] = "Second yes"
            yield request


@pytest.mark.parametrize("coding", ["gzip", "br", "identity"])
def test_refusal_inside_an_auth_flow_loses_no_connection(origin, response, coding):
    def reply(head):
        if b"second yes" in head.lower():
            return response(b"[]")
        return response(b"not compressed at all", status="401 Who", headers=f"content-encoding: {coding}\r\n")

    service = origin(reply)
    with AgentClient(base_url=service.url, auth=TwoSteps(), timeout=10) as agent:
        for _ in range(120):  # more calls than slots
            assert agent.at(directory="/d").command.list() == []
    assert service.connections == 1


def test_refusal_without_an_end_inside_an_auth_flow_ends_at_the_deadline(drip):
    server = drip(b"HTTP/1.1 401 Who\r\ncontent-length: 100000\r\n\r\n", b"a")
    with AgentClient(base_url=server.url, auth=TwoSteps(), deadline=0.3) as agent:
        started = time.monotonic()
        with pytest.raises(APITimeoutError, match=r"within the deadline of 0\.3 s"):
            agent.at(directory="/d").command.list()
        assert time.monotonic() - started < 10
        assert run_blocking(lambda: server.closed.wait(10))


def test_name_that_cannot_be_resolved_is_a_connection_error(options):
    with BusClient(**options | {"base_url": "http://a..b/api"}, max_retries=0) as bus:
        with pytest.raises(APIConnectionError) as caught:
            bus.arrivals.get("83139")
    assert not caught.value.sent


def test_call_through_a_silent_socks_proxy_ends_at_the_timeout(options, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("HTTP_PROXY", f"socks5://127.0.0.1:{silent.getsockname()[1]}")
        with BusClient(**options, timeout=0.3, max_retries=0) as bus:
            started = time.monotonic()
            with pytest.raises(APITimeoutError):
                bus.arrivals.get("83139")
            assert time.monotonic() - started < 10
