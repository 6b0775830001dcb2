"""Status and headers of a call, by `with_response`."""

import pickle
from datetime import timedelta

import httpx
import pytest

from trivet import APIStatusError, AsyncBusClient


@pytest.mark.parametrize("name", ["by_stop", "by_trip"])
async def test_method_that_returns_a_list_gets_its_answer(options, script, name):
    link = {"value": [{"Link": "https://files.test/x.zip?X-Amz-Signature=s3cret"}]}
    transport = script(httpx.Response(200, json=link, headers={"X-Trace": "t-1"}))
    async with AsyncBusClient(**options, transport=transport) as bus:
        answer = await bus.with_response(getattr(bus.passenger_volume, name))
    assert (answer.status, answer.headers["x-trace"], len(answer.value)) == (200, "t-1", 1)
    assert "s3cret" not in repr(answer)


async def test_method_with_arguments_gets_them(options, script, arrivals):
    transport = script(httpx.Response(203, json=arrivals, headers={"X-Trace": "t-1"}))
    async with AsyncBusClient(**options, transport=transport) as bus:
        answer = await bus.with_response(bus.arrivals.get, "83139", service_no="15")
    assert (answer.value.bus_stop_code, answer.status, answer.headers["x-trace"]) == ("83139", 203, "t-1")
    assert transport.requests[0].url.params["ServiceNo"] == "15"


async def test_head_belongs_to_the_last_attempt(options, script, clock, arrivals):
    transport = script(
        httpx.Response(503, headers={"X-Try": "1"}), httpx.Response(200, json=arrivals, headers={"X-Try": "2"})
    )
    async with AsyncBusClient(**options, transport=transport, clock=clock) as bus:
        assert (await bus.with_response(bus.arrivals.get, "83139")).headers["x-try"] == "2"


async def test_answer_has_the_duration_of_the_call_and_the_request_id(options, script, clock, arrivals):
    def answer(_):
        clock.seconds += 0.25
        return httpx.Response(200, json=arrivals, headers={"X-Request-ID": "req-\x1b7"})

    transport = script(httpx.Response(503, headers={"retry-after": "5"}), answer)
    async with AsyncBusClient(**options, transport=transport, clock=clock) as bus:
        answer = await bus.with_response(bus.arrivals.get, "83139")
    assert (answer.elapsed, answer.request_id) == (timedelta(seconds=5.25), "req-\\x1b7")
    copied = pickle.loads(pickle.dumps(answer))
    assert (copied.elapsed, copied.request_id) == (answer.elapsed, answer.request_id)


async def test_answer_without_a_request_id_has_none(options, script, arrivals):
    async with AsyncBusClient(**options, transport=script(httpx.Response(200, json=arrivals))) as bus:
        assert (await bus.with_response(bus.arrivals.get, "83139")).request_id is None


async def test_errors_of_the_method_propagate(options, script):
    async with AsyncBusClient(**options, transport=script(httpx.Response(404))) as bus:
        with pytest.raises(APIStatusError):
            await bus.with_response(bus.arrivals.get, "83139")


async def test_copy_accepts_only_its_own_methods(options, script, arrivals):
    async with AsyncBusClient(**options, transport=script(httpx.Response(200, json=arrivals))) as bus:
        patient = bus.with_options(timeout=60)
        assert (await patient.with_response(patient.arrivals.get, "83139")).status == 200
        with pytest.raises(TypeError, match="a method of this client"):
            await bus.with_response(patient.arrivals.get, "83139")


async def test_method_of_another_client_raises_before_sending(options, script):
    transport = script()
    async with (
        AsyncBusClient(**options, transport=transport) as bus,
        AsyncBusClient(**options, transport=transport) as other,
    ):
        with pytest.raises(TypeError, match="a method of this client"):
            await bus.with_response(other.arrivals.get, "83139")
    assert transport.requests == []


@pytest.mark.parametrize("method", [print, len, lambda: None, "text", None, AsyncBusClient])
async def test_other_callable_raises_type_error(options, script, method):
    async with AsyncBusClient(**options, transport=script()) as bus:
        with pytest.raises(TypeError, match="a method of this client"):
            await bus.with_response(method)


@pytest.mark.parametrize("group", ["stops", "routes", "services", "planned_routes"])
async def test_pager_raises_because_pages_have_a_head(options, script, group):
    transport = script()
    async with AsyncBusClient(**options, transport=transport) as bus:
        with pytest.raises(
            TypeError, match="list returns AsyncPager, which sends when it is read and carries its own head"
        ):
            await bus.with_response(getattr(bus, group).list)
    assert transport.requests == []


async def test_download_raises_because_it_sends_several_calls(options, script, tmp_path):
    transport = script(httpx.Response(200, json={"value": [{"Link": "http://files.test/x.zip"}]}))
    async with AsyncBusClient(**options, transport=transport) as bus:
        with pytest.raises(TypeError, match="more than one call"):
            await bus.with_response(bus.passenger_volume.download, "by_stop", path=tmp_path)
    assert list(tmp_path.iterdir()) == []


async def test_fifty_at_once_each_get_their_own_headers(options, async_together, arrivals):
    def echo(request: httpx.Request) -> httpx.Response:
        code = request.url.params["BusStopCode"]
        return httpx.Response(200, json=arrivals | {"BusStopCode": code}, headers={"X-Code": code})

    async with AsyncBusClient(**options, transport=httpx.MockTransport(echo)) as bus:

        async def job(number: int) -> tuple[str, str]:
            answer = await bus.with_response(bus.arrivals.get, str(number))
            return answer.value.bus_stop_code, answer.headers["x-code"]

        answers = await async_together(50, job)
    assert answers == [(str(number), str(number)) for number in range(50)]
