"""Proxies that do not connect, over aiohttp: the error names the proxy and its source, as on the default transport."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from tests.sdk.exposure import exposed
from trivet import AiohttpTransport, APIConnectionError, APIStatusError, APITimeoutError, AsyncBusClient

USER, PASSWORD = "us3r", "pa55word-of-the-proxy"


async def failed(url: str, proxy: str | None = None, kind: type[Any] = APIConnectionError, **more: Any) -> Any:
    transport = AiohttpTransport(proxy=proxy)
    async with AsyncBusClient(account_key="k", base_url=url, transport=transport, max_retries=0, **more) as bus:
        with pytest.raises(kind) as caught:
            await bus.arrivals.get("83139")
    assert exposed(caught.value, PASSWORD) == []
    return caught.value


def assert_blamed(error: APIConnectionError, host: str, source: str) -> None:
    assert (error.server, error.proxy, error.sent) == ("", f"{host}, {source}", False)
    assert str(error).endswith(f" (the proxy {host}, {source})")
    assert "_" not in error.reason


@pytest.mark.parametrize("url", ["http://bus.test", "https://bus.test"])
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_proxy_that_refuses_connections_is_named(closed_url: str, url: str, scheme: str) -> None:
    host = closed_url.removeprefix("http://")
    assert_blamed(await failed(url, f"{scheme}://{USER}:{PASSWORD}@{host}"), host, "from the argument proxy")


@pytest.mark.parametrize(("variable", "scheme"), [("HTTP_PROXY", "http"), ("https_proxy", "https")])
async def test_variable_of_a_proxy_is_named(
    closed_url: str, monkeypatch: pytest.MonkeyPatch, variable: str, scheme: str
) -> None:
    host = closed_url.removeprefix("http://")
    monkeypatch.setenv(variable, f"{USER}:{PASSWORD}@{host}")
    assert_blamed(await failed(f"{scheme}://bus.test"), host, f"from {variable}")


async def test_proxy_that_is_not_resolved_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    assert_blamed(await failed("https://bus.test", "http://proxy.test"), "proxy.test:80", "from the argument proxy")


async def test_silent_proxy_of_a_tunnel_is_named(origin: Any) -> None:
    proxy = origin(lambda _: None)
    error = await failed("https://bus.test", f"http://{USER}:{PASSWORD}@{proxy.host}", APITimeoutError, timeout=0.2)
    assert_blamed(error, proxy.host, "from the argument proxy")


@pytest.mark.parametrize("status", ["407 Proxy Authentication Required", "403 Forbidden", "502 Bad Gateway"])
async def test_proxy_that_refuses_a_tunnel_is_named_with_its_status(
    origin: Any, response: Any, monkeypatch: pytest.MonkeyPatch, status: str
) -> None:
    proxy = origin(lambda _: (response(b"", status=status),))
    monkeypatch.setenv("HTTPS_PROXY", f"http://{USER}:{PASSWORD}@{proxy.host}")
    error = await failed("https://bus.test")
    assert_blamed(error, proxy.host, "from HTTPS_PROXY")
    assert error.reason == f"ProxyError: {status}"


async def test_service_behind_a_proxy_is_named_with_it(origin: Any, response: Any) -> None:
    proxy = origin(lambda _: None)
    error = await failed("http://bus.test", proxy.url, APITimeoutError, timeout=0.2)
    assert str(error).endswith(
        f"(bus.test:80, from the argument base_url, through the proxy {proxy.host}, from the argument proxy)"
    )
    busy = origin(lambda _: response(b"", status="407 Who"))
    assert (
        f"the proxy {busy.host}, from the argument proxy"
        in (await failed("http://bus.test", busy.url, APIStatusError)).hint
    )


async def test_limit_of_connections_does_not_blame_the_proxy(origin: Any) -> None:
    proxy = origin(lambda _: None)
    transport = AiohttpTransport(proxy=proxy.url, max_connections=1)
    async with AsyncBusClient(account_key="k", base_url="http://bus.test", transport=transport, max_retries=0) as bus:
        waiting = asyncio.create_task(bus.arrivals.get("83139"))
        await asyncio.to_thread(proxy.arrived.get, timeout=20)
        with pytest.raises(APITimeoutError, match="all 1 connections are in use") as caught:
            await bus.with_options(timeout=0.2).arrivals.get("83139")
        waiting.cancel()
    assert caught.value.server.startswith("bus.test:80")
