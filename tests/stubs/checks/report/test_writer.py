"""Where the findings of a run are written."""

import io
import sys

import pytest

from tests.stubs.checks.report.findings import judgement
from trivet_stubs.checks.report.writer import ReportWriter


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
