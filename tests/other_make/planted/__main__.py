"""`python -m tests.other_make faults`: list planted faults, serve one, or look whether it can be seen.

A fault is an operator, an operation and a place; its name plants it alone.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from tests.other_make.planted import draws
from tests.other_make.planted.catalogue import all_faults, faults
from tests.other_make.planted.operators import OPERATORS, PlantedFault
from tests.other_make.planted.servers import SERVICES
from tests.other_make.planted.serving import serve
from tests.other_make.planted.visibility import difference


def sizes() -> Iterator[str]:
    """The number of faults by operator and service, as a table."""
    counts = Counter((fault.operator, fault.service) for fault in all_faults())
    yield f"| operator | {' | '.join(SERVICES)} |"
    yield f"|---|{'---|' * len(SERVICES)}"
    for operator in sorted(OPERATORS):
        yield f"| {operator} | {' | '.join(str(counts[operator, service]) for service in SERVICES)} |"
    yield f"| all | {' | '.join(str(len(faults(service))) for service in SERVICES)} |"


def main(arguments: Sequence[str]) -> Iterator[str]:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make faults", description=__doc__)
    parser.add_argument("service", nargs="?", choices=SERVICES, help="list the faults of one service")
    parser.add_argument("--sizes", action="store_true", help="how many faults each operator has")
    parser.add_argument("--operators", action="store_true", help="describe the operators")
    parser.add_argument("--serve", metavar="NAME", help="serve with this fault on a free port")
    parser.add_argument("--visible", metavar="NAME", help="the first answer that shows this fault")
    parser.add_argument("--draw", action="store_true", help="draw faults, which is done once for all")
    options = parser.parse_args(arguments)
    if options.sizes:
        yield from sizes()
    elif options.operators:
        yield from (f"{name}: {operator.description}" for name, operator in sorted(OPERATORS.items()))
    elif options.serve:
        serve(PlantedFault.of(options.serve).service, options.serve)
    elif options.visible:
        found = difference(PlantedFault.of(options.visible))
        yield "not visible" if found is None else f"{found.request}\nright:  {found.right}\nfaulty: {found.faulty}"
    elif options.draw:
        for number in draws.NUMBERS:
            draws.write(draws.draw(number, all_faults()))
            yield f"{draws.path(number).name}: {draws.COUNT} of {len(all_faults())}"
    else:
        chosen = faults(options.service) if options.service else all_faults()
        yield from (fault.name for fault in chosen)


if __name__ == "__main__":
    for line in main(sys.argv[1:]):
        print(line, flush=True)
