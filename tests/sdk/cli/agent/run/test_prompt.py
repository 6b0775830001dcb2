"""Where the prompt comes from."""

import io
import sys

import pytest

from trivet.cli.agent.run.prompt import MOST, read_prompt
from trivet.cli.failures import UsageError


@pytest.mark.parametrize(("argument", "taken"), [("Go.", False), ("-", True), (None, True)])
def test_prompt_is_the_argument_or_stdin(monkeypatch, argument, taken):
    monkeypatch.setattr(sys, "stdin", io.StringIO("From a pipe.\n"))
    assert read_prompt(argument) == ("From a pipe.\n" if taken else "Go.", taken)


@pytest.mark.parametrize(
    ("argument", "stdin", "why"),
    [("", "", "empty"), (" \n", "", "empty"), (None, "", "empty"), ("-", "x" * (MOST + 1), "longer than")],
)
def test_prompt_that_cannot_be_sent_is_refused(monkeypatch, argument, stdin, why):
    monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
    with pytest.raises(UsageError, match=why):
        read_prompt(argument)


def test_stdin_that_is_no_text_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), "utf-8"))
    with pytest.raises(UsageError, match="no UTF-8"):
        read_prompt("-")


def test_no_prompt_at_a_terminal_is_refused_at_once(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("x"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    with pytest.raises(UsageError, match="what should the agent do"):
        read_prompt(None)
