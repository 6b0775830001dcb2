"""Arrivals. They are real-time: checks look at a sample of stops, and a rule that none of them shows is not tried."""

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta

from trivet_checks.checks.bus.service import NO_STOP, Bus, halves, look_at
from trivet_checks.checks.suite import check
from trivet_checks.exchange_rules import bus as rules
from trivet_checks.exchange_rules.answer_rule import AnswerRule
from trivet_checks.exchanges.evidence import NotTried
from trivet_checks.exchanges.exchange import Json
from trivet_checks.exchanges.reply import Reply

_A_DAY = timedelta(days=1)
_JUST_PASSED = timedelta(minutes=10)
"""For so long a server may still show a bus that has left; one that has left before is not upcoming."""
_ENOUGH = 3
"""So many services of a sample show whether their buses are one and the same by chance."""
_NO_SERVICE = "no-such"


@check("bus.arrivals.stop-code-is-required")
def stop_code_is_required(bus: Bus) -> None:
    """The arrivals of no stop are refused."""
    bus.user.call("arrivals.get").is_refused()


@check("bus.arrivals.echo-the-stop")
def arrivals_echo_the_stop(bus: Bus) -> None:
    """Each stop of the sample."""
    look_at(bus.sampled_arrivals.values(), rules.arrivals_echo_the_stop, "no stop has arrivals now")


@check("bus.arrivals.service-filter")
def arrivals_are_filtered_by_service(bus: Bus) -> None:
    """Of a stop with several services only the one that was asked for; none of one that does not exist, or of half.

    A number that another one at the stop begins or ends with finds itself alone, too.
    """
    replies = bus.arrivals
    for code, part in _parts_of_numbers(replies):
        bus.possible_arrivals_at(code, ServiceNo=part).shows(rules.arrivals_are_of_the_service)
    for reply in sorted(replies, key=lambda answer: -len(_numbers(answer)))[:2]:
        code, number = reply.json["BusStopCode"], reply.json["Services"][-1]["ServiceNo"]
        only = bus.possible_arrivals_at(code, ServiceNo=number)
        only.shows(rules.arrivals_are_of_the_service)
        if not _numbers(only):  # its last bus may have left since the sample
            how = "gives none" if only.ok else f"is refused with {only.status}"
            only.expect(number not in _numbers(bus.possible_arrivals_at(code)), f"ServiceNo={number} {how}")
    none = bus.possible_arrivals_at(replies[0].json["BusStopCode"], ServiceNo=_NO_SERVICE)
    none.shows(rules.arrivals_are_of_the_service)
    none.expect(not _numbers(none), f"ServiceNo={_NO_SERVICE} gives a service of this number")


@check("bus.arrivals.are-of-one-stop-in-real-time")
def arrivals_are_of_one_stop_in_real_time(bus: Bus) -> None:
    """Two stops differ, and every estimate is less than a day from the time by the server."""
    replies = bus.arrivals
    if len(replies) < 2:
        raise NotTried("only one stop of the sample has services now")
    first = replies[0].json["Services"]
    replies[-1].expect(
        any(answer.json["Services"] != first for answer in replies), "all stops have the same arrivals, to the second"
    )
    now = bus.time_of_sample()
    for reply, service in bus.services_at_stops:
        for time in rules.times_of(service):
            reply.expect(abs(time - now) < _A_DAY, f"{time.isoformat()} is not near {now.isoformat()}")
    for reply in replies:
        reply.shows(rules.buses_have_a_load_and_a_location)
    none = bus.possible_arrivals_at(NO_STOP)
    none.expect(not _numbers(none), "a stop that does not exist has buses")


@check("bus.arrivals.next-buses-are-in-order")
def next_buses_are_in_order(bus: Bus) -> None:
    """Each service of the sample: its buses are in order, and none has left long ago, nor do all come twice.

    A slot without an estimate is left out.
    """
    now = bus.time_of_sample()
    for reply in bus.arrivals:
        reply.shows(rules.next_buses_are_in_order)
    pairs: list[tuple[Json, Json]] = []
    for reply, service in bus.services_at_stops:
        times = rules.times_of(service)
        for time in times:
            has_left = _JUST_PASSED < now - time < _A_DAY  # one of another day is another rule's
            reply.expect(not has_left, f"a bus of {service['ServiceNo']} is upcoming at {time.isoformat()}")
        if len(times) > 1:
            first, second, *_ = (slot for name in rules.SLOTS if (slot := service.get(name)) and _is_expected(slot))
            pairs.append((first, second))
    if not pairs:
        raise NotTried("no service of the sample has two buses now")
    distinct = len(pairs) < _ENOUGH or any(first != second for first, second in pairs)
    bus.arrivals[0].expect(distinct, "the second bus of every service is the first one again")


