"""Every hand-made mutant of the bus stub is found by the check of its rule alone."""

from __future__ import annotations

import pytest

from tests.mutants.bus import MUTANTS
from trivet_stubs import BusStub
from trivet_stubs.checks import suite
from trivet_stubs.mutants.mutant import Mutant
from trivet_stubs.mutants.trial import try_rules


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_mutant_is_found_by_its_own_check(mutant: Mutant) -> None:
    with BusStub() as stub:
        mutant.change(stub)
        found = try_rules(stub, [mutant.rule])
    assert [(each.id, each.outcome) for each in found.verdicts] == [(mutant.rule, "broken")]


def test_every_check_finds_a_mutant_and_holds_without_it() -> None:
    assert {each.rule for each in MUTANTS} == set(suite("bus").checks)
    with BusStub() as stub:
        assert try_rules(stub).of("broken") == []


def test_names_of_mutants_say_what_they_do() -> None:
    names = [each.change.__name__ for each in MUTANTS]
    assert len(set(names)) == len(names)
    assert all(each.change.__doc__ for each in MUTANTS)
