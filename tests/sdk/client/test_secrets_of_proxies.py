"""Proxies that echo what they receive: no error, log line or command shows the credentials of their URLs."""

import asyncio
import json
import logging
import re
import socketserver
import threading
from base64 import b64decode, b64encode
from unittest.mock import MagicMock, Mock
from urllib.parse import quote

import httpx
import pytest

from tests.sdk.cli.console import run_here
from tests.sdk.exposure import SecretFinder, exposed
from tests.sdk.network._async import operations as async_calls
from tests.sdk.network._sync import operations as sync_calls
from tests.sdk.network.operations import OPERATIONS
from tests.sdk.network.raw_server import head
from tests.wrong_rows import wrong_rows
from trivet import (
    AgentClient,
    AiohttpTransport,
    APIStatusError,
    AsyncAgentClient,
    AsyncBusClient,
    BusClient,
    DecodeError,
    InvalidArgumentError,
    TrivetError,
)
from trivet.agent import opencode

TRANSPORTS = ("sync", "async", "aiohttp")
USER = "user-7731-of-the-proxy"
PASSWORDS = {"ascii": "pr0xy/s3cret+of%40 mine", "latin-1": "pr0xy-pässwörd-ß", "unicode": "pr0xy-€-w0rd😀"}
PLAIN = "content-type: text/plain"
JSON = "content-type: application/json"


def proxy_url(host, password=PASSWORDS["ascii"], scheme="http"):
    return f"{scheme}://{USER}:{quote(password, safe='')}@{host}"


def secrets_of(password):
    """Return the credentials of a proxy: as text, as httpcore decodes them to ASCII, and as they are sent."""
    pair, ascii_only = f"{USER}:{password}", password.encode("ascii", "ignore").decode()
    sent = {b64encode(pair.encode(encoding, "ignore")).decode() for encoding in ("utf-8", "latin-1")}
    return USER, password, ascii_only, *sent


def echo(request):
    """Return the decoded credentials of a request, and its head on one line."""
    [token] = re.findall(rb"(?i)proxy-authorization: basic (\S+)", request)
    return b" ".join([b64decode(token), *request.split()]).decode("latin-1")


def whole(status, text, *fields):
    body = text.encode("latin-1")
    return (head(status, f"content-length: {len(body)}", "connection: close", *fields) + body,)


REPLIES = {
    "407": lambda text: whole(f"407 {text}", text, PLAIN, f"x-echo: {text}", f"proxy-authenticate: {text}"),
    "403": lambda text: whole(f"403 {text}", json.dumps({"error": {"code": text, "message": text}}), JSON),
    "502": lambda text: whole(f"502 {text}", f"<html>{text}</html>", "content-type: text/html"),
    "302": lambda text: whole(f"302 {text}", "", f"location: http://login.test/?{quote(text)}"),
    "200 in text": lambda text: whole(f"200 {text}", text, f"content-type: text/plain; x={text}"),
    "200 in JSON": lambda text: whole("200 OK", json.dumps({"Services": [text]}), JSON, f"x-echo: {text}"),
    "half a body": lambda text: (head("200 OK", JSON, "content-length: 9000") + json.dumps([text]).encode(),),
    "a bad chunk": lambda text: (head("200 OK", JSON, "transfer-encoding: chunked") + f"{text}\r\n".encode("latin-1"),),
    "a coding": lambda text: whole("200 OK", "x", JSON, f"content-encoding: {text}"),
    "no HTTP": lambda text: (f"HTTP/9 {text}\r\n\r\n".encode("latin-1"),),
}


@pytest.fixture
def logged(caplog):
    """Return a function that returns, and forgets, all that was logged."""
    caplog.set_level(logging.DEBUG, "trivet")

    def text():
        log = " ".join([caplog.text, *(repr(record.args) for record in caplog.records)])
        caplog.clear()
        return log

    return text


