"""Where output goes."""

from __future__ import annotations

import io
import sys

import pytest

from trivet.cli.output.target import Target


def test_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert Target(on_terminal=True, raw=False).width == 20
    assert Target(on_terminal=False, raw=False).width is None


def test_note_comes_after_what_was_written_and_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    both = io.StringIO()
    monkeypatch.setattr(sys, "stdout", both)
    monkeypatch.setattr(sys, "stderr", both)
    target = Target(on_terminal=False, raw=False)
    target.write("out\n")
    target.note("note \x1b[2J")
    assert both.getvalue() == "out\nnote \\x1b[2J\n"
    assert Target(on_terminal=False, raw=True).visible("\x1b") == "\x1b"


def test_note_without_stderr_is_lost_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    Target(on_terminal=False, raw=False).note("lost")
    assert sys.stderr is None
