"""Errors in one line, packages that are not installed, and standard streams."""

from __future__ import annotations

import errno
import importlib
import io
import logging
import re
import sys
from pathlib import Path

import pytest
import typer

from trivet import APIConnectionError, InvalidArgumentError
from trivet._core.extras import how_to_install
from trivet.cli.failures import (
    UsageError,
    flush_stdout,
    needs,
    open_standard_streams,
    report,
    reported,
    status_of,
    traceback_lines,
)
from trivet.cli.signals import SignalInterrupt

Capture = pytest.CaptureFixture[str]


def status_after(error: BaseException, *, debug: bool = False) -> int:
    """Return the exit status after an error in a block."""
    with pytest.raises(typer.Exit) as caught, reported(debug=debug):
        raise error
    return caught.value.exit_code


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (UsageError("--month: 2025-13 is not a month"), 2, "--month: 2025-13 is not a month"),
        (InvalidArgumentError("limit", "positive", 0), 2, "limit must be positive, got 0"),
        (APIConnectionError("stops.list", "refused\x1b[2J\n"), 1, "stops.list: refused\\x1b[2J\\n"),
        (FileNotFoundError(errno.ENOENT, "x", "/no/such"), 1, "/no/such: No such file or directory"),
        (OSError(errno.ENOSPC, "x"), 1, "the output cannot be written: No space left on device"),
        (OSError("odd"), 1, "odd"),
    ],
)
def test_error_is_one_line_and_a_status(capsys: Capture, error: Exception, status: int, line: str) -> None:
    assert status_after(error) == status
    assert capsys.readouterr() == ("", f"trivet: {line}\n")


def test_interruption_and_closed_pipe_are_silent(capsys: Capture) -> None:
    assert (status_after(KeyboardInterrupt()), status_after(BrokenPipeError())) == (130, 0)
    assert capsys.readouterr() == ("", "")
    assert status_of(KeyboardInterrupt()) == 130
    assert status_of(SignalInterrupt(15)) == 143


def test_notes_of_an_error_are_hints_of_its_line(capsys: Capture) -> None:
    error = UsageError("no")
    error.add_note("do this\x07")
    report(error)
    assert capsys.readouterr().err == "trivet: no; do this\\x07\n"


def test_debug_shows_a_traceback_without_variables_and_the_log(capsys: Capture) -> None:
    def fail(secret: str) -> None:
        with reported(debug=True):
            logging.getLogger("trivet").debug("stops.list: %s\x1b", 503)
            raise UsageError(str(len(secret)))

    with pytest.raises(typer.Exit):
        fail("s3" + "cret")
    err = capsys.readouterr().err
    assert err.startswith("trivet: stops.list: 503\\x1b\nTraceback (most recent call last):\n")
    assert err.endswith("trivet: 6\n")
    assert "s3cret" not in err
    assert not logging.getLogger("trivet").handlers


def test_error_while_stderr_is_gone_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    report(UsageError("lost"))
    assert status_after(UsageError("lost"), debug=True) == 2


def test_lines_of_a_traceback_are_escaped(tmp_path: Path) -> None:
    lines = traceback_lines(ValueError("a\x1bb\nc"))
    assert lines == ["ValueError: a\\x1bb\n", "c\n"]


def test_package_that_is_absent_is_named_with_its_line() -> None:
    message = f"no_such_package is not installed: {how_to_install('pictures')}"
    with pytest.raises(UsageError, match=f"^{re.escape(message)}$"):
        with needs("pictures"):
            importlib.import_module("no_such_package.part")


def test_import_error_of_another_package_is_raised_unchanged() -> None:
    with pytest.raises(ModuleNotFoundError), needs("pictures", "matplotlib"):
        importlib.import_module("no_such_package")


def test_pipe_gets_utf_8_and_keeps_its_line_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii", newline="\r\n")
    monkeypatch.setattr(sys, "stdout", stream)
    open_standard_streams()
    stream.write("é\ud800\n")
    stream.flush()
    assert raw.getvalue() == "é\\ud800\n".encode()


def test_stdout_that_was_closed_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    open_standard_streams()
    assert not sys.stdout.isatty()
    sys.stderr.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        sys.stdout.write("x")
    flush_stdout()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_rest_of_a_full_disk_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        full.write("x")
        with pytest.raises(OSError, match="No space left") as caught:
            flush_stdout()
        assert caught.value.errno == errno.ENOSPC