@pytest.fixture
def run(clock, tmp_path):
    """Return a function that runs an operation on a transport, and returns its error."""

    def error_of(transport, operation="arrivals.get", scheme="http", **options):
        service = OPERATIONS[operation].service
        credentials = {"bus": {"account_key": "k3y-of-an-account"}, "chat": {"token": "t0ken-of-a-user"}, "agent": {}}
        options = {"base_url": f"{scheme}://{service}.test", "clock": clock, **credentials[service], **options}
        if transport == "aiohttp":
            options["transport"] = AiohttpTransport()

        async def call():
            async with async_calls.CLIENTS[service](**options) as client:
                await async_calls.OPERATIONS[operation](client, tmp_path)

        def call_sync():
            with sync_calls.CLIENTS[service](**options) as client:
                sync_calls.OPERATIONS[operation](client, tmp_path)

        with pytest.raises(TrivetError) as caught:
            call_sync() if transport == "sync" else asyncio.run(call())
        return caught.value

    return error_of


@pytest.mark.parametrize(
    ("transport", "password"),
    [(transport, name) for transport in TRANSPORTS for name in PASSWORDS],
)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_echoed_credentials_of_a_proxy_are_hidden(origin, monkeypatch, run, logged, transport, scheme, password):
    proxy = origin(lambda request: REPLIES[reply](echo(request)))
    monkeypatch.setenv(f"{scheme}_PROXY".upper(), proxy_url(proxy.host, PASSWORDS[password]))
    with wrong_rows() as row:
        for reply in REPLIES:
            with row(reply):
                error = run(transport, scheme=scheme)
                heads = [proxy.arrived.get_nowait() for _ in range(proxy.arrived.qsize())]
                assert {head.startswith(b"CONNECT " if scheme == "https" else b"GET http://") for head in heads} == {
                    True
                }
                assert not exposed(error, *secrets_of(PASSWORDS[password]), also=logged())


@pytest.mark.parametrize(
    "operation",
    ["passenger_volume.download", "admin.ratings.export().save", "admin.ratings.export(format='csv')"],
)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_credentials_of_a_proxy_echoed_in_a_stream_are_hidden(origin, monkeypatch, run, logged, transport, operation):
    link = json.dumps({"value": [{"Link": "http://files.test/volume.zip?X-Amz-Signature=0123456789"}]})

    def answer(request):
        return whole("200 OK", link, JSON) if b"/PV/" in request else REPLIES[reply](echo(request))

    proxy = origin(answer)
    monkeypatch.setenv("HTTP_PROXY", proxy_url(proxy.host))
    with wrong_rows() as row:
        for reply in REPLIES:
            with row(reply):
                error = run(transport, operation)
                assert not exposed(error, *secrets_of(PASSWORDS["ascii"]), also=logged())


@pytest.mark.parametrize("transport", ["sync", "async"])
@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("reply", REPLIES)
def test_echoed_credentials_of_the_proxy_argument_are_hidden(origin, run, logged, transport, reply, scheme):
    proxy = origin(lambda request: REPLIES[reply](echo(request)))
    error = run(transport, scheme=scheme, proxy=proxy_url(proxy.host))
    assert proxy.connections
    assert not exposed(error, *secrets_of(PASSWORDS["ascii"]), also=logged())


def test_credentials_of_the_proxy_argument_of_aiohttp_are_hidden(origin, options, logged):
    proxy = origin(lambda request: REPLIES["407"](echo(request)))

    async def call():
        async with AsyncBusClient(**options, transport=AiohttpTransport(proxy=proxy_url(proxy.host))) as bus:
            await bus.arrivals.get("83139")

    with pytest.raises(APIStatusError) as caught:
        asyncio.run(call())
    assert caught.value.headers["x-echo"].startswith("***:***")
    assert not exposed(caught.value, *secrets_of(PASSWORDS["ascii"]), also=logged())


