"""One fault: its trigger, and its form as JSON values."""

import httpx
import pytest

from trivet_stubs import BusStub
from trivet_stubs.kernel.faults import Trigger


def test_seeded_probability_strikes_the_same_requests_each_time():
    def struck(seed: int) -> list[bool]:
        trigger = Trigger(target=None, times=None, after=2, probability=0.3, seed=seed)
        return [trigger.draw() for _ in range(200)]

    first = struck(7)
    assert first == struck(7) != struck(8)
    assert not any(first[:2])
    assert 30 < sum(first) < 90


def test_description_has_what_is_set_and_nothing_else():
    with BusStub() as stub:
        plain = stub.faults.add("stops.list", status=503, headers={"Retry-After": "1"}, body={"a": 1})
        odd = stub.faults.add(times=None, probability=0.5, unknown_field="/value/0", mid_frame=True)

    assert plain.describe() == {
        "id": 1,
        "operation": "stops.list",
        "times": 1,
        "after": 0,
        "struck": 0,
        "status": 503,
        "headers": {"Retry-After": "1"},
        "body": '{"a":1}',
        "content_type": "application/json;charset=UTF-8",
    }
    assert odd.describe() == {
        "id": 2,
        "operation": None,
        "times": None,
        "after": 0,
        "struck": 0,
        "after_events": 0,
        "mid_frame": True,
        "probability": 0.5,
        "seed": 0,
        "unknown_field": "/value/0",
    }


def test_fault_with_after_applies_to_later_requests(get, bus_stub):
    bus_stub.faults.add("stops.list", after=2, status=503)

    assert [get("/BusStops").status_code for _ in range(4)] == [200, 200, 503, 200]


def test_fault_without_end_lasts_until_it_is_cleared(client, bus_stub):
    bus_stub.faults.add(times=None, status=503)

    assert [client.get("/BusStops").status_code for _ in range(3)] == [503] * 3
    bus_stub.faults.clear()
    assert client.get("/BusStops").status_code == 200


def test_fault_affects_its_operation_only(client, bus_stub):
    bus_stub.faults.add("stops.list", status=503)

    assert client.get("/BusRoutes").status_code == 200
    assert client.get("/BusStops").status_code == 503


def test_faults_apply_in_the_order_they_were_added(client, bus_stub):
    for status in (502, 503, 504):
        bus_stub.faults.add("stops.list", status=status)

    assert [client.get("/BusStops").status_code for _ in range(4)] == [502, 503, 504, 200]
    assert len(bus_stub.faults) == 0


@pytest.mark.parametrize("target", ["/files/", "/files/transport_node_bus_202505.zip"])
def test_fault_for_a_path_applies_to_its_requests(client, bus_stub, target):
    bus_stub.faults.add(target, status=503)
    link = client.get("/PV/Bus").json()["value"][0]["Link"]
    with httpx.Client(transport=bus_stub.transport()) as host:
        assert [host.get(link).status_code for _ in range(2)] == [503, 200]


def test_unknown_operation_is_refused_by_name(bus_stub):
    with pytest.raises(ValueError, match=r"operation: 'stops.lst' is neither a path nor one of .*stops\.list"):
        bus_stub.faults.add("stops.lst", status=503)


@pytest.mark.parametrize("name", ["times", "after", "cut_after", "delay"])
def test_negative_number_is_refused_by_name(bus_stub, name):
    with pytest.raises(ValueError, match=f"{name}: -1 is less than 0"):
        bus_stub.faults.add(**{name: -1})


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"probability": 1.5}, "probability: 1.5 is not between 0 and 1"),
        ({"status": 99}, "status: 99 is not between 200 and 599"),
        ({"delay": float("inf")}, "delay: inf is not a finite number"),
        ({"headers": {"x y": "1"}}, "headers: 'x y' is not the name"),
        ({"headers": {"x": "1\r\ny: 2"}}, "headers: the value of 'x'"),
        ({"headers": {"x": " 1"}}, "headers: the value of 'x' begins or ends with a space"),
        ({"headers": {"Transfer-Encoding": "gzip"}}, "headers: 'Transfer-Encoding' is set by the server itself"),
        ({"headers": {"content-length": "x"}}, "headers: the value of 'content-length' is not a number"),
        ({"status": 204, "body": "x"}, "body: an answer with status 204 has no body"),
        ({"status": 304, "body": {}}, "body: an answer with status 304 has no body"),
        ({"content_type": "é€"}, "headers: the value of 'content-type'"),
        ({"body": {"scores": [1, float("nan")]}}, "scores.1: NaN is not a number of JSON"),
        ({"unknown_field": "value"}, "unknown_field: 'value' is not a JSON pointer"),
    ],
)
def test_wrong_argument_is_refused_by_name(bus_stub, wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        bus_stub.faults.add(**wrong)
    assert len(bus_stub.faults) == 0


def test_fault_with_a_probability_strikes_the_same_calls_of_any_run(client, bus_stub):
    def statuses() -> list[int]:
        bus_stub.faults.reset()
        bus_stub.faults.add("stops.list", times=3, probability=0.3, seed=7, status=503)
        return [client.get("/BusStops").status_code for _ in range(20)]

    first = statuses()
    assert first == statuses()
    assert first.count(503) == 3


def test_fault_is_removed_by_its_id(client, bus_stub):
    first, second = bus_stub.faults.add(status=503), bus_stub.faults.add(status=502)
    bus_stub.faults.remove(first.id)

    assert client.get("/BusStops").status_code == 502
    assert (first.struck, second.struck) == (0, 1)
    with pytest.raises(ValueError, match="id: no fault 1 waits"):
        bus_stub.faults.remove(1)


def test_fault_with_nothing_to_change_waits_for_the_next_answer(client, bus_stub):
    fault = bus_stub.faults.add("stops.list", missing_field="/value/0/Description")
    client.get("/BusStops?$skip=500")
    assert (fault.struck, len(bus_stub.faults), bus_stub.requests[-1].fault) == (0, 1, None)

    assert "Description" not in client.get("/BusStops").json()["value"][0]
    assert (fault.struck, len(bus_stub.faults), bus_stub.requests[-1].fault) == (1, 0, fault.id)
    assert "Description" in client.get("/BusStops").json()["value"][0]


@pytest.mark.parametrize("removal", ["clear", "reset"])
def test_fault_that_is_removed_during_its_answer_stays_removed(bus_stub, removal):
    bus_stub.faults.add("stops.list", missing_field="/nowhere")
    fault = bus_stub.faults.take("stops.list", "/BusStops")
    getattr(bus_stub.faults, removal)()
    bus_stub.faults.give_back(fault)

    assert list(bus_stub.faults) == []
