"""The requests of a stub as they are answered."""

import json
import threading
import time
from itertools import islice

import httpx
import pytest

from trivet_stubs import BusStub, Control
from trivet_stubs.control.client import ControlClient


@pytest.fixture
def bus():
    with BusStub() as stub, httpx.Client(transport=stub.transport(), base_url="http://bus.test") as http:
        http.headers["AccountKey"] = stub.account_key
        yield stub, http


def test_two_readers_get_each_request_and_each_change(bus, any_steer):
    stub, http = bus
    control = any_steer(stub)
    with control.stream("GET", "requests/live") as first, control.stream("GET", "requests/live") as second:
        both = [each.iter_lines() for each in (first, second)]
        assert [next(lines) for lines in both] == [": open"] * 2
        http.get("/BusStops?$skip=3")
        http.get("/BusStops?skip=3")
        control.post("faults", json={"drop": True})
        for lines in both:
            found = list(islice(filter(None, lines), 6))
            shown = [json.loads(found[at].removeprefix("data: ")) for at in (1, 3)]
            assert [(each["status"], each["operation"]) for each in shown] == [(200, "stops.list"), (400, "stops.list")]
            assert (shown[0]["rule"], bool(shown[1]["rule"])) == (None, True)
            assert found[4:] == ["event: changed", 'data: {"what":"faults"}']


def test_closing_the_stub_ends_the_stream(bus, any_steer):
    stub, _ = bus
    with any_steer(stub).stream("GET", "requests/live") as live:
        lines = live.iter_lines()
        assert next(lines) == ": open"
        threading.Thread(target=stub.close).start()
        with pytest.raises(httpx.RemoteProtocolError):
            list(lines)


def test_stream_that_is_left_is_forgotten(bus, any_steer):
    stub, http = bus
    control = any_steer(stub)
    with control.stream("GET", "requests/live") as live:
        lines = live.iter_lines()
        assert next(lines) == ": open"
        assert len(stub.requests.answered) == 1
    control.close()
    end = time.monotonic() + 10
    while len(stub.requests.answered) and time.monotonic() < end:
        http.get("/BusStops?$skip=500")
        time.sleep(0.001)  # the thread of the port needs a turn
    assert len(stub.requests.answered) == 0


def test_client_reads_live_requests(bus):
    stub, http = bus
    with stub.serve(control=Control()) as served, ControlClient(served.url) as control, control.live() as live:
        http.get("/BusStops")
        assert next(live)["operation"] == "stops.list"
