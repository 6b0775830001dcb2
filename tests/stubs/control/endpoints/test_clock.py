"""The clock, over HTTP."""

import pytest

from trivet_stubs import BusStub


def test_clock_is_set_advanced_run_and_stopped(any_steer):
    with BusStub() as stub:
        control = any_steer(stub)
        assert control.get("clock").json() == {"now": "2025-06-16T08:00:00+08:00", "run": False}
        moved = control.patch("clock", json={"now": "2030-01-01T00:00:00Z", "advance": 90.5})
        assert moved.json() == {"now": "2030-01-01T00:01:30.500000+00:00", "run": False}
        assert control.patch("clock", json={"run": True}).json()["run"]
        assert any(stub.clock.now().isoformat() > moved.json()["now"] for _ in range(10_000_000))
        control.patch("clock", json={"run": False})
        assert control.get("clock").json() == control.get("clock").json()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"now": "2025-06-16T08:00:00"}, "now"),
        ({"now": "yesterday"}, "now"),
        ({"now": 0}, "now"),
        ({"now": "9999-12-31T23:59:59Z"}, "now"),
        ({"now": "0001-01-01T00:00:00Z"}, "now"),
        ({"advance": -1}, "advance"),
        ({"advance": 1e12}, "advance"),
        ({"advance": 9e10}, "advance"),
        ({"advance": True}, "advance"),
        ({"run": "yes"}, "run"),
        ({"runs": True}, "runs"),
        ({"now": "2025-06-16T08:00:60Z"}, "now"),
        ({"now": "2016-12-31T23:59:60Z"}, "now"),
        ({"now": "2025-06-16t08:00:00z"}, "now"),
    ],
)
def test_wrong_change_is_refused_by_its_field(steer, change, field):
    with BusStub() as stub:
        control = steer(stub)
        answer = control.patch("clock", json={**change, **({} if "run" in change else {"run": True})})
        assert (answer.status_code, answer.json()["error"].split(":")[0]) == (400, field)
        assert control.get("clock").json() == {"now": "2025-06-16T08:00:00+08:00", "run": False}
