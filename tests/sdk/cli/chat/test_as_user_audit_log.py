"""The audit log."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from trivet.chat import ActingAs
from trivet.cli.chat.as_user_audit_log import AuditLog, default_log, ids_of, words_of

NOW = datetime(2025, 6, 16, 8, tzinfo=UTC)
ACTING = ActingAs("admin", "bob", NOW, NOW + timedelta(hours=1))


def test_log_has_both_accounts_the_time_the_operation_and_the_outcome(tmp_path: Path) -> None:
    path = tmp_path / "audit.ndjson"
    path.write_text('{"earlier": true}\n')
    log = AuditLog(path)
    log.begin(ACTING, ("conversations", "list"), ids=("c1",), email="bob@x.test")
    for status in (0, 1, 130, 143):
        log.end(ACTING, ("conversations", "list"), status=status)
    earlier, begin, *ends = [json.loads(line) for line in path.read_text().splitlines()]
    assert earlier == {"earlier": True}
    assert datetime.fromisoformat(begin.pop("time")).tzinfo is not None
    assert begin == {
        "event": "begin",
        "admin_id": "admin",
        "user_id": "bob",
        "operation": "conversations list",
        "email": "bob@x.test",
        "until": "2025-06-16T09:00:00+00:00",
        "ids": ["c1"],
    }
    assert [end["outcome"] for end in ends] == ["done", "failed", "interrupted", "interrupted"]


def test_new_log_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    AuditLog(tmp_path / "a").begin(ACTING, ())
    assert (tmp_path / "a").stat().st_mode & 0o077 == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_log_on_a_full_disk_is_an_error_that_names_it() -> None:
    with pytest.raises(OSError, match=r"No space left.*/dev/full"):
        AuditLog(Path("/dev/full")).begin(ACTING, ())


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        (Unix, {"XDG_STATE_HOME": "/s"}, "/s/trivet/audit.ndjson"),
        (Unix, {}, "~/.local/state/trivet/audit.ndjson"),
        (MacOS, {}, "~/Library/Application Support/trivet/audit.ndjson"),
    ],
)
def test_default_log_is_in_the_folder_of_the_guide(
    monkeypatch: pytest.MonkeyPatch, platform: type, environment: dict[str, str], expected: str
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(platformdirs, "PlatformDirs", platform)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_log() == Path(expected).expanduser()


ID = "0190c1f6-7f3e-7c50-b3f5-2f2a4bd5a001"


def test_words_end_before_ids_options_and_text_that_may_be_secret() -> None:
    assert words_of(["conversations", "shared-with-me", "--limit", "5"]) == ("conversations", "shared-with-me")
    assert words_of(["conversations", "update", ID, "--title", "secret"]) == ("conversations", "update")
    assert words_of(["conversations", "open-shared", "q" * 43]) == ("conversations", "open-shared")
    assert words_of([]) == ()


def test_ids_are_kept_wherever_they_stand() -> None:
    assert ids_of(["conversations", "get", ID.upper(), "--title", "x", ID]) == (ID.upper(), ID)
