"""The page of runs against what others have made follows its file, and names sessions that exist."""

import re
from datetime import date

from tests.proved_against import PAGE, ROOT, page, runs

SESSIONS = set(re.findall(r"^def (\w+)\(session", (ROOT / "noxfile.py").read_text("utf-8"), re.M))


def test_page_follows_the_file() -> None:
    assert PAGE.read_text("utf-8") == page(runs())


def test_every_run_has_a_date_a_result_and_a_command_that_exists() -> None:
    for run in runs():
        assert date.fromisoformat(run["date"]) >= date(2026, 11, 1), run
        assert re.search(r"\d", run["result"]), f"{run['against']}: a result is a figure"
        assert run["failed"], f"{run['against']}: say `nothing` if everything held"
        for name in re.findall(r"nox -s ([\w-]+)", run["command"]):
            assert name.replace("-", "_") in SESSIONS, name
