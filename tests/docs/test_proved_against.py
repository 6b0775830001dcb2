"""The page of runs against what others have made follows its file, and names sessions that exist."""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import date

import pytest

from tests.proved_against import PAGE, RESULTS, ROOT, RUNS, outcome, page, record, runs

NOXFILE = (ROOT / "noxfile.py").read_text("utf-8")
ROWS = tomllib.loads(RUNS.read_text("utf-8"))["run"]
ROW_NAMES = {entry["name"] for entry in ROWS}
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


def test_every_outcome_has_a_row() -> None:
    names = [entry["name"] for entry in ROWS]
    assert len(names) == len(set(names))
    assert {*json.loads(RESULTS.read_text("utf-8"))} <= {*names}


def test_every_row_is_entered_by_the_part_of_a_session_that_its_command_names() -> None:
    session_of = dict[str, str]()
    part_of = dict[str, str]()
    for function in ast.parse(NOXFILE).body:
        if isinstance(function, ast.FunctionDef) and function.name in SESSIONS:
            session_of |= {row: function.name.replace("_", "-") for row in texts_of(function) if row in ROW_NAMES}
            part_of |= parts_of(function)
    for entry in ROWS:
        session, _, part = entry["command"].partition("nox -s ")[2].partition(" -- ")
        assert session_of.get(entry["name"]) == session, entry["name"]
        assert part_of.get(entry["name"], "") == part, entry["name"]


def texts_of(tree: ast.AST) -> Iterator[str]:
    """The texts in the source of a session."""
    return (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def parts_of(tree: ast.AST) -> dict[str, str]:
    """The parts of a session by their rows: the keys of its dictionaries."""
    pairs = [
        (key, value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
    ]
    return {
        row: key.value
        for key, value in pairs
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
        for row in texts_of(value)
        if row in ROW_NAMES
    }


def test_every_row_has_a_figure_of_its_run() -> None:
    for entry in ROWS:
        assert re.search(r"\{(figure|commands)\}", entry["result"]), entry["name"]


def test_sum_of_cuts_and_repeated_verdicts_are_read_from_the_output() -> None:
    entries = {entry["name"]: entry for entry in ROWS}
    printed = (
        "version of opencode-ai: 1.18.33\n.\n22 cuts in 8 turns\n.\nsum: 22 cuts in 8 turns with AsyncStore\n"
        "\nsum: 20 cuts in 9 turns with Store\nthe same verdicts in 3 of 3 runs\n.\n"
        "===== 2 passed in 61.02s (0:01:01) =====\n"
    )
    cuts = outcome(entries["real-cuts"], printed, 1)
    assert cuts["against"] == "opencode 1.18.33, with a model of rules"
    assert cuts["result"] == "22 cuts in 8 turns with AsyncStore; 20 cuts in 9 turns with Store, each exact"
    for name in ("real-checks", "real-chat", "real-chat-unpatched"):
        result = outcome(entries[name], printed, 1)["result"]
        assert result.startswith("the same verdicts in 3 of 3 runs; 2 passed in 61 s"), name


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
