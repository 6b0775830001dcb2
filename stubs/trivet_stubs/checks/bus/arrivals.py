"""Arrivals. They are real-time: checks look at a sample of stops, and a rule that none of them shows is not tried."""

from datetime import datetime, timedelta

from trivet_stubs.checks.bus.service import NO_STOP, Bus, Json, halves
from trivet_stubs.checks.reply import Reply
from trivet_stubs.checks.suite import check
from trivet_stubs.checks.verdict import NotTried
from trivet_stubs.shown_rules import bus as rules
from trivet_stubs.shown_rules.exchange import AnswerRule

_A_DAY = timedelta(days=1)
_NO_SERVICE = "no-such"


@check("bus.arrivals.stop-code-is-required")
def stop_code_is_required(bus: Bus) -> None:
    """The arrivals of no stop are refused."""
    bus.user.call("arrivals.get").is_refused()


@check("bus.arrivals.echo-the-stop")
def arrivals_echo_the_stop(bus: Bus) -> None:
    """Each stop of the sample."""
    replies = bus.sampled_arrivals.items()
    shown = [reply.keeps(rules.arrivals_echo_the_stop, query={"BusStopCode": code}) for code, reply in replies]
    if not any(shown):
        raise NotTried("no stop has arrivals now")


@check("bus.arrivals.service-filter")
def arrivals_are_filtered_by_service(bus: Bus) -> None:
    """Of a stop with several services only the one that was asked for; none of one that does not exist, or of half."""
    replies = bus.arrivals
    for reply, service in bus.services_at_stops:
        for half in halves(service["ServiceNo"])[:1]:
            part = bus.arrivals_at(reply.json["BusStopCode"], ServiceNo=half)
            part.expect(_numbers(part) <= {half}, f"ServiceNo={half} gives {sorted(_numbers(part))}")
        break
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
    now = bus.now()
    for reply, bus_coming in bus.buses:
        estimate = datetime.fromisoformat(bus_coming["EstimatedArrival"])
        reply.expect(abs(estimate - now) < _A_DAY, f"{estimate.isoformat()} is not near {now.isoformat()}")
        reply.expect("Load" in bus_coming and "Latitude" in bus_coming, "a bus has no load or no location")


@check("bus.arrivals.next-buses-are-in-order")
def next_buses_are_in_order(bus: Bus) -> None:
    """Each service of the sample; a slot without an estimate is left out."""
    _each_answer(bus, rules.next_buses_are_in_order, "no service of the sample has two buses now")


@check("bus.arrivals.missing-bus-is-empty")
def missing_bus_is_empty(bus: Bus) -> None:
    """Where there is no bus, its slot is an object, and its estimate is an empty text."""
    _each_answer(bus, rules.missing_bus_is_empty, "every service of the sample has three buses now")


@check("bus.arrivals.estimate-has-an-offset")
def estimate_has_an_offset(bus: Bus) -> None:
    """Each estimate of the sample."""
    _each_answer(bus, rules.estimate_has_an_offset, "no bus of the sample has an estimate")


@check("bus.arrivals.monitored-is-0-or-1")
def monitored_is_0_or_1(bus: Bus) -> None:
    """Each bus of the sample; answers of an older release have no such field."""
    _each_answer(bus, rules.monitored_is_0_or_1, "no bus of the sample has the field Monitored")


@check("bus.arrivals.position-is-text")
def position_is_text(bus: Bus) -> None:
    """Each bus of the sample."""
    _each_answer(bus, rules.position_is_text, "no bus of the sample has a position")


@check("bus.arrivals.load-is-sea-sda-or-lsd")
def load_is_sea_sda_or_lsd(bus: Bus) -> None:
    """Each bus of the sample. Servers were observed to send an empty text where a value is not known."""
    _each_answer(bus, rules.load_is_sea_sda_or_lsd, "no bus of the sample has the field Load")


@check("bus.arrivals.feature-is-wab")
def feature_is_wab(bus: Bus) -> None:
    """Each bus of the sample; a bus without the feature has an empty text."""
    _each_answer(bus, rules.feature_is_wab, "no bus of the sample has the field Feature")


@check("bus.arrivals.type-is-sd-dd-or-bd")
def type_is_sd_dd_or_bd(bus: Bus) -> None:
    """Each bus of the sample. Servers were observed to send an empty text where a value is not known."""
    _each_answer(bus, rules.type_is_sd_dd_or_bd, "no bus of the sample has the field Type")


@check("bus.arrivals.empty-at-night-as-observed")
def stop_without_buses_has_an_empty_body(bus: Bus) -> None:
    """A stop that does not exist has no bus at any time; an answer without services says the same."""
    reply = bus.arrivals_at(NO_STOP)
    if reply.body:
        reply.expect(reply.json.get("Services", []) == [], "a stop without buses has services that are no empty array")
        raise NotTried("the server answers a stop without buses with no services")


def _numbers(reply: Reply) -> set[str]:
    services: list[Json] = reply.json.get("Services", []) if reply.body else []
    return {service["ServiceNo"] for service in services}


def _each_answer(bus: Bus, rule: AnswerRule, reason: str) -> None:
    """Look at each answer of the sample; none that shows the rule leaves it not tried, for this reason."""
    shown = [reply.keeps(rule) for reply in bus.arrivals]
    if not any(shown):
        raise NotTried(reason)
