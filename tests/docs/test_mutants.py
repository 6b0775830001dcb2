"""The page on mutants: its figures and its lists are those of the code and of the tests."""

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
def test_page_shows_how_many_mutants_there_are_and_which_escape(service: str) -> None:
    by_hand = len(import_module(f"tests.mutants.{service}").MUTANTS)
    derived = len(derived_mutants(service))
    escaped = len(read_escaped(ROOT / ESCAPED / f"{service}.txt"))
    row = f"| {service} | {by_hand} | {derived} | {derived - escaped} | {escaped} |"
    assert row in PAGE.splitlines(), f"the page lacks the row {row}"
    assert f"{{literalinclude}} ../{ESCAPED}/{service}.txt" in PAGE
