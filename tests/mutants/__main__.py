"""`python -m tests.mutants`: let the checks of a service hunt the mutants that are derived from its spec."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.derived.escaped import differences, read_escaped
from tests.mutants.derived.hunt import HuntResult, derived_mutants, hunt_all
from trivet_stubs._generated.names import SERVICES


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how many mutants are found and which escape; return 1 if the list of known ones differs."""
    options = _parser().parse_args(arguments)
    wrong: list[str] = []
    for service in options.service or SERVICES:
        hunted: list[HuntResult] = []
        for result in hunt_all(service, every=options.every):
            hunted.append(result)
            if sys.stderr.isatty():
                print(f"\r{service}: {len(hunted)}", end="", file=sys.stderr, flush=True)
        escaped = [result for result in hunted if result.by is None]
        known = read_escaped(options.known / f"{service}.txt")
        print(f"{service}: {len(hunted) - len(escaped)} of {len(hunted)} derived mutants found")
        for result in escaped:
            why = known.get(result.mutant.id) or _unexplained(result)
            print(f"  escaped: {result.mutant.id} ({why})")
        everything = {mutant.id for mutant in derived_mutants(service)}
        wrong += [f"{service}: {name}: is listed, and does not exist" for name in sorted(known.keys() - everything)]
        tried = [result.mutant.id for result in hunted]
        wrong += [
            f"{service}: {difference}"
            for difference in differences(known, [result.mutant.id for result in escaped], tried)
        ]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def _unexplained(result: HuntResult) -> str:
    return f"{result.tried} checks tried it" if result.tried else "no check gets an answer that it changes"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("service", nargs="*", choices=[*SERVICES, []], help="the services; by default all")
    parser.add_argument(
        "--known",
        type=Path,
        metavar="FOLDER",
        default=Path(__file__).parent / "escaped",
        help="the folder with <service>.txt, the mutants known to escape",
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try every Nth mutant alone")
    return parser


if __name__ == "__main__":
    sys.exit(main())
