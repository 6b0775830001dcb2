"""Whether a stream gets styles."""

from __future__ import annotations

import io

import pytest

from trivet.cli.terminal.style import BOLD, is_terminal, styled, uses_styles


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("given", "screen", "pipe"),
    [
        ({}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, True, False),
        ({"FORCE_COLOR": "1"}, True, True),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False, False),
        ({"CLICOLOR": "0"}, False, False),
        ({"TERM": "dumb"}, False, False),
    ],
)
def test_environment_decides_about_styles(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], screen: bool, pipe: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert (uses_styles(Screen()), uses_styles(io.StringIO())) == (screen, pipe)


def test_absent_or_closed_stream_is_no_terminal() -> None:
    closed = io.StringIO()
    closed.close()
    assert not is_terminal(None)
    assert not is_terminal(closed)
    assert styled("x", BOLD, styles=True) == "\x1b[1mx\x1b[0m"
    assert styled("", BOLD, styles=True) == ""
