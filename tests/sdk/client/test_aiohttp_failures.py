"""The transport over aiohttp: every failure is typed, says whether something was sent, and holds no secret."""

import asyncio
import contextlib
import socket
import ssl
import struct
import threading
import types
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import httpx
import pytest

from tests.sdk.client.event_server import EventServer
from tests.sdk.client.failing_networks import exceptions
from tests.sdk.client.raw_servers import CERTIFICATE, TLSServer, closing, serving
from tests.sdk.network.raw_server import Conversation
from trivet import (
    AiohttpTransport,
    APIConnectionError,
    APITimeoutError,
    AsyncAgentClient,
    AsyncBusClient,
    AsyncChatClient,
    TrivetError,
)

KEY = "s3cret-account-key"
PROXY_TOKEN = b64encode(b"me:pr0xy-s3cret")
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
RESPONSES = {
    "nothing": b"",
    "half a status line": b"HTTP/1.1 20",
    "half a head": HEAD,
    "no HTTP": b"220 mail.test ESMTP\r\n\r\n",
    "another version": b"HTTP/9.9 200 OK\r\n\r\n",
    "a status of 0": b"HTTP/1.1 000 OK\r\ncontent-length: 2\r\n\r\n{}",
    "a status below 100": b"HTTP/1.1 099 OK\r\ncontent-length: 2\r\n\r\n{}",
    "a status of words": b"HTTP/1.1 okay OK\r\n\r\n",
    "a header without a colon": HEAD + b"nonsense\r\n\r\n",
    "a header with a NUL": HEAD + b"x: a\0b\r\n\r\n",
    "an endless header": HEAD + b"x: " + b"a" * 200_000 + b"\r\n\r\n",
    "an endless name": HEAD + b"a" * 200_000 + b": x\r\n\r\n",
    "an endless reason": b"HTTP/1.1 200 " + b"a" * 200_000 + b"\r\n\r\n",
    "too many headers": HEAD + b"".join(b"x%d: 1\r\n" % number for number in range(20_000)) + b"\r\n",
    "two lengths": HEAD + b"content-length: 2\r\ncontent-length: 3\r\n\r\n{}",
    "a length of words": HEAD + b"content-length: two\r\n\r\n{}",
    "a negative length": HEAD + b"content-length: -2\r\n\r\n{}",
    "a length that the parser takes for none": HEAD + b"content-length: 18446744073709551615\r\n\r\n{}",
    "chunks within chunks": HEAD + b"transfer-encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "chunks twice": HEAD + b"transfer-encoding: chunked\r\n" * 2 + b"\r\n2\r\n{}\r\n0\r\n\r\n",
    "another transfer coding": HEAD + b"transfer-encoding: gzip\r\n\r\n{}",
    "a switch of protocols": b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
    "two lengths and chunks": HEAD + b"content-length: 2\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n",
    "an echo of the key": b"HTTP/1.1 " + KEY.encode() + b"\r\n\r\n",
}
BODIES = {
    "a body that is too short": HEAD + b"content-length: 900\r\n\r\n{",
    "half a chunk": HEAD + b"transfer-encoding: chunked\r\n\r\n9\r\n{",
    "chunks without an end": HEAD + b"transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
    "a chunk without a length": HEAD + b"transfer-encoding: chunked\r\n\r\nmany\r\n{\r\n0\r\n\r\n",
    "an endless chunk length": HEAD + b"transfer-encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\n{\r\n0\r\n\r\n",
}


@contextlib.asynccontextmanager
async def service(answer: bytes, *, reset: bool = False, hold: bool = False) -> AsyncIterator[tuple[str, list[bytes]]]:
    """A service that answers with these bytes and closes; yield its URL and the heads of the requests."""
    heads: list[bytes] = []
    release = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            heads.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(answer)
            await writer.drain()
            if hold:
                await release.wait()
        if reset:
            linger = struct.pack("ii", 1, 0)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", heads
        release.set()


def bus(url: str, **more: Any) -> AsyncBusClient:
    return AsyncBusClient(account_key=KEY, base_url=url, transport=AiohttpTransport(), **{"max_retries": 0, **more})


def evidence(error: BaseException | None) -> Iterator[str]:
    """Yield every text in an exception: messages, arguments, and the variables of frames."""
    while error is not None:
        yield repr(error)
        yield repr(error.args)
        yield repr({name: value for name, value in vars(error).items() if name != "_request"})
        trace: types.TracebackType | None = error.__traceback__
        while trace is not None:
            file = Path(trace.tb_frame.f_code.co_filename).as_posix()
            if "site-packages/" in file or "/_async/http/aiohttp/" in file:
                yield from map(shown, trace.tb_frame.f_locals.values())
            trace = trace.tb_next
        error = error.__cause__ or error.__context__


