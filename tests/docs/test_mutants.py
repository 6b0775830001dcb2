"""The page on mutants has the lists of those that escape."""

from __future__ import annotations

import pytest

from tests.laws.tree import ROOT
from tests.mutants.derived.escaped import read_escaped
from trivet_stubs._generated.names import SERVICES

PAGE = (ROOT / "docs" / "mutants.md").read_text("utf-8")
ESCAPED = "tests/mutants/escaped"


@pytest.mark.parametrize("service", SERVICES)
def test_page_shows_the_list_of_mutants_that_escape(service: str) -> None:
    escaped = read_escaped(ROOT / ESCAPED / f"{service}.txt")
    assert (f"{{literalinclude}} ../{ESCAPED}/{service}.txt" in PAGE) == bool(escaped)
