"""Mutants of the account key."""

from trivet_checks.mutants.changes import change_headers, change_status
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub


@mutant("bus.access.account-key-is-needed", shown_by="one")
def list_is_open_without_a_key(stub: BusStub) -> None:
    """One of the lists is open to every caller."""
    change_headers(stub, "planned_routes.list", {"accountkey": stub.account_key})


@mutant("bus.access.unknown-key-is-401", shown_by="one")
def unknown_key_is_forbidden(stub: BusStub) -> None:
    """A key that is not known is refused with another status."""
    change_status(stub, "stops.list", {401: 403})
