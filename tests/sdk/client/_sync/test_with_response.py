# Derived from tests/sdk/client/_async/test_with_response.py by `python -m codegen`; do not edit.
"""Status and headers of a call, by `with_response`."""

import pickle
from datetime import timedelta

import httpx
import pytest

from trivet import APIStatusError, BusClient


@pytest.mark.parametrize("name", ["by_stop", "by_trip"])
def test_method_that_returns_a_list_gets_its_answer(options, script, name):
    link = {"value": [{"Link": "https://files.test/x.zip?X-Amz-Signature=s3cret"}]}
    transport = script(httpx.Response(200, json=link, headers={"X-Trace": "t-1"}))
    with BusClient(**options, transport=transport) as bus:
        answer = bus.with_response(getattr(bus.passenger_volume, name))
    assert (answer.status, answer.headers["x-trace"], len(answer.value)) == (200, "t-1", 1)
    assert "s3cret" not in repr(answer)


def test_method_with_arguments_gets_them(options, script, arrivals):
    transport = script(httpx.Response(203, json=arrivals, headers={"X-Trace": "t-1"}))
    with BusClient(**options, transport=transport) as bus:
        answer = bus.with_response(bus.arrivals.get, "83139", service_no="15")
    assert (answer.value.bus_stop_code, answer.status, answer.headers["x-trace"]) == ("83139", 203, "t-1")
    assert transport.requests[0].url.params["ServiceNo"] == "15"


def test_head_belongs_to_the_last_attempt(options, script, clock, arrivals):
    transport = script(
        httpx.Response(503, headers={"X-Try": "1"}), httpx.Response(200, json=arrivals, headers={"X-Try": "2"})
    )
    with BusClient(**options, transport=transport, clock=clock) as bus:
        assert (bus.with_response(bus.arrivals.get, "83139")).headers["x-try"] == "2"


def test_answer_has_the_duration_of_the_call_and_the_request_id(options, script, clock, arrivals):
    def answer(_):
        clock.seconds += 0.25
        return httpx.Response(200, json=arrivals, headers={"X-Request-ID": "req-\x1b7"})

    transport = script(httpx.Response(503, headers={"retry-after": "5"}), answer)
    with BusClient(**options, transport=transport, clock=clock) as bus:
        answer = bus.with_response(bus.arrivals.get, "83139")
    assert (answer.elapsed, answer.request_id) == (timedelta(seconds=5.25), "req-\\x1b7")
    copied = pickle.loads(pickle.dumps(answer))
    assert (copied.elapsed, copied.request_id) == (answer.elapsed, answer.request_id)


def test_answer_without_a_request_id_has_none(options, script, arrivals):
    with BusClient(**options, transport=script(httpx.Response(200, json=arrivals))) as bus:
        assert (bus.with_response(bus.arrivals.get, "83139")).request_id is None


def test_errors_of_the_method_propagate(options, script):
    with BusClient(**options, transport=script(httpx.Response(404))) as bus:
        with pytest.raises(APIStatusError):
            bus.with_response(bus.arrivals.get, "83139")


def test_copy_accepts_only_its_own_methods(options, script, arrivals):
    with BusClient(**options, transport=script(httpx.Response(200, json=arrivals))) as bus:
        patient = bus.with_options(timeout=60)
        assert (patient.with_response(patient.arrivals.get, "83139")).status == 200
        with pytest.raises(TypeError, match="a method of this client"):
            bus.with_response(patient.arrivals.get, "83139")


def test_method_of_another_client_raises_before_sending(options, script):
    transport = script()
    with (
        BusClient(**options, transport=transport) as bus,
        BusClient(**options, transport=transport) as other,
    ):
        with pytest.raises(TypeError, match="a method of this client"):
            bus.with_response(other.arrivals.get, "83139")
    assert transport.requests == []


@pytest.mark.parametrize("method", [print, len, lambda: None, "text", None, BusClient])
def test_other_callable_raises_type_error(options, script, method):
    with BusClient(**options, transport=script()) as bus:
        with pytest.raises(TypeError, match="a method of this client"):
            bus.with_response(method)


@pytest.mark.parametrize("group", ["stops", "routes", "services", "planned_routes"])
def test_pager_raises_because_pages_have_a_head(options, script, group):
    transport = script()
    with BusClient(**options, transport=transport) as bus:
        with pytest.raises(TypeError, match="list returns Pager, which sends when it is read and carries its own head"):
            bus.with_response(getattr(bus, group).list)
    assert transport.requests == []


def test_download_raises_because_it_sends_several_calls(options, script, tmp_path):
    transport = script(httpx.Response(200, json={"value": [{"Link": "http://files.test/x.zip"}]}))
    with BusClient(**options, transport=transport) as bus:
        with pytest.raises(TypeError, match="more than one call"):
            bus.with_response(bus.passenger_volume.download, "by_stop", path=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_fifty_at_once_each_get_their_own_headers(options, together, arrivals):
    def echo(request: httpx.Request) -> httpx.Response:
        code = request.url.params["BusStopCode"]
        return httpx.Response(200, json=arrivals | {"BusStopCode": code}, headers={"X-Code": code})

    with BusClient(**options, transport=httpx.MockTransport(echo)) as bus:

        def job(number: int) -> tuple[str, str]:
            answer = bus.with_response(bus.arrivals.get, str(number))
            return answer.value.bus_stop_code, answer.headers["x-code"]

        answers = together(50, job)
    assert answers == [(str(number), str(number)) for number in range(50)]
