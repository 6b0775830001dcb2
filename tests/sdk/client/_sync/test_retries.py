# Derived from tests/sdk/client/_async/test_retries.py by `python -m codegen`; do not edit.
"""Retries of a client: statuses, waits, `Retry-After`, and calls that are sent only once."""

import httpx
import pytest

from trivet import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BusClient,
    InternalServerError,
    RateLimitError,
)

QUOTA = {
    "fault": {
        "faultstring": "Rate limit quota violation. Quota limit exceeded. Identifier : 0a1b2c",
        "detail": {"errorcode": "policies.ratelimit.QuotaViolation"},
    }
}


def test_transient_status_is_retried(options, script, clock, arrivals):
    transport = script(httpx.Response(503), httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        result = bus.arrivals.get("83139")
    assert result.bus_stop_code == "83139"
    assert len(transport.requests) == 2
    assert transport.requests[0].url == transport.requests[1].url
    [wait] = clock.slept
    assert 0.25 <= wait <= 0.5


def test_waits_grow_and_end(options, script, clock):
    transport = script(*(httpx.Response(502, text=str(number)) for number in range(4)))
    with BusClient(**options, transport=transport, clock=clock, max_retries=3) as bus:
        with pytest.raises(InternalServerError) as caught:
            bus.arrivals.get("83139")
    assert caught.value.body == b"3"
    assert [0.25, 0.5, 1.0] <= clock.slept <= [0.5, 1.0, 2.0]


def test_retry_after_of_the_service_is_obeyed(options, script, clock, arrivals):
    transport = script(
        httpx.Response(429, headers={"Retry-After": "7"}),
        httpx.Response(503, headers={"Retry-After": "Sun, 01 Mar 2026 12:00:27 GMT"}),
        httpx.Response(200, json=arrivals),
    )
    with BusClient(**options, transport=transport, clock=clock) as bus:
        bus.arrivals.get("83139")
    assert clock.slept == [7.0, 20.0]


def test_retry_after_with_a_fraction_is_obeyed(options, script, clock, arrivals):
    transport = script(
        httpx.Response(429, headers={"Retry-After": "1.5"}),
        httpx.Response(503, headers={"Retry-After": "45.7"}),
        httpx.Response(200, json=arrivals),
    )
    with BusClient(**options, transport=transport, clock=clock) as bus:
        bus.arrivals.get("83139")
    assert clock.slept == [1.5, 45.7]


@pytest.mark.parametrize("header", ["0", "0.1", "-5", "nan", "Sun, 01 Mar 2026 11:00:00 GMT"])
def test_retry_after_never_shortens_the_backoff(options, script, clock, header):
    transport = script(*(httpx.Response(429, headers={"Retry-After": header}) for _ in range(4)))
    with BusClient(**options, transport=transport, clock=clock, max_retries=3) as bus:
        with pytest.raises(RateLimitError):
            bus.arrivals.get("83139")
    assert [0.25, 0.5, 1.0] <= clock.slept <= [0.5, 1.0, 2.0]
    assert len(clock.slept) == 3


def test_retry_after_above_the_ceiling_raises_at_once(options, script, clock):
    transport = script(httpx.Response(429, headers={"Retry-After": "3600"}))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        with pytest.raises(RateLimitError) as caught:
            bus.arrivals.get("83139")
    assert caught.value.headers["retry-after"] == "3600"
    assert clock.slept == []


def test_quota_fault_with_status_500_is_a_rate_limit_error(options, script, clock):
    transport = script(*(httpx.Response(500, json=QUOTA) for _ in range(3)))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        with pytest.raises(RateLimitError) as caught:
            bus.arrivals.get("83139")
    assert len(transport.requests) == 3
    assert (caught.value.status, caught.value.code) == (500, "policies.ratelimit.QuotaViolation")
    assert str(caught.value).endswith("Quota limit exceeded. Identifier : ***")


@pytest.mark.parametrize("body", [{"fault": {"faultstring": "x", "detail": {"errorcode": "other"}}}, {}, "text"])
def test_other_500_is_not_retried(options, script, clock, body):
    transport = script(httpx.Response(500, json=body))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        with pytest.raises(InternalServerError):
            bus.arrivals.get("83139")
    assert clock.slept == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 501])
