"""The page of runs against what others have made follows its file, and names sessions that exist."""

import json
import re
import sys
import tomllib
from datetime import date

import pytest

from tests.proved_against import PAGE, RESULTS, ROOT, RUNS, outcome, page, record, runs

NOXFILE = (ROOT / "noxfile.py").read_text("utf-8")
SESSIONS = set(re.findall(r"^def (\w+)\(session", NOXFILE, re.M))


def test_page_follows_the_file() -> None:
    assert PAGE.read_text("utf-8") == page(runs())


def test_every_run_has_a_date_a_result_and_a_command_that_exists() -> None:
    for run in runs():
        assert date.fromisoformat(run["date"]) >= date(2026, 11, 1), run
        assert re.search(r"\d", run["result"]), f"{run['against']}: a result is a figure"
        assert run["failed"], f"{run['against']}: say `nothing` if everything held"
        for name in re.findall(r"nox -s ([\w-]+)", run["command"]):
            assert name.replace("-", "_") in SESSIONS, name


def test_every_outcome_and_every_session_that_records_one_has_a_row() -> None:
    names = [entry["name"] for entry in tomllib.loads(RUNS.read_text("utf-8"))["run"]]
    assert len(names) == len(set(names))
    assert {*json.loads(RESULTS.read_text("utf-8"))} <= {*names}
    recorded = re.findall(r'record\(session, "([\w-]+)"|^        "([\w-]+)",$', NOXFILE, re.M)
    assert {one or other for one, other in recorded} <= {*names}


def test_outcome_has_the_figures_and_the_versions_of_the_run() -> None:
    entry = {"against": "curl {curl}, pytest {pytest}", "figure": r"(\d+) of (\d+)", "result": "{figure} in {commands}"}
    run = outcome(entry, "\x1b[1mversion of curl: 8.1\x1b[0m\n3 of 4, 5 of 5", 2)
    assert run["against"] == f"curl 8.1, pytest {pytest.__version__}"
    assert run["result"] == "3, 4; 5, 5 in 2"


def test_outcome_without_a_figure_is_refused() -> None:
    with pytest.raises(ValueError, match="no figure"):
        outcome({"against": "", "figure": "x", "result": "{figure}"}, "nothing", 1)


def test_failed_command_ends_the_run_and_enters_nothing() -> None:
    before = RESULTS.read_bytes()
    code = "import sys; sys.exit(3)"
    assert record("uvloop", [[sys.executable, "-c", code], [sys.executable, "-c", "print('1 passed in')"]]) == 3
    assert RESULTS.read_bytes() == before
