"""Ways to talk to a stub without the SDK's client, in process and on a port; and modules that inner runs keep."""

import asyncio
import sys
from collections.abc import Iterator
from types import ModuleType
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


class KeptModules:
    """A plugin for a run of `pytester`, which keeps the modules of the SDK and the stubs that the run imports.

    `pytester` removes them from `sys.modules`, where annotations of their classes are resolved, also after the run.
    """

    def __init__(self) -> None:
        self._modules: dict[str, ModuleType] = {}

    def pytest_unconfigure(self) -> None:
        names = [name for name in sys.modules if name.partition(".")[0] in ("trivet", "trivet_stubs", "trivet_checks")]
        self._modules.update({name: sys.modules[name] for name in names})

    def restore(self) -> None:
        sys.modules.update(self._modules)


@pytest.fixture
def kept_modules() -> Iterator[KeptModules]:
    """The plugin of inner runs; use it before `pytester`, which removes the modules once more at its end."""
    kept = KeptModules()
    yield kept
    kept.restore()
