# Derived from tests/sdk/client/_async/test_foreign_exceptions.py by `python -m codegen`; do not edit.
"""Exceptions of libraries and of the system, at every stage of a request: all become errors of trivet."""

import httpcore
import httpx
import idna
import pytest

from tests.sdk.client.failing_networks import (
    STAGES,
    FailingTransport,
    Network,
    exceptions,
    fail,
)
from tests.sdk.client.raw_servers import serving
from trivet import (
    AgentClient,
    APIConnectionError,
    APITimeoutError,
    BusClient,
    ChatClient,
    TrivetError,
)

CHAT = {"token": "t0ken", "base_url": "http://127.0.0.1"}
LIBRARIES = {httpcore.__name__, "aiohttp", "socksio", "idna", "ssl", "socket", "builtins"}


class Twice(httpx.Auth):
    """Sends a request twice, as after a challenge, unless it fails before."""

    def __init__(self, failure=None):
        self.failure = failure

    def auth_flow(self, request):
        if self.failure is not None:
            raise self.failure
        yield request
        yield request


def test_exceptions_of_all_libraries_are_tried():
    kinds = {type(error) for error in exceptions()}
    assert {kind.__module__.partition(".")[0] for kind in kinds} == LIBRARIES
    assert len(kinds) > 70


@pytest.mark.parametrize("stage", STAGES)
def test_write_over_a_failing_network_is_typed_and_sent_once(clock, monkeypatch, stage):
    for error in exceptions():
        network = Network(stage, error)
        fail(network, monkeypatch)
        with ChatClient(**CHAT, clock=clock) as chat:
            with pytest.raises(TrivetError) as caught:
                chat.conversations.create(title="Tides")
        assert network.requests == (stage in ("head", "body", "close")), repr(error)
        if network.requests:
            assert caught.value.sent, repr(error)


@pytest.mark.parametrize("stage", STAGES)
def test_write_over_a_failing_transport_of_the_user_is_typed(clock, stage):
    for error in exceptions():
        network = Network(stage, error)
        with ChatClient(**CHAT, clock=clock, transport=FailingTransport(network)) as chat:
            with pytest.raises(TrivetError):
                chat.conversations.create(title="Tides")
        assert network.requests == 1, repr(error)


@pytest.mark.parametrize("stage", STAGES)
def test_read_over_a_failing_network_is_retried(clock, monkeypatch, stage):
    network = Network(stage, idna.IDNAError("broken"))
    fail(network, monkeypatch)
    with ChatClient(**CHAT, clock=clock) as chat:
        with pytest.raises(APIConnectionError):
            chat.admin.ratings.summary()
    assert len(clock.slept) == 2


@pytest.mark.parametrize("stage", STAGES)
def test_failure_inside_an_auth_flow_is_typed(clock, stage):
    for error in exceptions():
        transport = FailingTransport(Network(stage, error))
        with AgentClient(auth=Twice(), transport=transport, clock=clock) as agent:
            with pytest.raises(TrivetError):
                agent.session.create()


def test_exception_of_an_auth_flow_itself_propagates(script, clock):
    with AgentClient(auth=Twice(FileNotFoundError("no token")), transport=script(), clock=clock) as agent:
        with pytest.raises(FileNotFoundError, match="no token"):
            agent.session.create()


def test_timeout_of_the_system_is_a_timeout_error(clock, monkeypatch):
    fail(Network("head", TimeoutError("timed out")), monkeypatch)
    with ChatClient(**CHAT, clock=clock) as chat:
        with pytest.raises(APITimeoutError):
            chat.conversations.create(title="Tides")


def test_exception_without_a_class_of_a_library_is_typed(clock, monkeypatch):
    network = Network("head", ZeroDivisionError("broken"))
    fail(network, monkeypatch)
    with ChatClient(**CHAT, clock=clock) as chat:
        with pytest.raises(APIConnectionError, match="ZeroDivisionError: broken") as caught:
            chat.conversations.create(title="Tides")
    assert caught.value.sent
    assert network.requests == 1


def test_connect_error_after_the_request_counts_as_sent(clock, monkeypatch):
    network = Network("head", httpcore.ConnectError("odd"))
    fail(network, monkeypatch)
    with ChatClient(**CHAT, clock=clock) as chat:
        with pytest.raises(APIConnectionError, match="ConnectError: odd") as caught:
            chat.conversations.create(title="Tides")
    assert caught.value.sent


@pytest.mark.skipif(httpx.__name__ == "httpx2", reason="httpx2 passes a host that begins with xn-- on to the resolver")
def test_host_that_idna_refuses_is_a_url_that_cannot_be_sent(options):
    with BusClient(**options | {"base_url": "http://xn--a"}) as bus:
        with pytest.raises(TrivetError, match=r"^arrivals\.get: the URL cannot be sent: its host is not a valid name$"):
            bus.arrivals.get("83139")


@pytest.mark.parametrize("reply", [b"\x05\x05", b"\x05", b"\x04\x00", b"HTTP/1.1 400 Bad\r\n\r\n"])
def test_proxy_that_does_not_speak_socks_counts_as_nothing_sent(monkeypatch, clock, reply):
    def answer(talk):
        talk.receive()
        talk.send(reply)

    with serving(answer) as proxy:
        monkeypatch.setenv("HTTP_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        with ChatClient(**CHAT, clock=clock) as chat:
            with pytest.raises(APIConnectionError, match="ProxyError: the proxy does not speak SOCKS5") as caught:
                chat.conversations.create(title="Tides")
    assert not caught.value.sent
    assert len(proxy.conversations) == 3
