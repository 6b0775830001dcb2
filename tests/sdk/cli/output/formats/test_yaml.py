"""YAML."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from trivet.cli.output.escapes import visible
from trivet.cli.output.formats.yaml import document, write_sequence, write_value
from trivet.cli.output.target import Target

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@settings(max_examples=40)
@given(
    st.recursive(
        TEXT | st.integers() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=4
    )
)
def test_escapes_of_a_terminal_change_no_value(value: Any) -> None:
    shown = document(value, Target(on_terminal=True, raw=False))
    assert yaml.safe_load(shown) == value
    assert [each for each in shown.split("\n") if visible(each) != each] == []


def test_sequence_and_value_are_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    target = Target(on_terminal=False, raw=False)
    write_sequence(iter([{"a": "no"}, ["x"], "text"]), target)
    assert capsys.readouterr().out == "- a: 'no'\n- - x\n- text\n"
    write_value("text", target)
    assert capsys.readouterr().out == "text\n"