def shown(value: object) -> str:
    """Return a variable as a debugger shows it, for a request with headers and URL."""
    if isinstance(value, httpx.Request):
        return f"{value!r} {value.headers.raw!r}"
    return repr(value)


async def failure(url: str) -> httpx.TransportError:
    """Return the exception of the transport for a request with a key."""
    headers = {"accountkey": KEY, "authorization": f"Bearer {KEY}"}
    request = httpx.Request("GET", f"{url}/path?token={KEY}", headers=headers)

    async def send(transport: AiohttpTransport) -> None:
        response = await transport.handle_async_request(request)
        async with contextlib.aclosing(response):
            await response.aread()

    async with AiohttpTransport() as transport:
        with pytest.raises(httpx.TransportError) as caught:
            await send(transport)
    return caught.value


@pytest.mark.parametrize("name", [*RESPONSES, *BODIES])
async def test_answer_that_is_not_http_raises_a_typed_error_without_secrets(name):
    async with service((RESPONSES | BODIES)[name]) as (url, heads):
        error = await failure(url)
        async with bus(url) as client:
            with pytest.raises(APIConnectionError) as caught:
                await client.arrivals.get("83139")
    assert caught.value.sent is True
    assert not [text for text in evidence(error) if KEY in text]
    assert (error.__cause__, error.__context__) == (None, None)
    assert len(heads) == 2


@pytest.mark.parametrize("name", [*RESPONSES, *BODIES])
async def test_reset_in_an_answer_raises_a_typed_error(name):
    async with service((RESPONSES | BODIES)[name], reset=True) as (url, heads):
        error = await failure(url)
    assert not isinstance(error, httpx.ConnectError)
    assert not [text for text in evidence(error) if KEY in text]
    assert len(heads) == 1


@pytest.mark.parametrize("notify", [True, False])
async def test_body_until_a_cut_of_tls_is_an_error(notify):
    trusted = ssl.create_default_context(cafile=str(CERTIFICATE))
    with TLSServer(closing(b"HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n\r\na,b\r\n", notify=notify)) as server:
        async with AsyncBusClient(
            account_key=KEY, base_url=server.url, transport=AiohttpTransport(verify=trusted), max_retries=0
        ) as client:
            if notify:
                assert (await client.request("GET", "/rows", accept="text/csv")).value == "a,b\r\n"
                return
            with pytest.raises(APIConnectionError, match="without close_notify, so the body may be cut"):
                await client.request("GET", "/rows", accept="text/csv")


@pytest.mark.parametrize(
    ("place", "method", "arrived"),
    [(aiohttp.BaseConnector, "connect", 0), (aiohttp.ClientResponse, "start", 1), (aiohttp.StreamReader, "readany", 1)],
)
async def test_foreign_exception_is_typed_and_a_write_sent_once(clock, monkeypatch, place, method, arrived):
    for raised in exceptions():
        calls = 0

        async def fail(*_: object, error: Exception = raised, **__: object) -> None:
            nonlocal calls
            calls += 1
            raise error

        with monkeypatch.context() as patched:
            patched.setattr(place, method, fail)
            # An incomplete body: aiohttp returns a complete one without `readany`.
            async with service(b"HTTP/1.1 201 Created\r\ncontent-length: 9\r\n\r\n{", hold=True) as (url, heads):
                async with AsyncChatClient(token=KEY, base_url=url, transport=AiohttpTransport(), clock=clock) as chat:
                    with pytest.raises(APIConnectionError) as caught:
                        await chat.conversations.create(title="Tides")
        assert caught.value.sent == bool(arrived), repr(raised)
        assert calls == (1 if arrived else 3), repr(raised)
        assert len(heads) <= arrived, repr(raised)


async def test_reset_is_not_the_end_of_a_body_without_a_length():
    async with service(HEAD + b"connection: close\r\n\r\n{}" + b" " * 200_000, reset=True) as (url, _):
        error = await failure(url)
    assert isinstance(error, httpx.ReadError)


async def test_close_is_the_end_of_a_body_without_a_length():
    async with service(HEAD + b"\r\n" + b'{"BusStopCode": "83139", "Services": []}') as (url, _), bus(url) as client:
        assert (await client.arrivals.get("83139")).bus_stop_code == "83139"


