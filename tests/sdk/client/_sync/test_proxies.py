# Derived from tests/sdk/client/_async/test_proxies.py by `python -m codegen`; do not edit.
"""Requests through a proxy that the environment or the argument `proxy` names."""

import pickle
import sys
import tomllib
import traceback
from base64 import b64encode
from pathlib import Path

import httpx
import pytest

from tests.sdk.client.conftest import SocksDrip
from tests.sdk.client.raw_servers import CERTIFICATE, TLSServer, head_of, serving
from trivet import APIConnectionError, BusClient, ChatClient, InvalidArgumentError, PermissionDeniedError
from trivet._concurrency.functions import run_blocking
from trivet._core.extras import how_to_install

PYPROJECT = Path(__file__).parents[4] / "pyproject.toml"
PASSWORD = "s3cret/of+the proxy"
USERINFO = "me:s3cret%2Fof%2Bthe%20proxy"
CREDENTIALS = b"basic " + b64encode(f"me:{PASSWORD}".encode()).lower()


def test_proxy_of_the_environment_is_used(options, origin, response, arrivals_bytes, monkeypatch):
    proxy = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    with BusClient(**options) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    head = proxy.arrived.get_nowait()
    assert head.startswith(b"GET http://bus.test/api/v3/BusArrival?BusStopCode=83139 HTTP/1.1\r\n")
    assert b"\r\nhost: bus.test\r\n" in head.lower()


def test_proxy_without_a_scheme_or_for_all_schemes_is_used(options, origin, response, arrivals_bytes, monkeypatch):
    proxy = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("ALL_PROXY", proxy.host)
    with BusClient(**options) as bus:
        bus.arrivals.get("83139")
    assert proxy.connections == 1


def test_proxy_gets_the_credentials_of_its_url(options, origin, response, arrivals_bytes, monkeypatch):
    proxy = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", f"http://me:s3cret@{proxy.host}")
    with BusClient(**options) as bus:
        bus.arrivals.get("83139")
    assert b"\r\nproxy-authorization: basic " in proxy.arrived.get_nowait().lower()


def test_credentials_of_a_used_proxy_are_hidden_without_its_variable(
    options, origin, response, arrivals_bytes, monkeypatch
):
    answers = iter([response(arrivals_bytes), response(b"no s3cret here", status="403 No")])
    proxy = origin(lambda _: next(answers))
    monkeypatch.setenv("HTTP_PROXY", f"http://me:s3cret@{proxy.host}")
    with BusClient(**options) as bus:
        bus.arrivals.get("83139")
        monkeypatch.delenv("HTTP_PROXY")
        with pytest.raises(PermissionDeniedError) as caught:
            bus.arrivals.get("83139")
    assert proxy.connections == 1
    assert caught.value.message == "no *** here"


@pytest.mark.parametrize("bypass", ["127.0.0.1", "*", "elsewhere.test,127.0.0.1"])
def test_host_in_no_proxy_is_reached_directly(options, origin, response, arrivals_bytes, monkeypatch, bypass):
    proxy, service = origin(lambda _: None), origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    monkeypatch.setenv("NO_PROXY", bypass)
    with BusClient(**options | {"base_url": service.url}) as bus:
        bus.arrivals.get("83139")
    assert (proxy.connections, service.connections) == (0, 1)


def test_socks_proxy_is_used(options, socks_drip, response, arrivals_bytes, monkeypatch):
    proxy = socks_drip(response(arrivals_bytes), b" ")
    monkeypatch.setenv("ALL_PROXY", f"socks5://{proxy.host}")
    with BusClient(**options) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert run_blocking(lambda: proxy.closed.wait(10))


def test_socks_is_an_extra_of_the_package():
    extras = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    assert [requirement.partition(">")[0] for requirement in extras["socks"]] == ["socksio"]


def test_proxy_for_another_scheme_is_ignored(options, origin, response, arrivals_bytes, monkeypatch):
    proxy, service = origin(lambda _: None), origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTPS_PROXY", proxy.url)
    with BusClient(**options | {"base_url": service.url}) as bus:
        bus.arrivals.get("83139")
    assert proxy.connections == 0


