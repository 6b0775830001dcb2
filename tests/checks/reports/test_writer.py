"""The places where the findings of a run are written, and the table for people."""

import io
import sys

import pytest
from rich.console import Console

from tests.checks.reports.findings import HOSTILE, VERDICTS, judgement
from trivet_checks.reports.writer import ReportWriter, table


class Full(io.StringIO):
    """A stream that takes nothing."""

    def __init__(self, error):
        super().__init__()
        self._error = error
        self._file = open("/dev/null", "w")  # noqa: PTH123, SIM115

    def write(self, _text):
        raise self._error

    def fileno(self):
        return self._file.fileno()


def test_table_goes_to_stdout_and_files_are_written(tmp_path, capsys):
    with ReportWriter(str(tmp_path / "j.xml"), str(tmp_path / "j.json")) as report:
        report.write(judgement())
    assert "BROKEN" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["j.json", "j.xml"]


def test_table_goes_to_stderr_when_a_file_goes_to_stdout(capfd):
    with ReportWriter(None, "-") as report:
        report.write(judgement())
    captured = capfd.readouterr()
    assert captured.out.startswith("{\n")
    assert "BROKEN" in captured.err


def test_run_that_ends_early_leaves_no_partial_file(tmp_path):
    with pytest.raises(KeyboardInterrupt), ReportWriter(str(tmp_path / "j.xml"), None):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_two_reports_for_stdout_are_refused():
    with pytest.raises(ValueError, match="only one of them"):
        ReportWriter("-", "-")


@pytest.mark.parametrize(("error", "raised"), [(BrokenPipeError(), False), (OSError(28, "No space left"), True)])
def test_output_that_takes_nothing_still_has_its_files(tmp_path, monkeypatch, error, raised):
    monkeypatch.setattr(sys, "stdout", Full(error))
    with ReportWriter(str(tmp_path / "j.xml"), None) as report:
        if raised:
            with pytest.raises(OSError, match="No space left") as caught:
                report.write(judgement())
            assert caught.value.filename == "standard output"
        else:
            report.write(judgement())
    assert [path.name for path in tmp_path.iterdir()] == ["j.xml"]


def test_output_in_ascii_shows_what_it_can(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    with ReportWriter(None, None) as report:
        report.write(judgement(left=["conversation \u00e9"]))
    stream.seek(0)
    assert "conversation \\xe9" in stream.read()


@pytest.mark.parametrize("option", ["--junit", "--json"])
def test_existing_file_is_replaced_with_force_only(tmp_path, option):
    path = tmp_path / "report"
    path.write_text("old")
    reports = (path, tmp_path / "new") if option == "--junit" else (tmp_path / "new", path)
    with pytest.raises(ValueError, match="is there already") as caught:
        ReportWriter(*map(str, reports))
    assert str(caught.value) == f"{option}: {path} is there already; --force replaces it"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"report": "old"}
    with ReportWriter(*map(str, reports), force=True):
        pass


def shown(judgement, *, terminal=False, width=80, **options):
    """What is printed, as text."""
    console = Console(file=io.StringIO(), width=width, force_terminal=terminal, highlight=False, markup=False)
    for part in table(judgement, **options):
        console.print(part, soft_wrap=True)
    return console.file.getvalue()


def test_what_fails_comes_first_and_then_the_summary():
    text = shown(judgement())
    order = ["BROKEN", "HEALED", "DIFFERS", "KNOWN", "rules", "operations", "Not tried:", "7 requests", "removed from"]
    places = [text.index(title) for title in order]
    assert places == sorted(places)
    assert "BROKEN    chat.broken\n  Rule:    The sentence of chat.broken.\n  Section: Shares\n  Found:" in text
    assert "DIFFERS   chat.assumed  (assumed)" in text
    assert "remove it from the file of known departures" in text
    assert "2 records made, 1 of them left." in text
    assert "chat.holds" not in text


def test_command_is_on_one_line_however_narrow_the_terminal_is():
    text = shown(judgement(), width=20)
    [line] = [line for line in text.splitlines() if "chat.broken" not in line and "curl -i 'http" in line][:1]
    assert line.rstrip().endswith("'")


def test_hostile_text_neither_controls_the_terminal_nor_is_markup():
    for terminal in (False, True):
        text = shown(judgement(), terminal=terminal)
        assert "[red]<b>" in text
        assert "\x1b[31m[red]" not in text
        assert not [character for character in text if not character.isprintable() and character not in "\n\x1b"]
    assert "\x1b" not in shown(judgement())


def test_verbose_names_every_rule_and_quiet_only_what_fails():
    text = shown(judgement(), verbose=True)
    assert "holds     chat.holds" in text
    assert "not tried chat.untried  (observed)" in text
    text = shown(judgement(), quiet=True)
    assert "chat.broken" in text
    assert "Could not be removed" in text
    assert "chat.assumed" not in text
    assert "requests" not in text
    assert shown(judgement(VERDICTS[:1], left=[]), quiet=True) == ""


def test_incomplete_run_and_unsure_requests_are_said():
    text = shown(judgement(VERDICTS[:1], stopped="the time is up", unsure=["POST http://x.test/conversations"]))
    assert "Incomplete: the run ended early: the time is up" in text
    assert "May have left a record" in text
    assert "  POST http://x.test/conversations" in text
    assert "Incomplete: no rule was tried" in shown(judgement(()))


def test_each_caller_that_cannot_be_used_has_a_line():
    callers = {"admin": "not given", "user": f"refused {HOSTILE}"}
    text = shown(judgement((), callers=callers, stopped="the callers cannot be used"), quiet=True)
    assert "cannot be used (--allow-untried goes on without them):\n  admin: not given\n  user: refused" in text
    assert "\x1b" not in text
    assert "Callers that cannot be used:\n" in shown(judgement(VERDICTS[:1], callers=callers))
