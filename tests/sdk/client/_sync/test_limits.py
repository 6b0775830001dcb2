# Derived from tests/sdk/client/_async/test_limits.py by `python -m codegen`; do not edit.
"""Limits of a client: requests in flight, and requests in a period."""

import pickle
import threading

import httpx
import pytest

from trivet import APITimeoutError, BusClient, InvalidArgumentError


class Busy:
    """A service on a port that counts the requests it holds, and answers one at a time in its own order."""

    def __init__(self, answer):
        self.answer = answer
        self.lock = threading.Lock()
        self.held = 0
        self.most = 0
        self.full = threading.Event()
        self.size = 0

    def expect(self, size):
        """Hold all answers until this many requests have arrived."""
        self.size = size
        self.full.clear()

    def __call__(self, head):
        with self.lock:
            self.held += 1
            self.most = max(self.most, self.held)
            if self.held >= self.size:
                self.full.set()
        assert self.full.wait(20)
        with self.lock:
            self.held -= 1
        return self.answer


@pytest.fixture
def busy(response, arrivals_bytes):
    return Busy(response(arrivals_bytes))


def test_no_more_requests_than_the_limit_are_in_flight(options, origin, busy, together):
    service = origin(busy)
    busy.expect(3)
    with BusClient(**options | {"base_url": service.url}, max_in_flight=3) as bus:

        def job(number: int) -> str:
            copy = bus if number % 2 else bus.with_options(timeout=20)
            return (copy.arrivals.get(str(number))).bus_stop_code

        assert together(12, job) == ["83139"] * 12
    assert busy.most == 3


def test_copy_with_another_limit_counts_apart(options, origin, busy, together):
    service = origin(busy)
    busy.expect(3)
    with BusClient(**options | {"base_url": service.url}, max_in_flight=1) as bus:
        wide = bus.with_options(max_in_flight=2)

        def job(number: int) -> None:
            (wide if number else bus).arrivals.get("83139")

        together(3, job)
        busy.expect(4)
        free = bus.with_options(max_in_flight=None)
        together(4, lambda _: free.arrivals.get("83139"))
    assert busy.most == 4


def test_wait_for_a_slot_ends_with_the_deadline(options, script, arrivals):
    def answer(_: httpx.Request) -> httpx.Response:
        """Answer the call that holds the only slot, after another call has waited for it."""
        with pytest.raises(
            APITimeoutError, match=r"^arrivals\.get: no answer within the deadline of 0\.05 s \(bus\.test:80, "
        ):
            bus.with_options(deadline=0.05).arrivals.get("28301")
        return httpx.Response(200, json=arrivals)

    transport = script(answer, httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, max_in_flight=1) as bus:
        bus.arrivals.get("83139")
        bus.with_options(deadline=20).arrivals.get("83139")
    assert len(transport.requests) == 2


def test_requests_are_sent_at_even_intervals(options, script, clock, arrivals):
    sent = []

    def answer(_: httpx.Request) -> httpx.Response:
        sent.append(clock.seconds)
        return httpx.Response(200, json=arrivals)

    with BusClient(**options, transport=script(*[answer] * 5), clock=clock, max_per_second=4) as bus:
        for _ in range(3):
            bus.arrivals.get("83139")
        clock.seconds += 0.125
        bus.arrivals.get("83139")
        clock.seconds += 10
        bus.with_options(timeout=9).arrivals.get("83139")
    assert sent == [0.0, 0.25, 0.5, 0.75, 10.75]
    assert clock.slept == [0.25, 0.25, 0.125]


def test_calls_at_once_keep_the_pace(options, script, clock, stops, together):
    transport = script(*(httpx.Response(200, json=stops()) for _ in range(8)))
    with BusClient(**options, transport=transport, clock=clock, max_per_second=2, max_in_flight=2) as bus:
        together(8, lambda number: bus.stops.list(skip=number).page())
    assert clock.seconds == 3.5
    assert sorted(int(request.url.params["$skip"]) for request in transport.requests) == list(range(8))


def test_retry_waits_for_its_turn_too(options, script, clock, arrivals):
    replies = [httpx.Response(503, headers={"Retry-After": "1"}), httpx.Response(200, json=arrivals)]
    with BusClient(**options, transport=script(*replies), clock=clock, max_per_second=0.1) as bus:
        bus.arrivals.get("83139")
    assert clock.slept == [1.0, 9.0]


