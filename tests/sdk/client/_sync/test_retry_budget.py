# Derived from tests/sdk/client/_async/test_retry_budget.py by `python -m codegen`; do not edit.
"""The budget of retries, which the copies of a client share."""

import copy
import pickle

import httpx
import pytest

from trivet import APIConnectionError, BusClient, InternalServerError, RateLimitError

SAYS_SO = "; not retried, because the client's retry budget is empty"


def empty(bus: BusClient) -> None:
    """Use up the retry budget of a client: ten calls with two retries each."""
    for _ in range(10):
        with pytest.raises(InternalServerError) as caught:
            bus.arrivals.get("83139")
        assert caught.value.hint == ""


def test_burst_beyond_the_quota_is_not_multiplied(bus_client, bus_stub, together):
    bus_stub.quota = 50
    with bus_client as bus:

        def job(_: int) -> RateLimitError | None:
            try:
                bus.arrivals.get("54009")
            except RateLimitError as error:
                return error
            return None

        errors = [error for error in together(200, job) if error is not None]
    assert len(errors) == 150
    # A full bucket is 20 retries, and the 50 successes return at most 10 more.
    assert 200 <= len(bus_stub.requests) <= 230
    refused = [error for error in errors if error.hint]
    assert len(refused) >= 120
    assert all(str(error).endswith(SAYS_SO) and error.message for error in refused)


def test_error_after_the_budget_is_empty_is_the_same_with_a_hint(options, script, clock):
    down = [httpx.Response(503, text="Down") for _ in range(32)]
    transport = script(*down[:31], httpx.ReadError("reset"))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        empty(bus)
        with pytest.raises(InternalServerError) as status:
            bus.arrivals.get("83139")
        with pytest.raises(APIConnectionError) as failure:
            bus.arrivals.get("83139")
    assert (len(transport.requests), len(clock.slept)) == (32, 20)
    assert str(status.value) == f"arrivals.get: 503 Down{SAYS_SO}"
    assert (status.value.message, status.value.body) == ("Down", b"Down")
    assert str(failure.value) == f"arrivals.get: ReadError: reset (bus.test:80, from the argument base_url){SAYS_SO}"
    assert failure.value.reason == "ReadError: reset"
    for twin in (copy.copy(status.value), pickle.loads(pickle.dumps(status.value))):
        assert (str(twin), twin.hint) == (str(status.value), status.value.hint)


def test_copies_share_the_budget(options, script, clock):
    transport = script(*(httpx.Response(503) for _ in range(31)))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        empty(bus.with_options(timeout=5))
        with pytest.raises(InternalServerError, match="retry budget is empty"):
            bus.arrivals.get("83139")
    assert transport.replies == []


def test_unpickled_client_has_a_budget_of_its_own(options, closed_url, clock):
    with BusClient(**options | {"base_url": closed_url}, clock=clock, max_retries=100) as bus:
        with pytest.raises(APIConnectionError, match="retry budget is empty"):
            bus.arrivals.get("83139")
        with pickle.loads(pickle.dumps(bus)).with_options(max_retries=2) as twin:
            with pytest.raises(APIConnectionError) as caught:
                twin.arrivals.get("83139")
    assert caught.value.hint == ""
    assert len(clock.slept) == 20


def test_successes_fill_the_budget_again(options, script, clock, arrivals):
    replies = [httpx.Response(503) for _ in range(30)]
    replies += [httpx.Response(200, json=arrivals) for _ in range(5)]
    replies += [httpx.Response(503), httpx.Response(200, json=arrivals), httpx.Response(503)]
    transport = script(*replies)
    with BusClient(**options, transport=transport, clock=clock) as bus:
        empty(bus)
        for _ in range(6):
            bus.arrivals.get("83139")
        with pytest.raises(InternalServerError, match="retry budget is empty"):
            bus.arrivals.get("83139")
    assert transport.replies == []


def test_each_client_has_its_own_budget(options, script, clock, arrivals):
    down = script(*(httpx.Response(503) for _ in range(31)))
    up = script(httpx.Response(503), httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=down, clock=clock) as bus:
        empty(bus)
        with pytest.raises(InternalServerError, match="retry budget is empty"):
            bus.arrivals.get("83139")
    with BusClient(**options, transport=up, clock=clock) as other:
        other.arrivals.get("83139")
