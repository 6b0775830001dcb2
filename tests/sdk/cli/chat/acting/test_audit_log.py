"""The audit log."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from trivet.chat import ActingAs
from trivet.cli.chat.acting.audit_log import AuditLog, default_log

NOW = datetime(2025, 6, 16, 8, tzinfo=UTC)
ACTING = ActingAs("admin", "bob", NOW, NOW + timedelta(hours=1))


def test_log_says_who_whom_when_what_and_how_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "audit.ndjson"
    path.write_text('{"earlier": true}\n')
    log = AuditLog(path)
    log.begin(ACTING, ("conversations", "list"), ids=("c1",), email="bob@x.test")
    for status in (0, 1, 130):
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
    assert [each["outcome"] for each in ends] == ["done", "failed", "interrupted"]


def test_new_log_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    AuditLog(tmp_path / "a").begin(ACTING, ())
    assert (tmp_path / "a").stat().st_mode & 0o077 == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_log_on_a_full_disk_is_an_error_that_names_it() -> None:
    with pytest.raises(OSError, match=r"No space left.*/dev/full"):
        AuditLog(Path("/dev/full")).begin(ACTING, ())


def test_default_log_is_in_the_state_of_the_user() -> None:
    assert default_log({"XDG_STATE_HOME": "/s"}) == Path("/s/trivet/audit.ndjson")
    assert default_log({}) == Path.home() / ".local/state/trivet/audit.ndjson"
