"""Arrivals. They are real-time: checks look at a sample of stops, and a rule that none of them shows is not tried."""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any

from trivet_stubs.checks.bus.service import NO_STOP, SLOTS, Bus, Json, halves, time_of
from trivet_stubs.checks.reply import Reply
from trivet_stubs.checks.suite import check
from trivet_stubs.checks.verdict import NotTried

_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_A_DAY = timedelta(days=1)
_POLE = 90
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
    replies = {code: reply for code, reply in bus.sampled_arrivals.items() if reply.body}
    for code, reply in replies.items():
        reply.expect(reply.json["BusStopCode"] == code, f"the arrivals at {code} name another stop")
    if not replies:
        raise NotTried("no stop has arrivals now")


@check("bus.arrivals.service-filter")
def arrivals_are_filtered_by_service(bus: Bus) -> None:
    """Of a stop with several services only the one that was asked for; none of one that does not exist, or of half.

    A number that another one at the stop begins or ends with finds itself alone, too.
    """
    replies = bus.arrivals
    for code, part in _parts_of_numbers(replies):
        only = bus.arrivals_at(code, ServiceNo=part)
        only.expect(_numbers(only) <= {part}, f"ServiceNo={part} gives {sorted(_numbers(only))}")
    for reply in sorted(replies, key=lambda answer: -len(_numbers(answer)))[:2]:
        code, number = reply.json["BusStopCode"], reply.json["Services"][-1]["ServiceNo"]
        only = bus.arrivals_at(code, ServiceNo=number)
        others = sorted(_numbers(only) - {number})
        only.expect(not others, f"ServiceNo={number} gives {others}")
        if not _numbers(only):  # its last bus may have left since the sample
            only.expect(number not in _numbers(bus.arrivals_at(code)), f"ServiceNo={number} gives none")
    none = bus.arrivals_at(replies[0].json["BusStopCode"], ServiceNo=_NO_SERVICE)
    none.expect(not _numbers(none), f"ServiceNo={_NO_SERVICE} gives {sorted(_numbers(none))}")


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
    for reply, bus_coming in bus.buses:
        estimate = time_of(bus_coming["EstimatedArrival"])
        if estimate is not None:
            reply.expect(abs(estimate - now) < _A_DAY, f"{estimate.isoformat()} is not near {now.isoformat()}")
        reply.expect("Load" in bus_coming and "Latitude" in bus_coming, "a bus has no load or no location")
    none = bus.arrivals_at(NO_STOP)
    none.expect(not _numbers(none), "a stop that does not exist has buses")


@check("bus.arrivals.next-buses-are-in-order")
def next_buses_are_in_order(bus: Bus) -> None:
    """Each service of the sample: its buses are in order, and none has left long ago, nor do all come twice.

    A slot without an estimate is left out.
    """
    now = bus.time_of_sample()
    pairs: list[tuple[Json, Json]] = []
    for reply, service in bus.services_at_stops:
        buses = [service[slot] for slot in SLOTS if service.get(slot) and service[slot].get("EstimatedArrival")]
        times = [time for time in (time_of(coming["EstimatedArrival"]) for coming in buses) if time is not None]
        texts = ", ".join(time.isoformat() for time in times)
        reply.expect(times == sorted(times), f"the buses of {service['ServiceNo']} are not in order: {texts}")
        for time in times:
            has_left = _JUST_PASSED < now - time < _A_DAY  # one of another day is another rule's
            reply.expect(not has_left, f"a bus of {service['ServiceNo']} is upcoming at {time.isoformat()}")
        if len(times) > 1:
            pairs.append((buses[0], buses[1]))
    if not pairs:
        raise NotTried("no service of the sample has two buses now")
    distinct = len(pairs) < _ENOUGH or any(first != second for first, second in pairs)
    bus.arrivals[0].expect(distinct, "the second bus of every service is the first one again")


@check("bus.arrivals.missing-bus-is-empty")
def missing_bus_is_empty(bus: Bus) -> None:
    """Where there is no bus, its slot is an object, and its estimate is an empty text."""
    tried = False
    for reply, service in bus.services_at_stops:
        for slot in SLOTS[1:]:
            next_bus = service.get(slot)
            reply.expect(isinstance(next_bus, dict), f"{slot} of {service['ServiceNo']} is no object")
            estimate = service[slot].get("EstimatedArrival")
            tried |= not estimate
            message = f"the estimate of {slot} of {service['ServiceNo']} is no text"
            reply.expect(bool(estimate) or isinstance(estimate, str), message)
    if not tried:
        raise NotTried("every service of the sample has three buses now")


