"""The rules of the bus service that one exchange shows."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

from trivet_checks.exchange_rules.answer_rule import WRONG_INPUT, Looks, shown_by_one, unless
from trivet_checks.exchange_rules.stated import fields, paged, values, with_parameter
from trivet_checks.exchanges.exchange import Exchange, Json
from trivet_stubs.kernel.contract import load
from trivet_stubs.kernel.operation import JSON

PAGED = paged("bus")
VOLUME = with_parameter("bus", "Date")
SLOTS = fields("bus", "ArrivalService", "ArrivalBus")
FREQUENCIES = fields("bus", "BusService", "Frequency")
TIMES = fields("bus", "BusRoute", "TimeText")

_ATOM = "application/atom+xml"
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_CODE = re.compile(r"[0-9]{5}")
_RANGE = re.compile(r"[0-9]+-[0-9]+")
_ODD = re.compile(r"-|[0-9]+")
_TIME = re.compile(r"(?:[01][0-9]|2[0-3])[0-5][0-9]|2400")
_NO_BUS = "-"
_EFFECTIVE = re.compile(r"[0-9]{8}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{4}")
_MONTH = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})(0[1-9]|1[0-2])(?![0-9])")
_SIX_DIGITS = re.compile(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])")
_SINGAPORE = timezone(timedelta(hours=8))
_PUBLISHED_BY = 10
_POLE = 90
_MOST = 500
_PAST_THE_END = 1_000_000
"""An offset behind the last record of any list: the longest one has less than 30,000."""
_ENOUGH = 20
"""The number of frequencies among which one at least has to be a range, and of days of which one at least has a first
bus before its last."""
_END_OF_NIGHT = "0500"
"""Until then a last bus may be one of the day before, and earlier than the first."""
_OF_A_CALLER = (401, 403, 408, 429)
"""The statuses with which a gateway refuses a caller, whatever the path is."""
OTHER_PATHS = tuple(
    path.removeprefix("/v3") if path.startswith("/v3/") else f"/v3{path}" for path in load("bus").document["paths"]
)
"""Paths with and without the version where the contract has them otherwise."""


def _records(exchange: Exchange) -> list[Json]:
    return exchange.rows("value") if exchange.ok else []


def _services(exchange: Exchange) -> list[Json]:
    return exchange.rows("Services") if exchange.ok else []


def _buses(exchange: Exchange) -> Iterator[Json]:
    slots = (service.get(slot) for service in _services(exchange) for slot in SLOTS)
    return (cast(Json, bus) for bus in slots if isinstance(bus, dict) and cast(Json, bus).get("EstimatedArrival"))


def time_of(estimate: object) -> datetime | None:
    """The time of an estimate; None if it is not a date-time with an offset, of which there is a rule.

    >>> time_of("2025-06-16T08:00:00+08:00")
    """
    try:
        time = datetime.fromisoformat(cast(str, estimate))
    except (TypeError, ValueError):
        return None
    return time if time.tzinfo is not None else None


def _texts(record: Json, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The fields of these names that hold a text, with their texts."""
    return ((name, record[name]) for name in names if isinstance(record.get(name), str))


def is_stop_code(value: object) -> bool:
    """Whether a value is the code of a stop.

    >>> is_stop_code("01012")
    True
    """
    return isinstance(value, str) and _CODE.fullmatch(value) is not None


def is_decimal(value: object) -> bool:
    """Whether a value is a decimal number as text, or an empty text, which servers write where they know none.

    >>> is_decimal("1.28")
    True
    """
    return isinstance(value, str) and (not value or _DECIMAL.fullmatch(value) is not None)


def is_time_of_day(value: object) -> bool:
    """Whether a value is a time of a day by four digits.

    >>> is_time_of_day("0605")
    True
    """
    return isinstance(value, str) and _TIME.fullmatch(value) is not None


def month_of(link: str) -> str | None:
    """The month that the path of a link names, or None."""
    match = _MONTH.search(urlsplit(link).path)
    return None if match is None else match[0]


