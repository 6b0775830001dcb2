"""Pytest fixtures for each service: a stub in process and on a port, and clients that talk to it.

    def test_stops(bus_stub: BusStub, bus_client: BusClient) -> None:
        bus_stub.faults.add("stops.list", status=503)
        assert bus_client.stops.list().all()

A client of a fixture has the clock of its stub, so that its retries take no time.
"""

import importlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from trivet_stubs._generated.names import SERVICES

if TYPE_CHECKING:
    from trivet_stubs.serving.port import Served
    from trivet_stubs.stub import Stub


def _stub(service: str) -> "Stub":
    # Every pytest run imports this module, so a stub and a client are imported when a test wants them.
    stub: Stub = getattr(importlib.import_module("trivet_stubs"), f"{service.capitalize()}Stub")()
    return stub


def _client(name: str, service: str, stub: "Stub", transport: object) -> Any:
    client = getattr(importlib.import_module("trivet"), name)
    return client(base_url=f"http://{service}.test", transport=transport, clock=stub.clock, **stub.client_credentials())


def _fixtures(service: str) -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Yield name, description and function of each fixture of a service."""
    title = service.capitalize()

    def stub() -> "Iterator[Stub]":
        with _stub(service) as made:
            yield made

    def client(request: pytest.FixtureRequest) -> Iterator[Any]:
        found: Stub = request.getfixturevalue(f"{service}_stub")
        with _client(f"{title}Client", service, found, found.transport()) as made:
            yield made

    def async_client(request: pytest.FixtureRequest) -> Any:
        found: Stub = request.getfixturevalue(f"{service}_stub")
        return _client(f"Async{title}Client", service, found, found.async_transport())

    def server() -> "Iterator[Served[Stub]]":
        with _stub(service) as made, made.serve() as served:
            yield served

    yield f"{service}_stub", f"A fresh {service} stub, served in process, with its built-in data.", stub
    yield f"{service}_client", f"A client of `{service}_stub`, on the stub's clock.", client
    text = f"An async client of `{service}_stub`, on the stub's clock; the test closes it, in its own event loop."
    yield f"async_{service}_client", text, async_client
    yield f"{service}_server", f"A fresh {service} stub on a port of this machine: `.url` and `.stub`.", server


for _service in SERVICES:
    for _name, _text, _function in _fixtures(_service):
        _function.__doc__ = _text
        globals()[_name] = pytest.fixture(name=_name)(_function)
