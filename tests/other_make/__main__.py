"""`python -m tests.other_make`: plant faults in the chat server of another make, and let the checks find them.

The faults are those of `tests.faults`, drawn with a seed. A fault that survives shows that a check is weak, unless it
changes nothing that the contract states.
"""

from __future__ import annotations

import argparse
import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

from tests.faults.operators import Fault, faults_of
from tests.other_make import chat_server
from tests.other_make import test_checks_of_another_make as trial

SEED = 2911
SECONDS = 180.0
"""The time for the checks of one faulty server, after which it counts as found: it hangs."""
SWITCHES = {"__init__", "store_later", "commit_later", "store_what_is_due", "may_view"}
"""Functions that make the server faulty or late by request; they are not the server's behaviour."""


def faults() -> list[Fault]:
    """The faults of the functions that answer requests, in the order of the file."""
    path = Path(chat_server.__file__)
    source = path.read_bytes()
    skipped = {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name in SWITCHES
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    planted = faults_of(path.name, source)
    return [fault for fault in planted if not fault.at_import and fault.line not in skipped]


def found_by(fault: Fault) -> list[str]:
    """The rules and operations that are broken on the faulty server, or not tried, and hold on the right one."""
    path = Path(chat_server.__file__)
    module = ModuleType(chat_server.__name__)
    exec(compile(fault.apply(path.read_bytes()), str(path), "exec"), vars(module))
    right = {verdict.id: verdict.outcome for verdict in trial.judge().verdicts}
    vars(trial)["chat_server"] = module.chat_server
    faulty = trial.judge()
    broken = [verdict.id for verdict in faulty.verdicts if verdict.outcome != "holds" == right[verdict.id]]
    return [*broken, *([faulty.stopped] if faulty.stopped else [])]


def main() -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make", description=__doc__)
    parser.add_argument("--count", type=int, default=100, metavar="N", help="how many faults are drawn")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="the seed of the draw")
    parser.add_argument("--only", type=int, metavar="N", help="plant one fault, by its number, and print who finds it")
    options = parser.parse_args()
    planted = faults()
    if options.only is not None:
        yield ", ".join(found_by(planted[options.only]))
        return
    drawn = random.Random(options.seed).sample(range(len(planted)), min(options.count, len(planted)))

    def survives(number: int) -> bool:
        command = [sys.executable, "-m", "tests.other_make", "--only", str(number)]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return False
        return ended.returncode == 0 and not ended.stdout.strip()

    with ThreadPoolExecutor(2) as pool:
        survivors = [number for number, alive in zip(drawn, pool.map(survives, drawn), strict=True) if alive]
    yield f"{len(drawn) - len(survivors)} of {len(drawn)} faults are found (seed {options.seed})"
    yield from (f"survives: {number}: {planted[number]}" for number in sorted(survivors))


if __name__ == "__main__":
    for line in main():
        print(line, flush=True)
