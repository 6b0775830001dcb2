"""`python -m tests.other_make`: plant faults in servers of another make and in our stubs, and let the checks find them.

The bus and the agent server are given each of their mistakes, which has to change its verdicts and no others. The chat
server and the stubs get faults of `tests.faults`, drawn with a seed. A fault that survives shows that a check is weak,
unless it changes nothing that the contract states.

`python -m tests.other_make faults` lists the faults that an engine plants: see `tests/other_make/planted`.
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
from tests.other_make import agent_verdicts, bus_verdicts, chat_server, stub_faults
from tests.other_make import test_checks_of_another_make as trial
from tests.other_make.agent_faults import AgentFault
from tests.other_make.bus_faults import BusFault
from tests.other_make.planted.__main__ import main as planted_faults
from tests.other_make.trials import judge_agent, judge_bus, newly_broken

PARTS = ("bus", "agent", "chat", "stubs")
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
    setattr(trial, "chat_server", module.chat_server)  # noqa: B010 - a module's name that is looked up in the trial
    faulty = trial.judge()
    broken = [verdict.id for verdict in faulty.verdicts if verdict.outcome != "holds" == right[verdict.id]]
    return [*broken, *([faulty.stopped] if faulty.stopped else [])]


def mistakes(part: str) -> Iterator[str]:
    """Give a server each of its mistakes alone, and yield those that change other verdicts than they have to."""
    wrong, expected = 0, bus_verdicts.BROKEN_BY if part == "bus" else agent_verdicts.BROKEN_BY
    right = judge_bus() if part == "bus" else judge_agent()
    for fault, rules in expected.items():
        faulty = judge_bus([fault]) if isinstance(fault, BusFault) else judge_agent([AgentFault(fault)])
        broken = newly_broken(faulty, right)
        if broken != set(rules):
            wrong += 1
            yield f"{part}: {fault.name} breaks {sorted(broken)} and not {sorted(rules)}"
    yield f"{part}: {len(expected) - wrong} of {len(expected)} mistakes change their verdicts and no others"


def chat_faults(seed: int, count: int) -> Iterator[str]:
    """Plant faults in the chat server, and yield those that survive."""
    planted = faults()
    drawn = random.Random(seed).sample(range(len(planted)), min(count, len(planted)))

    def survives(number: int) -> bool:
        command = [sys.executable, "-m", "tests.other_make", "--only", str(number)]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return False
        return ended.returncode == 0 and not ended.stdout.strip()

    with ThreadPoolExecutor(2) as pool:
        survivors = [number for number, alive in zip(drawn, pool.map(survives, drawn), strict=True) if alive]
    yield f"chat: {len(drawn) - len(survivors)} of {len(drawn)} faults are found (seed {seed})"
    yield from (f"survives: {number}: {planted[number]}" for number in sorted(survivors))


def main() -> Iterator[str]:
    if sys.argv[1:2] == ["faults"]:
        yield from planted_faults(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(prog="python -m tests.other_make", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], help="what gets faults; by default all")
    parser.add_argument("--count", type=int, default=100, metavar="N", help="how many faults of the chat server")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="the seed of the draws")
    parser.add_argument("--only", type=int, metavar="N", help="plant one fault of the chat server, by its number")
    options = parser.parse_args()
    if options.only is not None:
        yield ", ".join(found_by(faults()[options.only]))
        return
    for part in options.part or PARTS:
        if part == "chat":
            yield from chat_faults(options.seed, options.count)
        elif part == "stubs":
            for service in stub_faults.SERVICES:
                yield from stub_faults.planted(service, options.seed, stub_faults.COUNT)
        else:
            yield from mistakes(part)


if __name__ == "__main__":
    for line in main():
        print(line, flush=True)
