"""Text that is escaped, cut, padded and counted; and times as text."""

from __future__ import annotations

import json
import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from trivet.cli.text import (
    age,
    fit,
    fitted,
    in_json,
    in_yaml,
    iso_time,
    one_line,
    plural,
    running_text,
    span,
    visible,
    width_of,
)


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


def test_json_for_a_terminal_has_no_control_characters() -> None:
    assert in_json('{"a": "\x7f\u202e\U000e0001"}\n') == '{"a": "\\u007f\\u202e\\udb40\\udc01"}\n'
    assert in_yaml('"\u202e\U000e0001"') == '"\\u202e\\U000e0001"'


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain", "plain"),
        ("one\n\ttwo\r\nthree", "one\n\ttwo\nthree"),
        ("\x1b[2Jred\x1b]0;title\x07\x9b31m\x08", "\\x1b[2Jred\\x1b]0;title\\x07\\x9b31m\\x08"),
        ("over\rwritten \u202edlrow", "over\\rwritten \\u202edlrow"),
        ("# *as it is*", "# *as it is*"),
    ],
)
def test_running_text_keeps_newlines_and_tabs_and_escapes_controls(text, escaped):
    assert running_text(text) == escaped


def test_running_text_is_not_cut():
    assert len(running_text("x\n" * 50_000)) == 100_000


def test_line_fits_in_columns_of_wide_characters_too():
    assert fit("orchard", 7) == "orchard"
    assert fit("orchard", 4) == "orc…"
    assert fit("果樹園の木", 5) == "果樹…"
    assert fit("orchard", 1) == "…"
    assert fit("orchard", 0) == ""


def test_one_line_has_no_line_breaks_and_nothing_for_none():
    assert one_line("a\nb\x1b") == "a\\nb\\x1b"
    assert one_line(None) == ""
    assert one_line("a" * 100_000, 10) == "a" * 9 + "…"


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["a", "é", "東", "🚌", "👩‍🚀", " "])).map("".join), st.integers(1, 12), st.booleans())
def test_fitted_text_takes_exactly_its_width(text: str, width: int, right: bool) -> None:
    assert width_of(fitted(text, width, right=right)) == width


def test_text_that_may_not_be_cut_stays_whole() -> None:
    assert fitted("東京都", 4) == "東 …"
    assert fitted("abcdef", 3, cut=False) == "abcdef"
    assert fitted("7", 3, right=True) == "  7"


@pytest.mark.parametrize("width", [1, 2])
def test_cut_wide_characters_do_not_spill_over(width: int) -> None:
    assert width_of(fitted("🚌🚌", width)) == width


@pytest.mark.parametrize(("count", "text"), [(0, "0 files were"), (1, "1 file was"), (2, "2 files were")])
def test_noun_has_the_number_of_its_count(count: int, text: str) -> None:
    assert f"{count} {plural(count, 'file')} {plural(count, 'was', 'were')}" == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(-1, "0.0 s"), (0.42, "0.4 s"), (12, "12 s"), (75, "1 min"), (7300, "2 h"), (90_000, "1 d")]
)
def test_span_is_in_the_largest_unit(seconds: float, text: str) -> None:
    assert span(seconds) == text


def test_age_is_never_negative_and_empty_without_a_time() -> None:
    assert age(1_750_032_000_000, 1_750_032_012.0) == "12 s"
    assert age(1_750_032_000_000, 1_750_000_000.0) == "0 s"
    assert age(None, 0) == age("now", 0) == ""


def test_time_is_local_and_none_beyond_the_calendar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Singapore")
    time.tzset()
    assert iso_time(1_750_032_000_000) == "2025-06-16T08:00:00+08:00"
    assert iso_time(1e300) is None
    assert iso_time(None) is None
    monkeypatch.undo()
    time.tzset()
