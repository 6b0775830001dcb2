"""`python -m tests.other_make.stub_faults`: plant faults in our own stubs, drawn with a seed; do the checks find them?

The faults are made by `tests.faults`, on lines of a service that its checks reach. A survivor shows a weak check,
unless it changes nothing that the contract states.
"""

import argparse
import importlib
import importlib.abc
import importlib.util
import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from tests.faults.operators import Fault, faults_of

ROOT = Path(__file__).parents[2] / "stubs"
SERVICES = ("bus", "agent")
SEED = 2911
COUNT = 40
SECONDS = 300.0
"""The time for the checks of one faulty stub, after which it counts as found: it hangs."""
DATA = ("seed", "sample", "data")
"""Modules whose names begin so hold the built-in records: another record keeps the contract as well."""


class FaultyLoader(SourceFileLoader):
    """Loads a module with a fault."""

    def __init__(self, name: str, fault: Fault) -> None:
        super().__init__(name, str(ROOT / fault.path))
        self._fault = fault

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._fault.apply(Path(self.path).read_bytes()), self.path, "exec")


class FaultyFinder(importlib.abc.MetaPathFinder):
    """Finds the module that gets a fault before any other finder does."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault
        self._name = ".".join(Path(fault.path).with_suffix("").parts).removesuffix(".__init__")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(
            fullname, ROOT / self._fault.path, loader=FaultyLoader(fullname, self._fault)
        )


def files_of(service: str) -> list[str]:
    """The modules of a stub, relative to `ROOT`, without its built-in records."""
    folder = ROOT / "trivet_stubs" / service
    return [str(path.relative_to(ROOT)) for path in sorted(folder.rglob("*.py")) if not path.stem.startswith(DATA)]


def outcomes(service: str) -> dict[str, str]:
    """The outcome of each rule and operation on the stub as it is imported now."""
    trial = importlib.import_module("trivet_checks.mutants.trial")  # with the fault, if one was planted
    with trial.new_stub(service) as stub:
        result = trial.try_rules(stub)
    return {"stopped": result.stopped} | {verdict.id: verdict.outcome for verdict in result.verdicts}


def reached(service: str) -> set[tuple[str, int]]:
    """The lines of the stub that the checks reach, after it was made."""
    folder = f"{ROOT / 'trivet_stubs' / service}/"
    lines: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(folder):
            return None
        lines.add((str(Path(frame.f_code.co_filename).relative_to(ROOT)), frame.f_lineno))
        return trace

    threading.settrace(trace)
    sys.settrace(trace)
    try:
        outcomes(service)
    finally:
        sys.settrace(None)
        threading.settrace(None)
    return lines


def draw(service: str, seed: int, count: int) -> list[Fault]:
    """Draw faults, from each operator in turn, because some apply far more often."""
    lines, chance = reached(service), random.Random(seed)
    by_operator: dict[str, list[Fault]] = {}
    for file in files_of(service):
        for fault in faults_of(file, (ROOT / file).read_bytes()):
            if not fault.at_import and lines & {(file, line) for line in range(fault.line, fault.end_line + 1)}:
                by_operator.setdefault(fault.operator, []).append(fault)
    for faults in by_operator.values():
        chance.shuffle(faults)
    longest = max(map(len, by_operator.values()), default=0)
    turns = [faults[turn] for turn in range(longest) for _, faults in sorted(by_operator.items()) if turn < len(faults)]
    return turns[:count]


def planted(service: str, seed: int, count: int) -> Iterator[str]:
    """Plant faults in a stub, one at a time, and yield what finds each."""
    faults, right = draw(service, seed, count), outcomes(service)
    survivors = 0
    for fault in faults:
        found = _found_by(service, fault, right)
        survivors += not found
        yield f"{'found by ' + ', '.join(found[:3]) if found else 'SURVIVES'}: {fault}"
    yield f"stub of {service}: {len(faults) - survivors} of {len(faults)} faults are found (seed {seed})"


def main() -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make.stub_faults", description=__doc__)
    parser.add_argument("service", nargs="*", choices=[*SERVICES, []], help="the services; by default both")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help="how many faults of each are drawn")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="the seed of the draw")
    parser.add_argument("--planted", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for service in options.service or SERVICES:
        if options.planted is not None:
            sys.meta_path.insert(0, FaultyFinder(Fault(*json.loads(options.planted))))
            yield json.dumps(outcomes(service))
            return
        yield from planted(service, options.seed, options.count)


def _found_by(service: str, fault: Fault, right: dict[str, str]) -> list[str]:
    """The rules and operations whose outcome a fault changes; a stub that fails or hangs is found, too."""
    command = [sys.executable, "-m", "tests.other_make.stub_faults", service, "--planted", json.dumps(fault)]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return ["the time"]
    if ended.returncode:
        return ["an error"]
    faulty = json.loads(ended.stdout)
    return [name for name, outcome in faulty.items() if outcome != right[name] and outcome != "holds"]


if __name__ == "__main__":
    for line in main():
        print(line, flush=True)