async def test_reason_that_is_not_utf_8_does_not_matter():
    answer = b"HTTP/1.1 200 D\xe9j\xe0 vu\r\ncontent-length: 40\r\n\r\n" + b'{"BusStopCode": "83139", "Services": []}'
    async with service(answer.replace(b"content-length", HEAD.split(b"\r\n")[1] + b"\r\ncontent-length")) as (url, _):
        async with bus(url) as client:
            assert (await client.arrivals.get("83139")).bus_stop_code == "83139"


async def test_list_that_breaks_off_raises_a_typed_error():
    events = HEAD.replace(b"json", b"atom+xml") + b"content-length: 900\r\n\r\n<"
    async with service(events) as (url, _), bus(url) as client:
        with pytest.raises(APIConnectionError) as caught:
            await client.stops.list().page()
    assert caught.value.sent is True


async def test_refused_connection_counts_as_nothing_sent(closed_url):
    async with bus(closed_url) as client:
        with pytest.raises(APIConnectionError, match="Connect call failed") as caught:
            await client.arrivals.get("83139")
    assert caught.value.sent is False
    assert type(caught.value) is APIConnectionError


async def test_unknown_host_counts_as_nothing_sent(monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    async with bus("http://no-such-host.test") as client:
        with pytest.raises(APIConnectionError, match="Name or service not known") as caught:
            await client.arrivals.get("83139")
    assert caught.value.sent is False


def test_event_loop_closes_before_the_resolver_answers(monkeypatch):
    answered = threading.Event()

    async def call() -> None:
        async with bus("http://slow-name.test", deadline=0.2) as client:
            with pytest.raises(APITimeoutError):
                await client.arrivals.get("83139")

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answered.wait(30) and [])
    # In a thread, so that a loop that waits for its resolver fails the test, and does not delay it.
    loop = threading.Thread(target=lambda: asyncio.run(call()), daemon=True)
    loop.start()
    loop.join(10)
    ended = not loop.is_alive()
    answered.set()
    assert ended
    for thread in threading.enumerate():
        if thread.name == "trivet-detached":
            thread.join(10)


async def test_connection_that_takes_too_long_counts_as_nothing_sent():
    with contextlib.ExitStack() as sockets:  # the queue of connections is full: the system accepts no more
        listener = sockets.enter_context(socket.socket())
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(4):
            waiting = sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(listener.getsockname())
        async with bus(f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=0.2) as client:
            with pytest.raises(APITimeoutError) as caught:
                await client.arrivals.get("83139")
    assert caught.value.sent is False


@pytest.mark.parametrize("answer", [b"", HEAD + b"content-length: 9\r\n\r\n{"], ids=["head", "body"])
async def test_answer_that_takes_too_long_may_have_been_sent(answer):
    async with service(answer, hold=True) as (url, heads), bus(url, timeout=0.2) as client:
        with pytest.raises(APITimeoutError, match="ReadTimeout") as caught:
            await client.arrivals.get("83139")
    assert caught.value.sent is True
    assert len(heads) == 1


async def test_no_free_connection_counts_as_nothing_sent():
    async with service(b"", hold=True) as (url, heads):
        transport = AiohttpTransport(max_connections=1)
        async with AsyncBusClient(account_key=KEY, base_url=url, transport=transport, max_retries=0) as client:
            waiting = asyncio.ensure_future(client.arrivals.get("83139"))
            while not heads:  # noqa: ASYNC110
                await asyncio.sleep(0)
            with pytest.raises(APITimeoutError, match=r"all 1 connections are in use \(max_connections=1\)") as caught:
                await client.with_options(timeout=0.1).arrivals.get("83139")
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
    assert caught.value.sent is False


async def test_streams_and_waits_take_no_connection_of_the_calls():
    with EventServer(calls_until_idle=1, waits_until_idle=2) as server:
        transport = AiohttpTransport(max_connections=1, max_streams=4)
        async with AsyncAgentClient(base_url=server.url, transport=transport, timeout=10, max_retries=0) as agent:
            async with agent.event.subscribe() as events, agent.event.subscribe():
                jobs = [agent.session.wait("ses_1"), agent.session.wait("ses_1"), agent.project.list()]
                assert await asyncio.gather(*jobs) == [None, None, []]
                async with agent.event.subscribe(), agent.event.subscribe():
                    with pytest.raises(APITimeoutError, match=r"\(max_streams=4\) \(127\.0\.0\.1:"):
                        await agent.with_options(timeout=0.1).event.subscribe().__aenter__()
                assert (await anext(events)).type == "server.connected"


