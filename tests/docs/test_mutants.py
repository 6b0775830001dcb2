"""The page on mutants has the current numbers and lists of mutants."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.laws.tree import ROOT
from tests.mutants.derived.escaped import read_escaped
from tests.mutants.derived.hunt import derived_mutants
from trivet_stubs._generated.names import SERVICES

PAGE = (ROOT / "docs" / "mutants.md").read_text("utf-8")
ESCAPED = "tests/mutants/escaped"


@pytest.mark.parametrize("service", SERVICES)
def test_page_shows_the_numbers_of_mutants_and_the_lists(service: str) -> None:
    by_hand = len(import_module(f"tests.mutants.{service}").MUTANTS)
    derived = len(derived_mutants(service))
    escaped = len(read_escaped(ROOT / ESCAPED / f"{service}.txt"))
    row = f"| {service} | {by_hand} | {derived} | {derived - escaped} | {escaped} |"
    assert row in PAGE.splitlines(), f"the page lacks the row {row}"
    assert (f"{{literalinclude}} ../{ESCAPED}/{service}.txt" in PAGE) == (escaped > 0)
