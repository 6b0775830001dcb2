"""docs/benchmarks.md shows exactly the figures that `nox -s benchmarks` has measured on two Pythons."""

from __future__ import annotations

from benchmarks.page import FIGURES, PAGE, page, read

RUNS = read(FIGURES)


def test_page_shows_the_measured_figures() -> None:
    assert PAGE.read_text("utf-8") == page(RUNS)


def test_pythons_ran_the_same_races_with_and_without_sniffio() -> None:
    races = {
        name: [(figure["race"], figure["runner"], figure["peer"]) for figure in run["figures"]]
        for name, run in RUNS.items()
    }
    assert races["Python 3.11"] == races["Python 3.13"]
    assert races["Python 3.11, with sniffio"] == races["Python 3.13, with sniffio"]
    assert set(races["Python 3.11, with sniffio"]) < set(races["Python 3.11"])
    for python in ("Python 3.11", "Python 3.13"):
        plain, other = (RUNS[name]["environment"] for name in (python, f"{python}, with sniffio"))
        assert plain["sniffio"] == "absent" != other["sniffio"]
        assert {**plain, "sniffio": ""} == {**other, "sniffio": ""}


def test_figure_beyond_its_budget_is_bold() -> None:
    figure = {
        "race": "get",
        "description": "one small GET",
        "runner": "trivet",
        "peer": "httpx",
        "at_most": 0.65,
        "floor": None,
        "ratio": 0.7,
        "quartiles": (0.65, 0.9),
        "is_over": True,
    }
    run = {"environment": {"Python": "3.11.7"}, "figures": [figure]}
    assert "| `get`: one small GET | trivet | httpx | **0.70 (0.65-0.90)** | 0.65 |  |" in page({"Python 3.11": run})
