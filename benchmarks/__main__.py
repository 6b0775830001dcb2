"""`python -m benchmarks` measures all budgets, and exits with the status 1 if one is exceeded."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from fnmatch import fnmatch
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from attrs import asdict

from . import (
    events,
    exports,
    first,
    flight,
    generation,
    imports,
    jobs,
    largest,
    memory,
    pages,
    records,
    request,
    stub,
    volume,
)
from .race import Figure, Race, run

__all__ = ["main"]

# Without sniffio, httpcore tries to import it several times in every request, which takes a third of its time.
PACKAGES = ("httpx", "httpcore", "httpx-sse", "sniffio", "aiohttp", "orjson", "pydantic", "openapi-python-client")
HEAD = f"{'race':24} {'runner':16} {'peer':10} {'runner':>10} {'peer':>10} {'ratio':>6} {'quartiles':>11} {'budget':>6}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", metavar="NAME", help="run only this race, or a pattern: `decode-*`")
    parser.add_argument("--list", action="store_true", help="list the races, and run none")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON, times in seconds")
    parser.add_argument("--clean", action="store_true", help="measure the import in a new virtual environment")
    parser.add_argument("--figures", type=Path, metavar="FILE", help="also write the figures to a file, for the page")
    options = parser.parse_args(arguments)

    races = _races(clean=options.clean)
    if options.list:
        print("\n".join(f"{race.name:24} {race.description}" for race in races))
        return 0
    patterns: list[str] = options.only or ["*"]
    for pattern in patterns:
        if not any(fnmatch(race.name, pattern) for race in races):
            parser.error(f"--only {pattern}: there is no such race; see --list")
    races = [race for race in races if any(fnmatch(race.name, pattern) for pattern in patterns)]

    figures: list[Figure] = []
    if not options.json:
        print(", ".join(f"{name} {installed}" for name, installed in _environment().items()))
        print("median times, and medians and quartiles of the ratios in a round\n")
        print(HEAD)
    for latest in run(races):
        figures += latest
        if not options.json:
            print("\n".join(map(_line, latest)), flush=True)
    if options.json:
        print(_document(figures))
    if options.figures is not None:
        options.figures.parent.mkdir(parents=True, exist_ok=True)
        options.figures.write_text(f"{_document(figures)}\n", "utf-8")
    return 1 if any(figure.is_over for figure in figures) else 0


def _document(figures: Sequence[Figure]) -> str:
    entries = [{**asdict(figure), "is_over": figure.is_over} for figure in figures]
    return json.dumps({"environment": _environment(), "figures": entries}, indent=2)


def _races(*, clean: bool) -> list[Race]:
    return [
        *records.RACES,
        *imports.races(clean=clean),
        *first.RACES,
        *request.RACES,
        *pages.RACES,
        *jobs.RACES,
        *events.RACES,
        *flight.RACES,
        *generation.RACES,
        *exports.RACES,
        *volume.RACES,
        *stub.RACES,
        *memory.RACES,
        *largest.RACES,
    ]


def _environment() -> dict[str, str]:
    versions = {"Python": platform.python_version()}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "absent"
    return versions


def _line(figure: Figure) -> str:
    theirs = "" if figure.peer is None else _time(figure.peer_seconds)
    ours = _time(figure.seconds) if figure.unit == "s" else f"{figure.seconds:.1f} {figure.unit}"
    low, high = figure.quartiles
    return (
        f"{figure.race:24} {figure.runner:16} {figure.peer or '':10} {ours:>10} {theirs:>10} "
        f"{figure.ratio:6.2f} {low:5.2f}-{high:5.2f} {figure.at_most:6.2f}{'  OVER' if figure.is_over else ''}"
    )


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{1e3 * seconds:.2f} ms" if seconds >= 1e-3 else f"{1e6 * seconds:.0f} us"


if __name__ == "__main__":
    sys.exit(main())
