"""The extra `otel`: its names of attributes, its installation, pickles, and the transport of aiohttp."""

import asyncio
import pickle
import subprocess
import sys

import pytest
from opentelemetry.semconv._incubating.attributes.url_attributes import URL_TEMPLATE
from opentelemetry.semconv.attributes import error_attributes, http_attributes, server_attributes
from opentelemetry.semconv.metrics.http_metrics import HTTP_CLIENT_REQUEST_DURATION

from trivet import AiohttpTransport, AsyncBusClient, BusClient
from trivet.observe import otel
from trivet_stubs import BusStub


def test_aiohttp_transport_has_spans_and_sends_traceparent(telemetry):
    async def get(url: str) -> None:
        async with AsyncBusClient(
            account_key="stub-key", base_url=url, transport=AiohttpTransport(), observers=[telemetry.observer]
        ) as bus:
            await bus.arrivals.get("83139")

    with BusStub() as stub, stub.serve() as server:
        asyncio.run(get(server.url))
    attempt, call = telemetry.spans()
    assert (attempt.name, call.name) == ("GET /v3/BusArrival", "arrivals.get")
    assert stub.requests[-1].headers["traceparent"] == telemetry.traceparent(attempt)
    assert [point.count for point in telemetry.points("http.client.request.duration")] == [1]


def test_names_are_those_of_the_semantic_conventions(telemetry):
    stable = {
        value
        for module in (error_attributes, http_attributes, server_attributes)
        for value in vars(module).values()
        if isinstance(value, str)
    }
    with BusStub() as stub:
        stub.faults.add("arrivals.get", status=503, times=5)
        with BusClient(
            account_key="stub-key",
            base_url="http://bus.test",
            transport=stub.transport(),
            clock=stub.clock,
            observers=[telemetry.observer],
        ) as bus:
            with pytest.raises(Exception, match="503"):
                bus.arrivals.get("83139")
    names = {name for span in telemetry.spans() for name in span.attributes}
    assert {"http.request.resend_count", "error.type", "http.response.status_code", "server.port"} <= names
    assert names - stable == {URL_TEMPLATE, "trivet.service"}
    assert telemetry.points(HTTP_CLIENT_REQUEST_DURATION)


def test_missing_package_raises_with_the_command_that_installs_it(monkeypatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "opentelemetry"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(ModuleNotFoundError, match=r"needs opentelemetry-api: pip install '.*\[otel\]'"):
        otel()


def test_other_observers_do_not_import_opentelemetry():
    code = "import sys; from trivet.observe import Observer, logs, otel; logs(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "trivet.observe._otel" in done.stdout.split()
    assert not [name for name in done.stdout.split() if name.startswith("opentelemetry")]


def test_pickle_takes_the_global_providers_of_its_process():
    with BusClient(account_key="k", observers=[otel()]) as bus, pickle.loads(pickle.dumps(bus)) as copy:
        assert type(copy) is BusClient


def test_client_whose_observer_has_a_provider_cannot_be_pickled(telemetry):
    with BusClient(account_key="k", observers=[telemetry.observer]) as bus:
        with pytest.raises(TypeError, match="a provider belongs to a process"):
            pickle.dumps(bus)
