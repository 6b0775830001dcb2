"""Mutants of the stops."""

from tests.mutants.bus.changes import change_each, change_parameter, filter_by, without
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub


@mutant("bus.stops.list-has-stop-records", shown_by="one")
def stop_has_no_road(stub: BusStub) -> None:
    """A field of the record is left out."""
    change_each(stub, "stops.list", lambda stop: without(stop, "RoadName"))


@mutant("bus.stops.list-has-stop-records", shown_by="one")
def position_of_a_stop_is_text(stub: BusStub) -> None:
    """The position is written as text, as the position of a bus."""
    change_each(stub, "stops.list", lambda stop: {**stop, "Latitude": str(stop["Latitude"])})


@mutant("bus.stops.code-filter", shown_by="one")
def code_filter_is_ignored(stub: BusStub) -> None:
    """There are all stops."""
    change_parameter(stub, "stops.list", "BusStopCode", lambda _: None)


@mutant("bus.stops.code-filter", shown_by="one")
def code_filter_is_a_prefix(stub: BusStub) -> None:
    """A code finds the stops that begin like it, too."""
    filter_by(stub, "stops.list", "BusStopCode", str.startswith)


@mutant("bus.stops.code-filter", shown_by="one")
def code_filter_is_a_suffix(stub: BusStub) -> None:
    """A code finds the stops that end like it, too."""
    filter_by(stub, "stops.list", "BusStopCode", str.endswith)


@mutant("bus.stops.code-has-five-digits", shown_by="one")
def code_loses_its_zeros(stub: BusStub) -> None:
    """A code is written as if it were a number."""
    change_each(stub, "stops.list", lambda stop: {**stop, "BusStopCode": stop["BusStopCode"].lstrip("0")})


@mutant("bus.stops.code-has-five-digits", shown_by="one")
def two_stops_have_one_code(stub: BusStub) -> None:
    """A code does not identify a stop."""
    change_each(stub, "stops.list", lambda stop: {**stop, "BusStopCode": stop["BusStopCode"][:4] + "1"})
