"""The network: bus stops, services, routes and planned routes."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from trivet_stubs.checks.bus.service import NO_STOP, Bus, Json, halves, rows, texts, time_of
from trivet_stubs.checks.reply import Reply
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
_ENOUGH = 5
"""So many pairs of stops show the order of a list."""
_END_OF_NIGHT = "0500"
"""Until then a last bus may be one of the day before, and earlier than the first."""
_EFFECTIVE = re.compile(r"[0-9]{4}(-?)[0-9]{2}\1[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{4}")


@check("bus.stops.list-has-stop-records")
def stops_have_code_road_description_and_position(bus: Bus) -> None:
    """Every record of the first page."""
    page = bus.page("stops.list")
    for stop in bus.records("stops.list"):
        wrong = [name for name in ("BusStopCode", "RoadName", "Description") if not isinstance(stop.get(name), str)]
        wrong += [name for name in ("Latitude", "Longitude") if not _is_number(stop.get(name))]
        page.expect(not wrong, f"a stop has a wrong or no {', '.join(wrong)}")
        page.expect(abs(stop["Latitude"]) <= 90, f"the Latitude of a stop is {stop['Latitude']}")


@check("bus.stops.code-filter")
def stops_are_filtered_by_code(bus: Bus) -> None:
    """The last stops of two pages are found alone; of a stop that does not exist, or of half a code, there is none."""
    last = [records[-1]["BusStopCode"] for records in _first_two_pages(bus, "stops.list")]
    proper = [code for code in last if _is_code(code)]
    if not proper:
        raise NotTried("needs the code of a stop: it has five digits")
    for stop_code, expected in (*((code, [code]) for code in proper), (NO_STOP, [])):
        reply = bus.read("stops.list", {"BusStopCode": stop_code})
        codes = [stop["BusStopCode"] for stop in rows(reply)]
        reply.expect(codes == expected, f"BusStopCode={stop_code} gives {codes[:5] or 'none'}")
    for half in halves(proper[0]):
        reply = bus.read("stops.list", {"BusStopCode": half})
        if not 400 <= reply.status < 500:
            codes = [stop["BusStopCode"] for stop in rows(reply)]
            reply.expect(not codes, f"BusStopCode={half} gives {codes[:5]}")


@check("bus.stops.code-has-five-digits")
def code_has_five_digits(bus: Bus) -> None:
    """Every code of the first page, each once."""
    page = bus.page("stops.list")
    codes = [stop["BusStopCode"] for stop in bus.records("stops.list")]
    for code in codes:
        page.expect(_is_code(code), f"a code is {code!r}")
    page.expect(len(codes) == len(set(codes)), "two stops have one code")


def _is_code(code: object) -> bool:
    return isinstance(code, str) and _CODE.fullmatch(code) is not None


def _first_two_pages(bus: Bus, operation: str) -> Iterator[list[Json]]:
    """The records of the first page of a list, and of the second page if there is one."""
    first = bus.records(operation)
    yield first
    second = rows(bus.read(operation, {"$skip": len(first)}))
    if second:
        yield second


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
    """Of the last service of a page there are all its records, and they alone; of one that does not exist, none.

    A number that is a part of other numbers finds itself alone, too.
    """
    first = bus.records("services.list")
    known = {service["ServiceNo"] for service in first}
    number = first[-1]["ServiceNo"]
    for part in dict.fromkeys([*(part for part in sorted(known) if _is_half(part, known)), *halves(number)]):
        reply = bus.read("services.list", {"ServiceNo": part})
        numbers = {service["ServiceNo"] for service in rows(reply)}
        reply.expect(numbers <= {part}, f"ServiceNo={part} gives {sorted(numbers)[:5]}")
    last = [records[-1]["ServiceNo"] for records in _first_two_pages(bus, "services.list")]
    several = [number for number in known if len(_of_number(first, number)) > 1][:1]
    for service_no in dict.fromkeys([*last, *several, _NO_SERVICE]):
        reply = bus.read("services.list", {"ServiceNo": service_no})
        numbers = {service["ServiceNo"] for service in rows(reply)}
        expected = set[str]() if service_no == _NO_SERVICE else {service_no}
        reply.expect(numbers == expected, f"ServiceNo={service_no} gives {sorted(numbers)[:5] or 'none'}")
        missing = [service for service in _of_number(first, service_no) if service not in rows(reply)]
        reply.expect(not missing, f"ServiceNo={service_no} leaves out records of this service")


def _of_number(services: list[Json], number: str) -> list[Json]:
    return [service for service in services if service["ServiceNo"] == number]


@check("bus.services.frequency-is-a-range")
def frequency_is_a_range(bus: Bus) -> None:
    """In each of the four fields some service of the first page has a range; what is odd is another rule's."""
    page, by_field = bus.page("services.list"), _frequencies(bus)
    if not any(by_field.values()):
        raise NotTried("no service of the page has a frequency")
    everything = [text for frequencies in by_field.values() for text in frequencies]
    page.expect(any(map(_RANGE.fullmatch, everything)), "no frequency of the page has the form <min>-<max>")
    for name, frequencies in by_field.items():
        fits = any(map(_RANGE.fullmatch, frequencies)) or all(map(_ODD.fullmatch, frequencies))
        page.expect(fits, f"no {name} of the page has the form <min>-<max>: {frequencies[:1]}")


