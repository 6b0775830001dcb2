"""Styles, questions, progress and stdout of a terminal."""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sdk.cli.console import in_terminal, run_here
from trivet.cli.failures import UsageError
from trivet.cli.terminal import BOLD, Target, confirm_count, is_terminal, progress, rate_text, styled, uses_styles
from trivet_stubs import BusStub


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "screen", "pipe"),
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
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], screen: bool, pipe: bool
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert (uses_styles(Screen()), uses_styles(io.StringIO())) == (screen, pipe)


def test_absent_or_closed_stream_is_not_a_terminal() -> None:
    closed = io.StringIO()
    closed.close()
    assert not is_terminal(None)
    assert not is_terminal(closed)
    assert styled("x", BOLD, styles=True) == "\x1b[1mx\x1b[0m"
    assert styled("", BOLD, styles=True) == ""


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
    assert capsys.readouterr().err == "12 accounts will be deleted\\x1b. Type 12 to continue: "


@pytest.mark.parametrize("stdin", [io.StringIO("12\n"), None])
def test_without_a_terminal_the_option_is_needed(monkeypatch: pytest.MonkeyPatch, stdin: object) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    with pytest.raises(UsageError, match="12 accounts will be deleted: confirm it with --yes"):
        confirm_count(12, "accounts will be deleted", yes=False)
    assert confirm_count(12, "accounts will be deleted", yes=True)


def test_rate_and_amount_have_units() -> None:
    assert rate_text(120, 400, 12.4, "users") == "120/400 users, 12/s"
    assert rate_text(1, None, 0.25, "pages") == "1 pages, 0.2/s"
    assert rate_text(1500, 4_000_000, 2_500_000_000, "B") == "1.5 kB/4.0 MB, 2.5 GB/s"
    assert rate_text(12, None, None, "B") == "12 B"
    assert rate_text(3, 4, None, "") == "3/4"


def test_no_progress_is_shown_if_stderr_is_not_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("Exporting", unit="users") as advance:
        advance(1, 2, "now")
    assert capsys.readouterr() == ("", "")


def test_bar_of_a_terminal_shows_amount_and_escapes_its_note(probe: object) -> None:
    with in_terminal("probe-chat", "progress", env={"TRIVET_CHAT_BASE_URL": "http://127.0.0.1:1"}) as terminal:
        assert terminal.wait() == 0
    assert "Exporting \\x1b[31mred" in terminal.text
    assert "4/5 users" in terminal.text
    assert {len(bar) for bar in re.findall("[━╸╺]+", terminal.text)} == {30}
    assert "\x1b[31mred" not in terminal.output


def test_width_is_the_terminal_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert Target(on_terminal=True, raw=False).width == 20
    assert Target(on_terminal=False, raw=False).width is None


def test_note_is_escaped_and_follows_earlier_output(monkeypatch: pytest.MonkeyPatch) -> None:
    both = io.StringIO()
    monkeypatch.setattr(sys, "stdout", both)
    monkeypatch.setattr(sys, "stderr", both)
    target = Target(on_terminal=False, raw=False)
    target.write("out\n")
    target.note("note \x1b[2J")
    assert both.getvalue() == "out\nnote \\x1b[2J\n"
    assert Target(on_terminal=False, raw=True).visible("\x1b") == "\x1b"


def test_note_without_stderr_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    Target(on_terminal=False, raw=False).note("lost")
    assert sys.stderr is None


@pytest.fixture
def bus_env() -> Iterator[dict[str, str]]:
    with BusStub() as stub, stub.serve() as served:
        yield {"TRIVET_BUS_ACCOUNT_KEY": "stub-key", "TRIVET_BUS_BASE_URL": served.url}


POSIX = pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals need POSIX")


@pytest.mark.long
@POSIX
def test_table_longer_than_the_screen_goes_through_the_pager(bus_env: dict[str, str], tmp_path: Path) -> None:
    paged = tmp_path / "paged"
    pager = f"tee {paged} | sed s/^/+/"
    for size, options, is_paged in (
        ((60, 8), (), True),
        ((60, 200), (), False),
        ((60, 8), ("--no-pager",), False),
        ((60, 8), ("-o", "json"), False),
    ):
        paged.unlink(missing_ok=True)
        env = {**bus_env, "PAGER": pager, "NO_COLOR": "1"}
        with in_terminal("bus", "stops", "list", *options, env=env, size=size) as terminal:
            assert terminal.wait() == 0
        assert paged.exists() == is_paged, options
        if is_paged:
            lines = [line.removeprefix("+") for line in terminal.text.splitlines()]
            table = paged.read_text().splitlines()
            assert lines[: len(table)] == table
            # Notes stand below the table, because they are written once the pager has ended.
            assert lines[len(table)].startswith(
                "trivet: no room for latitude, longitude; 86 columns show all, --fields "
            )


@pytest.mark.long
@POSIX
def test_pager_that_is_empty_or_missing_or_left_is_not_an_error(bus_env: dict[str, str]) -> None:
    for pager in ("", "cat", "no-such-pager -x", "head -1"):
        env = {**bus_env, "PAGER": "less", "TRIVET_PAGER": pager, "NO_COLOR": "1"}
        with in_terminal("bus", "stops", "list", env=env, size=(80, 8)) as terminal:
            assert terminal.wait() == 0
        assert terminal.text.startswith("bus_stop_code  road_name")
        assert "Traceback" not in terminal.text


PAGER = """
import signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # one that comes before the wait is kept
lines = sys.stdin.readlines()
print(f"{len(lines)} lines", flush=True)
signal.sigwait({signal.SIGINT})
print("the pager was interrupted", flush=True)
"""


@pytest.mark.long
@POSIX
def test_interrupt_is_for_the_pager(bus_env: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "pager.py").write_text(PAGER, "utf-8")
    pager = shlex.join([sys.executable, str(tmp_path / "pager.py")])
    with in_terminal("bus", "stops", "list", env={**bus_env, "PAGER": pager}, size=(80, 8)) as terminal:
        terminal.read_until(r"\d\d lines")
        terminal.interrupt()
        terminal.read_until("the pager was interrupted")
        assert terminal.wait() == 0


def test_pipe_has_no_pager(bus_env: dict[str, str]) -> None:
    env = {**bus_env, "PAGER": "false", "LINES": "3"}
    assert run_here("bus", "stops", "list", "-o", "table", env=env).out.count("\n") > 10
