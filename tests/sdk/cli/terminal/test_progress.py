"""Progress on stderr."""

from __future__ import annotations

import pytest

from tests.sdk.cli.console import in_terminal
from trivet.cli.terminal.progress import progress, rate_text


def test_rate_and_amount_have_units() -> None:
    assert rate_text(120, 400, 12.4, "users") == "120/400 users, 12/s"
    assert rate_text(1, None, 0.25, "pages") == "1 pages, 0.2/s"
    assert rate_text(1500, 4_000_000, 2_500_000_000, "B") == "1.5 kB/4.0 MB, 2.5 GB/s"
    assert rate_text(12, None, None, "B") == "12 B"
    assert rate_text(3, 4, None, "") == "3/4"


def test_nothing_is_shown_where_stderr_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("Exporting", unit="users") as advance:
        advance(1, 2, "now")
    assert capsys.readouterr() == ("", "")


def test_bar_of_a_terminal_shows_amount_and_escapes_its_note(probe: object) -> None:
    with in_terminal("probe-chat", "progress", env={"TRIVET_CHAT_BASE_URL": "http://127.0.0.1:1"}) as terminal:
        assert terminal.wait() == 0
    assert "Exporting \\x1b[31mred" in terminal.text
    assert "4/5 users" in terminal.text
    assert "\x1b[31mred" not in terminal.output