async def test_proxy_of_the_environment_is_used(options, origin, response, arrivals_bytes, monkeypatch):
    proxy = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", f"http://me:s3cr%2Ft@{proxy.host}")
    async with AsyncBusClient(**options, transport=AiohttpTransport()) as client:
        assert (await client.arrivals.get("83139")).bus_stop_code == "83139"
    head = proxy.arrived.get_nowait()
    assert head.startswith(b"GET http://bus.test/api/v3/BusArrival?BusStopCode=83139 HTTP/1.1\r\n")
    assert b"\r\nhost: bus.test\r\n" in head.lower()
    assert f"\r\nProxy-Authorization: Basic {b64encode(b'me:s3cr/t').decode()}\r\n".encode() in head


async def test_proxy_as_an_argument_beats_the_environment(options, origin, response, arrivals_bytes, monkeypatch):
    proxy, other = origin(lambda _: response(arrivals_bytes)), origin(lambda _: None)
    monkeypatch.setenv("HTTP_PROXY", other.url)
    async with AsyncBusClient(**options, transport=AiohttpTransport(proxy=proxy.url)) as client:
        await client.arrivals.get("83139")
    assert (proxy.connections, other.connections) == (1, 0)


async def test_host_in_no_proxy_is_reached_directly(options, origin, response, arrivals_bytes, monkeypatch):
    proxy, direct = origin(lambda _: None), origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    async with AsyncBusClient(**options | {"base_url": direct.url}, transport=AiohttpTransport()) as client:
        await client.arrivals.get("83139")
    assert (proxy.connections, direct.connections) == (0, 1)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (b"HTTP/1.1 407 Who are you\r\ncontent-length: 0\r\n\r\n", "407 Who are you"),
        (b"HTTP/1.1 502 Broken\r\ncontent-length: 0\r\n\r\n", "502 Broken"),
        (b"HTTP/1.1 407 Basic %b of me\r\ncontent-length: 0\r\n\r\n" % PROXY_TOKEN, r"407 Basic \*\*\* of \*\*\*"),
        (b"nonsense\r\n\r\n", "no valid answer of the proxy"),
        (b"", "no valid answer of the proxy"),
    ],
)
async def test_proxy_that_opens_no_tunnel_counts_as_nothing_sent(monkeypatch, answer, message):
    async with service(answer) as (url, heads):
        monkeypatch.setenv("HTTPS_PROXY", url.replace("//", "//me:pr0xy-s3cret@"))
        error = await failure("https://bus.test")
        async with bus("https://bus.test") as client:
            with pytest.raises(APIConnectionError, match=message) as caught:
                await client.arrivals.get("83139")
    assert caught.value.sent is False
    assert [head.partition(b"\r\n")[0] for head in heads] == [b"CONNECT bus.test:443 HTTP/1.1"] * 2
    assert KEY.encode() not in b"".join(heads)
    secrets = (KEY, "pr0xy-s3cret", PROXY_TOKEN.decode())
    assert not [text for text in evidence(error) if any(secret in text for secret in secrets)]


async def test_proxy_that_answers_nothing_times_out_as_nothing_sent(monkeypatch):
    async with service(b"", hold=True) as (url, _):
        monkeypatch.setenv("HTTPS_PROXY", url)
        async with bus("https://bus.test", timeout=0.2) as client:
            with pytest.raises(APITimeoutError) as caught:
                await client.arrivals.get("83139")
    assert caught.value.sent is False


@pytest.mark.parametrize("proxy", ["socks5://me:s3cret@127.0.0.1:1", "ftp://127.0.0.1:1"])
async def test_proxy_that_aiohttp_cannot_use_is_refused_by_its_scheme(options, monkeypatch, proxy):
    monkeypatch.setenv("ALL_PROXY", proxy)
    async with AsyncBusClient(**options, transport=AiohttpTransport()) as client:
        with pytest.raises(TrivetError, match=proxy.partition(":")[0]) as caught:
            await client.arrivals.get("83139")
    assert not [text for text in evidence(caught.value) if "s3cret" in text or options["account_key"] in text]


@pytest.mark.parametrize(
    ("scheme", "answer", "hint"),
    [
        ("https", HEAD + b"\r\n", "the port does not speak TLS: write http:// in place of https://"),
        ("http", b"\x15\x03\x01\x00\x02\x02\x46", "the port seems to speak TLS: write https:// in place of http://"),
    ],
)
async def test_scheme_that_the_port_does_not_speak_is_named(scheme: str, answer: bytes, hint: str) -> None:
    def reply(talk: Conversation) -> None:
        talk.receive()
        talk.send(answer)

    with serving(reply) as server:
        async with bus(server.url.replace("http:", f"{scheme}:")) as client:
            with pytest.raises(APIConnectionError) as caught:
                await client.arrivals.get("83139")
    assert caught.value.hint == f"{hint} in base_url, from the argument base_url"
