"""No error of a connection, of a streamed body or of a download shows a secret, in either API."""

import asyncio
import json
import logging
import socket
from pathlib import Path

import pytest

from tests.sdk.exposure import SPELLINGS, exposed
from tests.wrong_rows import wrong_rows
from trivet import (
    AgentClient,
    APIConnectionError,
    AsyncAgentClient,
    AsyncBusClient,
    AsyncChatClient,
    BusClient,
    ChatClient,
    TrivetError,
)

HEADER = "tenant-acme-7731"
LINK = "X-Amz-Signature=0123456789abcdef&X-Amz-Security-Token=t0ken%2Fof%2Bthe+link"
LINK_SECRETS = ("0123456789abcdef", "t0ken/of+the link", "t0ken%2Fof%2Bthe+link")
TOKEN = "t0ken/of+mine=="
JSON = "content-type: application/json\r\n"

pytestmark = pytest.mark.parametrize("api", ["async", "sync"])


def error_of(api, async_client, client, use):
    """Return the error of a function, which is called with a client and a function that reads its results."""

    async def run():
        async with async_client() as service_client:
            await use(service_client, _awaited)

    async def run_sync():
        with client() as service_client:
            await use(service_client, _given)

    with pytest.raises(TrivetError) as caught:
        asyncio.run(run() if api == "async" else run_sync())
    return caught.value


async def _awaited(value):
    if hasattr(value, "__aenter__"):
        async with value as events:
            return [event async for event in events]
    if hasattr(value, "__aiter__"):
        return [item async for item in value]
    return await value


async def _given(value):
    if hasattr(value, "__enter__"):
        with value as events:
            return list(events)
    return list(value) if hasattr(value, "__iter__") else value


def bus_error(api, options, use=None, **more):
    """Return the error of a call of a bus client, by default `arrivals.get`."""

    async def arrivals(bus, value):
        await value(bus.arrivals.get("83139"))

    arguments = {**options, "max_retries": 0, "headers": {"x-tenant": HEADER}, "timeout": 20, **more}
    return error_of(api, lambda: AsyncBusClient(**arguments), lambda: BusClient(**arguments), use or arrivals)


def head(*lines, status="200 OK"):
    return "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status}", *lines, "")).encode()


@pytest.fixture
def logged(caplog):
    caplog.set_level(logging.DEBUG, "trivet")
    return lambda: " ".join([caplog.text, *(repr(record.args) for record in caplog.records)])


def test_refused_connection_shows_no_secret(api, options, closed_url, key, logged):
    error = bus_error(api, options | {"base_url": closed_url})
    assert type(error) is APIConnectionError
    assert not exposed(error, key, HEADER, also=logged())


@pytest.mark.parametrize(
    "reply",
    [
        lambda text: (b"",),
        lambda text: (b"HTTP/1.1 400 " + text,),
        lambda text: (b"HTTP/9 " + text + b"\r\n\r\n",),
        lambda text: (head()[:-2] + b"no header " + text + b"\r\n\r\n",),
        lambda text: (head("x-a: 1")[:-2] + b"x y: " + text + b"\r\n\r\n",),
        lambda text: (head("content-length: 1")[:-2] + b"content-length: " + text + b"\r\n\r\n",),
        lambda text: head("content-length: 0", status="400 " + text.decode()),
        lambda text: (head(JSON[:-2], "content-length: 1000") + b'{"a": "' + text,),
        lambda text: (head(JSON[:-2], "transfer-encoding: chunked") + text + b"\r\n",),
        lambda text: (head(JSON[:-2], "transfer-encoding: chunked") + b"5\r\n12345" + text,),
        lambda text: head(JSON[:-2], "content-encoding: gzip", f"content-length: {len(text)}") + text,
        lambda text: head("location: /x?" + text.decode(), "content-length: 0", status="302 " + text.decode()),
    ],
)
def test_broken_answer_that_echoes_the_key_shows_no_secret(api, options, origin, key, reply, logged):
    service = origin(lambda _: reply(text))
    with wrong_rows() as row:
        for spelling in ("plain", "json", "percent", "html"):
            for secret in (key, HEADER):
                text = SPELLINGS[spelling](secret)
                with row(f"{secret} in {spelling}"):
                    error = bus_error(api, options | {"base_url": service.url})
                    assert not exposed(error, key, HEADER, also=logged())


def test_key_where_a_reason_is_cut_is_removed_first(api, options, origin, key):
    lengths = iter(range(905, 955, 5))
    start = head(JSON[:-2], "transfer-encoding: chunked")
    service = origin(lambda _: (start + b"-" * next(lengths) + key.encode() + b"\r\n",))
    for _ in range(905, 955, 5):
        error = bus_error(api, options | {"base_url": service.url})
        assert len(error.reason) > 960
        assert not exposed(error, key)


@pytest.mark.parametrize("limit", ["timeout", "deadline"])
def test_timeout_shows_no_secret(api, options, origin, key, limit, logged):
    service = origin(lambda _: None)
    error = bus_error(api, options | {"base_url": service.url}, **{limit: 0.1})
    assert not exposed(error, key, HEADER, also=logged())


