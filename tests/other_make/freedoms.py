"""`python -m tests.other_make.freedoms`: give servers of another make every choice that their contracts permit.

A server gets each choice alone, and then one of each freedom together, drawn with a seed. No stated rule may be broken,
and each rule that was tried on the server as it is has to be tried again, unless the choice says why it is not.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from tests.other_make.choices import Choices, drawn, each_alone
from tests.other_make.trials import judge_agent, judge_bus, judge_chat
from trivet_checks import Result
from trivet_checks.checks.verdict import id_of_operation
from trivet_stubs.kernel.freedom_catalogue import freedoms
from trivet_stubs.kernel.rule_catalogue import rules

JUDGES: Mapping[str, Callable[[Choices], Result]] = {
    "bus": lambda choices: judge_bus(choices=choices),
    "chat": lambda choices: judge_chat(choices=choices),
    "agent": lambda choices: judge_agent(choices=choices),
}
DRAWS = 20
"""How many servers are drawn."""


@cache
def as_it_is(service: str) -> Result:
    """The result of the server with the first choice of each freedom."""
    return JUDGES[service](Choices(service))


def judged(service: str, chosen: Mapping[str, str]) -> list[str]:
    """What is wrong with the verdicts on a server with these choices; empty if nothing is.

    A choice may name rules that cannot be tried on it: then they are not tried, and no others.
    """
    result = JUDGES[service](Choices(service, chosen))
    known = [freedoms(service)[name].choices[choice].untried for name, choice in chosen.items()]
    untried = {name for choice in known for name in choice}
    explained = {name if name in rules(service) else id_of_operation(name) for name in untried}
    tried = {verdict.id for verdict in as_it_is(service).verdicts if verdict.outcome != "not tried"}
    faults = [f"{verdict.id} is broken: {verdict.reason}" for verdict in result.verdicts if verdict.fails]
    faults += [
        f"{verdict.id} is not tried: {verdict.reason}"
        for verdict in result.of("not tried")
        if verdict.id in tried - explained
    ]
    if len(chosen) == 1:
        outcomes = {verdict.id: verdict.outcome for verdict in result.verdicts}
        faults += [f"{rule} is tried" for rule in explained if outcomes[rule] != "not tried"]
    faults += [f"the run ends: {result.stopped}"] if result.stopped else []
    return [*faults, *(f"it is left on the server: {what}" for what in result.left)]


def trials(service: str, seed: int, draws: int) -> Iterator[tuple[str, dict[str, str]]]:
    """The choices that a server is given, each with a name: one choice alone, or all drawn with a seed."""
    for chosen in each_alone(service):
        [(name, choice)] = chosen.items()
        yield f"{name}: {choice}", chosen
    for number in range(seed, seed + draws):
        yield f"seed {number}", drawn(service, number)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make.freedoms", description=__doc__)
    parser.add_argument("service", nargs="*", choices=[*JUDGES, []], help="the services; by default all")
    parser.add_argument("--draws", type=int, default=DRAWS, metavar="N", help="how many servers are drawn")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the first of them")
    options = parser.parse_args()
    wrong = 0
    for service in options.service or JUDGES:
        count = 0
        for name, chosen in trials(service, options.seed, options.draws):
            count += 1
            if faults := judged(service, chosen):
                wrong += 1
                print(f"{service}, {name}:", *(f"  {fault}" for fault in faults), sep="\n", flush=True)
        print(f"{service}: {count} servers, each of which keeps the contract", flush=True)
    print(f"{wrong} of them have wrong or lost verdicts")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
