"""The network: bus stops, services, routes and planned routes."""

from collections.abc import Iterator
from itertools import chain

from trivet_checks.checks.bus.service import NO_STOP, Bus, halves, look_at, matches, rows
from trivet_checks.checks.suite import ACROSS_PAGES, check
from trivet_checks.exchange_rules import bus as rules
from trivet_checks.exchange_rules.answer_rule import AnswerRule
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json

_NO_SERVICE = "no-such"
_ENOUGH = 5
"""So many pairs of stops show the order of a list."""


@check("bus.stops.list-has-stop-records")
def stops_have_code_road_description_and_position(bus: Bus) -> None:
    """Every record of the first page."""
    _first_page(bus, "stops.list", rules.stops_have_code_road_description_and_position)


@check("bus.stops.code-filter")
def stops_are_filtered_by_code(bus: Bus) -> None:
    """The last stops of two pages are found alone; of a stop that does not exist, or of half a code, there is none."""
    last = [records[-1]["BusStopCode"] for records in _first_two_pages(bus, "stops.list")]
    proper = [code for code in last if rules.is_stop_code(code)]
    if not proper:
        raise NotTried("needs the code of a stop: it has five digits")
    for stop_code, expected in (*((code, [code]) for code in proper), (NO_STOP, [])):
        reply = bus.read("stops.list", {"BusStopCode": stop_code})
        reply.shows(rules.stops_are_filtered_by_code)
        codes = [stop["BusStopCode"] for stop in (rows if expected else matches)(reply)]
        reply.expect(codes == expected, f"BusStopCode={stop_code} gives {codes[:5] or 'none'}")
    for half in halves(proper[0]):
        reply = bus.read("stops.list", {"BusStopCode": half})
        codes = [stop["BusStopCode"] for stop in matches(reply)]
        reply.expect(not codes, f"BusStopCode={half} gives {codes[:5]}")


@check("bus.stops.code-has-five-digits")
def code_has_five_digits(bus: Bus) -> None:
    """Every code of the first page, each once."""
    _first_page(bus, "stops.list", rules.code_has_five_digits)


def _first_page(bus: Bus, operation: str, rule: AnswerRule, nothing: str = "no record of the page shows it") -> None:
    """Look at the records of the first page of a list; `nothing` says why a rule is not tried that none shows."""
    bus.records(operation)
    look_at([bus.page(operation)], rule, nothing)


def _first_two_pages(bus: Bus, operation: str) -> Iterator[list[Json]]:
    """The records of the first page of a list, and of the second page if there is one."""
    first = bus.records(operation)
    yield first
    second = matches(bus.read(operation, {"$skip": len(first)}))
    if second:
        yield second


def _is_half(number: str, known: set[str]) -> bool:
    return any(number in halves(other) for other in known)


@check("bus.services.list-has-service-records")
def list_has_service_records(bus: Bus) -> None:
    """Every record of the first page has the fields of a service."""
    _first_page(bus, "services.list", rules.services_have_their_fields)


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
        matches(reply)
        reply.shows(rules.services_are_filtered_by_number)
    last = [records[-1]["ServiceNo"] for records in _first_two_pages(bus, "services.list")]
    several = [number for number in known if len(_of_number(first, number)) > 1][:1]
    for service_no in dict.fromkeys([*last, *several, _NO_SERVICE]):
        reply = bus.read("services.list", {"ServiceNo": service_no})
        expected = set[str]() if service_no == _NO_SERVICE else {service_no}
        services = (rows if expected else matches)(reply)
        numbers = {service["ServiceNo"] for service in services}
        reply.expect(numbers == expected, f"ServiceNo={service_no} gives {sorted(numbers)[:5] or 'none'}")
        missing = [service for service in _of_number(first, service_no) if service not in services]
        reply.expect(not missing, f"ServiceNo={service_no} leaves out records of this service")


def _of_number(services: list[Json], number: str) -> list[Json]:
    return [service for service in services if service["ServiceNo"] == number]


@check("bus.services.frequency-is-a-range")
def frequency_is_a_range(bus: Bus) -> None:
    """In each of the four fields some service of the first page has a range; what is odd is another rule's."""
    nothing = "no service of the page has a frequency"
    _first_page(bus, "services.list", rules.frequency_is_a_range, nothing)


