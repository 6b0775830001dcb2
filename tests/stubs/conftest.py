"""Ways to talk to a stub without the SDK's client: in process, sync and async, and on a port."""

import asyncio
from collections.abc import Iterator
from typing import Any, Protocol

import httpx
import pytest

from trivet_stubs import BusStub


class Get(Protocol):
    """One GET with the stub's key, and its whole answer."""

    def __call__(self, path: str, **options: Any) -> httpx.Response: ...


def _options(stub: BusStub, base_url: str) -> dict[str, Any]:
    return {"base_url": base_url, "headers": {"AccountKey": stub.account_key}, "timeout": 10.0, "trust_env": False}


@pytest.fixture
def client(bus_stub: BusStub) -> Iterator[httpx.Client]:
    """A client of the stub in process."""
    with httpx.Client(transport=bus_stub.transport(), **_options(bus_stub, "http://bus.test")) as client:
        yield client


@pytest.fixture
def port_client(bus_stub: BusStub) -> Iterator[httpx.Client]:
    """A client of the stub on a port."""
    with bus_stub.serve() as served, httpx.Client(**_options(bus_stub, served.url)) as client:
        yield client


@pytest.fixture(params=["sync", "async", "port"])
def get(request: pytest.FixtureRequest, bus_stub: BusStub) -> Get:
    """A GET in each of the three ways of serving."""
    if request.param == "async":

        def get_async(path: str, **options: Any) -> httpx.Response:
            async def run() -> httpx.Response:
                shared = _options(bus_stub, "http://bus.test")
                async with httpx.AsyncClient(transport=bus_stub.async_transport(), **shared) as client:
                    return await client.get(path, **options)

            return asyncio.run(run())

        return get_async
    name = "client" if request.param == "sync" else "port_client"
    chosen: httpx.Client = request.getfixturevalue(name)
    return chosen.get


@pytest.fixture(params=["in process", "port"])
def any_client(request: pytest.FixtureRequest) -> httpx.Client:
    """A sync client, in process and on a port."""
    chosen: httpx.Client = request.getfixturevalue("client" if request.param == "in process" else "port_client")
    return chosen
