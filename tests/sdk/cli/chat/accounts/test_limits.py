"""What a job asks and writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivet.cli.chat.accounts.limits import Run, check_file
from trivet.cli.failures import UsageError


def test_files_that_cannot_be_written_are_refused_before_anything_is_sent(tmp_path: Path) -> None:
    file = tmp_path / "a.journal"
    file.touch()
    for run, message in (
        (Run(journal=file, resume=file), "--resume: it names the journal already"),
        (Run(resume=tmp_path / "b"), "--resume: .* is no journal"),
        (Run(dry_run=True, yes=True), "--dry-run changes nothing"),
        (Run(journal=tmp_path), "--journal: .* is no file"),
        (Run(results=tmp_path / "no" / "r.csv"), "--results: there is no folder"),
        (Run(results=Path("/dev/null")), "--results: /dev/null is no file"),
        (Run(journal=file, results=file), "--results: it is the journal"),
    ):
        with pytest.raises(UsageError, match=message):
            run.check()
    Run(resume=file, results=tmp_path / "r.csv").check()


def test_device_may_be_a_log_that_is_appended_to() -> None:
    check_file("--audit", Path("/dev/null"), regular=False)
    with pytest.raises(UsageError, match="is no file"):
        check_file("--out", Path("/dev/null"))