def test_custom_transport_beats_a_proxy(options, script, arrivals, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with BusClient(**options, transport=script(httpx.Response(200, json=arrivals))) as bus:
        bus.arrivals.get("83139")


def test_proxy_that_does_not_connect_counts_as_nothing_sent(options, origin, response, monkeypatch, clock):
    proxy = origin(lambda _: (response(b"", status="407 Who are you"),))
    monkeypatch.setenv("HTTPS_PROXY", proxy.url)
    with BusClient(**options | {"base_url": "https://bus.test"}, clock=clock, max_retries=0) as bus:
        with pytest.raises(APIConnectionError, match="407") as caught:
            bus.arrivals.get("83139")
    assert caught.value.sent is False
    head = proxy.arrived.get_nowait()
    assert head.startswith(b"CONNECT bus.test:443 ")
    assert b"accountkey" not in head.lower()


@pytest.mark.parametrize("scheme", ["http", "socks5"])
@pytest.mark.parametrize("reply", [b"", b"HTTP/1.1 200 Connec", b"CONNECT localhost:443 HTTP/1.1\r\n\r\n"])
def test_proxy_that_opens_no_tunnel_counts_as_nothing_sent(clock, scheme, reply):
    def refuse(talk):
        talk.receive()
        talk.send(reply)

    with serving(refuse) as proxy:
        arguments = {"proxy": f"{scheme}://127.0.0.1:{proxy.port}", "clock": clock, "max_retries": 1}
        with ChatClient(base_url="https://chat.test", token="t0ken", **arguments) as chat:
            with pytest.raises(APIConnectionError, match="ProxyError") as caught:
                chat.conversations.create(title="A title")
    assert caught.value.sent is False
    assert len(clock.slept) == 1


def test_proxy_of_the_argument_gets_its_credentials(options, origin, response, arrivals_bytes):
    proxy = origin(lambda _: response(arrivals_bytes))
    with BusClient(**options, proxy=f"http://{USERINFO}@{proxy.host}") as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    head = proxy.arrived.get_nowait()
    assert head.startswith(b"GET http://bus.test/api/v3/BusArrival?BusStopCode=83139 HTTP/1.1\r\n")
    assert b"\r\nproxy-authorization: " + CREDENTIALS + b"\r\n" in head.lower()


def test_tunnel_of_the_argument_gets_the_credentials_alone(options, response, arrivals_bytes):
    heads = []

    def tunnel(sock, context):
        heads.append(head_of(sock).lower())
        sock.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
        with context.wrap_socket(sock, server_side=True) as tls:
            while head := head_of(tls):
                heads.append(head.lower())
                tls.sendall(response(arrivals_bytes))

    with TLSServer(tunnel) as server:
        arguments = {"proxy": f"http://{USERINFO}@127.0.0.1:{server.port}", "verify": CERTIFICATE}
        with BusClient(**options | {"base_url": "https://localhost"}, **arguments) as bus:
            assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
            bus.with_options(deadline=20).arrivals.get("83139")
    assert heads[0].startswith(b"connect localhost:443 ")
    assert b"\r\nproxy-authorization: " + CREDENTIALS + b"\r\n" in heads[0]
    assert b"accountkey" not in heads[0]
    assert [b"proxy-authorization" in head for head in heads] == [True, False, False]


class SocksWithPassword(SocksDrip):
    """A SOCKS proxy that asks for a user's name and password (RFC 1929)."""

    def enter(self, connection):
        connection.recv(100)
        connection.sendall(b"\x05\x02")
        self.credentials = connection.recv(600)
        connection.sendall(b"\x01\x00")
        connection.recv(300)
        connection.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50")


@pytest.mark.parametrize("scheme", ["socks5", "socks5h", "SOCKS5"])
def test_socks_proxy_of_the_argument_gets_its_credentials(options, drip, response, arrivals_bytes, scheme):
    proxy = drip(response(arrivals_bytes), b" ", SocksWithPassword)
    with BusClient(**options, proxy=f"{scheme}://{USERINFO}@{proxy.host}") as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert proxy.credentials == b"\x01\x02me" + bytes([len(PASSWORD)]) + PASSWORD.encode()


def test_log_of_httpcore_shows_no_credentials_of_a_socks_proxy(options, drip, response, arrivals_bytes, caplog):
    proxy = drip(response(arrivals_bytes), b" ", SocksWithPassword)
    caplog.set_level("DEBUG")
    with BusClient(**options, proxy=f"socks5://us3r:s3cret%2Fof%2Bthe%20proxy@{proxy.host}") as bus:
        bus.arrivals.get("83139")
    assert "setup_socks5_connection.started" in caplog.text
    assert "s3cret" not in caplog.text
    assert "us3r" not in caplog.text


def test_proxy_of_the_argument_beats_the_environment(options, origin, response, arrivals_bytes, monkeypatch):
    proxy = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", "foo://proxy.test")
    monkeypatch.setenv("NO_PROXY", "*")
    with BusClient(**options, proxy=proxy.url) as bus:
        bus.arrivals.get("83139")
    assert proxy.connections == 1


def test_pickled_client_uses_the_proxy_of_its_argument(options, origin, response, arrivals_bytes):
    proxy = origin(lambda _: response(arrivals_bytes))
    first = BusClient(**options, proxy=f"http://{USERINFO}@{proxy.host}")
    with first, pickle.loads(pickle.dumps(first)) as other:
        other.arrivals.get("83139")
    assert b"\r\nproxy-authorization: " + CREDENTIALS in proxy.arrived.get_nowait().lower()


@pytest.mark.parametrize(
    ("proxy", "reason"),
    [
        (
            f"foo://{USERINFO}@proxy.test:3128",
            "names a proxy of the kind foo://; a proxy is one of http, https, socks5",
        ),
        (f"{USERINFO}@proxy.test:3128", "is not the URL of a proxy, such as http://proxy.example:3128"),
        (f"http://{USERINFO}@proxy.test:port", "is not the URL of a proxy, such as http://proxy.example:3128"),
        (f"socks5://{USERINFO}@proxy.test", f"names a SOCKS proxy, which needs socksio: {how_to_install('socks')}"),
    ],
)
def test_odd_proxy_argument_is_refused_and_shows_no_password(options, monkeypatch, proxy, reason):
    monkeypatch.setitem(sys.modules, "socksio", None)
    with pytest.raises(InvalidArgumentError) as caught:
        BusClient(**options, proxy=proxy)
    assert str(caught.value).startswith(f"proxy must be a proxy that can be used: this one {reason}")
    assert "s3cret" not in "".join(traceback.format_exception(caught.value)) + repr(vars(caught.value))


@pytest.mark.parametrize("proxy", ["", 1, b"http://proxy.test", httpx.URL(f"http://{USERINFO}@proxy.test")])
def test_proxy_that_is_not_a_url_as_text_is_refused(options, proxy):
    with pytest.raises(InvalidArgumentError, match=r"^proxy must be ") as caught:
        BusClient(**options, proxy=proxy)
    assert "s3cret" not in repr(vars(caught.value))