def _frequencies(bus: Bus) -> dict[str, list[str]]:
    """The texts of each field of frequencies on the first page that are not a dash."""
    services = bus.records("services.list")
    return {
        name: [text for service in services for _, text in texts(service, (name,)) if text.strip("-")]
        for name in FREQUENCIES
    }


@check("bus.services.frequency-may-be-odd")
def frequency_may_be_odd(bus: Bus) -> None:
    """A frequency of the first page that is not a range is `-` or a single number, if its field has ranges."""
    forms = {name: any(map(_RANGE.fullmatch, texts_of_it)) for name, texts_of_it in _frequencies(bus).items()}
    named = tuple(name for name, has_ranges in forms.items() if has_ranges)
    frequencies = [text for service in bus.records("services.list") for _, text in texts(service, named)]
    odd = [frequency for frequency in frequencies if not _RANGE.fullmatch(frequency)]
    if not odd:
        raise NotTried("every frequency of the page is a range")
    for frequency in odd:
        bus.page("services.list").expect(_ODD.fullmatch(frequency) is not None, f"a frequency is {frequency!r}")


@check("bus.routes.list-has-route-records")
def routes_are_listed_stop_by_stop(bus: Bus) -> None:
    """Every record of the first page has the fields of a route, and the stops of a route are in their order.

    If the page has too few stops of one route, pages behind it are read, too.
    """
    first = bus.page("routes.list")
    for row in bus.records("routes.list"):
        missing = [name for name in FIELDS if name not in row]
        first.expect(not missing, f"a stop of a route has no {', '.join(missing)}")
    last: dict[tuple[str, int], int] = {}
    compared = 0
    for page in chain([first], bus.later_pages("routes.list")):
        for row in rows(page):
            route, sequence = _route(row), row["StopSequence"]
            if route in last:
                compared += 1
                message = f"stop {sequence} of {row['ServiceNo']} is behind stop {last[route]}"
                page.expect(last[route] < sequence, message)
            last[route] = sequence
        if compared >= _ENOUGH:
            break


@check("bus.routes.times-are-four-digits")
def times_are_four_digits(bus: Bus) -> None:
    """Every time of the first pages that has a digit; what has none is another rule's. A first bus is before a last."""
    tried = False
    for operation in ("routes.list", "planned_routes.list"):
        page = bus.page(operation)
        for row in rows(page):
            for _, time in texts(row, TIMES):
                if re.search("[0-9]", time):
                    tried = True
                    page.expect(_TIME.fullmatch(time) is not None, f"a time is {time!r}")
    if not tried:
        raise NotTried("no route of the page has a time")
    _first_is_before_last(bus.page("routes.list"))


def _first_is_before_last(page: Reply) -> None:
    """Not every first bus of a day is later than the last one, where that is not of the night."""
    days = [(row[first], row[last]) for row in rows(page) for first, last in zip(TIMES[::2], TIMES[1::2], strict=True)]
    times = [day for day in days if all(isinstance(time, str) and _TIME.fullmatch(time) for time in day)]
    by_day = [(first, last) for first, last in times if last > _END_OF_NIGHT]
    page.expect(
        len(by_day) < 3 or any(first <= last for first, last in by_day), "every first bus is later than the last one"
    )


@check("bus.routes.no-bus-is-a-dash")
def no_bus_is_a_dash(bus: Bus) -> None:
    """Every text of the first page that is not a time is `-`, for the first and the last bus of a day together."""
    page = bus.page("routes.list")
    tried = False
    for row in bus.records("routes.list"):
        for name, text in texts(row, TIMES):
            if not re.search("[0-9]", text):
                tried = True
                page.expect(text == _NO_BUS, f"{name} is {text!r}")
    if not tried:
        raise NotTried("every time of the page is one at which a bus runs")


@check("bus.routes.times-may-be-null-as-observed")
def times_are_null_in_pairs(bus: Bus) -> None:
    """Where the first bus of a day is null, so is the last one."""
    records, page = bus.records("routes.list"), bus.page("routes.list")
    pairs = [(row[first], row[last]) for row in records for first, last in zip(TIMES[::2], TIMES[1::2], strict=True)]
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
    for date in _dates(bus.records("planned_routes.list")):
        fits = isinstance(date, str) and _EFFECTIVE.fullmatch(date) is not None
        bus.page("planned_routes.list").expect(fits, f"an EffectiveDate is {date!r}")


@check("bus.planned-routes.released-on-their-date")
def planned_routes_are_released_on_their_date(bus: Bus) -> None:
    """No date of the list is later than the time by the server: those to come may be on its last page."""
    _dates(bus.records("planned_routes.list"))
    now = bus.now()
    for page in (bus.page("planned_routes.list"), *bus.later_pages("planned_routes.list")):
        for date in _dates(rows(page)):
            effective = time_of(date)
            page.expect(effective is None or effective <= now, f"a plan of {date} is out at {now.isoformat()}")


def _dates(planned: list[Json]) -> list[object]:
    """The effective dates of planned routes.

    Raises:
        NotTried: They have none, of which there is a rule.
    """
    dates = [row["EffectiveDate"] for row in planned if "EffectiveDate" in row]
    if not dates:
        raise NotTried("no planned route has an EffectiveDate")
    return dates
