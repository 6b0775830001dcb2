import pytest

from tests.laws.statements.statement import Note, Statement, alike, noted

NAME = Statement("Stop.name", "field")


def test_note_states_what_its_quote_means() -> None:
    assert noted("A stop has a name.", [Note("has a name", (NAME,))]) == {NAME}


def test_note_whose_quote_is_not_in_the_contract_raises() -> None:
    with pytest.raises(ValueError, match="the contract has no 'has a title'"):
        noted("A stop has a name.", [Note("has a title", (NAME,))])


def test_what_is_alike_is_stated_about_another_subject() -> None:
    assert alike([NAME, Statement("Stop.place", "field")], "Line.name", "Stop.name") == (
        Statement("Line.name", "field"),
    )
