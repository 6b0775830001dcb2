"""Mutants of the services."""

from tests.mutants.bus.changes import change_each, change_parameter, filter_by, without
from trivet_checks.exchange_rules.bus import FREQUENCIES
from trivet_checks.mutants.mutant import mutant
from trivet_stubs.bus import BusStub


@mutant("bus.services.list-has-service-records", shown_by="one")
def service_has_no_category(stub: BusStub) -> None:
    """A field of the record is left out."""
    change_each(stub, "services.list", lambda service: without(service, "Category"))


@mutant("bus.services.number-filter", shown_by="one")
def number_filter_is_ignored(stub: BusStub) -> None:
    """There are all services."""
    change_parameter(stub, "services.list", "ServiceNo", lambda _: None)


@mutant("bus.services.number-filter", shown_by="one")
def number_filter_is_a_prefix(stub: BusStub) -> None:
    """A number finds the services that begin like it, too."""
    filter_by(stub, "services.list", "ServiceNo", str.startswith)


@mutant("bus.services.number-filter", shown_by="one")
def number_filter_is_a_suffix(stub: BusStub) -> None:
    """A number finds the services that end like it, too."""
    filter_by(stub, "services.list", "ServiceNo", str.endswith)


@mutant("bus.services.frequency-is-a-range", shown_by="one")
def frequency_is_a_sentence(stub: BusStub) -> None:
    """A range is written in words."""
    change_each(stub, "services.list", lambda service: {**service, **dict.fromkeys(FREQUENCIES, "9 to 14 minutes")})


@mutant("bus.services.frequency-may-be-odd", shown_by="one")
def no_frequency_is_a_word(stub: BusStub) -> None:
    """Where no bus runs, the frequency is another text."""
    change_each(
        stub,
        "services.list",
        lambda service: {**service, **{name: "none" for name in FREQUENCIES if service[name] == "-"}},
    )
