"""The hunt for derived mutants. A few of one service are hunted here, and all of all services by `nox -s mutants`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.derived.escaped import read_escaped
from tests.mutants.derived.hunt import derived_mutants, hunt, hunt_all, observe
from trivet_checks.mutants.changes import change_headers
from trivet_stubs import BusStub
from trivet_stubs._generated.names import SERVICES

CHECKS = [
    "bus.answers.status-is-200-with-json",
    "bus.access.account-key-is-needed",
    "bus.volume.date-has-six-digits",
    "bus.requests.what-the-contract-forbids-is-400",
]
ESCAPED = Path(__file__).parents[2] / "mutants" / "escaped"


@pytest.mark.long
def test_some_mutants_of_the_bus_are_found_and_the_listed_ones_escape() -> None:
    known = read_escaped(ESCAPED / "bus.txt")
    observed = observe("bus", CHECKS)
    mutants = derived_mutants("bus")
    sample = [*mutants[2::10], *(mutant for mutant in mutants if mutant.id in known)]
    found_by = {result.mutant.id: result.by for result in (hunt(mutant, observed, "bus") for mutant in sample)}
    assert len(found_by) >= 8
    assert {name for name, by in found_by.items() if by is None} == known.keys()
    assert "arrivals.get" in found_by.values()


def test_mutant_that_a_rule_names_is_found_by_its_check() -> None:
    (mutant,) = [derived for derived in derived_mutants("bus") if derived.id == "parameters.Skip minimum: -1"]
    (result,) = [hunt(mutant, {rule: [] for rule in mutant.named}, "bus")]
    assert (result.by, result.tried) == ("bus.paging.skip-is-at-least-0", 1)


@pytest.mark.parametrize("service", SERVICES)
def test_listed_mutants_exist_and_have_a_reason(service: str) -> None:
    known = read_escaped(ESCAPED / f"{service}.txt")
    assert known.keys() <= {mutant.id for mutant in derived_mutants(service)}
    assert all(reason.endswith(".") for reason in known.values())


def test_stub_that_breaks_its_contract_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> BusStub:
        stub = BusStub()
        change_headers(stub, "services.list", {"AccountKey": stub.account_key})
        return stub

    monkeypatch.setattr("tests.mutants.derived.hunt.new_stub", broken)
    with pytest.raises(ValueError, match="is found broken"):
        list(hunt_all("bus"))