@check("bus.services.frequency-may-be-odd")
def frequency_may_be_odd(bus: Bus) -> None:
    """A frequency of the first page that is not a range is `-` or a single number, if its field has ranges."""
    _first_page(bus, "services.list", rules.frequency_may_be_odd, "every frequency of the page is a range")


@check("bus.routes.list-has-route-records")
def routes_are_listed_stop_by_stop(bus: Bus) -> None:
    """Every record of the first page has the fields of a route, with its stop."""
    _first_page(bus, "routes.list", rules.routes_are_listed_stop_by_stop)


@check("bus.routes.stops-are-in-their-order", own_condition=ACROSS_PAGES)
def stops_of_a_route_are_in_their_order(bus: Bus) -> None:
    """If the first page has too few stops of one route, pages behind it are read, too."""
    last: dict[tuple[str, int], int] = {}
    compared = 0
    for page in chain([bus.page("routes.list")], bus.later_pages("routes.list")):
        looks = [*rules.stops_are_in_order(rows(page), last)]
        for fault in filter(None, looks):
            page.broken(fault)
        compared += len(looks)
        if compared >= _ENOUGH:
            return
    if not compared:
        raise NotTried("no route of the pages has two stops")


@check("bus.routes.stop-codes-have-five-digits")
def codes_of_routes_have_five_digits(bus: Bus) -> None:
    """Every code of digits of the first pages."""
    pages = [bus.page(operation) for operation in bus.target.of(("routes.list", "planned_routes.list"))]
    look_at(
        [page for page in pages if rows(page)],
        rules.codes_of_routes_have_five_digits,
        "no route of the page has a code of digits",
    )


@check("bus.routes.times-are-four-digits")
def times_are_four_digits(bus: Bus) -> None:
    """Every time of the first pages that has a digit; what has none is another rule's. A first bus is before a last."""
    pages = [bus.page(operation) for operation in bus.target.of(("routes.list", "planned_routes.list"))]
    look_at([page for page in pages if rows(page)], rules.times_are_four_digits, "no route of the page has a time")


@check("bus.routes.no-bus-is-a-dash")
def no_bus_is_a_dash(bus: Bus) -> None:
    """Every text of the first page that is not a time is `-`, for the first and the last bus of a day together."""
    _first_page(bus, "routes.list", rules.no_bus_is_a_dash, "every time of the page is one at which a bus runs")


@check("bus.routes.times-may-be-null-as-observed")
def times_are_null_in_pairs(bus: Bus) -> None:
    """Where the first bus of a day is null, so is the last one, in the planned routes, too."""
    pages = [bus.page(operation) for operation in bus.target.of(("routes.list", "planned_routes.list"))]
    look_at([page for page in pages if rows(page)], rules.times_are_null_in_pairs, "no time of the page is null")


@check("bus.planned-routes.are-routes-with-an-effective-date")
def planned_routes_are_routes_with_an_effective_date(bus: Bus) -> None:
    """Every record of the first page has the fields of a route, and one more."""
    _first_page(bus, "planned_routes.list", rules.planned_routes_are_routes_with_an_effective_date)


@check("bus.planned-routes.effective-date-form")
def effective_date_has_its_form(bus: Bus) -> None:
    """Every date of the first page."""
    nothing = "no planned route has an EffectiveDate"
    _first_page(bus, "planned_routes.list", rules.effective_date_has_its_form, nothing)


@check("bus.planned-routes.released-on-their-date")
def planned_routes_are_released_on_their_date(bus: Bus) -> None:
    """No date of the list is later than the date of the server: those to come may be on its last page.

    The contract names an effective date, and no time of it at which a plan is released.
    """
    _dates(bus.records("planned_routes.list"))
    now = bus.now()
    for page in (bus.page("planned_routes.list"), *bus.later_pages("planned_routes.list")):
        for date in _dates(rows(page)):
            effective = rules.time_of(date)
            is_out = effective is None or effective.date() <= now.astimezone(effective.tzinfo).date()
            page.expect(is_out, f"a plan of {date} is out at {now.isoformat()}")


def _dates(planned: list[Json]) -> list[object]:
    """The effective dates of planned routes.

    Raises:
        NotTried: They have none, of which there is a rule.
    """
    dates = [row["EffectiveDate"] for row in planned if "EffectiveDate" in row]
    if not dates:
        raise NotTried("no planned route has an EffectiveDate")
    return dates
