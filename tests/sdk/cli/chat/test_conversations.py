"""`trivet chat conversations export`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.sdk.cli.chat.conftest import Administrator


def test_all_conversations_are_saved_under_the_name_of_the_service(ann: Administrator) -> None:
    done = ann.run("conversations", "export", "-o", "csv")
    assert (done.status, done.err) == (0, "")
    size = Path("conversations_export.json").stat().st_size
    count = json.loads(Path("conversations_export.json").read_text())["total"]
    assert done.out.splitlines() == ["path,conversations,bytes", f"conversations_export.json,{count},{size}"]
    again = ann.run("conversations", "export")
    assert (again.status, "conversations_export.json" in again.err) == (1, True)
