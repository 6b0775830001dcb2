# Derived from tests/sdk/client/_async/test_failures.py by `python -m codegen`; do not edit.
"""Connections that fail, are slow, or are cut in the middle of a body, and connections that are kept."""

import gzip
from datetime import timedelta

import pytest

from trivet import APIConnectionError, APITimeoutError, BusClient, DecodeError
from trivet_stubs import BusStub


def test_closed_port_raises_connection_error(options, closed_url, clock):
    with BusClient(**options | {"base_url": closed_url}, clock=clock) as bus:
        with pytest.raises(APIConnectionError, match=r"^arrivals\.get: ConnectError") as caught:
            bus.arrivals.get("83139")
    assert type(caught.value) is APIConnectionError
    assert caught.value.sent is False
    assert len(clock.slept) == 2


def test_service_that_never_answers_in_time_raises_timeout(options, origin):
    service = origin(lambda _: None)
    with BusClient(**options | {"base_url": service.url}, timeout=0.05, max_retries=0) as bus:
        with pytest.raises(APITimeoutError, match=r"^arrivals\.get: ReadTimeout") as caught:
            bus.arrivals.get("83139")
    assert caught.value.sent is True
    assert service.left.get(timeout=5), "the connection is released"


def test_hanging_stub_ends_on_its_clock_that_stands_still(bus_stub: BusStub, bus_client: BusClient):
    bus_stub.faults.add("arrivals.get", hang=True, times=None)
    begun = bus_stub.clock.now()
    with bus_client as bus:
        with pytest.raises(APITimeoutError, match=r"^arrivals\.get: ReadTimeout"):
            bus.arrivals.get("54009")
        assert timedelta(seconds=90) <= bus_stub.clock.now() - begun < timedelta(seconds=100)
        bus_stub.faults.clear()
        bus_stub.faults.add("arrivals.get", hang=True, times=1)
        assert (bus.arrivals.get("54009")).services
        bus_stub.faults.add("arrivals.get", hang=True, times=1)
        with pytest.raises(APITimeoutError, match="deadline"):
            bus.with_options(timeout=None, deadline=20).arrivals.get("54009")
    assert bus_stub.requests.count("arrivals.get") == 6


def test_timeout_of_one_attempt_is_retried(options, origin, response, clock, arrivals_bytes):
    replies = iter([None, response(arrivals_bytes)])
    service = origin(lambda _: next(replies))
    with BusClient(**options | {"base_url": service.url}, timeout=0.2, clock=clock) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert len(clock.slept) == 1


@pytest.mark.parametrize("reply", [b"", b"HTTP/1.1 200 OK\r\ncontent-le", b"no HTTP at all\r\n\r\n"])
def test_connection_cut_before_the_headers_raises(options, origin, reply):
    service = origin(lambda _: (reply,))
    with BusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        with pytest.raises(APIConnectionError, match="RemoteProtocolError") as caught:
            bus.arrivals.get("83139")
    assert caught.value.sent is True


@pytest.mark.parametrize("chunked", [False, True])
def test_connection_cut_in_the_middle_of_a_body_raises(options, origin, response, chunked):
    if chunked:
        half = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{'va"
    else:
        half = response(b'{"value": [', length=1000)
    service = origin(lambda _: (half,))
    with BusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        with pytest.raises(APIConnectionError, match="RemoteProtocolError") as caught:
            bus.arrivals.get("83139")
    assert type(caught.value) is APIConnectionError


def test_body_that_was_cut_once_is_requested_again(options, origin, response, clock, arrivals_bytes):
    replies = iter([(response(arrivals_bytes[:9], length=1000),), response(arrivals_bytes)])
    service = origin(lambda _: next(replies))
    with BusClient(**options | {"base_url": service.url}, clock=clock) as bus:
        assert (bus.arrivals.get("83139")).bus_stop_code == "83139"
    assert len(clock.slept) == 1


def test_body_that_cannot_be_decompressed_raises(options, origin, response):
    torn = gzip.compress(b"{}")[:-12] + b"not a checksum"
    service = origin(lambda _: response(torn, headers="content-encoding: gzip\r\n"))
    with BusClient(**options | {"base_url": service.url}, max_retries=0) as bus:
        with pytest.raises(APIConnectionError, match="the body is not gzip: Error -3"):
            bus.arrivals.get("83139")


def test_body_cut_without_a_content_length_raises_decode_error(options, origin):
    half = b'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"BusStopCode": "831'
    service = origin(lambda _: (half,))
    with BusClient(**options | {"base_url": service.url}) as bus:
        with pytest.raises(DecodeError, match="the body is not JSON"):
            bus.arrivals.get("83139")


def test_connection_that_the_service_closed_is_not_reused(options, origin, response, arrivals_bytes):
    service = origin(lambda _: (response(arrivals_bytes),))
    with BusClient(**options | {"base_url": service.url}) as bus:
        bus.arrivals.get("83139")
        bus.arrivals.get("83139")
    assert service.connections == 2


def test_connection_is_kept_for_the_next_call(options, origin, response, arrivals_bytes):
    service = origin(lambda _: response(arrivals_bytes))
    with BusClient(**options | {"base_url": service.url}) as bus:
        for _ in range(5):
            bus.arrivals.get("83139")
    assert service.connections == 1


def test_failures_lose_no_connection(options, origin, response, arrivals_bytes):
    service = origin(lambda _: (response(arrivals_bytes[:9], length=1000),))
    with BusClient(**options | {"base_url": service.url}, max_retries=0, timeout=5) as bus:
        for _ in range(30):
            with pytest.raises(APIConnectionError, match="RemoteProtocolError"):
                bus.arrivals.get("83139")
        service.reply = lambda _: response(arrivals_bytes)
        bus.arrivals.get("83139")


def test_more_calls_at_once_than_one_pool_holds_all_succeed(options, origin, response, arrivals_bytes, together):
    service = origin(lambda _: response(arrivals_bytes))
    with BusClient(**options | {"base_url": service.url}) as bus:

        def job(number: int) -> str:
            return (bus.arrivals.get(str(number))).bus_stop_code

        assert together(40, job) == ["83139"] * 40
    assert 1 < service.connections <= 40
