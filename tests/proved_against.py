"""The page of everything that trivet was run against and did not make itself.

`proved_against.toml` describes the runs by hand. A session of nox runs its command with `python -m tests.proved_against
NAME -- COMMAND`; after a success, this enters the day, the figure that the command printed, and the installed versions
in `proved_against.json`, and writes the page. Without arguments, it only writes the page.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "proved_against.md"
RUNS = Path(__file__).with_suffix(".toml")
RESULTS = Path(__file__).with_suffix(".json")

_INTRODUCTION = """# See what it was run against

The tests of trivet use its own stubs and contracts, so that a misunderstanding could hide on both sides. Therefore it
is also run against servers, clients, readers and checkers that others have made. Each row is the last successful run of
its command, which enters the date, the figure and the versions itself; `nox -l` describes the sessions.
"""
_HEADER = "| against | what was done | last run | what did not hold |\n|---|---|---|---|\n"
_STYLES = re.compile(r"\x1b\[[\d;]*m")
_VERSION = re.compile(r"^version of (\S+): (\S+)$", re.M)

Run = Mapping[str, str]


def runs() -> list[Run]:
    """Return the runs that have succeeded, in the order of the page, with the date and the outcome of the last time."""
    entries: list[Run] = tomllib.loads(RUNS.read_text("utf-8"))["run"]
    results = json.loads(RESULTS.read_text("utf-8"))
    return [{**entry, **results[entry["name"]]} for entry in entries if entry["name"] in results]


def page(entries: Iterable[Run]) -> str:
    """Return the page of the runs, with a table for each group."""
    text, group = _INTRODUCTION, ""
    for entry in entries:
        if entry["group"] != group:
            group = entry["group"]
            text += f"\n## {group}\n\n{_HEADER}"
        last = f"{entry['result']} ({entry['date']}, `{entry['command']}`)"
        cells = (entry["against"], entry["done"], last, entry["failed"])
        text += f"| {' | '.join(cells)} |\n"
    return text


def outcome(entry: Run, output: str, commands: int) -> dict[str, str]:
    """Return what a successful run enters: versions in braces, `{figure}` and `{commands}` have their values then.

    A version comes from an installed package, or from a line `version of NAME: VERSION` in the output.

    >>> outcome({"against": "curl {curl}", "result": "{figure}"}, "version of curl: 8.1", 1)
    Traceback (most recent call last):
    ...
    ValueError: the output has no figure
    """
    text = _STYLES.sub("", output)
    versions = dict(_VERSION.findall(text))
    matches = re.findall(entry["figure"], text, re.M) if "figure" in entry else []
    if "{figure}" in entry["result"] and not matches:
        raise ValueError("the output has no figure")
    figure = "; ".join(match if isinstance(match, str) else ", ".join(match) for match in matches)
    result = entry["result"].replace("{figure}", figure).replace("{commands}", str(commands))
    against = re.sub(
        r"\{([\w.@/-]+)\}",
        lambda name: versions.get(name[1]) or importlib.metadata.version(name[1]),
        entry["against"],
    )
    return {"against": against, "date": datetime.now(UTC).date().isoformat(), "result": result}


def record(name: str, commands: Sequence[Sequence[str]]) -> int:
    """Run commands, pass their output on, and enter their outcome; after a failure, return its status instead."""
    [entry] = [run for run in tomllib.loads(RUNS.read_text("utf-8"))["run"] if run["name"] == name]
    output = ""
    for command in commands:
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                output += line
                print(line, end="", flush=True)
        if process.returncode:
            return process.returncode
    results = json.loads(RESULTS.read_text("utf-8"))
    results[name] = outcome(entry, output, len(commands))
    RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")
    write()
    return 0


def write() -> None:
    """Write the page."""
    PAGE.write_text(page(runs()), "utf-8")


def _split(words: Sequence[str]) -> list[list[str]]:
    """Return the commands between the words `--`."""
    commands: list[list[str]] = []
    for word in words:
        if word == "--":
            commands.append([])
        else:
            commands[-1].append(word)
    return commands


if __name__ == "__main__":
    sys.exit(record(sys.argv[1], _split(sys.argv[2:])) if sys.argv[1:] else write())
