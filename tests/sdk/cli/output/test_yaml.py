"""YAML."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from tests.sdk.cli.console import run_here
from tests.sdk.cli.operations.calls import env_of
from trivet.cli.output import json as json_format
from trivet.cli.output.yaml import document, write_sequence, write_value
from trivet.cli.terminal import Target
from trivet.cli.text import visible

PIPE, TERMINAL = Target(on_terminal=False, raw=False), Target(on_terminal=True, raw=False)

NUMBERS_AND_TIMES = """
    0 7 04129 08057 0777 0o17 0O17 0x1F 0b101 1_000 1,000 +1 -1 - + . 1. .5 -.5 1.5 1e3 1E3 1e+3 1e-3 .1e3 1.e3 -1e3
    12e03 1.0e+20 e9 E12 e-1 1:30 24:00 05:15 00:00+1 190:20:30 1:30.5 .inf -.inf +.INF .Inf .nan .NaN .NAN
    2024-01-01 2024-1-1 2024-01-01T00:00:00Z 2024-01-01T00:00:00+08:00 20240101 9007199254740993
"""
WORDS = """
    y Y n N yes Yes YES no No NO on On ON oN off OFF true True TRUE tRUE false False FALSE null Null NULL nULL ~ = <<
"""
MARKS = """
    -- --- -a ? ?a : :a a: a:b # #a a# [ ] [a] { } {a} , ,a & &a * *a ! !a !!str | |- > >- ' '' " "" % %YAML @ ` \\ \\n
    a' a" ... .... a... a.... Infinity NaN ٤１
"""
BLANKS = "| |  | a|a |a: b|{a: b}|a #b|- a|? a|: a|\t|\ta|a\t|a\tb|" + "a b " * 99
LINES = (
    "\n|a\n|\na|a\nb|a\n\nb\n|a\n  b|  a\nb|a \nb|a\r\nb|\r|# a\n# b|a: 1\nb: 2|---\na|...\n|a\n...|a\x85\n b|\u2028\n"
)
UNUSUAL = "\x00\x07\x1b\x7f\x85\xa0\u200b\u202e\u2028\u2029\u3000\ufeff\ufffe\ud800\udfff\U0010ffffé名🚌"
TEXTS = [
    *(NUMBERS_AND_TIMES + WORDS + MARKS).split(),
    *BLANKS.split("|"),
    *LINES.split("|"),
    *(form.format(character) for character in UNUSUAL for form in ("{}", "{}a", "a{}", "a{}b", "{}\n")),
]
"""Texts that a reader of YAML may take for another value or another text."""

CHARACTERS = st.sampled_from(sorted({*"".join(TEXTS)})) | st.characters(exclude_categories=["Cs"])
TEXT = st.sampled_from(TEXTS) | st.text(CHARACTERS, max_size=9)
VALUES = st.recursive(
    TEXT | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def version_1_1(text: str) -> Any:
    """Read a document as YAML 1.1."""
    return yaml.safe_load(text)


def version_1_2(text: str) -> Any:
    """Read a document as YAML 1.2."""
    return YAML(typ="safe", pure=True).load(text)


READERS = pytest.mark.parametrize("read", [version_1_1, version_1_2])


@pytest.mark.long
@READERS
@pytest.mark.parametrize("target", [PIPE, TERMINAL], ids=["pipe", "terminal"])
def test_text_stays_text_for_readers_of_both_versions(target: Target, read: Any) -> None:
    for text in TEXTS:
        for value in (text, [text], {"a": text}, {text: 1}, {text: {text: [text]}}):
            assert read(document(value, target)) == value, ascii(value)


def test_text_that_any_reader_may_take_for_a_value_has_quotes() -> None:
    plain = [text for text in (NUMBERS_AND_TIMES + WORDS).split() if document(text, PIPE)[0] not in "'\""]
    assert plain == []


@READERS
def test_number_stays_the_same_number_for_both_versions(read: Any) -> None:
    numbers = [0, -7, 10**30, 0.0, -0.5, 1e20, 1e-7, 1.5e300, 103.8455130921, True, None]
    assert repr(read(document(numbers, PIPE))) == repr(numbers)


def test_nan_becomes_null_with_one_note(capsys: pytest.CaptureFixture[str]) -> None:
    target = Target(on_terminal=False, raw=False)
    for number in ("nan", "inf", "-inf"):
        assert document({"loss": float(number), "balance": 10**30}, target) == f"loss: null\nbalance: {10**30}\n"
    assert capsys.readouterr().err.count("null is written in its place") == 1


@pytest.mark.long
@READERS
@settings(max_examples=150, derandomize=True)
@given(value=VALUES)
def test_yaml_has_the_same_values_as_json(value: Any, read: Any) -> None:
    assert read(document(value, PIPE)) == json.loads(json_format.document(value))


@READERS
def test_code_with_a_leading_zero_is_text_in_the_yaml_of_the_command(bus_server: Any, read: Any) -> None:
    line, env = ("bus", "stops", "list", "--all"), env_of("bus", bus_server)
    stops = read(run_here(*line, "-o", "yaml", env=env).out)
    assert "04129" in [stop["bus_stop_code"] for stop in stops]
    assert stops == json.loads(run_here(*line, "-o", "json", env=env).out)


@settings(max_examples=40)
@given(VALUES)
def test_escapes_of_a_terminal_change_no_value(value: Any) -> None:
    text = document(value, TERMINAL)
    assert yaml.safe_load(text) == value
    assert [line for line in text.split("\n") if visible(line) != line] == []


def test_sequence_and_value_are_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    target = Target(on_terminal=False, raw=False)  # of the stdout that is captured
    write_sequence(iter([{"a": "no"}, ["x"], "text"]), target)
    assert capsys.readouterr().out == "- a: 'no'\n- - x\n- text\n"
    write_value("text", target)
    assert capsys.readouterr().out == "text\n"
