"""Which accounts a job is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivet.cli.chat.accounts import selection
from trivet.cli.chat.accounts.selection import Selected, Selection
from trivet.cli.failures import UsageError
from trivet.cli.invocation import Invocation
from trivet.cli.options import Options

OFFLINE = Invocation("chat", Options())


def test_names_are_taken_once_and_nothing_is_sent() -> None:
    assert Selection(names=["b@x.test", " b@x.test", "c@x.test"]).accounts(OFFLINE) == Selected(
        ("b@x.test", "c@x.test")
    )
    assert not Selection().given
    assert Selection(csv=Path("-")).given


def test_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "LARGEST", 10)
    path = tmp_path / "f.csv"
    path.write_text("email\nb@x.test\n")
    with pytest.raises(UsageError, match="is larger than"):
        Selection(csv=path).accounts(OFFLINE)
    with pytest.raises(UsageError, match="Is a directory"):
        Selection(csv=tmp_path).accounts(OFFLINE)
