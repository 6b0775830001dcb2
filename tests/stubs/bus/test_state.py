"""The state of the bus stub: its switches, settings, and steering."""

from datetime import date

import pytest

from trivet_stubs import BusStub
from trivet_stubs.bus import BusObserved


def test_every_switch_is_off_at_first_and_can_be_set_by_name():
    assert BusStub().observed == BusObserved()
    assert BusObserved.of(["null_times"]) == BusObserved(null_times=True)
    assert BusObserved.all() == BusObserved(closing_500=True, empty_arrivals=True, null_times=True)


def test_page_size_below_one_is_refused():
    with pytest.raises(ValueError, match="page_size: 0 is less than 1"):
        BusStub(page_size=0)


STOP = {"BusStopCode": "10009", "RoadName": "<b>", "Description": "", "Latitude": 1.3, "Longitude": 103.8}


def test_own_records_replace_all_and_reset_brings_them_back():
    with BusStub() as stub:
        before = stub.records
        stub.seed(data={"stops": [STOP]})
        assert stub.steering.counts() == {"stops": 1, "services": 0, "routes": 0, "planned_routes": 0}
        assert stub.steering.records("stops", 5) == [STOP]
        stub.reset()
        assert stub.records is before
        stub.seed()
        assert stub.records == before


def test_wrong_record_is_named_and_nothing_is_changed():
    with BusStub() as stub:
        with pytest.raises(ValueError, match=r"data\.stops\.1: "):
            stub.seed(data={"stops": [STOP, {**STOP, "BusStopCode": 1}]})
        assert stub.steering.counts()["stops"] == 18


def test_holidays_are_dates_as_text():
    with BusStub() as stub:
        stub.steering.change({"holidays": ["2025-08-09"]})
        assert date(2025, 8, 9) in stub.holidays
        assert stub.steering.settings()["holidays"] == ["2025-08-09"]
        stub.steering.change({"account_key": "new"})
        assert stub.steering.callers() == {"account key": {"AccountKey": "new"}}


class Sundays:
    """Holidays that cannot be listed."""

    def __contains__(self, day: object) -> bool:
        return isinstance(day, date) and day.weekday() == 6


def test_reset_keeps_holidays_that_cannot_be_listed():
    with BusStub() as stub:
        stub.holidays = Sundays()
        stub.steering.remember()
        stub.holidays = ()
        stub.reset()
        assert date(2025, 8, 10) in stub.holidays
