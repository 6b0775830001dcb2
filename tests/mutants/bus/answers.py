"""Mutants of answers: their status, and the envelope of lists."""

from tests.mutants.bus.changes import without
from trivet_checks.mutants.changes import change_answer
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub


@mutant("bus.answers.status-is-200-with-json", shown_by="one")
def list_is_accepted_only(stub: BusStub) -> None:
    """A list answers with another success."""
    change_answer(stub, "services.list", lambda page: page, status=202)


@mutant("bus.answers.status-is-200-with-json", shown_by="one")
def arrivals_are_a_bare_array(stub: BusStub) -> None:
    """The arrivals are JSON, and no object."""
    change_answer(stub, "arrivals.get", lambda stop: [stop])


@mutant("bus.answers.collections-have-metadata-and-value", shown_by="one")
def link_comes_without_metadata(stub: BusStub) -> None:
    """One of the envelopes lacks a field."""
    change_answer(stub, "passenger_volume.by_trip", lambda page: without(page, "odata.metadata"))