def month_before(month: str, back: int) -> str:
    """The month so many months before another.

    >>> month_before("202401", 2)
    '202311'
    """
    year, at = divmod(int(month[:4]) * 12 + int(month[4:]) - 1 - back, 12)
    return f"{year:04d}{at + 1:02d}"


def signed_at(link: str) -> datetime | None:
    """When a server signed a link, by its clock; None if the link does not say."""
    for stamp in parse_qs(urlsplit(link).query).get("X-Amz-Date", []):
        return datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    return None


def latest_months(now: datetime) -> list[str]:
    """The months whose files may be the latest at a time: until the 10th, the file of last month is still to come.

    >>> latest_months(datetime(2024, 1, 10, tzinfo=UTC))
    ['202312', '202311']
    """
    local = now.astimezone(_SINGAPORE)
    return [month_before(f"{local:%Y%m}", back) for back in ((1,) if local.day > _PUBLISHED_BY else (1, 2))]


def _links(exchange: Exchange) -> list[str]:
    return [str(record["Link"]) for record in _records(exchange)]


# All operations.


@shown_by_one("bus.access.account-key-is-needed")
def account_key_is_needed(exchange: Exchange) -> Looks:
    """Look whether a request without a key is refused."""
    if "accountkey" not in exchange.request_headers:
        yield unless(not exchange.ok, "a request without AccountKey is answered")


@shown_by_one("bus.access.unknown-key-is-401")
def missing_key_is_401(exchange: Exchange) -> Looks:
    """Look with which status a request is refused whose only fault is its missing key."""
    if "accountkey" not in exchange.request_headers and exchange.refused and exchange.fault == "":
        yield unless(exchange.status == 401, f"without AccountKey, the status is {exchange.status} and not 401")


@shown_by_one("bus.requests.every-operation-is-a-get", "")
def every_operation_is_a_get(exchange: Exchange) -> Looks:
    """Look whether a method that changes something is refused on a path of the contract."""
    if exchange.fault == "method" and exchange.method in ("POST", "PUT", "PATCH", "DELETE"):
        yield unless(not exchange.ok, f"{exchange.method} is answered with {exchange.status}")


@shown_by_one("bus.requests.only-arrivals-are-below-v3", "")
def only_arrivals_are_below_v3(exchange: Exchange) -> Looks:
    """Look whether an operation answers at the other version of its path, where a server may have a web page."""
    if exchange.method == "GET" and exchange.path in OTHER_PATHS:
        message = f"{exchange.path} answers, and the contract has no such path"
        yield unless(not (exchange.ok and exchange.media_type in (JSON, _ATOM)), message)


@shown_by_one("bus.requests.unknown-paths-are-a-gateway-fault", "")
def unknown_path_is_a_gateway_fault(exchange: Exchange) -> Looks:
    """Look at the code of the fault, which is the one that the gateway of the public service gives."""
    is_refusal = exchange.refused and exchange.status not in _OF_A_CALLER
    if exchange.fault == "route" and (is_refusal or (exchange.status >= 500 and "fault" in exchange.record)):
        code = exchange.record.get("fault", {}).get("detail", {}).get("errorcode")
        yield unless(code == "messaging.runtime.RaiseFault", f"the code of the fault is {code!r}")


@shown_by_one("bus.requests.what-the-contract-forbids-is-400")
def forbidden_is_400(exchange: Exchange) -> Looks:
    """Look with which status an input is refused that the contract forbids."""
    if exchange.fault and exchange.status in WRONG_INPUT:
        yield unless(exchange.status == 400, f"the status is {exchange.status} and not 400")


@shown_by_one("bus.requests.unknown-parameters-are-400")
def unknown_parameter_is_400(exchange: Exchange) -> Looks:
    """Look whether a parameter that the operation does not have is refused; `$skip` has rules of its own."""
    if exchange.fault == "unevaluatedProperties" and "$skip" not in exchange.query:
        yield unless(not exchange.ok, "a parameter that the operation does not have is taken")


