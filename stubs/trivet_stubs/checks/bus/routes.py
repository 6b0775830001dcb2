"""Bus routes, stop by stop, and their times."""

import re
from itertools import pairwise

from trivet_stubs.checks.bus.service import Bus, Json, texts
from trivet_stubs.checks.check import check
from trivet_stubs.checks.outcome import NotTried

TIMES = tuple(f"{day}_{end}Bus" for day in ("WD", "SAT", "SUN") for end in ("First", "Last"))
FIELDS = ("ServiceNo", "Operator", "Direction", "StopSequence", "BusStopCode", "Distance", *TIMES)

_TIME = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")
_NO_BUS = "-"


@check("bus.routes.list-has-route-records")
def routes_are_listed_stop_by_stop(bus: Bus) -> None:
    """Every record of the first page has the fields of a route, and the stops of a route are in their order."""
    page, records = bus.page("routes.list"), bus.records("routes.list")
    for row in records:
        missing = [name for name in FIELDS if name not in row]
        page.expect(not missing, f"a stop of a route has no {', '.join(missing)}")
    for row, following in pairwise(records):
        if _route(row) == _route(following):
            message = f"stop {following['StopSequence']} of {row['ServiceNo']} is behind stop {row['StopSequence']}"
            page.expect(row["StopSequence"] < following["StopSequence"], message)


@check("bus.routes.times-are-four-digits")
def times_are_four_digits(bus: Bus) -> None:
    """Every time of the first page that has a digit; what has none is another rule's."""
    found = [text for row in bus.records("routes.list") for _, text in texts(row, TIMES) if re.search("[0-9]", text)]
    if not found:
        raise NotTried("no route of the page has a time")
    for each in found:
        bus.page("routes.list").expect(_TIME.fullmatch(each) is not None, f"a time is {each!r}")


@check("bus.routes.no-bus-is-a-dash")
def no_bus_is_a_dash(bus: Bus) -> None:
    """Every text of the first page that is no time is `-`, for the first and the last bus of a day together."""
    rows, page = bus.records("routes.list"), bus.page("routes.list")
    tried = False
    for row in rows:
        for name, text in texts(row, TIMES):
            if not re.search("[0-9]", text):
                tried = True
                page.expect(text == _NO_BUS, f"{name} is {text!r}")
    if not tried:
        raise NotTried("every time of the page is one at which a bus runs")


@check("bus.routes.times-may-be-null-as-observed")
def times_are_null_in_pairs(bus: Bus) -> None:
    """Where the first bus of a day is null, so is the last one."""
    rows, page = bus.records("routes.list"), bus.page("routes.list")
    pairs = [(row[first], row[last]) for row in rows for first, last in zip(TIMES[::2], TIMES[1::2], strict=True)]
    if all(each is not None for pair in pairs for each in pair):
        raise NotTried("no time of the page is null")
    for first, last in pairs:
        page.expect((first is None) == (last is None), f"of a first and a last bus, one is null: {first!r}, {last!r}")


def _route(row: Json) -> tuple[str, int]:
    return row["ServiceNo"], row["Direction"]
