"""The list of the mutants that escape."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.derived.escaped import differences, read_escaped


def test_list_has_a_reason_for_each_mutant(tmp_path: Path) -> None:
    path = tmp_path / "bus.txt"
    path.write_text("# What it is.\n\nOne.\n    a: b\n    c\n\nTwo.\n  d\n")
    assert read_escaped(path) == {"a: b": "One.", "c": "One.", "d": "Two."}
    assert read_escaped(tmp_path / "none.txt") == {}


@pytest.mark.parametrize(("text", "message"), [("    a\n", "no reason"), ("One.\n    a\nTwo.\n    a\n", "two reasons")])
def test_list_with_a_mutant_without_its_one_reason_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bus.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_escaped(path)


def test_differences_are_what_escapes_unlisted_and_what_is_listed_and_found() -> None:
    known = {"a": "One.", "b": "One.", "z": "One."}
    assert differences(known, escaped=["a", "c"], tried=["a", "b", "c"]) == [
        "c: escapes, and is not listed",
        "b: is listed, and was found",
    ]
