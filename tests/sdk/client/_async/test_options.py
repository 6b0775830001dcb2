"""Options of a client: copies with other options, arguments that are missing, closing, and pickles."""

import copy
import pickle
import re

import httpx
import pytest

from trivet import AsyncBusClient, InvalidArgumentError, TrivetError


async def test_copy_has_other_settings_and_the_original_keeps_its_own(options, script, arrivals):
    transport = script(*(httpx.Response(200, json=arrivals) for _ in range(3)))
    async with AsyncBusClient(**options, transport=transport, timeout=9, headers={"X-A": "1"}) as bus:
        patient = bus.with_options(timeout=60, headers={"X-B": "2"})
        await patient.arrivals.get("83139")
        await bus.arrivals.get("83139")
        await patient.with_options(headers={"x-a": "3"}).arrivals.get("83139")
    sent = [
        (request.headers.get("x-a"), request.headers.get("x-b"), request.extensions["timeout"]["read"])
        for request in transport.requests
    ]
    assert sent == [("1", "2", 60), ("1", None, 9), ("3", "2", 60)]


async def test_copy_shares_the_connections(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        await bus.arrivals.get("83139")
        await bus.with_options(max_retries=0).arrivals.get("83139")
        await bus.with_options(timeout=5).with_options(deadline=9).arrivals.get("83139")
    assert service.connections == 1


async def test_copy_of_a_subclass_keeps_its_attributes(options, script, arrivals):
    class Depot(AsyncBusClient):
        def __init__(self, home: str) -> None:
            super().__init__(**options, transport=script(httpx.Response(200, json=arrivals)))
            self.home = home

    async with Depot("83139") as bus:
        patient = bus.with_options(timeout=60)
        assert type(patient) is Depot
        await patient.arrivals.get(patient.home)


async def test_invalid_option_raises(options):
    async with AsyncBusClient(**options) as bus:
        with pytest.raises(InvalidArgumentError, match=r"^timeout must be "):
            bus.with_options(timeout=-1)
        with pytest.raises(InvalidArgumentError, match=r"^headers\['X-A'\] must be "):
            bus.with_options(headers={"X-A": "1\r\nX-B: 2"})


async def test_key_and_url_are_read_from_the_environment(monkeypatch, script, arrivals):
    monkeypatch.setenv("TRIVET_BUS_ACCOUNT_KEY", "from-there")
    monkeypatch.setenv("TRIVET_BUS_BASE_URL", "http://there.test/prefix/")
    transport = script(httpx.Response(200, json=arrivals))
    async with AsyncBusClient(transport=transport) as bus:
        await bus.arrivals.get("83139")
    [request] = transport.requests
    assert str(request.url) == "http://there.test/prefix/v3/BusArrival?BusStopCode=83139"
    assert request.headers["accountkey"] == "from-there"


async def test_client_without_a_key_raises():
    with pytest.raises(InvalidArgumentError, match="TRIVET_BUS_ACCOUNT_KEY"):
        AsyncBusClient()


async def test_closing_twice_closes_the_transport(options, script):
    closed = []

    class Transport(script):
        async def aclose(self) -> None:
            closed.append(self)

    transport = Transport()
    bus = AsyncBusClient(**options, transport=transport)
    await bus.aclose()
    await bus.aclose()
    assert closed == [transport]


@pytest.mark.parametrize("transport", [object(), "http://proxy.test:3128", type, {}])
async def test_transport_without_the_method_of_this_api_raises(options, transport):
    rule = "a transport with the method handle_async_request (a stub's is stub.async_transport())"
    with pytest.raises(InvalidArgumentError, match=re.escape(f"transport must be {rule}, got ")):
        AsyncBusClient(**options, transport=transport)


async def test_call_of_a_closed_client_raises(options, script, clock):
    transport = script()
    bus = AsyncBusClient(**options, transport=transport, clock=clock)
    patient = bus.with_options(timeout=60)
    await bus.aclose()
    for client in (bus, patient):
        with pytest.raises(TrivetError, match=r"^arrivals\.get: the client is closed$"):
            await client.arrivals.get("83139")
    assert (transport.requests, clock.slept) == ([], [])


async def test_leaving_the_block_closes_also_after_an_error(options):
    bus = AsyncBusClient(**options)
    with pytest.raises(ZeroDivisionError):
        async with bus:
            raise ZeroDivisionError
    with pytest.raises(TrivetError, match="closed"):
        await bus.arrivals.get("83139")


async def test_pickled_client_opens_its_own_connections(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    async with AsyncBusClient(**options | {"base_url": service.url}, headers={"X-A": "1"}, timeout=9) as bus:
        await bus.arrivals.get("83139")
        async with pickle.loads(pickle.dumps(bus)) as twin:
            assert type(twin) is AsyncBusClient
            answer = await twin.with_response(twin.arrivals.get, "83139")
            assert answer.value.bus_stop_code == "83139"
        await bus.arrivals.get("83139")  # closing the twin has not closed it
    assert service.connections == 2
    heads = [service.arrived.get_nowait() for _ in range(3)]
    assert all(b"x-a: 1\r\n" in head for head in heads)


async def test_deep_copy_has_its_own_connections_and_a_shallow_one_shares(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
        await bus.arrivals.get("83139")
        await copy.copy(bus).arrivals.get("83139")
        assert service.connections == 1
        async with copy.deepcopy(bus) as twin:
            await twin.arrivals.get("83139")
    assert service.connections == 2
