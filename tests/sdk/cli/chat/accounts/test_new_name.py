"""Names that a command chooses."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from trivet.cli.chat.accounts.new_name import new_name


def test_name_has_the_time_and_is_new(tmp_path: Path) -> None:
    now = datetime(2025, 6, 16, 8, tzinfo=UTC)
    first = new_name("users-delete", ".journal", now, tmp_path)
    assert first == tmp_path / "users-delete-20250616-080000.journal"
    first.touch()
    assert new_name("users-delete", ".journal", now, tmp_path).name == "users-delete-20250616-080000-2.journal"
