"""`python -m tests.mutants`: let the checks of a service hunt the mutants that are derived from its spec."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.derived.escaped import differences, read_escaped
from tests.mutants.derived.hunt import Found, derived_mutants, hunt_all
from trivet_stubs._generated.names import SERVICES


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how many mutants are found and which escape; 1 if they are others than the list says."""
    options = _parser().parse_args(arguments)
    wrong: list[str] = []
    for service in options.service or SERVICES:
        found: list[Found] = []
        for each in hunt_all(service, every=options.every):
            found.append(each)
            if sys.stderr.isatty():
                print(f"\r{service}: {len(found)}", end="", file=sys.stderr, flush=True)
        escaped = [each for each in found if each.by is None]
        known = {} if options.known is None else read_escaped(options.known / f"{service}.txt")
        print(f"{service}: {len(found) - len(escaped)} of {len(found)} derived mutants found")
        for each in escaped:
            why = known.get(each.mutant.id) or _unexplained(each)
            print(f"  escaped: {each.mutant.id} ({why})")
        everything = {each.id for each in derived_mutants(service)}
        wrong += [f"{service}: {each}: is listed, and is no mutant" for each in sorted(known.keys() - everything)]
        tried = [each.mutant.id for each in found]
        wrong += [f"{service}: {each}" for each in differences(known, [e.mutant.id for e in escaped], tried)]
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


def _unexplained(found: Found) -> str:
    return f"{found.tried} checks tried it" if found.tried else "no check gets what it changes"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("service", nargs="*", choices=[*SERVICES, []], help="the services; all of them without one")
    parser.add_argument("--known", type=Path, metavar="FOLDER", help="holds <service>.txt, the mutants known to escape")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try every Nth mutant alone")
    return parser


if __name__ == "__main__":
    sys.exit(main())
