"""Error answers of the service, and bodies that do not follow the contract."""

import pytest

from trivet import AsyncBusClient, AuthenticationError, DecodeError, InternalServerError, NotFoundError, RateLimitError
from trivet_stubs import BusStub


async def test_wrong_key_raises_authentication_error(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    bus_stub.account_key = "another"
    async with async_bus_client as bus:
        with pytest.raises(AuthenticationError) as caught:
            await bus.arrivals.get("54009")
    assert (caught.value.status, caught.value.operation) == (401, "arrivals.get")
    assert len(bus_stub.requests) == 1
    bus_stub.account_key = "stub-key"  # a 401 may be an outage, so the client does not remember it
    assert "stub-key" not in f"{caught.value} {caught.value!r} {caught.value.body!r}"


async def test_quota_fault_raises_rate_limit_error_without_key(
    bus_stub: BusStub, async_bus_client: AsyncBusClient
) -> None:
    bus_stub.quota = 0
    async with async_bus_client as bus:
        with pytest.raises(RateLimitError, match="Quota limit exceeded") as caught:
            await bus.stops.list().all()
    error = caught.value
    assert (error.status, error.code) == (500, "policies.ratelimit.QuotaViolation")
    assert "stub-key" not in f"{error} {error!r} {error.body!r}"
    assert len(bus_stub.requests) == 3


async def test_quota_fault_is_retried_with_backoff(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    fault = {"fault": {"faultstring": "Quota", "detail": {"errorcode": "policies.ratelimit.QuotaViolation"}}}
    bus_stub.faults.add("stops.list", status=500, body=fault, times=2)
    before = bus_stub.clock.monotonic()
    async with async_bus_client as bus:
        assert len(await bus.stops.list().all()) == len(bus_stub.records.stops)
    assert 0.75 <= bus_stub.clock.monotonic() - before <= 1.5


async def test_other_500_is_not_retried(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    bus_stub.faults.add("stops.list", status=500, body="oops", times=None)
    async with async_bus_client as bus:
        with pytest.raises(InternalServerError, match="oops"):
            await bus.stops.list().all()
    assert len(bus_stub.requests) == 1


async def test_unknown_route_raises_not_found_with_gateway_code(
    bus_stub: BusStub, async_bus_client: AsyncBusClient
) -> None:
    fault = {"fault": {"faultstring": "unknown-resource", "detail": {"errorcode": "messaging.runtime.RaiseFault"}}}
    bus_stub.faults.add("arrivals.get", status=404, body=fault)
    async with async_bus_client as bus:
        with pytest.raises(NotFoundError) as caught:
            await bus.arrivals.get("54009")
    assert (caught.value.code, caught.value.message) == ("messaging.runtime.RaiseFault", "unknown-resource")


@pytest.mark.parametrize("accept", ["application/json", "application/atom+xml"])
@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"<html><body>The page cannot be displayed</body></html>", "text/html"),
        (b"", "application/json"),
        (b'{"odata.metadata": "x", "value": [{"BusStopCode"', "application/json"),
        (b"not json at all", "application/json"),
        (b"[]", "application/json"),
        (b"{}", "application/json"),
        (b'{"value": {}}', "application/json"),
        (b'{"value": "text"}', "application/json"),
        (b'{"value": null}', "application/json"),
        (b'{"value": [1]}', "application/json"),
        (
            b'{"value": [{"BusStopCode": [], "RoadName": "", "Description": "", "Latitude": 1, "Longitude": 1}]}',
            "application/json",
        ),
        (b'{"value": [{"BusStopCode": "54009"}]}', "application/json"),
        (b"\xff\xfe\x00", "application/json"),
        (b"<feed", "application/atom+xml"),
        (b"", "application/atom+xml"),
        (b'<!DOCTYPE feed [<!ENTITY a "b">]><feed>&a;</feed>', "application/atom+xml"),
    ],
)
async def test_undecodable_body_raises_decode_error_with_body(
    bus_stub: BusStub, async_bus_client: AsyncBusClient, body: bytes, content_type: str, accept: str
) -> None:
    bus_stub.faults.add("stops.list", status=200, body=body, content_type=content_type)
    async with async_bus_client as bus:
        with pytest.raises(DecodeError) as caught:
            await bus.stops.list(accept=accept).all()  # type: ignore[arg-type]  # one of the two
    assert caught.value.body == body
    assert caught.value.status == 200
    assert caught.value.operation == "stops.list"


async def test_decode_error_names_wrong_field(bus_stub: BusStub, async_bus_client: AsyncBusClient) -> None:
    rows = {"value": [dict(bus_stub.records.stops[0]), {**bus_stub.records.stops[1], "Latitude": "north"}]}
    bus_stub.faults.add("stops.list", body=rows)
    async with async_bus_client as bus:
        strict = AsyncBusClient(
            account_key="stub-key",
            base_url="http://bus.test",
            transport=bus_stub.async_transport(),
            clock=bus_stub.clock,
            strict=True,
        )
        async with strict:
            with pytest.raises(DecodeError, match=r"\$\.value\[1\]\.latitude"):
                await strict.stops.list().all()
        assert len(bus_stub.requests) == 1
        del rows["value"][1]["Latitude"]
        bus_stub.faults.add("stops.list", body=rows)
        with pytest.raises(DecodeError, match=r"\$\.value\[1\]\.latitude"):
            await bus.stops.list().all()
