"""The table of right and wrong verdicts follows its file, and its sessions exist."""

import re
from datetime import date

from tests.verdicts import PAGE, ROOT, page, rows

SESSIONS = set(re.findall(r"^def (\w+)\(session", (ROOT / "noxfile.py").read_text("utf-8"), re.M))


def test_table_follows_the_file() -> None:
    text = PAGE.read_text("utf-8")
    assert text == page(text, rows())


def test_every_row_has_a_date_and_a_command_that_exists_and_no_wrong_verdict() -> None:
    assert rows()
    for row in rows():
        assert date.fromisoformat(row["date"]) >= date(2026, 11, 1), row
        assert row["mistakes"] in ("none", "its own", "8, chosen by the authors of the checks"), row["server"]
        assert (row["wrong"], row["right"]) == (0, int(row["tried"].partition(":")[0])), row["server"]
        for name in re.findall(r"nox -s ([\w-]+)", row["command"]):
            assert name.replace("-", "_") in SESSIONS, name
