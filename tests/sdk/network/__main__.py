"""Run the whole matrix: `python -m tests.sdk.network [--transport T] [--group G] [--page FILE]`."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from codegen.unasync import write_tests
from tests.sdk.network.behaviours import BEHAVIOURS
from tests.sdk.network.matrix import TRANSPORTS, cases, memory, run
from tests.sdk.network.operations import OPERATIONS
from tests.sdk.network.report import by_behaviour, figures, problems, write


def main() -> int:
    """Run the selected cases and print their results; return 1 if there is a problem."""
    groups = sorted({behaviour.group for behaviour in BEHAVIOURS.values()})
    parser = argparse.ArgumentParser(description="Every operation against every behaviour of a raw server.")
    parser.add_argument("--transport", choices=TRANSPORTS, action="append")
    parser.add_argument("--group", choices=groups, action="append")
    parser.add_argument("--behaviour", choices=sorted(BEHAVIOURS), action="append", metavar="NAME")
    parser.add_argument("--operation", choices=sorted(OPERATIONS), action="append", metavar="NAME")
    parser.add_argument("--page", type=Path, help="a page of the docs to put the figures into")
    options = parser.parse_args()
    write_tests(Path(__file__).parents[3])  # pytest, which does this elsewhere, does not run
    names = options.behaviour or [
        behaviour.name for behaviour in BEHAVIOURS.values() if behaviour.group in (options.group or groups)
    ]
    begun, before = time.monotonic(), memory()
    report = run(cases(options.operation or OPERATIONS, names, options.transport or TRANSPORTS))
    print(by_behaviour(report), figures(report), problems(report), sep="\n\n")
    grown = (memory() - before) // 1_000_000
    print(
        f"\n{len(report.outcomes)} cases in {time.monotonic() - begun:.0f} s, which took {grown} MB more than the start"
    )
    if options.page is not None:
        write(options.page, report)
    return 1 if report.problems() else 0


if __name__ == "__main__":
    sys.exit(main())
