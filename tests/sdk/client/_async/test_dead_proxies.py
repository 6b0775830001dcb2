"""Proxies that do not connect: the error names the proxy and its source, not the service, and no credentials."""

import pickle
import socket

import pytest

from tests.sdk.client.conftest import Drip
from tests.sdk.client.raw_servers import CERTIFICATE, TLSServer, head_of
from tests.sdk.exposure import exposed
from trivet import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncAgentClient,
    AsyncBusClient,
    AsyncChatClient,
)
from trivet.agent import opencode

USER, PASSWORD = "us3r-of-the-proxy", "pa55word-of-the-proxy"
SERVER = "{}, from the argument base_url"


@pytest.fixture
def call(options):
    """Send a call, and return its error; a port of the service would be connected to by the proxy alone."""

    async def send(url, kind=APIConnectionError, **more):
        arguments = {"max_retries": 0, **more}
        async with AsyncBusClient(**options | {"base_url": url}, **arguments) as bus:
            with pytest.raises(kind) as caught:
                await bus.arrivals.get("83139")
        assert exposed(caught.value, USER, PASSWORD) == []
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
        return caught.value

    return send


def with_credentials(scheme, host):
    return f"{scheme}://{USER}:{PASSWORD}@{host}"


def assert_blamed(error, host, source, *, late=False):
    """The proxy is named in place of the service."""
    assert (error.server, error.proxy) == ("", f"{host}, {source}")
    assert str(error).endswith(f" (the proxy {host}, {source})")
    assert "bus.test" not in str(error)
    assert error.sent is False
    assert isinstance(error, APITimeoutError) == late


@pytest.mark.parametrize("url", ["http://bus.test", "https://bus.test"])
@pytest.mark.parametrize("scheme", ["http", "https", "socks5", "socks5h"])
async def test_proxy_that_refuses_connections_is_named_with_its_argument(call, closed_url, url, scheme):
    host = closed_url.removeprefix("http://")
    error = await call(url, proxy=with_credentials(scheme, host))
    assert_blamed(error, host, "from the argument proxy")
    assert "Connect" in error.reason


@pytest.mark.parametrize(
    ("variable", "url"),
    [
        ("HTTP_PROXY", "http://bus.test"),
        ("http_proxy", "http://bus.test"),
        ("HTTPS_PROXY", "https://bus.test"),
        ("https_proxy", "https://bus.test"),
        ("ALL_PROXY", "http://bus.test"),
        ("all_proxy", "https://bus.test"),
    ],
)
@pytest.mark.parametrize("scheme", ["http", "socks5"])
async def test_proxy_of_the_environment_is_named_with_its_variable(
    call, closed_url, monkeypatch, variable, url, scheme
):
    host = closed_url.removeprefix("http://")
    monkeypatch.setenv(variable, with_credentials(scheme, host))
    assert_blamed(await call(url), host, f"from {variable}")


@pytest.mark.parametrize(
    ("proxy", "shown"),
    [
        ("{}:{}@proxy.test", "proxy.test:80"),
        ("http://{}:{}@proxy.test:3128/", "proxy.test:3128"),
        ("https://{}:{}@proxy.test", "proxy.test:443"),
        ("SOCKS5://{}:{}@proxy.test", "proxy.test:1080"),
        ("http://{}:{}@[::1]:9", "[::1]:9"),
    ],
)
async def test_proxy_that_is_not_resolved_is_named_with_its_port(call, monkeypatch, proxy, shown):
    def fail(*_, **__):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    monkeypatch.setenv("ALL_PROXY", proxy.format(USER, PASSWORD))
    assert_blamed(await call("https://bus.test"), shown, "from ALL_PROXY")


@pytest.mark.parametrize("scheme", ["http", "https", "socks5"])
async def test_silent_proxy_of_a_tunnel_is_named(call, origin, scheme):
    proxy = origin(lambda _: None)
    error = await call("https://bus.test", proxy=with_credentials(scheme, proxy.host), timeout=0.2)
    assert_blamed(error, proxy.host, "from the argument proxy", late=True)


async def test_silent_socks_proxy_has_not_sent_a_plain_request(call, origin):
    proxy = origin(lambda _: None)
    error = await call("http://bus.test", proxy=with_credentials("socks5", proxy.host), timeout=0.2)
    assert_blamed(error, proxy.host, "from the argument proxy", late=True)