@check("bus.arrivals.missing-bus-is-empty")
def missing_bus_is_empty(bus: Bus) -> None:
    """Where there is no bus, its slot is an object, and its estimate is an empty text."""
    look_at(bus.arrivals, rules.missing_bus_is_empty, "every service of the sample has three buses now")


@check("bus.arrivals.estimate-has-an-offset")
def estimate_has_an_offset(bus: Bus) -> None:
    """Each estimate of the sample; ISO 8601 has a T between date and time."""
    _each_bus(bus, "EstimatedArrival", rules.estimate_has_an_offset)


@check("bus.arrivals.monitored-is-0-or-1")
def monitored_is_0_or_1(bus: Bus) -> None:
    """Each bus of the sample; the buses with 1 have the positions. Answers of an older release have no such field."""
    _each_bus(bus, "Monitored", rules.monitored_is_0_or_1)
    located = {coming["Monitored"] for _, coming in bus.buses if "Monitored" in coming and _is_located(coming)}
    both = {coming["Monitored"] for _, coming in bus.buses if "Monitored" in coming} == {0, 1}
    inverted = "each bus with a position has the Monitored of the schedule, and none has the other one"
    bus.arrivals[0].expect(not both or located != {0}, inverted)


@check("bus.arrivals.position-is-text")
def position_is_text(bus: Bus) -> None:
    """Each bus of the sample; a latitude is at most 90 degrees."""
    _each_bus(bus, "position", rules.position_is_text)


@check("bus.arrivals.load-is-sea-sda-or-lsd")
def load_is_sea_sda_or_lsd(bus: Bus) -> None:
    """Each bus of the sample. Servers were observed to send an empty text where a value is not known."""
    _each_bus(bus, "Load", rules.load_is_sea_sda_or_lsd)


@check("bus.arrivals.feature-is-wab")
def feature_is_wab(bus: Bus) -> None:
    """Each bus of the sample; a bus without the feature has an empty text."""
    _each_bus(bus, "Feature", rules.feature_is_wab)


@check("bus.arrivals.type-is-sd-dd-or-bd")
def type_is_sd_dd_or_bd(bus: Bus) -> None:
    """Each bus of the sample. Servers were observed to send an empty text where a value is not known."""
    _each_bus(bus, "Type", rules.type_is_sd_dd_or_bd)


@check("bus.arrivals.empty-at-night-as-observed")
def stop_without_buses_has_an_empty_body(bus: Bus) -> None:
    """A stop that does not exist has no bus at any time; an answer without services says the same."""
    reply = bus.possible_arrivals_at(NO_STOP)
    if not reply.ok:
        raise NotTried("the server refuses a stop that does not exist")
    if reply.body and _numbers(reply):
        raise NotTried("the server has buses at a stop that does not exist")
    if reply.body:
        reply.shows(rules.no_services_are_an_empty_array)
        raise NotTried("the server answers a stop without buses with no services")


def _parts_of_numbers(replies: Iterable[Reply]) -> Iterator[tuple[str, str]]:
    """Stops, and texts that a service there begins or ends with: those that are another service's number first."""
    kinds: tuple[Callable[[str, str], bool], ...] = (str.startswith, str.endswith)
    stops = [(str(reply.json["BusStopCode"]), _numbers(reply)) for reply in replies]
    for at, is_part in enumerate(kinds):
        known = [
            (code, part)
            for code, numbers in stops
            for part in sorted(numbers)
            if any(is_part(number, part) for number in numbers - {part})
        ]
        cut = [(code, halves(number)[at]) for code, numbers in stops for number in sorted(numbers) if len(number) > 1]
        yield from known[:1]
        yield from cut[:1]


def _numbers(reply: Reply) -> set[str]:
    services: list[Json] = (reply.json.get("Services") or []) if reply.ok and reply.body else []
    return {service["ServiceNo"] for service in services}


def _each_bus(bus: Bus, name: str, rule: AnswerRule) -> None:
    """Look at a field of each bus of the sample."""
    look_at(bus.arrivals, rule, f"no bus of the sample has the field {name}")


def _is_expected(coming: Json) -> bool:
    return rules.time_of(coming.get("EstimatedArrival")) is not None


def _is_located(coming: Json) -> bool:
    """Whether a bus has a position: servers write 0 or an empty text where they know none."""
    position = coming.get("Latitude")
    return rules.is_decimal(position) and float(position or 0) != 0
