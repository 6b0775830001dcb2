"""Questions to the user."""

from __future__ import annotations

import io
import sys

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.terminal.ask import confirm_count


class Typed(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "agreed"), [("12\n", True), (" 12 \n", True), ("y\n", False), ("1\n", False), ("", False)]
)
def test_only_the_number_confirms(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, agreed: bool
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed(typed))
    assert confirm_count(12, "accounts will be deleted\x1b", yes=False) is agreed
    assert capsys.readouterr().err == "12 accounts will be deleted\\x1b. Type 12 to go on: "


@pytest.mark.parametrize("stdin", [io.StringIO("12\n"), None])
def test_without_a_terminal_the_option_is_needed(monkeypatch: pytest.MonkeyPatch, stdin: object) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    with pytest.raises(UsageError, match="12 accounts will be deleted: confirm it with --yes"):
        confirm_count(12, "accounts will be deleted", yes=False)
    assert confirm_count(12, "accounts will be deleted", yes=True)
