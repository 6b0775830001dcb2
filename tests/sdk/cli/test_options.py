"""The check of a file that an option names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from trivet.cli.failures import UsageError
from trivet.cli.options import check_file, check_output


def test_device_may_be_a_log_but_no_output() -> None:
    check_file("--audit", Path(os.devnull))
    with pytest.raises(UsageError, match="is not a file"):
        check_output("--out", Path(os.devnull), force=True)


def test_folder_and_file_in_a_missing_folder_are_refused(tmp_path: Path) -> None:
    for path, message in (
        (tmp_path, f"--out: {tmp_path} is a folder; name a file in it"),
        (tmp_path / "no" / "a.csv", f"--out: there is no folder {tmp_path / 'no'}"),
    ):
        with pytest.raises(UsageError) as caught:
            check_output("--out", path, force=True)
        assert str(caught.value) == message
    check_output("--out", tmp_path / "a.csv", force=False)


def test_file_that_exists_needs_force(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.touch()
    with pytest.raises(UsageError) as caught:
        check_output("--out", path, force=False)
    assert str(caught.value) == f"--out: {path} is there already; --force replaces it"
    check_output("--out", path, force=True)