@shown_by_one("bus.requests.accept-selects-the-format")
def accept_selects_the_format(exchange: Exchange) -> Looks:
    """Look whether an answer comes as the header says, if it names one of the two formats alone; Atom is XML.

    At night, servers were observed to answer arrivals without a body.
    """
    asked = exchange.request_headers.get("accept", "").strip().lower()
    if asked in (_ATOM, JSON) and exchange.ok and exchange.has_body:
        message = f"asked for {asked}, the answer of {exchange.operation} is {exchange.media_type}"
        yield unless(exchange.media_type == asked, message)
        is_xml = exchange.text.lstrip("\ufeff \r\n").startswith("<")
        yield unless(asked == JSON or is_xml, f"the body of {exchange.operation} is not Atom: no XML begins so")


@shown_by_one("bus.requests.json-is-the-default-format")
def json_is_the_default_format(exchange: Exchange) -> Looks:
    """Look at the format of an answer that was asked for without the header."""
    if "accept" not in exchange.request_headers and exchange.ok and exchange.has_body:
        media_type = exchange.media_type or "of no media type"
        yield unless(exchange.media_type == JSON, f"the answer of {exchange.operation} is {media_type}")
        if exchange.answer is not None:  # what cannot be read is the fault of its operation
            yield unless(isinstance(exchange.answer, dict), "the answer is no object")


@shown_by_one("bus.answers.status-is-200-with-json")
def status_is_200_with_json(exchange: Exchange) -> Looks:
    """Look at the status of a success, and at its body. Without a bus at night, servers were observed to send none."""
    if not exchange.ok:
        return
    yield unless(exchange.status == 200, f"the status is {exchange.status} and not 200")
    if exchange.answer is not None:
        yield unless(isinstance(exchange.answer, dict), "the body is no JSON object")


@shown_by_one("bus.answers.collections-have-metadata-and-value")
def collections_have_metadata_and_value(exchange: Exchange) -> Looks:
    """Look at the envelope of a list; its metadata is an opaque text."""
    if exchange.ok and isinstance(exchange.answer, dict):
        envelope, name = exchange.record, exchange.operation
        yield unless(isinstance(envelope.get("odata.metadata"), str), f"{name} has no text `odata.metadata`")
        yield unless(isinstance(envelope.get("value"), list), f"{name} has no array `value`")


# Pages.


@shown_by_one("bus.paging.arrivals-do-not-page", judges_inputs=True)
def arrivals_do_not_page(exchange: Exchange) -> Looks:
    """Look whether an offset is refused, or ignored; an offset behind the end leaves no service if it counts."""
    yield from _refused_or_ignored(exchange, "Services")


@shown_by_one("bus.paging.passenger-volume-does-not-page", judges_inputs=True)
def passenger_volume_does_not_page(exchange: Exchange) -> Looks:
    """Look whether an offset is refused, or ignored: there is a link all the same."""
    yield from _refused_or_ignored(exchange, "value")


def _refused_or_ignored(exchange: Exchange, name: str) -> Looks:
    skip = exchange.query.get("$skip", "")
    if skip.isdecimal() and int(skip) >= _PAST_THE_END and (exchange.ok or exchange.refused):
        taken = exchange.ok and not exchange.rows(name)
        yield unless(not taken, "the answer leaves out as many records as $skip says")


@shown_by_one("bus.paging.a-page-has-500-records")
def page_has_at_most_500_records(exchange: Exchange) -> Looks:
    """Look at the length of a page."""
    records: Any = exchange.record.get("value")
    if exchange.ok and isinstance(records, list):
        count = len(cast(list[object], records))
        yield unless(count <= _MOST, f"a page of {exchange.operation} has {count} records")


@shown_by_one("bus.paging.past-the-end-is-empty")
def past_the_end_is_empty(exchange: Exchange) -> Looks:
    """Look at a page far behind the last record."""
    skip = exchange.query.get("$skip", "")
    if skip.isdecimal() and int(skip) >= _PAST_THE_END and exchange.fault == "":
        if exchange.refused and exchange.status not in (401, 403, 408, 429):
            yield f"{exchange.operation} is refused behind its end, with {exchange.status}"
        elif exchange.ok and isinstance(records := exchange.record.get("value"), list):
            yield unless(not records, f"{exchange.operation} has records behind its end")


