"""Requests through a proxy that the environment names."""

import tomllib
from pathlib import Path

import httpx
import pytest

from trivet import APIConnectionError, AsyncBusClient, PermissionDeniedError
from trivet._concurrency.functions import async_run_blocking

PYPROJECT = Path(__file__).parents[4] / "pyproject.toml"


async def test_proxy_of_the_environment_is_used(options, origin, response, arrivals_bytes, monkeypatch):
    proxy = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    async with AsyncBusClient(**options) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
    head = proxy.arrived.get_nowait()
    assert head.startswith(b"GET http://bus.test/api/v3/BusArrival?BusStopCode=83139 HTTP/1.1\r\n")
    assert b"\r\nhost: bus.test\r\n" in head.lower()


async def test_proxy_without_a_scheme_or_for_all_schemes_is_used(
    options, origin, response, arrivals_bytes, monkeypatch
):
    proxy = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("ALL_PROXY", proxy.host)
    async with AsyncBusClient(**options) as bus:
        await bus.arrivals.get("83139")
    assert proxy.connections == 1


async def test_proxy_gets_the_credentials_of_its_url(options, origin, response, arrivals_bytes, monkeypatch):
    proxy = origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", f"http://me:s3cret@{proxy.host}")
    async with AsyncBusClient(**options) as bus:
        await bus.arrivals.get("83139")
    assert b"\r\nproxy-authorization: basic " in proxy.arrived.get_nowait().lower()


async def test_credentials_of_a_used_proxy_are_hidden_without_its_variable(
    options, origin, response, arrivals_bytes, monkeypatch
):
    answers = iter([response(arrivals_bytes), response(b"no s3cret here", status="403 No")])
    proxy = origin(lambda _: next(answers))
    monkeypatch.setenv("HTTP_PROXY", f"http://me:s3cret@{proxy.host}")
    async with AsyncBusClient(**options) as bus:
        await bus.arrivals.get("83139")
        monkeypatch.delenv("HTTP_PROXY")
        with pytest.raises(PermissionDeniedError) as caught:
            await bus.arrivals.get("83139")
    assert proxy.connections == 1
    assert caught.value.message == "no *** here"


@pytest.mark.parametrize("bypass", ["127.0.0.1", "*", "elsewhere.test,127.0.0.1"])
async def test_host_in_no_proxy_is_reached_directly(options, origin, response, arrivals_bytes, monkeypatch, bypass):
    proxy, service = origin(lambda _: None), origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTP_PROXY", proxy.url)
    monkeypatch.setenv("NO_PROXY", bypass)
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        await bus.arrivals.get("83139")
    assert (proxy.connections, service.connections) == (0, 1)


async def test_socks_proxy_is_used(options, socks_drip, response, arrivals_bytes, monkeypatch):
    proxy = socks_drip(response(arrivals_bytes), b" ")
    monkeypatch.setenv("ALL_PROXY", f"socks5://{proxy.host}")
    async with AsyncBusClient(**options) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert await async_run_blocking(lambda: proxy.closed.wait(10))


def test_socks_is_an_extra_of_the_package():
    extras = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    assert [requirement.partition(">")[0] for requirement in extras["socks"]] == ["socksio"]


async def test_proxy_for_another_scheme_is_ignored(options, origin, response, arrivals_bytes, monkeypatch):
    proxy, service = origin(lambda _: None), origin(lambda _: response(arrivals_bytes))
    monkeypatch.setenv("HTTPS_PROXY", proxy.url)
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        await bus.arrivals.get("83139")
    assert proxy.connections == 0


async def test_custom_transport_beats_a_proxy(options, script, arrivals, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    async with AsyncBusClient(**options, transport=script(httpx.Response(200, json=arrivals))) as bus:
        await bus.arrivals.get("83139")


async def test_proxy_that_does_not_connect_counts_as_nothing_sent(options, origin, response, monkeypatch, clock):
    proxy = origin(lambda _: (response(b"", status="407 Who are you"),))
    monkeypatch.setenv("HTTPS_PROXY", proxy.url)
    async with AsyncBusClient(**options | {"base_url": "https://bus.test"}, clock=clock, max_retries=0) as bus:
        with pytest.raises(APIConnectionError, match="407") as caught:
            await bus.arrivals.get("83139")
    assert caught.value.sent is False
    head = proxy.arrived.get_nowait()
    assert head.startswith(b"CONNECT bus.test:443 ")
    assert b"accountkey" not in head.lower()