@check("bus.arrivals.estimate-has-an-offset")
def estimate_has_an_offset(bus: Bus) -> None:
    """Each estimate of the sample; ISO 8601 has a T between date and time."""
    _each_bus(bus, "EstimatedArrival", _is_time_with_offset, "is no date-time with an offset")


@check("bus.arrivals.monitored-is-0-or-1")
def monitored_is_0_or_1(bus: Bus) -> None:
    """Each bus of the sample; the buses with 1 have the positions. Answers of an older release have no such field."""
    _each_bus(bus, "Monitored", _is_0_or_1, "is neither 0 nor 1")
    located = {coming["Monitored"] for _, coming in bus.buses if "Monitored" in coming and _is_located(coming)}
    both = {coming["Monitored"] for _, coming in bus.buses if "Monitored" in coming} == {0, 1}
    inverted = "each bus with a position has the Monitored of the schedule, and none has the other one"
    bus.arrivals[0].expect(not both or located != {0}, inverted)


@check("bus.arrivals.position-is-text")
def position_is_text(bus: Bus) -> None:
    """Each bus of the sample; a latitude is at most 90 degrees."""
    for name in ("Latitude", "Longitude"):
        _each_bus(bus, name, _is_decimal, "is no decimal number as text")
    _each_bus(bus, "Latitude", lambda text: abs(float(text or 0)) <= _POLE, "is no latitude")


@check("bus.arrivals.load-is-sea-sda-or-lsd")
def load_is_sea_sda_or_lsd(bus: Bus) -> None:
    """Each bus of the sample. Servers were observed to send an empty text where a value is not known."""
    _each_bus(bus, "Load", _is_one_of("SEA", "SDA", "LSD"), "is none of SEA, SDA and LSD")


@check("bus.arrivals.feature-is-wab")
def feature_is_wab(bus: Bus) -> None:
    """Each bus of the sample; a bus without the feature has an empty text."""
    _each_bus(bus, "Feature", _is_one_of("WAB"), "is not WAB")


@check("bus.arrivals.type-is-sd-dd-or-bd")
def type_is_sd_dd_or_bd(bus: Bus) -> None:
    """Each bus of the sample. Servers were observed to send an empty text where a value is not known."""
    _each_bus(bus, "Type", _is_one_of("SD", "DD", "BD"), "is none of SD, DD and BD")


@check("bus.arrivals.empty-at-night-as-observed")
def stop_without_buses_has_an_empty_body(bus: Bus) -> None:
    """A stop that does not exist has no bus at any time; an answer without services says the same."""
    reply = bus.arrivals_at(NO_STOP)
    if reply.body and _numbers(reply):
        raise NotTried("the server has buses at a stop that does not exist")
    if reply.body:
        reply.expect(reply.json.get("Services", []) == [], "a stop without buses has services that are no empty array")
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
    services: list[Json] = reply.json.get("Services", []) if reply.body else []
    return {service["ServiceNo"] for service in services}


def _each_bus(bus: Bus, name: str, fits: Callable[[Any], bool], message: str) -> None:
    """Look at a field of each bus of the sample."""
    buses: Iterable[tuple[Reply, Json]] = [(reply, coming) for reply, coming in bus.buses if name in coming]
    if not buses:
        raise NotTried(f"no bus of the sample has the field {name}")
    for reply, coming in buses:
        reply.expect(fits(coming[name]), f"{name} {coming[name]!r} {message}")


def _is_one_of(*values: str) -> Callable[[Any], bool]:
    return lambda value: value in (*values, "")


def _is_0_or_1(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in (0, 1)


def _is_decimal(value: Any) -> bool:
    return isinstance(value, str) and (not value or _DECIMAL.fullmatch(value) is not None)


def _is_time_with_offset(value: Any) -> bool:
    return isinstance(value, str) and "T" in value and time_of(value) is not None


def _is_located(coming: Json) -> bool:
    """Whether a bus has a position: servers write 0 or an empty text where they know none."""
    position = coming.get("Latitude")
    return _is_decimal(position) and float(position or 0) != 0
