"""Statements, and notes that quote the contract."""

import pytest

from tests.laws.statements.statement import Note, Statement, alike, noted

NAME = Statement("Stop.name", "field")


def test_note_has_the_statements_of_its_quote() -> None:
    assert noted("A stop has a name.", [Note("has a name", (NAME,))]) == {NAME}


def test_note_with_a_quote_missing_in_the_contract_raises() -> None:
    with pytest.raises(ValueError, match="the contract has no 'has a title'"):
        noted("A stop has a name.", [Note("has a title", (NAME,))])


def test_alike_applies_statements_to_another_subject() -> None:
    assert alike([NAME, Statement("Stop.place", "field")], "Line.name", "Stop.name") == (
        Statement("Line.name", "field"),
    )
