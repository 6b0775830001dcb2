"""The page of everything that trivet was run against and did not make itself, from `proved_against.toml`.

Someone who runs a session of nox enters its date and figure there; `python -m tests.proved_against` writes the page.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "proved_against.md"
RUNS = Path(__file__).with_suffix(".toml")

_INTRODUCTION = """# See what it was run against

The tests of trivet use its own stubs and contracts, so that a misunderstanding could hide on both sides. Therefore it
is also run against servers, clients, readers and checkers that others have made. Each row is a run by hand, with the
command that repeats it; `CONTRIBUTING.md` describes the sessions.
"""
_HEADER = "| against | what was done | command | date | result | what did not hold |\n|---|---|---|---|---|---|\n"


def runs() -> list[Mapping[str, str]]:
    """Return the runs in the order of the page."""
    entries: list[Mapping[str, str]] = tomllib.loads(RUNS.read_text("utf-8"))["run"]
    return entries


def page(entries: Iterable[Mapping[str, str]]) -> str:
    """Return the page of the runs, with a table for each group."""
    text, group = _INTRODUCTION, ""
    for entry in entries:
        if entry["group"] != group:
            group = entry["group"]
            text += f"\n## {group}\n\n{_HEADER}"
        command = f"`{entry['command']}`"
        cells = (entry["against"], entry["done"], command, entry["date"], entry["result"], entry["failed"])
        text += f"| {' | '.join(cells)} |\n"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(runs()), "utf-8")
