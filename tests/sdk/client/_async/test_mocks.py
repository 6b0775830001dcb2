"""Libraries that replace httpx's transports catch the calls of a client that was given no transport."""

import json

import httpx
import pytest
import respx
import vcr

from trivet import APITimeoutError, AsyncBusClient

URL = "http://bus.test/api/v3/BusArrival"


async def test_pytest_httpx_catches_a_call(options, httpx_mock, arrivals):
    httpx_mock.add_response(url=httpx.URL(URL, params={"BusStopCode": "83139"}), json=arrivals)
    async with AsyncBusClient(**options) as bus:
        assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert [each.headers["accountkey"] for each in httpx_mock.get_requests()] == [options["account_key"]]


async def test_pytest_httpx_catches_each_retry(options, httpx_mock, arrivals, clock):
    for answer in ({"status_code": 503}, {"status_code": 429}, {"json": arrivals}):
        httpx_mock.add_response(**answer)
    async with AsyncBusClient(**options, clock=clock) as bus:
        await bus.arrivals.get("83139")
    assert len(httpx_mock.get_requests()) == 3


@pytest.mark.httpx_mock(assert_all_requests_were_expected=False)
async def test_request_that_pytest_httpx_does_not_know_fails(options, httpx_mock, clock):
    async with AsyncBusClient(**options, clock=clock) as bus:
        with pytest.raises(APITimeoutError, match="No response can be found"):
            await bus.arrivals.get("83139")
    assert len(httpx_mock.get_requests()) == 3


async def test_respx_catches_a_call(options, arrivals):
    with respx.mock() as mock:
        route = mock.get(URL, params={"BusStopCode": "83139"}).respond(json=arrivals)
        async with AsyncBusClient(**options) as bus:
            assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
        assert route.call_count == 1


async def test_vcr_records_a_call_and_plays_it_back(options, origin, response, arrivals_bytes, tmp_path):
    service = origin(lambda _: response(arrivals_bytes))
    for _ in range(2):
        with vcr.use_cassette(tmp_path / "bus.yaml", filter_headers=["AccountKey"]):
            async with AsyncBusClient(**options | {"base_url": service.url}) as bus:
                assert (await bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert service.connections == 1
    assert json.dumps(options["account_key"])[1:-1] not in (tmp_path / "bus.yaml").read_text("utf-8")
