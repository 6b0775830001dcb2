"""Derived mutants by their ids."""

from __future__ import annotations

import pytest

from tests.mutants.derived.derived_mutant import DerivedMutant, with_distinct_ids


def mutant(name: str) -> DerivedMutant:
    return DerivedMutant(
        id=name, named=(), operations=frozenset(), concerns=lambda seen: True, change=lambda stub: None
    )


def test_mutants_are_in_the_order_of_their_ids() -> None:
    assert [str(derived) for derived in with_distinct_ids([mutant("b"), mutant("a")])] == ["a", "b"]


def test_two_mutants_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two mutants are a"):
        with_distinct_ids([mutant("a"), mutant("a")])
