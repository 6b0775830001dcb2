"""Mutants of the routes."""

from tests.mutants.bus.changes import change_each, change_records, without
from trivet_checks.exchange_rules.bus import TIMES
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub


@mutant("bus.routes.stops-are-in-their-order", shown_by="one")
def stops_are_in_reverse(stub: BusStub) -> None:
    """A route is listed from its end."""
    change_records(stub, "routes.list", lambda rows: rows[::-1])


@mutant("bus.routes.list-has-route-records", shown_by="one")
def route_has_no_distance(stub: BusStub) -> None:
    """A field of the record is left out."""
    change_each(stub, "routes.list", lambda row: without(row, "Distance"))


@mutant("bus.routes.stop-codes-have-five-digits", shown_by="one")
def code_of_a_route_loses_its_zeros(stub: BusStub) -> None:
    """The code of a stop is written in a planned route as if it were a number."""
    change_each(stub, "planned_routes.list", lambda row: {**row, "BusStopCode": row["BusStopCode"].lstrip("0")})


@mutant("bus.routes.times-are-four-digits", shown_by="one")
def time_has_a_colon(stub: BusStub) -> None:
    """A time is written as on a clock."""
    change_each(stub, "routes.list", lambda row: {**row, "SUN_LastBus": _with_colon(row["SUN_LastBus"])})


@mutant("bus.routes.times-are-four-digits", shown_by="one")
def time_is_after_midnight(stub: BusStub) -> None:
    """An hour after midnight is counted on."""
    change_each(stub, "routes.list", lambda row: {**row, "WD_LastBus": row["WD_LastBus"].replace("00", "24", 1)})


@mutant("bus.routes.no-bus-is-a-dash", shown_by="one")
def no_bus_is_a_word(stub: BusStub) -> None:
    """A time at which no bus runs is another text."""
    change_each(stub, "routes.list", lambda row: {**row, **{name: row[name].replace("-", "none") for name in TIMES}})


@mutant("bus.routes.times-may-be-null-as-observed", shown_by="one")
def first_bus_alone_is_null(stub: BusStub) -> None:
    """Of the two times of a day at which no bus runs, one is null."""
    stub.observed.null_times = True
    change_each(stub, "routes.list", lambda row: {**row, "SAT_LastBus": row["SAT_LastBus"] or "-"})


def _with_colon(text: str) -> str:
    return text if text == "-" else f"{text[:2]}:{text[2:]}"
