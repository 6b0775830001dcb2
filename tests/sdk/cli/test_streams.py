"""The standard streams; what a shell does to them is in `test_run.py`."""

from __future__ import annotations

import errno
import io
import sys
from pathlib import Path

import pytest

from trivet.cli.streams import flush_stdout, open_standard_streams


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
