"""One fault: its trigger, and its form as JSON values."""

from trivet_stubs import BusStub
from trivet_stubs.kernel.fault import Trigger


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
