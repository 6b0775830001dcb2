# Derived from tests/sdk/client/_async/test_attempt_log.py by `python -m codegen`; do not edit.
"""The lines of the logger `trivet` about attempts: one at DEBUG for each failed attempt, with the decision."""

import logging
import re

import httpx
import pytest

from trivet import APITimeoutError, AuthenticationError, BusClient, ChatClient, InternalServerError
from trivet.agent import Store


@pytest.fixture
def lines(caplog):
    """Return the lines about attempts so far, with `W` for the seconds of a wait."""
    caplog.set_level(logging.DEBUG, "trivet")

    def read() -> list[str]:
        records = [record for record in caplog.records if ": attempt " in record.getMessage()]
        assert {record.levelno for record in records} <= {logging.DEBUG}
        assert {record.name for record in records} <= {"trivet"}
        return [re.sub(r"again in \d+\.\d s$", "again in W s", record.getMessage()) for record in records]

    return read


def test_each_decision_of_a_call_is_one_line(options, script, clock, lines):
    transport = script(httpx.Response(503), httpx.ReadError("reset"), httpx.Response(429))
    with BusClient(**options, transport=transport, clock=clock) as bus:
        with pytest.raises(Exception, match="429"):
            bus.arrivals.get("83139")
    assert lines() == [
        "arrivals.get: attempt 1: 503; again in W s",
        "arrivals.get: attempt 2: ReadError: reset; again in W s",
        "arrivals.get: attempt 3: 429; not retried: no retries are left",
    ]


def test_empty_budget_is_a_reason_in_the_log(options, script, clock, lines):
    transport = script(*(httpx.Response(503) for _ in range(21)))
    with BusClient(**options, transport=transport, clock=clock, max_retries=99) as bus:
        with pytest.raises(InternalServerError):
            bus.arrivals.get("83139")
    assert lines()[-1] == "arrivals.get: attempt 21: 503; not retried: the retry budget is empty"


def test_passed_deadline_is_a_reason_in_the_log(options, script, clock, lines):
    def late(_: httpx.Request) -> httpx.Response:
        clock.seconds += 6
        raise httpx.ReadError("reset")

    with BusClient(**options, transport=script(late), clock=clock, deadline=5) as bus:
        with pytest.raises(Exception, match="reset"):
            bus.arrivals.get("83139")
    assert lines() == ["arrivals.get: attempt 1: ReadError: reset; not retried: the deadline would pass first"]


def test_wait_for_a_slot_that_outlasts_the_deadline_is_logged(options, script, clock, arrivals, lines):
    transport = script(httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, clock=clock, max_per_second=0.1, deadline=5) as bus:
        bus.arrivals.get("83139")
        with pytest.raises(APITimeoutError):
            bus.arrivals.get("83139")
    reason = "no answer within the deadline of 5 s"
    assert lines() == [f"arrivals.get: attempt 1: {reason}; not retried: the deadline has passed"]


def test_call_with_another_token_is_logged(script, clock, lines):
    tokens = iter(["first-secret", "second-secret"])

    def fetch() -> str:
        return next(tokens)

    transport = script(httpx.Response(401), httpx.Response(401))
    with ChatClient(base_url="http://chat.test", token=fetch, transport=transport, clock=clock) as chat:
        with pytest.raises(AuthenticationError):
            chat.admin.ratings.summary()
    assert lines() == [
        "admin.ratings.summary: attempt 1: 401; again in W s",
        "admin.ratings.summary: attempt 2: 401; not retried: 401 is not a retryable status",
    ]


def test_attempts_of_a_download_are_logged(bus_stub, bus_client, tmp_path, lines):
    bus_stub.faults.add("/files/", status=503)
    bus_stub.faults.add("/files/", cut_after=1000)
    bus_stub.faults.add("/files/", status=403, body="<Error/>", times=2)
    with bus_client as bus:
        with pytest.raises(Exception, match="403"):
            bus.passenger_volume.download("by_stop", path=tmp_path)
    first, second, *rest = lines()
    assert first == "passenger_volume.download: attempt 1: 503; again in W s"
    assert re.fullmatch(r"passenger_volume\.download: attempt 2: [A-Za-z]+.*; again in W s", second)
    assert rest == [
        "passenger_volume.download: attempt 3: 403; again in W s",
        "passenger_volume.download: attempt 4: 403; not retried: 403 is not a retryable status",
    ]


def test_reconnections_of_a_stream_are_logged(agent_stub, agent_client, lines):
    with agent_client as agent, agent.event.subscribe() as events:
        next(events)
        agent_stub.faults.add("event.subscribe", status=503)
        agent_stub.faults.add("event.subscribe", drop=True)
        agent_stub.faults.add("event.subscribe", status=401)
        agent_stub.events.cut()
        with pytest.raises(AuthenticationError):
            next(events)
    first, second, third, last = lines()
    assert first == "event.subscribe: attempt 1: the stream ended; again in W s"
    assert second == "event.subscribe: attempt 2: 503; again in W s"
    assert re.fullmatch(r"event\.subscribe: attempt 3: [A-Za-z]+.*; again in W s", third)
    assert last == "event.subscribe: attempt 4: 401; not retried: the failure does not pass"


def test_waits_for_a_session_that_fail_are_logged(agent_stub, agent_client, lines):
    agent_stub.faults.add("session.wait", drop=True)
    agent_stub.faults.add("session.wait", status=503)
    with agent_client as agent:
        session = agent.session.create()
        agent.session.turn(session.id, "Count.").run()
    first, second = (line for line in lines() if line.startswith("session.wait"))
    assert first.startswith("session.wait: attempt 1: ")
    assert first.endswith("; again in W s")
    assert second == "session.wait: attempt 2: 503; not retried: the service cannot be asked to wait"


def test_fetches_of_a_live_view_that_fail_are_logged(agent_stub, agent_client, lines):
    with agent_client as agent, Store(agent) as store:
        view = store.follow()
        session = agent.session.create()
        agent_stub.faults.add("session.message.list", status=429, times=4)
        assert (next(view.watch(session.id))).loaded
    failures = [line for line in lines() if "session.message.list" in line or line.startswith(view.key)]
    assert failures == [
        "session.message.list: attempt 1: 429; again in W s",
        "session.message.list: attempt 2: 429; again in W s",
        "session.message.list: attempt 3: 429; not retried: no retries are left",
        f"{view.key}: attempt 1: 429; again in W s",
        "session.message.list: attempt 1: 429; again in W s",
    ]
