"""The network: bus stops, services, routes and planned routes."""

import re
from datetime import datetime
from itertools import pairwise
from typing import Any

from trivet_stubs.checks.bus.service import NO_STOP, Bus, Json, halves, texts
from trivet_stubs.checks.suite import check
from trivet_stubs.checks.verdict import NotTried

_CODE = re.compile(r"[0-9]{5}")


FREQUENCIES = ("AM_Peak_Freq", "AM_Offpeak_Freq", "PM_Peak_Freq", "PM_Offpeak_Freq")
_FIELDS = ("ServiceNo", "Operator", "Direction", "Category", "OriginCode", "DestinationCode", *FREQUENCIES, "LoopDesc")
_RANGE = re.compile(r"[0-9]+-[0-9]+")
_ODD = re.compile(r"-|[0-9]+")
_NO_SERVICE = "no-such"
TIMES = tuple(f"{day}_{end}Bus" for day in ("WD", "SAT", "SUN") for end in ("First", "Last"))
FIELDS = ("ServiceNo", "Operator", "Direction", "StopSequence", "BusStopCode", "Distance", *TIMES)
_TIME = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")
_NO_BUS = "-"
_EFFECTIVE = re.compile(r"[0-9]{4}(-?)[0-9]{2}\1[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{4}")


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
    """The first page's last stop is found alone; of a stop that does not exist, or of half a code, there is none."""
    code = bus.records("stops.list")[-1]["BusStopCode"]
    for stop_code, expected in ((code, [code]), (NO_STOP, [])):
        reply = bus.user.call("stops.list", query={"BusStopCode": stop_code}).succeeds()
        codes = [stop["BusStopCode"] for stop in reply.json["value"]]
        reply.expect(codes == expected, f"BusStopCode={stop_code} gives {codes[:5] or 'none'}")
    for half in halves(code):
        reply = bus.user.call("stops.list", query={"BusStopCode": half})
        if not 400 <= reply.status < 500:
            codes = [stop["BusStopCode"] for stop in reply.succeeds().json["value"]]
            reply.expect(not codes, f"BusStopCode={half} gives {codes[:5]}")


@check("bus.stops.code-has-five-digits")
def code_has_five_digits(bus: Bus) -> None:
    """Every code of the first page, each once."""
    page = bus.page("stops.list")
    codes = [stop["BusStopCode"] for stop in bus.records("stops.list")]
    for code in codes:
        page.expect(isinstance(code, str) and _CODE.fullmatch(code) is not None, f"a code is {code!r}")
    page.expect(len(codes) == len(set(codes)), "two stops have one code")


def _is_half(number: str, known: set[str]) -> bool:
    return any(number in halves(other) for other in known)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@check("bus.services.list-has-service-records")
def list_has_service_records(bus: Bus) -> None:
    """Every record of the first page has the fields of a service."""
    page = bus.page("services.list")
    for service in bus.records("services.list"):
        missing = [name for name in _FIELDS if name not in service]
        page.expect(not missing, f"a service has no {', '.join(missing)}")


@check("bus.services.number-filter")
def services_are_filtered_by_number(bus: Bus) -> None:
    """Of the first page's last service there are its directions alone; of one that does not exist, none.

    A number that is a part of other numbers finds itself alone, too.
    """
    known = {service["ServiceNo"] for service in bus.records("services.list")}
    number = bus.records("services.list")[-1]["ServiceNo"]
    for part in dict.fromkeys([*(part for part in sorted(known) if _is_half(part, known)), *halves(number)]):
        reply = bus.user.call("services.list", query={"ServiceNo": part}).succeeds()
        numbers = {service["ServiceNo"] for service in reply.json["value"]}
        reply.expect(numbers <= {part}, f"ServiceNo={part} gives {sorted(numbers)[:5]}")
    for service_no, expected in ((number, {number}), (_NO_SERVICE, set[str]())):
        reply = bus.user.call("services.list", query={"ServiceNo": service_no}).succeeds()
        numbers = {service["ServiceNo"] for service in reply.json["value"]}
        reply.expect(numbers == expected, f"ServiceNo={service_no} gives {sorted(numbers)[:5] or 'none'}")


@check("bus.services.frequency-is-a-range")
def frequency_is_a_range(bus: Bus) -> None:
    """Some service of the first page has a range; `-` and a single number are another rule's."""
    frequencies = [text for service in bus.records("services.list") for _, text in texts(service, FREQUENCIES)]
    if not any(frequency.strip("-") for frequency in frequencies):
        raise NotTried("no service of the page has a frequency")
    page = bus.page("services.list")
    page.expect(any(map(_RANGE.fullmatch, frequencies)), "no frequency of the page has the form <min>-<max>")


@check("bus.services.frequency-may-be-odd")
def frequency_may_be_odd(bus: Bus) -> None:
    """A frequency of the first page that is not a range is `-` or a single number."""
    frequencies = [text for service in bus.records("services.list") for _, text in texts(service, FREQUENCIES)]
    odd = [frequency for frequency in frequencies if not _RANGE.fullmatch(frequency)]
    if not odd:
        raise NotTried("every frequency of the page is a range")
    for frequency in odd:
        bus.page("services.list").expect(_ODD.fullmatch(frequency) is not None, f"a frequency is {frequency!r}")


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
    times = [text for row in bus.records("routes.list") for _, text in texts(row, TIMES) if re.search("[0-9]", text)]
    if not times:
        raise NotTried("no route of the page has a time")
    for time in times:
        bus.page("routes.list").expect(_TIME.fullmatch(time) is not None, f"a time is {time!r}")


@check("bus.routes.no-bus-is-a-dash")
def no_bus_is_a_dash(bus: Bus) -> None:
    """Every text of the first page that is not a time is `-`, for the first and the last bus of a day together."""
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
    if all(time is not None for pair in pairs for time in pair):
        raise NotTried("no time of the page is null")
    for first, last in pairs:
        page.expect((first is None) == (last is None), f"of a first and a last bus, one is null: {first!r}, {last!r}")


def _route(row: Json) -> tuple[str, int]:
    return row["ServiceNo"], row["Direction"]


# The contract writes the date without dashes; answers of the public service were recorded with them.


@check("bus.planned-routes.are-routes-with-an-effective-date")
def planned_routes_are_routes_with_an_effective_date(bus: Bus) -> None:
    """Every record of the first page has the fields of a route, and one more."""
    page = bus.page("planned_routes.list")
    for row in bus.records("planned_routes.list"):
        missing = [name for name in (*FIELDS, "EffectiveDate") if name not in row]
        page.expect(not missing, f"a planned route has no {', '.join(missing)}")


@check("bus.planned-routes.effective-date-form")
def effective_date_has_its_form(bus: Bus) -> None:
    """Every date of the first page; dashes in it are let pass, because servers were observed to write them."""
    for row in bus.records("planned_routes.list"):
        fits = _EFFECTIVE.fullmatch(row["EffectiveDate"]) is not None
        bus.page("planned_routes.list").expect(fits, f"an EffectiveDate is {row['EffectiveDate']!r}")


@check("bus.planned-routes.released-on-their-date")
def planned_routes_are_released_on_their_date(bus: Bus) -> None:
    """No date of the first page is later than the time by the server."""
    rows, now = bus.records("planned_routes.list"), bus.now()
    for row in rows:
        effective = datetime.fromisoformat(row["EffectiveDate"])
        message = f"a plan of {row['EffectiveDate']} is out at {now.isoformat()}"
        bus.page("planned_routes.list").expect(effective <= now, message)
