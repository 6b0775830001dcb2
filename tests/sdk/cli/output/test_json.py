"""JSON."""

from __future__ import annotations

import json

import pytest

from trivet.cli.output.json import document, write_array, write_lines, write_value
from trivet.cli.terminal import Target

Capture = pytest.CaptureFixture[str]


def test_numbers_and_text_that_the_fast_encoder_refuses_are_written() -> None:
    assert document({"n": 10**30, "half": "\ud800"}) == '{"n":1000000000000000000000000000000,"half":"\\ud800"}'


def test_nan_becomes_null_with_one_note(capsys: Capture) -> None:
    target = Target(on_terminal=False, raw=False)
    write_lines([{"a": float("nan")}, {"a": [float("inf")], "n": 10**30}, {"a": None}], target)
    written = capsys.readouterr()
    assert written.out == '{"a":null}\n{"a":[null],"n":1000000000000000000000000000000}\n{"a":null}\n'
    assert written.err.count("null is written in its place") == 1


def test_json_has_styles_on_a_terminal_alone(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    value = {"a": 'text "x": 1', "b": 2}
    write_value(value, Target(on_terminal=False, raw=False))
    assert capsys.readouterr().out == document(value) + "\n"
    write_value(value, Target(on_terminal=True, raw=False))
    assert capsys.readouterr().out.splitlines()[1:] == [
        '  \x1b[34m"a"\x1b[0m: \x1b[32m"text \\"x\\": 1"\x1b[0m,', '  \x1b[34m"b"\x1b[0m: 2', "}",
    ]  # fmt: skip


def test_array_on_a_terminal_is_indented(capsys: Capture) -> None:
    write_array([{"a": [1]}, 2], Target(on_terminal=True, raw=False))
    out = capsys.readouterr().out
    assert out.startswith('[\n  {\n    "a": [\n      1\n')
    assert json.loads(out) == [{"a": [1]}, 2]


def test_lines_are_never_indented(capsys: Capture) -> None:
    write_lines([{"a": 1}, {"a": 2}], Target(on_terminal=True, raw=False))
    assert capsys.readouterr().out == '{"a":1}\n{"a":2}\n'


@pytest.mark.parametrize("char", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\r"])
@pytest.mark.parametrize("number", [1, 2**70])
def test_document_without_indentation_is_one_line_for_every_reader(char, number):
    value = {f"a{char}b": [f"one{char}two", number]}
    text = document(value)
    assert text.splitlines() == [text]
    assert json.loads(text) == value