# Arrivals.


@shown_by_one("bus.arrivals.echo-the-stop")
def arrivals_echo_the_stop(exchange: Exchange) -> Looks:
    """Look whether the arrivals name the stop that was asked for."""
    if exchange.ok and exchange.answer is not None and exchange.fault == "":
        code = exchange.query["BusStopCode"]
        yield unless(exchange.record["BusStopCode"] == code, f"the arrivals at {code} name another stop")


@shown_by_one("bus.arrivals.service-filter")
def arrivals_are_of_the_service(exchange: Exchange) -> Looks:
    """Look whether there is another service than the one that was asked for."""
    number = exchange.query.get("ServiceNo")
    if number and exchange.ok and exchange.fault == "":
        others = sorted({service["ServiceNo"] for service in _services(exchange)} - {number})
        yield unless(not others, f"ServiceNo={number} gives {others}")


@shown_by_one("bus.arrivals.are-of-one-stop-in-real-time")
def buses_have_a_load_and_a_location(exchange: Exchange) -> Looks:
    """Look whether each bus has what the arrivals are about; only who knows the time sees whether they are real."""
    for bus in _buses(exchange):
        yield unless("Load" in bus and "Latitude" in bus, "a bus has no load or no location")


@shown_by_one("bus.arrivals.next-buses-are-in-order")
def next_buses_are_in_order(exchange: Exchange) -> Looks:
    """Look at each service with two buses; a slot without an estimate is left out."""
    for service in _services(exchange):
        times = times_of(service)
        if len(times) > 1:
            words = ", ".join(time.isoformat() for time in times)
            yield unless(times == sorted(times), f"the buses of {service['ServiceNo']} are not in order: {words}")


def times_of(service: Json) -> list[datetime]:
    """When the buses of a service are expected; a slot without an estimate is left out."""
    buses = [cast(Json, service[slot]) for slot in SLOTS if isinstance(service.get(slot), dict)]
    return [time for bus in buses if (time := time_of(bus.get("EstimatedArrival"))) is not None]


@shown_by_one("bus.arrivals.missing-bus-is-empty")
def missing_bus_is_empty(exchange: Exchange) -> Looks:
    """Look whether the slot of a missing bus is an object, and its estimate an empty text."""
    for service in _services(exchange):
        for slot in SLOTS[1:]:
            bus: Any = service.get(slot)
            estimate: Any = cast(Json, bus).get("EstimatedArrival") if isinstance(bus, dict) else None
            if not isinstance(bus, dict):
                yield f"{slot} of {service['ServiceNo']} is no object"
            elif not estimate:  # an estimate of another form is another rule's
                fault = f"the estimate of {slot} of {service['ServiceNo']} is no text"
                yield unless(isinstance(estimate, str), fault)


def _each_bus(exchange: Exchange, name: str, fits: Callable[[Any], bool], fault: str) -> Looks:
    for bus in _buses(exchange):
        if name in bus:
            value = bus.get(name)
            yield unless(fits(value), f"{name} {value!r} {fault}")


@shown_by_one("bus.arrivals.estimate-has-an-offset")
def estimate_has_an_offset(exchange: Exchange) -> Looks:
    """Look at each estimate."""
    return _each_bus(exchange, "EstimatedArrival", _is_time_with_offset, "is no date-time with an offset")


@shown_by_one("bus.arrivals.monitored-is-0-or-1")
def monitored_is_0_or_1(exchange: Exchange) -> Looks:
    """Look at each bus; answers of an older release have no such field."""
    return _each_bus(exchange, "Monitored", _is_0_or_1, "is neither 0 nor 1")


@shown_by_one("bus.arrivals.position-is-text")
def position_is_text(exchange: Exchange) -> Looks:
    """Look at each bus; a latitude is at most 90 degrees."""
    for name in ("Latitude", "Longitude"):
        yield from _each_bus(exchange, name, is_decimal, "is no decimal number as text")
    yield from _each_bus(exchange, "Latitude", _is_latitude, "is no latitude")


