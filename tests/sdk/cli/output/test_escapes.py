"""Text where a terminal or a spreadsheet would act upon it."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from trivet.cli.output.escapes import formula_free, in_json, in_yaml, visible


def test_visible_text_is_one_line_of_any_length() -> None:
    assert visible("a\x1b[2J\r\n\u202eb\x9b") == "a\\x1b[2J\\r\\n\\u202eb\\x9b"
    assert visible("名前 🚌\xa0") == "名前 🚌\xa0"
    assert len(visible("x\n" * 5000)) == 15000


@settings(max_examples=40)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_escapes_change_no_document(text: str) -> None:
    for value in (
        json.loads(in_json(json.dumps(text, ensure_ascii=False))),
        yaml.safe_load(in_yaml(json.dumps(text, ensure_ascii=False))),
    ):
        assert value == text


def test_json_of_a_terminal_has_no_control_character() -> None:
    assert in_json('{"a": "\x7f\u202e\U000e0001"}\n') == '{"a": "\\u007f\\u202e\\udb40\\udc01"}\n'
    assert in_yaml('"\u202e\U000e0001"') == '"\\u202e\\U000e0001"'


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-1+1", "@A1", " =1", "\t1", "\r=1", "\uff1d1", "-", "+1 2"])
def test_text_that_begins_a_formula_gets_an_apostrophe(text: str) -> None:
    assert formula_free(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "a=1", "-1", "+6591234567", "-1.5e3", "- text"[2:], "'=1"])
def test_other_text_and_numbers_stay(text: str) -> None:
    assert formula_free(text) == text