def test_client_error_is_not_retried(options, script, clock, status):
    transport = script(httpx.Response(status, json={"fault": {"faultstring": "No"}}))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        with pytest.raises(APIStatusError) as caught:
            bus.arrivals.get("83139")
    assert (caught.value.status, caught.value.message, caught.value.operation) == (status, "No", "arrivals.get")
    assert isinstance(caught.value, AuthenticationError) == (status == 401)
    assert clock.slept == []


@pytest.mark.parametrize(
    ("failure", "kind", "sent"),
    [
        (httpx.ConnectError("refused"), APIConnectionError, False),
        (httpx.ReadError("reset"), APIConnectionError, True),
        (httpx.RemoteProtocolError("cut"), APIConnectionError, True),
        (httpx.ReadTimeout("slow"), APITimeoutError, True),
        (
            httpx.ConnectTimeout("slow"),
            APITimeoutError,
            True,
        ),  # another transport may raise it for a connection that was cut
    ],
)
def test_failed_connection_is_retried_and_then_raises(options, script, clock, failure, kind, sent):
    transport = script(failure, failure, failure)
    with BusClient(**options, transport=transport, clock=clock) as bus:
        with pytest.raises(APIConnectionError) as caught:
            bus.arrivals.get("83139")
    assert type(caught.value) is kind
    text = f"arrivals.get: {type(failure).__name__}: {failure} (bus.test:80, from the argument base_url)"
    assert str(caught.value) == text
    assert (caught.value.sent, caught.value.operation) == (sent, "arrivals.get")
    assert caught.value.__cause__ is None  # it would hold the request, with its credentials
    assert caught.value.__context__ is None
    assert len(clock.slept) == 2


def test_failures_and_statuses_may_alternate(options, script, clock, arrivals):
    transport = script(httpx.ReadError("reset"), httpx.Response(504), httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        bus.arrivals.get("83139")
    assert len(clock.slept) == 2


def test_zero_retries_raises_the_first_failure(options, script, clock):
    transport = script(httpx.Response(503), httpx.ReadError("reset"))
    with BusClient(**options, transport=transport, clock=clock, max_retries=0) as bus:
        with pytest.raises(InternalServerError):
            bus.arrivals.get("83139")
        with pytest.raises(APIConnectionError):
            bus.arrivals.get("83139")
    assert clock.slept == []


def test_every_page_has_its_own_retries(options, script, clock, stops):
    transport = script(
        httpx.Response(503),
        httpx.Response(503),
        httpx.Response(200, json=stops("1")),
        httpx.Response(503),
        httpx.Response(200, json=stops()),
    )
    with BusClient(**options, transport=transport, clock=clock) as bus:
        assert [stop.bus_stop_code for stop in bus.stops.list().all()] == ["1"]
    assert len(clock.slept) == 3


def test_no_wait_outlasts_the_deadline(options, script, clock):
    transport = script(httpx.Response(503, headers={"Retry-After": "9"}))
    with BusClient(**options, transport=transport, clock=clock, deadline=5) as bus:
        with pytest.raises(InternalServerError):
            bus.arrivals.get("83139")
    assert clock.slept == []


def test_time_of_an_attempt_counts_towards_the_deadline(options, script, clock):
    def slowly(_: httpx.Request) -> httpx.Response:
        clock.seconds += 4.9
        raise httpx.ReadTimeout("slow")

    with BusClient(**options, transport=script(slowly), clock=clock, deadline=5) as bus:
        with pytest.raises(APITimeoutError, match="ReadTimeout"):
            bus.arrivals.get("83139")
    assert clock.slept == []


def test_each_wait_is_bounded_by_the_rest_of_the_deadline(options, script, clock, arrivals):
    transport = script(httpx.Response(503, headers={"Retry-After": "3"}), httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, clock=clock, deadline=5, timeout=4) as bus:
        bus.arrivals.get("83139")
    assert [request.extensions["timeout"]["read"] for request in transport.requests] == [4, 2]


def test_every_wait_has_the_timeout(options, script, clock, arrivals):
    transport = script(httpx.Response(200, json=arrivals), httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, clock=clock, timeout=4) as bus:
        bus.arrivals.get("83139")
        bus.with_options(timeout=None).arrivals.get("83139")
    first, second = (request.extensions["timeout"] for request in transport.requests)
    assert first == dict.fromkeys(["connect", "read", "write", "pool"], 4)
    assert second == dict.fromkeys(["connect", "read", "write", "pool"])
