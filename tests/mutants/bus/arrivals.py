"""Mutants of the arrivals."""

from datetime import datetime, timedelta

from tests.mutants.bus.changes import Json, change_buses, change_parameter, change_services, without
from trivet_checks.mutants.changes import change_answer
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub

_ONE_STOP = "54009"


@mutant("bus.arrivals.stop-code-is-required", shown_by="one")
def stop_code_has_a_default(stub: BusStub) -> None:
    """Without a stop there are the arrivals at one of them."""
    change_parameter(stub, "arrivals.get", "BusStopCode", lambda code: code or _ONE_STOP)


@mutant("bus.arrivals.echo-the-stop", shown_by="one")
def stop_loses_its_zeros(stub: BusStub) -> None:
    """The code comes back as if it were a number."""
    change_answer(stub, "arrivals.get", lambda stop: {**stop, "BusStopCode": stop["BusStopCode"].strip("0")})


@mutant("bus.arrivals.service-filter", shown_by="one")
def service_filter_is_ignored(stub: BusStub) -> None:
    """There are all services of the stop."""
    change_parameter(stub, "arrivals.get", "ServiceNo", lambda _: None)


@mutant(
    "bus.arrivals.are-of-one-stop-in-real-time",
    shown_by="neither: two stops next to each other may have the same planned arrivals",
)
def every_stop_has_the_same_arrivals(stub: BusStub) -> None:
    """The stop is ignored."""
    change_parameter(stub, "arrivals.get", "BusStopCode", lambda code: code and _ONE_STOP)


@mutant("bus.arrivals.are-of-one-stop-in-real-time", shown_by="two")
def arrivals_are_those_of_two_days_ago(stub: BusStub) -> None:
    """The arrivals are a recording."""
    change_buses(stub, "EstimatedArrival", lambda text: (datetime.fromisoformat(text) - timedelta(days=2)).isoformat())


@mutant("bus.arrivals.next-buses-are-in-order", shown_by="one")
def first_bus_is_the_last(stub: BusStub) -> None:
    """The buses of a service are in the wrong order."""

    def swapped(service: Json) -> Json:
        if not service["NextBus2"]["EstimatedArrival"]:
            return service
        return {**service, "NextBus": service["NextBus2"], "NextBus2": service["NextBus"]}

    change_services(stub, swapped)


@mutant("bus.arrivals.missing-bus-is-empty", shown_by="one")
def missing_bus_is_left_out(stub: BusStub) -> None:
    """A slot without a bus is not sent."""

    def left_out(service: Json) -> Json:
        return without(service, *(slot for slot in ("NextBus2", "NextBus3") if not service[slot]["EstimatedArrival"]))

    change_services(stub, left_out)


@mutant("bus.arrivals.missing-bus-is-empty", shown_by="one")
def missing_bus_is_null(stub: BusStub) -> None:
    """A slot without a bus has an estimate of null."""

    def nulled(service: Json) -> Json:
        last = service["NextBus3"]
        return {**service, "NextBus3": {**last, "EstimatedArrival": last["EstimatedArrival"] or None}}

    change_services(stub, nulled)


@mutant("bus.arrivals.estimate-has-an-offset", shown_by="one")
def estimate_has_no_offset(stub: BusStub) -> None:
    """The offset is cut off."""
    change_buses(stub, "EstimatedArrival", lambda text: text[:-6])


@mutant("bus.arrivals.monitored-is-0-or-1", shown_by="one")
def monitored_is_a_boolean(stub: BusStub) -> None:
    """The number is written as a boolean."""
    change_buses(stub, "Monitored", bool)


@mutant("bus.arrivals.position-is-text", shown_by="one")
def position_is_a_number(stub: BusStub) -> None:
    """The text is written as a number."""
    change_buses(stub, "Longitude", float)


@mutant("bus.arrivals.load-is-sea-sda-or-lsd", shown_by="one")
def load_has_another_value(stub: BusStub) -> None:
    """A full bus has a value of its own."""
    change_buses(stub, "Load", lambda load: "FULL" if load == "LSD" else load)


@mutant("bus.arrivals.feature-is-wab", shown_by="one")
def feature_is_a_word(stub: BusStub) -> None:
    """The feature is written out."""
    change_buses(stub, "Feature", lambda feature: feature and "wheelchair")


@mutant("bus.arrivals.type-is-sd-dd-or-bd", shown_by="one")
def type_is_a_word(stub: BusStub) -> None:
    """One of the types is written out."""
    change_buses(stub, "Type", lambda kind: kind.replace("DD", "double deck"))


@mutant("bus.arrivals.empty-at-night-as-observed", shown_by="one")
def no_services_are_null(stub: BusStub) -> None:
    """A stop where no bus is expected has null in place of its services."""
    change_answer(stub, "arrivals.get", lambda stop: {**stop, "Services": stop["Services"] or None})