def test_pace_that_would_outlast_the_deadline_raises_at_once(options, script, clock, arrivals):
    transport = script(httpx.Response(200, json=arrivals))
    with BusClient(**options, transport=transport, clock=clock, max_per_second=0.1, deadline=5) as bus:
        bus.arrivals.get("83139")
        with pytest.raises(APITimeoutError, match="within the deadline of 5 s"):
            bus.arrivals.get("83139")
    assert clock.slept == []


def test_slot_of_a_failed_call_is_free(options, script, clock, arrivals):
    replies = [httpx.Response(500), httpx.ReadError("reset"), httpx.Response(200, content=b"?"), RuntimeError("bug")]
    transport = script(*replies, httpx.Response(200, json=arrivals))
    options |= {"max_in_flight": 1, "max_retries": 0, "deadline": 20}
    with BusClient(**options, transport=transport, clock=clock) as bus:
        for _ in replies:
            with pytest.raises(Exception, match=r"500|reset|not JSON|media type|bug"):
                bus.arrivals.get("83139")
        bus.arrivals.get("83139")


def test_call_that_waits_for_its_retry_holds_no_slot(options, script, clock, arrivals):
    class Meanwhile(type(clock)):
        """A clock that makes another call during a wait."""

        def sleep(self, seconds: float, /) -> None:
            self.slept.append(seconds)
            bus.arrivals.get("28301")

    transport = script(httpx.Response(503), *(httpx.Response(200, json=arrivals) for _ in range(2)))
    with BusClient(**options, transport=transport, clock=Meanwhile(), max_in_flight=1, deadline=20) as bus:
        bus.arrivals.get("83139")
    assert [request.url.params["BusStopCode"] for request in transport.requests] == ["83139", "28301", "83139"]


def test_client_bound_to_a_context_shares_the_pace(agent_client, agent_stub):
    with agent_client.with_options(max_per_second=0.5) as agent:
        start = agent_stub.clock.monotonic()
        agent.session.list().page()
        agent.at(directory="/home/dev/orchard").session.list().page()
        assert agent_stub.clock.monotonic() - start == pytest.approx(2)


def test_client_that_acts_as_a_user_shares_the_pace(chat_client, chat_stub):
    with chat_client.with_options(max_per_second=0.5) as chat:
        start = chat_stub.clock.monotonic()
        with chat.acting_as(chat_stub.user_id("alice")) as user:
            user.conversations.list().page()
        assert chat_stub.clock.monotonic() - start == pytest.approx(2)


def test_stream_holds_no_slot_once_its_head_has_arrived(agent_client):
    with agent_client.with_options(max_in_flight=1, deadline=20) as agent:
        with agent.event.subscribe():
            agent.session.list().page()


def test_download_leaves_the_slot_free(bus_client, tmp_path):
    calls = []

    with bus_client.with_options(max_in_flight=1, deadline=20) as bus:

        def progress(_: int, __: int | None) -> None:
            calls.append(bus)

        file = bus.passenger_volume.download("by_stop", path=tmp_path, progress=progress)
        bus.arrivals.get("54009")
    assert calls
    assert file.path.exists()


@pytest.mark.parametrize(
    ("setting", "value"),
    [("max_in_flight", value) for value in (0, -1, 1.5, True, "3")]
    + [("max_per_second", value) for value in (0, -1, True, "3", float("nan"), float("inf"), 1e-9)],
)
def test_limit_that_cannot_be_used_raises(options, setting, value):
    with pytest.raises(InvalidArgumentError, match=f"^{setting} must be "):
        BusClient(**options, **{setting: value})
    with BusClient(**options) as bus:
        with pytest.raises(InvalidArgumentError, match=f"^{setting} must be "):
            bus.with_options(**{setting: value})


def test_unpickled_client_has_the_limits_and_counts_apart(options, origin, busy, together):
    service = origin(busy)
    busy.expect(2)
    with BusClient(**options | {"base_url": service.url}, max_in_flight=1) as bus:
        with pickle.loads(pickle.dumps(bus)) as twin:
            together(6, lambda number: (twin if number % 2 else bus).arrivals.get("83139"))
    assert busy.most == 2
