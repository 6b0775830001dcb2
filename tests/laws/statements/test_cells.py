"""The cells of a table in a contract: entries, values, and types."""

import pytest

from tests.laws.statements.cells import entries, rules
from tests.laws.statements.statement import Statement


def stated(cell: str, **options: object) -> set[str]:
    return {str(statement) for entry in entries(cell) for statement in rules(entry, entry.name, **options)}  # type: ignore[arg-type]


def names(cell: str, *prose: str) -> list[tuple[str, bool]]:
    return [(entry.name, entry.optional) for entry in entries(cell, prose)]


def test_semicolons_outside_of_brackets_separate_entries() -> None:
    assert names("skip (int; >= 0); $limit (int)") == [("skip", False), ("$limit", False)]


def test_commas_separate_bare_names() -> None:
    assert names("title, archived status", "archived status") == [("title", False)]


def test_none_has_no_entries() -> None:
    assert names("none") == []


def test_question_mark_and_word_make_an_entry_optional() -> None:
    expected = [("a", True), ("b", True), ("c", True), ("d", False)]
    assert names("a?; b (optional int); c (string, optional); d (string, required)") == expected


def test_text_that_is_not_an_entry_raises() -> None:
    with pytest.raises(ValueError, match="not an entry of a cell: 'the owner is set'"):
        names("title; the owner is set")


def test_type_and_bounds_of_an_entry_are_stated() -> None:
    assert stated("limit (int, 1 to 100, default 50)") == {
        "limit: type integer",
        "limit: minimum 1",
        "limit: maximum 100",
        "limit: default 50",
    }


def test_lower_bounds_are_stated_in_words_and_in_signs() -> None:
    assert stated("a (minimum 0); b (>= -1)") == {"a: minimum 0", "b: minimum -1"}


def test_text_has_length_pattern_and_values() -> None:
    assert stated("a (string, max length 100)") == {"a: type string", "a: maxLength 100"}
    assert stated("a (string): month, pattern six digits", prose=("month",)) == {
        "a: type string",
        "a: pattern ^[0-9]{6}$",
    }
    assert stated("a? (`asc` or `desc`)") == {"a: value asc", "a: value desc"}
    assert stated("a (string, default `x`, allowed `x` or `y`)") == {
        "a: type string",
        "a: default x",
        "a: value x",
        "a: value y",
    }


def test_entry_with_an_equals_sign_has_one_value() -> None:
    assert stated("type = oauth") == {"type: value oauth"}


def test_types_may_be_lists_maps_choices_and_records() -> None:
    assert stated("a (optional array of string); b (map string to any)") == {"a: type array of string", "b: type map"}
    assert stated("a (optional boolean or object)") == {"a: type boolean", "a: type object"}
    assert stated("a (array of rule)", records={"rule": "Rule"}) == {"a: type array of Rule"}


def test_phrase_that_is_not_understood_raises() -> None:
    with pytest.raises(ValueError, match="a: 'at least two' is not understood"):
        stated("a (string, at least two)")


def test_prose_states_nothing() -> None:
    assert stated("a (string, as above)", prose=("as above",)) == {"a: type string"}


def test_statement_has_a_readable_text() -> None:
    assert str(Statement("GET /stops skip", "minimum", "0")) == "GET /stops skip: minimum 0"
    assert str(Statement("GET /stops", "operation")) == "GET /stops: operation"