@pytest.mark.parametrize(
    "body",
    [
        lambda text: (head(JSON[:-2], "transfer-encoding: chunked") + text + b"\r\n",),
        lambda text: (head(JSON[:-2], "content-length: 1000") + b'{"ratings": [{"a": "' + text + b'"}, {"',),
        lambda text: (head(JSON[:-2], "content-length: 1000") + b'{"ratings": [{"id": "' + text + b'"}], "total": 1}',),
        lambda text: (head(JSON[:-2], "content-length: 1000") + b'{"ratings": [' + text + b"!",),
        lambda text: (head("content-type: text/csv", "content-length: 1000") + b'a,b\n"' + text + b'"x,1\n',),
        lambda text: (head("content-type: text/csv", "content-length: 1000") + b"a,b\n" + text + b"\xff\n",),
        lambda text: (head("content-type: text/plain", "content-length: 1000") + text,),
        lambda text: (head("content-type: text/csv", "content-encoding: gzip", "content-length: 9") + text,),
    ],
)
@pytest.mark.parametrize("save", [False, True])
def test_broken_export_that_echoes_the_token_shows_no_secret(api, origin, body, save, tmp_path, logged):
    service = origin(lambda _: body(TOKEN.encode()))
    arguments = {"token": TOKEN, "base_url": service.url, "max_retries": 0, "timeout": 20}
    form = "csv" if b"csv" in body(b"")[0] else "json"

    async def use(chat, value):
        export = chat.admin.ratings.export(format=form)
        await value(export.save(tmp_path / "x") if save else export)

    error = error_of(api, lambda: AsyncChatClient(**arguments), lambda: ChatClient(**arguments), use)
    assert not exposed(error, TOKEN, also=logged())


@pytest.mark.parametrize(
    "body",
    [
        lambda text: (head("content-type: text/html", "content-length: 1000") + text,),
        lambda text: head("content-length: 0", f"x-echo: {text.decode()}", status="401 " + text.decode()),
        lambda text: (head("content-type: text/event-stream", "content-encoding: br", f"x-a: {text.decode()}"),),
    ],
)
def test_refused_stream_that_echoes_the_token_shows_no_secret(api, origin, body, monkeypatch, logged):
    service = origin(lambda _: body(TOKEN.encode()))
    monkeypatch.setenv("TRIVET_AGENT_TOKEN", TOKEN)
    arguments = {"base_url": service.url, "max_retries": 0, "timeout": 20}

    async def use(agent, value):
        await value(agent.event.subscribe())

    error = error_of(api, lambda: AsyncAgentClient(**arguments), lambda: AgentClient(**arguments), use)
    assert not exposed(error, TOKEN, also=logged())


@pytest.mark.parametrize(
    "reply",
    [
        None,
        lambda text: head(f"content-length: {len(text)}", "x-echo: " + LINK, status="400 No") + text,
        lambda text: head(f"content-length: {len(text)}", status="403 " + LINK) + text,
        lambda text: head("content-length: 0", f"location: http://127.0.0.1/x?{LINK}", status="302 " + LINK),
        lambda text: (head("content-length: 10000") + text,),
        lambda text: (b"HTTP/9 " + text,),
        lambda text: (head("transfer-encoding: chunked") + text,),
        lambda text: head(f"content-length: {len(text)}", "x-echo: " + LINK) + text,
    ],
)
def test_failed_download_shows_neither_the_link_nor_the_key(
    api, options, origin, closed_url, key, reply, tmp_path: Path, logged
):
    text = LINK.encode() + b" " + SPELLINGS["json"](LINK_SECRETS[1])
    host = closed_url if reply is None else origin(lambda _: reply(text)).url
    body = json.dumps({"value": [{"Link": f"{host}/a.zip?{LINK}"}]}).encode()
    service = origin(lambda _: head(JSON[:-2], f"content-length: {len(body)}") + body)

    async def use(bus, value):
        await value(bus.passenger_volume.download("by_stop", path=tmp_path))

    error = bus_error(api, options | {"base_url": service.url}, use)
    assert not exposed(error, key, HEADER, *LINK_SECRETS, also=logged())


def test_signal_while_a_request_is_written_shows_no_secret(api, monkeypatch):
    def send(sock, data, *flags):
        raise SystemExit(143)

    async def run(url):
        async with AsyncChatClient(token=TOKEN, base_url=url, max_retries=0) as chat:
            await chat.conversations.list().page()

    def run_async(url):
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # another loop may not write by `send`
            runner.run(run(url))

    def run_sync(url):
        with ChatClient(token=TOKEN, base_url=url, max_retries=0) as chat:
            chat.conversations.list().page()

    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        monkeypatch.setattr("socket.socket.send", send)
        monkeypatch.setattr("socket.socket.sendall", send)
        with pytest.raises(SystemExit) as caught:
            run_async(url) if api == "async" else run_sync(url)
        assert exposed(caught.value, TOKEN) == []
