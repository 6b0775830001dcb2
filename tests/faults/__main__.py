"""`python -m tests.faults`: plant a hundred faults in the stubs and in the SDK, one at a time, and run their tests.

Neither mutmut nor cosmic-ray draws a sample with a seed and picks the tests for each fault; the one rewrites every
function of a file at once, the other changes the working tree.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.operators import Fault, faults_of
from tests.faults.selection import TESTS, Selection
from tests.faults.trees import ROOT, copy_project, judge, with_fault

SEEDS = {"stubs": 2611, "sdk": 2612, "bulk": 66, "turns": 2712}
AGENT_ROOMS = [f"sdk/trivet/agent/{room}" for room in ("_turns", "_store", "_opencode")]
FOLDERS = {
    "stubs": ["stubs/trivet_stubs", "stubs/trivet_checks"],
    "sdk": ["sdk/trivet"],
    "bulk": ["sdk/trivet/chat/_bulk"],
    "turns": AGENT_ROOMS,
}
OTHER_ROOMS = [*AGENT_ROOMS, "stubs/trivet_checks/checks"]
"""Rooms that draw faults of their own, or are about to be rebuilt."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each fault with the test that notices it; return 1 if one is not noticed."""
    options = _parser().parse_args(arguments)
    with TemporaryDirectory(prefix="faults-") if options.folder is None else nullcontext(options.folder) as folder:
        return _run(options, Path(folder).resolve())


def _run(options: argparse.Namespace, work: Path) -> int:
    drawn = {part: draw(part, options.seed or SEEDS[part], options.count) for part in options.part or SEEDS}
    faults = [fault for part in drawn.values() for fault in part]
    tree = work / "tree"
    if not (work / "seconds.json").exists():
        copy_project(tree)
        selection = Selection.record(tree, work, faults, options.tests or TESTS)
    else:
        selection = Selection(work)
    survived = 0
    for part, planted in drawn.items():
        for number, fault in enumerate(planted, 1):
            if number < options.start or (options.only and not any(text in str(fault) for text in options.only)):
                continue
            began = time.perf_counter()
            caught_by, count = _try(tree, fault, selection)
            survived += caught_by is None
            result = f"caught by {caught_by}" if caught_by else f"SURVIVED {count} tests"
            print(f"{part} {number:3} {fault}: {result} ({time.perf_counter() - began:.0f} s)", flush=True)
    print(f"{survived} survived")
    return 1 if survived else 0


def draw(part: str, seed: int, count: int) -> list[Fault]:
    """Draw faults of a part of the project: from each operator in turn, because some apply far more often."""
    chance = random.Random(seed)
    by_operator: dict[str, list[Fault]] = {}
    for file in _files(part):
        for fault in faults_of(file, (ROOT / file).read_bytes()):
            by_operator.setdefault(fault.operator, []).append(fault)
    for faults in by_operator.values():
        chance.shuffle(faults)
    turns = (by_operator[operator][turn] for turn in range(count) for operator in sorted(by_operator))
    return [fault for fault, _ in zip(turns, range(count), strict=False)]


def _files(part: str) -> Iterator[str]:
    """Yield the modules of a part that are written by hand, outside the other rooms."""
    patterns = [f"{folder}/*.py" for folder in FOLDERS[part]]
    others = tuple(folder for folder in OTHER_ROOMS if folder not in FOLDERS[part])
    names = subprocess.check_output(["git", "ls-files", "-z", *patterns], cwd=ROOT, text=True)
    for name in sorted(filter(None, names.split("\0"))):
        rooms = name.split("/")
        if "_generated" not in rooms and "_sync" not in rooms and not name.startswith(others):
            yield name


def _try(tree: Path, fault: Fault, selection: Selection) -> tuple[str | None, int]:
    """Return the test that notices a fault, and how many tests ran."""
    count = 0
    with with_fault(tree, fault) as folder:
        for tests, seconds in selection.batches(fault):
            caught_by = judge(folder, tests, timeout=60 + 10 * seconds)  # generous: the machine may be busy
            count += len(tests)
            if caught_by is not None:
                return caught_by, count
    return None, count


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[*SEEDS, []], help="the parts of the project; by default all")
    parser.add_argument("--seed", type=int, help="another seed than the one of the part")
    parser.add_argument("--count", type=int, default=100, help="the number of faults of a part")
    parser.add_argument("--start", type=int, default=1, metavar="N", help="go on with the fault of this number")
    parser.add_argument("--only", action="append", metavar="TEXT", help="try the drawn faults whose line contains TEXT")
    parser.add_argument("--tests", action="append", metavar="PATH", help="run the tests of PATH instead of all")
    parser.add_argument("--folder", help="a folder that keeps the copy and the recorded lines for the next run")
    return parser


if __name__ == "__main__":
    sys.exit(main())
