"""The table of right and wrong verdicts in docs/mutants.md, of the figures that sessions of nox have counted.

With `RECORD_VERDICTS=1` in the environment, as sessions set it, a run enters its figures in `verdicts.toml`, and writes
the table from it; `python -m tests.verdicts` only writes the table. Only rules that the contract states are counted.
"""

from __future__ import annotations

import datetime
import json
import os
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from trivet_checks import Result, Verdict

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "mutants.md"
FIGURES = Path(__file__).with_suffix(".toml")
BEGIN, END = "<!-- the verdicts -->\n", "<!-- the end of the verdicts -->\n"
_COMMENT = "# The figures of docs/mutants.md, which sessions of nox enter; see tests/verdicts.py.\n"
_COLUMNS = {
    "server": "server",
    "mistakes": "whose mistakes it has",
    "runs": "runs",
    "tried": "stated rules tried",
    "right": "right verdicts",
    "wrong": "wrong verdicts",
    "known": "how the right verdict is known",
    "command": "command",
    "date": "date",
}


@frozen
class Figures:
    """What runs against one server have shown.

    Attributes:
        server: The server.
        mistakes: Who has chosen the mistakes of the server.
        runs: How many runs had the same verdicts.
        tried: How many stated rules one run has tried, and how many of them hold and are broken.
        right: How many of these verdicts are right.
        wrong: How many are wrong, in all runs.
        known: How the right verdict on each rule is known.
        command: The command that repeats the runs.
        date: The day.
    """

    server: str
    mistakes: str
    runs: int
    tried: str
    right: int
    wrong: int
    known: str
    command: str
    date: str


def tried(result: Result) -> list[Verdict]:
    """The verdicts of a run on the stated rules that it has tried."""
    rules = [verdict for verdict in result.verdicts if verdict.kind == "rule" and verdict.basis == "stated"]
    return [verdict for verdict in rules if verdict.outcome != "not tried"]


def record(
    server: str, results: Sequence[Result], broken: Collection[str], *, mistakes: str, known: str, command: str
) -> None:
    """Enter the figures of runs in the file, if the environment asks for it.

    Args:
        server: The server.
        results: The runs.
        broken: The stated rules that the server breaks: every other verdict `broken`, and each of these that holds, is
            wrong.
        mistakes: Who has chosen the mistakes of the server.
        known: How that is known.
        command: The command.
    """
    outcomes = [{verdict.id: verdict.outcome for verdict in tried(result)} for result in results]
    record_verdicts(server, outcomes, broken, mistakes=mistakes, known=known, command=command)


def record_verdicts(
    server: str,
    runs: Sequence[Mapping[str, str]],
    broken: Collection[str],
    *,
    mistakes: str,
    known: str,
    command: str,
) -> None:
    """Enter the figures of runs, each the outcomes of the stated rules that it has tried by their ids."""
    if not os.environ.get("RECORD_VERDICTS"):
        return
    breaks = sum(outcome == "broken" for outcome in runs[0].values())
    counts = f"{len(runs[0])}: {len(runs[0]) - breaks} hold, {breaks} broken"
    right = [sum((outcome == "broken") == (name in broken) for name, outcome in run.items()) for run in runs]
    wrong = sum(len(run) for run in runs) - sum(right)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    enter(Figures(server, mistakes, len(runs), counts, right[0], wrong, known, command, today))


def enter(figures: Figures) -> None:
    """Put figures into the file, in the place of earlier ones of the same server, and write the table."""
    entries = {row["server"]: row for row in rows()} | {figures.server: asdict(figures)}
    tables = ("".join(f"{name} = {json.dumps(value)}\n" for name, value in row.items()) for row in entries.values())
    FIGURES.write_text(_COMMENT + "".join(f"\n[[server]]\n{table}" for table in tables), "utf-8")
    write()


def rows() -> list[Mapping[str, Any]]:
    """Return the rows in the order of the table."""
    entries: list[Mapping[str, Any]] = tomllib.loads(FIGURES.read_text("utf-8")).get("server", [])
    return entries


def page(text: str, entries: Collection[Mapping[str, Any]]) -> str:
    """Return the text of the page with the table of these rows."""
    lines = [f"| {' | '.join(_COLUMNS.values())} |", f"|{'---|' * len(_COLUMNS)}"]
    for entry in entries:
        cells = {name: str(entry[name]) for name in _COLUMNS} | {"command": f"`{entry['command']}`"}
        lines.append(f"| {' | '.join(cells.values())} |")
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + "\n".join(lines) + f"\n{END}" + rest.partition(END)[2]


def write() -> None:
    """Write the table of the page."""
    PAGE.write_text(page(PAGE.read_text("utf-8"), rows()), "utf-8")


if __name__ == "__main__":
    write()