@shown_by_one("bus.arrivals.load-is-sea-sda-or-lsd")
def load_is_sea_sda_or_lsd(exchange: Exchange) -> Looks:
    """Look at each bus. Servers were observed to send an empty text where a value is not known."""
    return _each_value(exchange, "Load")


@shown_by_one("bus.arrivals.feature-is-wab")
def feature_is_wab(exchange: Exchange) -> Looks:
    """Look at each bus; a bus without the feature has an empty text."""
    return _each_value(exchange, "Feature")


@shown_by_one("bus.arrivals.type-is-sd-dd-or-bd")
def type_is_sd_dd_or_bd(exchange: Exchange) -> Looks:
    """Look at each bus. Servers were observed to send an empty text where a value is not known."""
    return _each_value(exchange, "Type")


@shown_by_one("bus.arrivals.empty-at-night-as-observed")
def no_services_are_an_empty_array(exchange: Exchange) -> Looks:
    """Look at a stop without buses: an answer that has a body has an empty array."""
    if exchange.ok and not exchange.record.get("Services", []):
        services = exchange.record.get("Services", [])
        yield unless(services == [], "a stop without buses has services that are no empty array")


def _each_value(exchange: Exchange, name: str) -> Looks:
    listed = values("bus", "ArrivalBus", name)
    return _each_bus(exchange, name, lambda value: value in listed, f"is none of {', '.join(filter(None, listed))}")


