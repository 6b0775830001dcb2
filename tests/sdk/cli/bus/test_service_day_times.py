"""First and last buses as texts."""

from datetime import date

from tests.sdk.bus.network.records import rows
from trivet.cli.bus.service_day_times import clock_time, first_and_last

MONDAY, SATURDAY = date(2025, 6, 16), date(2025, 6, 21)


def test_times_after_midnight_belong_to_their_service_day() -> None:
    [row] = rows("10", "A")
    row.wd_first_bus, row.wd_last_bus, row.sun_first_bus, row.sun_last_bus = "0530", "0031", "2400", "0259"
    assert first_and_last(row, MONDAY) == ("05:30", "24:31")
    assert first_and_last(row, SATURDAY) == (None, None)
    assert first_and_last(row, MONDAY, holidays={MONDAY}) == ("24:00", "26:59")


def test_clock_times_mark_the_day_after() -> None:
    assert [clock_time(hours) for hours in ("05:30", "24:00", "26:59", None)] == ["05:30", "00:00+1", "02:59+1", "-"]
