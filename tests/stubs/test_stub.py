"""The stub as one object: what it is composed of, and its end."""

import httpx
import pytest

from trivet_stubs import BusStub, Stub
from trivet_stubs.kernel.handlers import operation
from trivet_stubs.stub import StateAttribute


class NoStops:
    @operation("stops.list")
    def list_stops(self, request):
        return {"value": []}


def test_override_answers_some_operations_otherwise(client, bus_stub):
    bus_stub.override(NoStops())

    assert client.get("/BusStops").json() == {"value": []}
    assert client.get("/BusRoutes").json()["value"]


def test_override_of_one_stub_leaves_others_alone(client, bus_stub):
    with BusStub() as other:
        other.override(NoStops())

        assert client.get("/BusStops").json()["value"]


def test_override_of_an_operation_that_the_contract_does_not_have_is_refused(bus_stub):
    class Trams:
        @operation("trams.list")
        def list_trams(self, request):
            return {}

    with pytest.raises(TypeError, match=r"trams\.list"):
        bus_stub.override(Trams())


def test_closed_stub_refuses_requests(bus_stub):
    with httpx.Client(transport=bus_stub.transport()) as client:
        bus_stub.close()
        with pytest.raises(httpx.ConnectError, match="the stub is closed"):
            client.get("http://bus.test/BusStops")


def test_stub_is_an_asgi_app_with_its_application_inside(bus_stub):
    assert isinstance(bus_stub, Stub)
    assert isinstance(Stub.clock, StateAttribute)
    assert repr(bus_stub) == "<BusStub after 0 requests>"