@pytest.mark.parametrize("status", ["407 Proxy Authentication Required", "403 Forbidden", "502 Bad Gateway"])
async def test_proxy_that_refuses_a_tunnel_is_named_with_its_status(call, origin, response, monkeypatch, status):
    proxy = origin(lambda _: (response(b"", status=status),))
    monkeypatch.setenv("HTTPS_PROXY", with_credentials("http", proxy.host))
    error = await call("https://bus.test")
    assert_blamed(error, proxy.host, "from HTTPS_PROXY")
    assert error.reason == f"ProxyError: {status}"


class RefusingSocks(Drip):
    """A SOCKS proxy that may not connect to the service (RFC 1928, reply 5)."""

    def enter(self, connection):
        connection.recv(100)
        connection.sendall(b"\x05\x00")
        connection.recv(300)
        connection.sendall(b"\x05\x05\x00\x01\x7f\x00\x00\x01\x00\x50")


@pytest.mark.parametrize("url", ["http://bus.test", "https://bus.test"])
async def test_socks_proxy_that_refuses_is_named_with_its_reply(call, drip, url):
    proxy = drip(b"", b"", RefusingSocks)
    error = await call(url, proxy=f"socks5://{proxy.host}")
    assert_blamed(error, proxy.host, "from the argument proxy")
    assert "Connection refused" in error.reason


async def test_service_that_is_silent_behind_a_proxy_is_named_with_it(call, origin):
    proxy = origin(lambda _: None)
    error = await call("http://bus.test", APITimeoutError, proxy=with_credentials("http", proxy.host), timeout=0.2)
    assert (error.server, error.proxy) == (SERVER.format("bus.test:80"), f"{proxy.host}, from the argument proxy")
    assert str(error).endswith(f" ({error.server}, through the proxy {error.proxy})")
    assert error.sent is True


@pytest.mark.parametrize("url", ["http://bus.test", "https://bus.test"])
async def test_deadline_behind_a_silent_proxy_names_both(call, origin, url):
    proxy = origin(lambda _: None)
    error = await call(url, APITimeoutError, proxy=with_credentials("http", proxy.host), deadline=0.2)
    assert error.reason == "no answer within the deadline of 0.2 s"
    assert str(error).endswith(
        f", from the argument base_url, through the proxy {proxy.host}, from the argument proxy)"
    )


async def test_certificate_behind_a_proxy_names_the_service_and_the_proxy(call):
    def tunnel(sock, context):
        head_of(sock)
        sock.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
        context.wrap_socket(sock, server_side=True).close()

    with TLSServer(tunnel) as server:
        host = f"127.0.0.1:{server.port}"
        error = await call("https://bus.test", proxy=f"http://{host}", verify=CERTIFICATE)
    assert "bus.test" in error.server
    assert error.proxy == f"{host}, from the argument proxy"


async def test_body_that_breaks_off_behind_a_proxy_names_both(origin, response):
    proxy = origin(lambda _: (response(b'{"conversations": [', length=9000),))
    async with AsyncChatClient(base_url="http://chat.test", token="t0ken", proxy=proxy.url) as chat:
        with pytest.raises(APIConnectionError) as caught:
            async for _ in chat.admin.conversations.export():
                pass
    assert caught.value.server == SERVER.format("chat.test:80")
    assert caught.value.proxy == f"{proxy.host}, from the argument proxy"


@pytest.mark.parametrize("status", ["407 Who", "502 Bad Gateway", "504 Late"])
async def test_status_that_a_proxy_may_have_sent_names_it(call, origin, response, status):
    proxy = origin(lambda _: response(b"", status=status))
    error = await call("http://bus.test", APIStatusError, proxy=with_credentials("http", proxy.host))
    assert f"the proxy {proxy.host}, from the argument proxy" in error.hint


@pytest.mark.parametrize("status", ["401 No", "500 Oops"])
async def test_other_statuses_do_not_name_the_proxy(call, origin, response, status):
    proxy = origin(lambda _: response(b"", status=status))
    assert (await call("http://bus.test", APIStatusError, proxy=proxy.url)).hint == ""


async def test_dead_proxy_behind_the_adapter_is_named(closed_url, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", closed_url)
    transport = opencode.AsyncTransport()
    async with AsyncAgentClient(base_url="http://agent.test", transport=transport, max_retries=0) as agent:
        for call in (agent.project.list, agent.session.list().page):
            with pytest.raises(APIConnectionError) as caught:
                await call()
            assert str(caught.value).endswith(f"(the proxy {closed_url.removeprefix('http://')}, from HTTP_PROXY)")


async def test_service_without_a_proxy_is_named_alone(call, closed_url):
    error = await call(closed_url)
    assert (error.proxy, str(error).count("proxy")) == ("", 0)
    assert error.server == SERVER.format(closed_url.removeprefix("http://"))
