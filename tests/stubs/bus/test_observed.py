"""The switches of the bus stub."""

from trivet_stubs import BusStub
from trivet_stubs.bus import BusObserved


def test_every_switch_is_off_at_first_and_can_be_set_by_name():
    assert BusStub().observed == BusObserved()
    assert BusObserved.of(["null_times"]) == BusObserved(null_times=True)
    assert BusObserved.all() == BusObserved(closing_500=True, empty_arrivals=True, null_times=True)
