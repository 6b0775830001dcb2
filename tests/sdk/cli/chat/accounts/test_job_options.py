"""The options of a job, and its files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from trivet.cli.chat.accounts.job_options import RunOptions, check_file, new_name
from trivet.cli.failures import UsageError


def test_files_that_cannot_be_written_are_refused_before_anything_is_sent(tmp_path: Path) -> None:
    file = tmp_path / "a.journal"
    file.touch()
    for run, message in (
        (RunOptions(journal=file, resume=file), "--resume: it names the journal already"),
        (RunOptions(resume=tmp_path / "b"), "--resume: .* is not a journal"),
        (RunOptions(dry_run=True, yes=True), "--dry-run changes nothing"),
        (RunOptions(journal=tmp_path), "--journal: .* is not a file"),
        (RunOptions(results=tmp_path / "no" / "r.csv"), "--results: there is no folder"),
        (RunOptions(results=Path("/dev/null")), "--results: /dev/null is not a file"),
        (RunOptions(journal=file, results=file), "--results: it is the journal"),
    ):
        with pytest.raises(UsageError, match=message):
            run.check()
    RunOptions(resume=file, results=tmp_path / "r.csv").check()


def test_device_may_be_a_log_that_is_appended_to() -> None:
    check_file("--audit", Path("/dev/null"), regular=False)
    with pytest.raises(UsageError, match="is not a file"):
        check_file("--out", Path("/dev/null"))


def test_name_has_the_time_and_is_new(tmp_path: Path) -> None:
    now = datetime(2025, 6, 16, 8, tzinfo=UTC)
    first = new_name("users-delete", ".journal", now, tmp_path)
    assert first == tmp_path / "users-delete-20250616-080000.journal"
    first.touch()
    assert new_name("users-delete", ".journal", now, tmp_path).name == "users-delete-20250616-080000-2.journal"