CREDENTIALS = {
    "corp\\bob:s3cret-of-bob": "corp\\bob:s3cret-of-bob",
    "bob-of-corp:pa[ss-of-bob": "bob-of-corp:pa[ss-of-bob",
    "bob-of-corp:pa]ss%of-bob": "bob-of-corp:pa]ss%of-bob",
    "bob-of-corp:p@ss-of-bob": "bob-of-corp:p@ss-of-bob",
    "bob of corp:a:b of bob": "bob of corp:a:b of bob",
    "b%C3%B6b-of-corp:p%2Fss%5B-of-bob": "böb-of-corp:p/ss[-of-bob",
    "böb-of-corp:pä€ss-of-bob": "böb-of-corp:pä€ss-of-bob",
    'bob-of-corp:{p}|^`"<ss>-of-bob': 'bob-of-corp:{p}|^`"<ss>-of-bob',
    ":s3cret-of-nobody": ":s3cret-of-nobody",
    "bob-of-corp:": "bob-of-corp:",
}
"""Users and passwords in the URL of a proxy, and as every transport sends them."""


@pytest.mark.parametrize("source", ["argument", "environment"])
@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("userinfo", CREDENTIALS)
def test_transports_send_the_same_credentials_to_a_proxy(
    origin, options, monkeypatch, logged, userinfo, scheme, source
):
    proxy = origin(lambda request: REPLIES["403"](echo(request)))
    url = f"http://{userinfo}@{proxy.host}"
    if source == "environment":
        monkeypatch.setenv(f"{scheme}_PROXY".upper(), url)
    given = {"proxy": url} if source == "argument" else {}
    options = options | {"base_url": f"{scheme}://bus.test", "max_retries": 0}
    clients = {
        "sync": lambda: BusClient(**options, **given),
        "async": lambda: AsyncBusClient(**options, **given),
        "aiohttp": lambda: AsyncBusClient(**options, transport=AiohttpTransport(**given)),
    }

    async def call(make):
        async with make() as bus:
            await bus.arrivals.get("28009")

    def call_sync(make):
        with make() as bus:
            bus.arrivals.get("28009")

    sent = {}
    for name, make in clients.items():
        with pytest.raises(TrivetError) as caught:
            call_sync(make) if name == "sync" else asyncio.run(call(make))
        sent[name] = re.findall(rb"(?i)proxy-authorization: (.+)\r\n", proxy.arrived.get(timeout=10))
        secrets = [text for text in CREDENTIALS[userinfo].split(":", 1) if text]
        assert exposed(caught.value, *secrets, also=logged()) == []
    expected = [b"Basic " + b64encode(CREDENTIALS[userinfo].encode())]
    assert sent == dict.fromkeys(clients, expected)


