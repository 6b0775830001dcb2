"""The options of a job, and its files."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trivet.cli.chat.accounts.job_options import RunOptions, new_folder, new_journal
from trivet.cli.failures import UsageError


def test_files_that_cannot_be_written_are_refused_before_anything_is_sent(tmp_path: Path) -> None:
    file = tmp_path / "a.journal"
    file.touch()
    for run, message in (
        (RunOptions(journal=file, resume=file), "--resume: it names the journal already"),
        (RunOptions(resume=tmp_path / "b"), "--resume: .* is not a journal"),
        (RunOptions(dry_run=True, yes=True), "--dry-run changes nothing"),
        (RunOptions(journal=tmp_path), "--journal: .* is a folder"),
        (RunOptions(results=tmp_path / "no" / "r.csv"), "--results: there is no folder"),
        (RunOptions(results=Path("/dev/null")), "--results: /dev/null is not a file"),
        (RunOptions(journal=file, results=file), "--results: it is the journal"),
    ):
        with pytest.raises(UsageError, match=message):
            run.check()
    RunOptions(resume=file, results=tmp_path / "r.csv").check()


def test_existing_results_are_replaced_with_force_only(tmp_path: Path) -> None:
    results = tmp_path / "r.csv"
    results.touch()
    with pytest.raises(UsageError, match=r"--results: .* is there already; --force replaces it"):
        RunOptions(results=results).check()
    RunOptions(results=results, force=True).check()


def test_name_has_the_time_and_is_new(tmp_path: Path) -> None:
    now = datetime(2025, 6, 16, 8, tzinfo=UTC)
    journals = [new_journal("users-delete", now, tmp_path) for _ in range(2)]
    assert [path.name for path in journals] == [f"users-delete-20250616-080000{end}.journal" for end in ("", "-2")]
    folders = [new_folder("leavers", now, tmp_path) for _ in range(2)]
    assert [path.name for path in folders] == ["leavers-20250616-080000", "leavers-20250616-080000-2"]
    assert all(path.is_dir() for path in folders)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such links")
def test_name_of_a_dangling_link_is_not_taken(tmp_path: Path) -> None:
    now = datetime(2025, 6, 16, 8, tzinfo=UTC)
    (tmp_path / "job-20250616-080000.journal").symlink_to(tmp_path / "target")
    assert new_journal("job", now, tmp_path).name == "job-20250616-080000-2.journal"
    assert not (tmp_path / "target").exists()
