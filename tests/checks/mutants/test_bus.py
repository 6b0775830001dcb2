"""Every hand-made mutant of the bus stub is found by the check of its rule alone."""

from __future__ import annotations

import pytest

from tests.mutants.bus import MUTANTS
from trivet_checks import suite
from trivet_checks.mutants.mutant import Mutant
from trivet_checks.mutants.trial import try_rules
from trivet_stubs import BusStub


@pytest.mark.long
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_mutant_is_found_by_its_own_check(mutant: Mutant) -> None:
    with BusStub() as stub:
        mutant.change(stub)
        result = try_rules(stub, [mutant.rule])
    assert [(verdict.id, verdict.outcome) for verdict in result.verdicts] == [(mutant.rule, "broken")]


def test_every_check_finds_a_mutant_and_holds_without_it() -> None:
    assert {mutant.rule for mutant in MUTANTS} == set(suite("bus").checks)
    with BusStub() as stub:
        assert try_rules(stub).of("broken") == []


def test_names_of_mutants_say_what_they_do() -> None:
    names = [mutant.change.__name__ for mutant in MUTANTS]
    assert len(set(names)) == len(names)
    assert all(mutant.change.__doc__ for mutant in MUTANTS)