class Wrapper(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A transport around another one, as libraries for caches and retries make them."""

    def __init__(self, transport):
        self.inner = transport

    def handle_request(self, request):
        return self.inner.handle_request(request)

    async def handle_async_request(self, request):
        return await self.inner.handle_async_request(request)


@pytest.mark.parametrize("wrap", [lambda transport: transport, lambda transport: Wrapper(Wrapper(transport))])
@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("reply", REPLIES)
@pytest.mark.parametrize("api", ["sync", "async"])
def test_credentials_of_the_proxy_of_an_httpx_transport_are_hidden(
    origin, options, clock, logged, api, reply, scheme, wrap
):
    proxy = origin(lambda request: REPLIES[reply](echo(request)))
    url = proxy_url(proxy.host)
    options = {**options, "base_url": f"{scheme}://bus.test", "clock": clock}

    async def call():
        async with AsyncBusClient(**options, transport=wrap(httpx.AsyncHTTPTransport(proxy=url))) as bus:
            await bus.arrivals.get("83139")

    def call_sync():
        with BusClient(**options, transport=wrap(httpx.HTTPTransport(proxy=url))) as bus:
            bus.arrivals.get("83139")

    with pytest.raises(TrivetError) as caught:
        call_sync() if api == "sync" else asyncio.run(call())
    assert proxy.arrived.get_nowait().startswith(b"CONNECT " if scheme == "https" else b"GET http://")
    assert not exposed(caught.value, *secrets_of(PASSWORDS["ascii"]), also=logged())


def test_headers_for_the_proxy_of_an_httpx_transport_are_hidden(origin, options, logged):
    proxy = origin(lambda request: whole("407 No", request.decode("latin-1").replace("\r\n", " ").strip(), PLAIN))
    headers = {"X-Proxy-Token": "t0ken-of-a-proxy", "Proxy-Authorization": "Bearer b3arer-of-a-proxy"}
    with BusClient(**options, transport=httpx.HTTPTransport(proxy=httpx.Proxy(proxy.url, headers=headers))) as bus:
        with pytest.raises(APIStatusError) as caught:
            bus.arrivals.get("83139")
    assert "X-Proxy-Token: ***" in caught.value.message
    assert not exposed(caught.value, "t0ken-of-a-proxy", "b3arer-of-a-proxy", also=logged())


@pytest.mark.parametrize("transport", [Mock(spec=["handle_request", "close"]), MagicMock()])
def test_transport_with_attributes_of_any_type_is_used(options, transport):
    transport.handle_request.return_value = httpx.Response(404)
    with BusClient(**options, transport=transport) as bus, pytest.raises(APIStatusError, match="404"):
        bus.arrivals.get("83139")


@pytest.mark.parametrize(
    "proxy", ["http://corp\\bob:pa[ss-of-bob@[::1", "http://bob:pa[ss-of-bob@host]:1", "http://b[b:pa[ss-of-bob@h:x"]
)
def test_url_of_a_proxy_that_cannot_be_read_is_not_shown(monkeypatch, run, logged, proxy):
    with pytest.raises(InvalidArgumentError) as caught:
        AiohttpTransport(proxy=proxy)
    assert not exposed(caught.value, "pa[ss-of-bob", also=logged())
    monkeypatch.setenv("HTTP_PROXY", proxy)
    for transport in TRANSPORTS:
        assert not exposed(run(transport), "pa[ss-of-bob", also=logged())


def test_download_that_is_too_long_shows_no_credentials_of_the_proxy(origin, monkeypatch, options, tmp_path, logged):
    link = json.dumps({"value": [{"Link": "http://files.test/volume.zip"}]})
    proxy = origin(lambda request: whole("200 OK", link, JSON, f"x-echo: {echo(request)}"))
    monkeypatch.setenv("HTTP_PROXY", proxy_url(proxy.host))
    with BusClient(**options) as bus, pytest.raises(DecodeError, match="longer than max_bytes") as caught:
        bus.passenger_volume.download("by_stop", path=tmp_path, max_bytes=1)
    assert caught.value.headers["x-echo"].startswith("***:***")
    assert not exposed(caught.value, *secrets_of(PASSWORDS["ascii"]), also=logged())


@pytest.mark.parametrize("reply", ["407", "502", "200 in text", "no HTTP"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_refused_subscription_shows_no_credentials_of_the_proxy(origin, monkeypatch, run, logged, transport, reply):
    proxy = origin(lambda request: REPLIES[reply](echo(request)))
    monkeypatch.setenv("HTTP_PROXY", proxy_url(proxy.host))
    error = run(transport, "event.subscribe")
    assert not exposed(error, *secrets_of(PASSWORDS["ascii"]), also=logged())


@pytest.mark.parametrize("reply", ["407", "200 in text", "a bad chunk", "no HTTP"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_adapter_behind_an_echoing_proxy_shows_no_credentials(origin, monkeypatch, clock, logged, transport, reply):
    proxy = origin(lambda request: REPLIES[reply](echo(request)))
    monkeypatch.setenv("HTTP_PROXY", proxy_url(proxy.host))
    options = {"base_url": "http://opencode.test", "clock": clock}

    async def call():
        below = AiohttpTransport() if transport == "aiohttp" else None
        async with AsyncAgentClient(transport=opencode.AsyncTransport(below), **options) as agent:
            await agent.project.list()

    def call_sync():
        with AgentClient(transport=opencode.Transport(), **options) as agent:
            agent.project.list()

    with pytest.raises(TrivetError) as caught:
        call_sync() if transport == "sync" else asyncio.run(call())
    assert proxy.connections
    assert not exposed(caught.value, *secrets_of(PASSWORDS["ascii"]), also=logged())


@pytest.mark.parametrize("variable", ["http_proxy", "ALL_PROXY", "all_proxy"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_credentials_of_every_proxy_variable_are_hidden(origin, monkeypatch, run, transport, variable):
    proxy = origin(lambda request: REPLIES["407"](echo(request)))
    monkeypatch.setenv(variable, proxy_url(proxy.host).removeprefix("http://"))
    error = run(transport)
    assert "Basic ***" in error.headers["x-echo"]
    assert not exposed(error, *secrets_of(PASSWORDS["ascii"]))


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_short_credentials_of_a_proxy_are_hidden_as_whole_words(origin, monkeypatch, run, transport):
    proxy = origin(lambda request: whole("407 No", f"some pwd of me:pw, {echo(request)[:5]}", PLAIN))
    monkeypatch.setenv("HTTP_PROXY", f"http://me:pw@{proxy.host}")
    error = run(transport)
    assert error.message == "some pwd of ***:***, ***:***"
    assert error.body == error.message.encode()


@pytest.mark.parametrize("transport", ["sync", "async", "httpx"])
def test_echoed_credentials_of_a_socks_proxy_are_hidden(monkeypatch, run, options, logged, transport):
    class Handler(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.recv(100)
            self.request.sendall(b"\x05\x02")  # credentials are required (RFC 1929)
            text = self.request.recv(600).decode()
            self.request.sendall(b"\x01\x00")
            self.request.recv(600)
            self.request.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50")
            self.request.recv(6000)
            self.request.sendall(whole("403 No", json.dumps({"message": text}), JSON)[0])

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as proxy:
        threading.Thread(target=proxy.serve_forever, args=(0.01,), daemon=True).start()
        url = proxy_url(f"127.0.0.1:{proxy.server_address[1]}", scheme="socks5")
        if transport == "httpx":
            with BusClient(**options, transport=httpx.HTTPTransport(proxy=url)) as bus:
                with pytest.raises(APIStatusError) as caught:
                    bus.arrivals.get("83139")
            error = caught.value
        else:
            monkeypatch.setenv("ALL_PROXY", url)
            error = run(transport)
        proxy.shutdown()
    assert error.message == rf"\x01\x{len(USER):02x}***\x{len(PASSWORDS['ascii']):02x}***"
    assert not exposed(error, *secrets_of(PASSWORDS["ascii"]), also=logged())


@pytest.mark.parametrize(("scheme", "reply"), [("http", "407"), ("http", "200 in text"), ("https", "407")])
def test_command_with_debug_shows_no_credentials_of_the_proxy(origin, scheme, reply):
    proxy = origin(lambda request: REPLIES[reply](echo(request)))
    env = {
        f"{scheme}_proxy".upper(): proxy_url(proxy.host),
        "TRIVET_BUS_ACCOUNT_KEY": "k3y-of-an-account",
        "TRIVET_BUS_BASE_URL": f"{scheme}://bus.test",
    }
    done = run_here("bus", "stops", "list", "--debug", env=env)
    assert done.status == 1
    assert "Traceback" in done.err
    assert "***:***" in done.err
    assert not SecretFinder(secrets_of(PASSWORDS["ascii"])).shown_in(done.out + done.err)