def _is_0_or_1(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in (0, 1)


def _is_latitude(value: Any) -> bool:
    return not is_decimal(value) or abs(float(value or 0)) <= _POLE


def _is_time_with_offset(value: Any) -> bool:
    """Whether a value is a time by ISO 8601, which has a T between date and time."""
    return isinstance(value, str) and "T" in value and time_of(value) is not None


# Stops, services and routes.


@shown_by_one("bus.stops.list-has-stop-records")
def stops_have_code_road_description_and_position(exchange: Exchange) -> Looks:
    """Look at each record."""
    for stop in _records(exchange):
        wrong = [name for name in fields("bus", "BusStop", "string") if not isinstance(stop.get(name), str)]
        wrong += [name for name in fields("bus", "BusStop", "number") if not _is_number(stop.get(name))]
        yield unless(not wrong, f"a stop has a wrong or no {', '.join(wrong)}")
        if "Latitude" not in wrong:
            yield unless(abs(stop["Latitude"]) <= _POLE, f"the Latitude of a stop is {stop['Latitude']}")


@shown_by_one("bus.stops.code-filter")
def stops_are_filtered_by_code(exchange: Exchange) -> Looks:
    """Look whether there is another stop than the one that was asked for."""
    yield from _filtered(exchange, "BusStopCode")


@shown_by_one("bus.stops.code-has-five-digits")
def code_has_five_digits(exchange: Exchange) -> Looks:
    """Look at every code of a page, each of which is there once."""
    codes = [stop["BusStopCode"] for stop in _records(exchange)]
    for code in codes:
        yield unless(is_stop_code(code), f"a code is {code!r}")
    if codes:
        yield unless(len(codes) == len(set(codes)), "two stops have one code")


@shown_by_one("bus.routes.stop-codes-have-five-digits")
def codes_of_routes_have_five_digits(exchange: Exchange) -> Looks:
    """Look at every code of digits of a page: a place on a route that is not a stop may have another code."""
    codes = [row.get("BusStopCode") for row in _records(exchange)]
    for code in codes:
        if isinstance(code, str) and code.isdecimal():
            yield unless(is_stop_code(code), f"a code is {code!r}")


@shown_by_one("bus.services.list-has-service-records")
def services_have_their_fields(exchange: Exchange) -> Looks:
    """Look at each record."""
    yield from _have(exchange, "a service", fields("bus", "BusService"))


@shown_by_one("bus.services.number-filter")
def services_are_filtered_by_number(exchange: Exchange) -> Looks:
    """Look whether there is another service than the one that was asked for."""
    yield from _filtered(exchange, "ServiceNo")


@shown_by_one("bus.services.frequency-is-a-range")
def frequency_is_a_range(exchange: Exchange) -> Looks:
    """Look whether each of the four fields has a range in some service of a page; what is odd is another rule's.

    A short page, such as one of a single service, may have nothing but odd ones.
    """
    by_field = _frequencies(exchange)
    everything = [text for texts in by_field.values() for text in texts]
    if len(everything) >= _ENOUGH:
        yield unless(any(map(_RANGE.fullmatch, everything)), "no frequency of the page has the form <min>-<max>")
    for name, texts in by_field.items():
        if texts:
            fits = any(map(_RANGE.fullmatch, texts)) or all(map(_ODD.fullmatch, texts))
            yield unless(fits, f"no {name} of the page has the form <min>-<max>: {texts[:1]}")


def _frequencies(exchange: Exchange) -> dict[str, list[str]]:
    """The texts of each field of frequencies on a page that are not a dash."""
    services = _records(exchange)
    return {
        name: [text for service in services for _, text in _texts(service, (name,)) if text.strip("-")]
        for name in FREQUENCIES
    }


@shown_by_one("bus.services.frequency-may-be-odd")
def frequency_may_be_odd(exchange: Exchange) -> Looks:
    """Look at each frequency that is not a range, if its field has ranges: it is `-` or a single number."""
    by_field = _frequencies(exchange)
    named = tuple(name for name, texts in by_field.items() if any(map(_RANGE.fullmatch, texts)))
    for service in _records(exchange):
        for _, frequency in _texts(service, named):
            if not _RANGE.fullmatch(frequency):
                yield unless(_ODD.fullmatch(frequency) is not None, f"a frequency is {frequency!r}")


@shown_by_one("bus.routes.list-has-route-records")
def routes_are_listed_stop_by_stop(exchange: Exchange) -> Looks:
    """Look whether each record has the fields of a route."""
    yield from _have(exchange, "a stop of a route", fields("bus", "BusRoute"))


@shown_by_one("bus.routes.stops-are-in-their-order")
def stops_of_a_route_are_in_their_order(exchange: Exchange) -> Looks:
    """Look whether the stops of a route are in their order."""
    yield from stops_are_in_order(_records(exchange), {})


def stops_are_in_order(rows: list[Json], last: dict[tuple[str, int], int]) -> Looks:
    """Look whether each stop is behind the one before it on its route.

    Args:
        rows: The stops of routes.
        last: The number of the last stop of each route on the pages before; the stops of these rows are added.
    """
    for row in rows:
        route, sequence = (row["ServiceNo"], row["Direction"]), row["StopSequence"]
        if route in last:
            yield unless(last[route] < sequence, f"stop {sequence} of {route[0]} is behind stop {last[route]}")
        last[route] = sequence


@shown_by_one("bus.routes.times-are-four-digits")
def times_are_four_digits(exchange: Exchange) -> Looks:
    """Look at each time that has a digit; what has none is another rule's. A first bus is before a last one."""
    rows = _records(exchange)
    for row in rows:
        for _, text in _texts(row, TIMES):
            if re.search("[0-9]", text):
                yield unless(is_time_of_day(text), f"a time is {text!r}")
    days = [day for day in _days(rows) if all(map(is_time_of_day, day)) and day[1] > _END_OF_NIGHT]
    if len(days) >= _ENOUGH:
        yield unless(any(first <= last for first, last in days), "every first bus is later than the last one")


def _days(rows: list[Json]) -> Iterator[tuple[Any, Any]]:
    """The first and the last bus of each day of each row that has both fields."""
    pairs = [*zip(TIMES[::2], TIMES[1::2], strict=True)]
    return ((row[first], row[last]) for row in rows for first, last in pairs if first in row and last in row)


@shown_by_one("bus.routes.no-bus-is-a-dash", "routes.list")
def no_bus_is_a_dash(exchange: Exchange) -> Looks:
    """Look at each text that is not a time."""
    for row in _records(exchange):
        for name, text in _texts(row, TIMES):
            if not re.search("[0-9]", text):
                yield unless(text == _NO_BUS, f"{name} is {text!r}")


@shown_by_one("bus.routes.times-may-be-null-as-observed")
def times_are_null_in_pairs(exchange: Exchange) -> Looks:
    """Look whether the first bus of a day is null where the last one is."""
    for first, last in _days(_records(exchange)):
        if first is None or last is None:
            yield unless(
                (first is None) == (last is None), f"of a first and a last bus, one is null: {first!r}, {last!r}"
            )


@shown_by_one("bus.planned-routes.are-routes-with-an-effective-date")
def planned_routes_are_routes_with_an_effective_date(exchange: Exchange) -> Looks:
    """Look whether each record has the fields of a route, and one more."""
    yield from _have(exchange, "a planned route", (*fields("bus", "BusRoute"), "EffectiveDate"))


@shown_by_one("bus.planned-routes.effective-date-form")
def effective_date_has_its_form(exchange: Exchange) -> Looks:
    """Look at each date."""
    for date in (row["EffectiveDate"] for row in _records(exchange) if "EffectiveDate" in row):
        fits = isinstance(date, str) and _EFFECTIVE.fullmatch(date) is not None
        yield unless(fits, f"an EffectiveDate is {date!r}")


def _have(exchange: Exchange, what: str, names: tuple[str, ...]) -> Looks:
    for row in _records(exchange):
        missing = [name for name in names if name not in row]
        yield unless(not missing, f"{what} has no {', '.join(missing)}")


def _filtered(exchange: Exchange, name: str) -> Looks:
    asked = exchange.query.get(name)
    if asked and exchange.ok and exchange.fault == "":
        others = sorted({str(record[name]) for record in _records(exchange)} - {asked})
        yield unless(not others, f"{name}={asked} gives {len(others)} others, such as {others[:3]}")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# Passenger volume.


@shown_by_one("bus.volume.date-has-six-digits", judges_inputs=True)
def date_has_six_digits(exchange: Exchange) -> Looks:
    """Look whether a month of six digits gives that month's file, and another form of it none."""
    asked = exchange.query.get("Date")
    if asked is None or not exchange.ok or "$skip" in exchange.query:
        return
    if not _SIX_DIGITS.fullmatch(asked):
        yield unless(not _links(exchange), f"Date={asked} gives a file")
    for link in _links(exchange):
        month = month_of(link)
        if month is not None and _SIX_DIGITS.fullmatch(asked):
            yield unless(month == asked, f"Date={asked} gives the file of another month")


@shown_by_one("bus.volume.date-is-of-the-last-three-months")
def date_is_of_the_last_three_months(exchange: Exchange) -> Looks:
    """Look whether a month before the last three has a file, by the time at which the server signed its link."""
    asked = exchange.query.get("Date", "")
    for link in _links(exchange) if _SIX_DIGITS.fullmatch(asked) else []:
        months = _latest(link)
        if months:
            yield unless(asked >= month_before(min(months), 2), f"Date={asked} gives a file")


@shown_by_one("bus.volume.months-appear-on-the-10th")
def months_appear_on_the_10th(exchange: Exchange) -> Looks:
    """Look at the default month, by the time at which the server signed the link."""
    for link in _links(exchange) if "Date" not in exchange.query else []:
        month, months = month_of(link), _latest(link)
        if month and months:
            yield unless(month in months, f"the latest file is of {month}")


@shown_by_one("bus.volume.link-downloads-a-file")
def link_is_a_uri(exchange: Exchange) -> Looks:
    """Look whether a link has a scheme and a host; only who opens it sees a file."""
    for link in _links(exchange):
        yield unless(_is_uri(link), "the Link is no URI of http or https")


def _is_uri(link: str) -> bool:
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _latest(link: str) -> list[str]:
    """The months that may be the latest when a link was signed; empty if it does not say when."""
    signed = signed_at(link)
    return [] if signed is None else latest_months(signed)
