"""Bus stops."""

import re
from typing import Any

from trivet_stubs.checks.bus.service import NO_STOP, Bus
from trivet_stubs.checks.check import check

_CODE = re.compile(r"[0-9]{5}")


@check("bus.stops.list-has-stop-records")
def stops_have_code_road_description_and_position(bus: Bus) -> None:
    """Every record of the first page."""
    page = bus.page("stops.list")
    for stop in bus.records("stops.list"):
        wrong = [name for name in ("BusStopCode", "RoadName", "Description") if not isinstance(stop.get(name), str)]
        wrong += [name for name in ("Latitude", "Longitude") if not _is_number(stop.get(name))]
        page.expect(not wrong, f"a stop has a wrong or no {', '.join(wrong)}")


@check("bus.stops.code-filter")
def stops_are_filtered_by_code(bus: Bus) -> None:
    """The first page's last stop is found alone; of a stop that does not exist there is none."""
    code = bus.records("stops.list")[-1]["BusStopCode"]
    for wanted, expected in ((code, [code]), (NO_STOP, [])):
        reply = bus.user.call("stops.list", query={"BusStopCode": wanted}).succeeds()
        found = [each["BusStopCode"] for each in reply.json["value"]]
        reply.expect(found == expected, f"BusStopCode={wanted} gives {found[:5] or 'none'}")


@check("bus.stops.code-has-five-digits")
def code_has_five_digits(bus: Bus) -> None:
    """Every code of the first page, each once."""
    page = bus.page("stops.list")
    codes = [each["BusStopCode"] for each in bus.records("stops.list")]
    for each in codes:
        page.expect(isinstance(each, str) and _CODE.fullmatch(each) is not None, f"a code is {each!r}")
    page.expect(len(codes) == len(set(codes)), "two stops have one code")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
