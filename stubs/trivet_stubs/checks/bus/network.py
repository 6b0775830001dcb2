"""The network: bus stops, services, routes and planned routes."""

import re
from datetime import datetime

from trivet_stubs.checks.bus.service import NO_STOP, Bus, halves
from trivet_stubs.checks.suite import check
from trivet_stubs.checks.verdict import NotTried
from trivet_stubs.shown_rules import bus as rules
from trivet_stubs.shown_rules.exchange import AnswerRule

_RANGE = re.compile(r"[0-9]+-[0-9]+")
_NO_SERVICE = "no-such"


def _shows(bus: Bus, operation: str, rule: AnswerRule, reason: str) -> None:
    """Look at the first page of a list; one that does not show the rule leaves it not tried, for this reason."""
    bus.records(operation)
    if not bus.page(operation).keeps(rule):
        raise NotTried(reason)


@check("bus.stops.list-has-stop-records")
def stops_have_code_road_description_and_position(bus: Bus) -> None:
    """Every record of the first page."""
    _shows(bus, "stops.list", rules.stops_have_code_road_description_and_position, "there is no stop")


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
    _shows(bus, "stops.list", rules.code_has_five_digits, "there is no stop")


def _is_half(number: str, known: set[str]) -> bool:
    return any(number in halves(other) for other in known)


@check("bus.services.list-has-service-records")
def list_has_service_records(bus: Bus) -> None:
    """Every record of the first page has the fields of a service."""
    _shows(bus, "services.list", rules.services_have_their_fields, "there is no service")


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
    frequencies = [
        text for service in bus.records("services.list") for _, text in rules.texts(service, rules.FREQUENCIES)
    ]
    if not any(frequency.strip("-") for frequency in frequencies):
        raise NotTried("no service of the page has a frequency")
    page = bus.page("services.list")
    page.expect(any(map(_RANGE.fullmatch, frequencies)), "no frequency of the page has the form <min>-<max>")


@check("bus.services.frequency-may-be-odd")
def frequency_may_be_odd(bus: Bus) -> None:
    """A frequency of the first page that is not a range is `-` or a single number."""
    _shows(bus, "services.list", rules.frequency_may_be_odd, "every frequency of the page is a range")


@check("bus.routes.list-has-route-records")
def routes_are_listed_stop_by_stop(bus: Bus) -> None:
    """Every record of the first page has the fields of a route, and the stops of a route are in their order."""
    _shows(bus, "routes.list", rules.routes_are_listed_stop_by_stop, "there is no route")


@check("bus.routes.times-are-four-digits")
def times_are_four_digits(bus: Bus) -> None:
    """Every time of the first page that has a digit; what has none is another rule's."""
    _shows(bus, "routes.list", rules.times_are_four_digits, "no route of the page has a time")


@check("bus.routes.no-bus-is-a-dash")
def no_bus_is_a_dash(bus: Bus) -> None:
    """Every text of the first page that is not a time is `-`, for the first and the last bus of a day together."""
    _shows(bus, "routes.list", rules.no_bus_is_a_dash, "every time of the page is one at which a bus runs")


@check("bus.routes.times-may-be-null-as-observed")
def times_are_null_in_pairs(bus: Bus) -> None:
    """Where the first bus of a day is null, so is the last one."""
    _shows(bus, "routes.list", rules.times_are_null_in_pairs, "no time of the page is null")


@check("bus.planned-routes.are-routes-with-an-effective-date")
def planned_routes_are_routes_with_an_effective_date(bus: Bus) -> None:
    """Every record of the first page has the fields of a route, and one more."""
    _shows(bus, "planned_routes.list", rules.planned_routes_are_routes_with_an_effective_date, "there is no plan")


@check("bus.planned-routes.effective-date-form")
def effective_date_has_its_form(bus: Bus) -> None:
    """Every date of the first page; dashes in it are let pass, because servers were observed to write them."""
    _shows(bus, "planned_routes.list", rules.effective_date_has_its_form, "there is no plan")


@check("bus.planned-routes.released-on-their-date")
def planned_routes_are_released_on_their_date(bus: Bus) -> None:
    """No date of the first page is later than the time by the server."""
    rows, now = bus.records("planned_routes.list"), bus.now()
    for row in rows:
        effective = datetime.fromisoformat(row["EffectiveDate"])
        message = f"a plan of {row['EffectiveDate']} is out at {now.isoformat()}"
        bus.page("planned_routes.list").expect(effective <= now, message)
