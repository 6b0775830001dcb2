"""What can be steered of a stub: settings, and the way back to its start."""

from datetime import UTC, datetime

import pytest

from trivet_stubs import BusStub, ChatStub, Clock, Quota, RunningClock
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.state import StubState
from trivet_stubs.kernel.steering import Steering
from trivet_stubs.kernel.validation import check


def test_settings_are_changed_one_by_one_and_reset_together():
    with ChatStub(latency=0.0) as stub:
        before = stub.steering.settings()
        stub.steering.change({"latency": 0.5, "observed": ["late_commits", "title_limit"]})
        stub.steering.change({"quota": {"requests": 3, "per": 60}})
        assert (stub.latency, stub.quota, stub.observed.title_limit) == (0.5, Quota(3, per=60), True)
        assert stub.steering.settings()["observed"] == ["late_commits", "title_limit"]
        stub.steering.change({"quota": None, "observed": []})
        assert stub.steering.settings() == {**before, "latency": 0.5}
        stub.max_body = 1
        stub.reset()
        assert stub.steering.settings() == before
        assert stub.max_body > 1


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ({"latency": -1}, "latency: "),
        ({"quota": {"per": 1}}, "quota"),
        ({"observed": ["closing_50"]}, "observed.0: "),
        ({"page_size": 1}, "page_size: is not known here; the fields are latency, observed, quota"),
    ],
)
def test_wrong_setting_is_refused_by_name(setting, sentence):
    with ChatStub() as stub, pytest.raises(ValueError, match=sentence):
        check(stub.steering.settings_schema, setting)


def test_start_is_what_was_remembered_last():
    with BusStub(clock=Clock(datetime(2025, 1, 1, tzinfo=UTC))) as stub:
        stub.latency = 0.25
        stub.clock.advance(60)
        stub.steering.remember()
        stub.latency = 1.0
        stub.clock.run()
        stub.faults.add(status=503)
        stub.reset()

        assert (stub.latency, len(stub.faults)) == (0.25, 0)
        assert (stub.clock.now(), stub.clock.running) == (datetime(2025, 1, 1, 0, 1, tzinfo=UTC), False)
        assert stub.faults.add(status=503).id == 1


def test_reset_brings_the_faults_of_the_start_back():
    with BusStub() as stub:
        stub.faults.add("stops.list", status=503, times=2, probability=0.5, seed=3)
        stub.steering.remember()
        start = [fault.describe() for fault in stub.faults]

        def struck():
            return [stub.faults.take("stops.list", "/BusStops") is not None for _ in range(8)]

        before = struck()
        stub.faults.add(status=500)
        stub.reset()

        assert [fault.describe() for fault in stub.faults] == start
        assert stub.faults.add(status=500).id == 2
        assert struck()[: before.index(True) + 1] == before[: before.index(True) + 1]
        stub.reset()
        assert [fault.describe() for fault in stub.faults] == start


def test_clock_at_the_real_time_shows_the_real_time_after_a_reset():
    with BusStub(clock=RunningClock()) as stub:
        stub.clock.set(datetime(2001, 1, 1, tzinfo=UTC))
        stub.clock.stop()
        stub.reset()

        assert stub.clock.running
        assert abs((stub.clock.now() - datetime.now(UTC)).total_seconds()) < 60


def test_service_without_data_of_its_own_has_nothing_to_seed():
    steering = Steering(StubState("bus"))

    assert (steering.counts(), steering.callers(), steering.data()) == ({}, {}, None)
    with pytest.raises(ValueError, match="stops: is not known here; there are no fields"):
        check(steering.seed_schema, {"stops": []})
    assert load("bus").operations
