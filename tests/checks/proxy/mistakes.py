"""`python -m tests.checks.proxy.mistakes`: let the proxy judge a conversation with each server that makes a mistake.

The mistakes are the mutants made by hand and the switches of the server of another make. Each says (`shown_by`) whether
exchanges show it, and whether the proxy names its rule.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from tests.checks.proxy.conversations import broken_rules, proxied, speak
from tests.other_make.bus_faults import BusFault
from tests.other_make.bus_server import KEY, bus_server
from tests.other_make.chat_server import FAULTS, chat_server
from tests.other_make.records import KEYS
from trivet_checks import Budget, Credentials, Result, Selection, Target, run, suite
from trivet_checks.mutants.mutant import Mutant
from trivet_checks.mutants.trial import new_stub, target_of, try_on
from trivet_checks.proxy.result import TrafficResult
from trivet_stubs import Clock
from trivet_stubs._generated.names import SERVICES
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport

OTHER_MAKE = "other make"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake, and what is said of it."""

    server: str
    name: str
    rule: str
    kind: str
    """`one` or `two` exchanges show it, they do and the proxy has `missed` it, or `neither`."""
    why: str

    @property
    def is_named(self) -> bool:
        """Whether the proxy names its rule."""
        return self.kind in ("one", "two")


def table() -> list[Mistake]:
    """All mistakes, by their servers; a new service, whose mutants say nothing, has none."""
    mistakes: list[Mistake] = []
    for service in SERVICES:
        if any(mutant.shown_by for mutant in _mutants_of(service)):
            mistakes += [_mistake(service, str(one), one.rule, one.shown_by) for one in _mutants_of(service)]
    return mistakes + [_mistake(OTHER_MAKE, name, fault.rule, fault.shown_by) for name, fault in FAULTS.items()]


def _mistake(server: str, name: str, rule: str, shown_by: str) -> Mistake:
    kind, _, why = shown_by.partition(": ")
    return Mistake(server, name, rule, kind, why)


def _mutants_of(service: str) -> Sequence[Mutant]:
    return import_module(f"tests.mutants.{service}").MUTANTS


def mutants() -> dict[str, tuple[str, Mutant]]:
    """The mutants made by hand by their names, with their services."""
    return {str(mutant): (service, mutant) for service in SERVICES for mutant in _mutants_of(service)}


def with_mutant(service: str, mutant: Mutant | None) -> tuple[Result, TrafficResult]:
    """The verdicts of the checks and the proxy on a mutant, in all conversations; without one, on the stub."""
    with new_stub(service) as stub:
        if mutant is not None:
            mutant.change(stub)
        with proxied(service, stub.async_transport(), stub.clock.monotonic) as (transport, result):
            with target_of(stub, transport) as target:
                checked = try_on(target, stub, [] if mutant is None else [mutant.rule])
                speak(target)
    return checked, result


def with_another_make(
    *faults: str, only: Sequence[str] = (), commits: float | None = None
) -> tuple[Result, TrafficResult]:
    """What the checks and the proxy say of the server of another make."""
    callers = {name: Credentials("authorization", f"Bearer {key}", f"Bearer ${name}") for name, key in KEYS.items()}
    clock = Clock()
    server = AsyncTransport(chat_server(faults, None, clock.monotonic, commits), MultiLoopEvent())
    with proxied("chat", server, clock.monotonic) as (transport, result):
        with HttpClient("http://chat.test", transport=transport) as client:
            budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6)
            target = Target("chat", client, callers, allow_writes=True, budget=budget)
            checked = run(suite("chat"), target, Selection(ids=only))
            speak(target, is_on_this_clock=False)
    return checked, result


def with_another_bus(*faults: BusFault, only: Sequence[str] = ()) -> tuple[Result, TrafficResult]:
    """What the checks and the proxy say of the bus server of another make."""
    clock = Clock()
    server = AsyncTransport(bus_server(faults, clock.now), MultiLoopEvent())
    with proxied("bus", server, clock.monotonic) as (transport, result):
        with HttpClient("http://bus.test", transport=transport) as client:
            budget = Budget(monotonic=clock.monotonic, pause=clock.advance, seconds=1e6, longest_wait=1e6)
            callers = {"user": Credentials("AccountKey", KEY, "$KEY")}
            target = Target("bus", client, callers, allow_writes=True, budget=budget, header="AccountKey")
            checked = run(suite("bus"), target, Selection(ids=only))
            speak(target)
    return checked, result


def is_named(mistake: Mistake) -> bool:
    """Whether the proxy names the rule of a mistake."""
    if mistake.server == OTHER_MAKE:
        _, result = with_another_make(mistake.name, only=[mistake.rule])
    else:
        _, result = with_mutant(*mutants()[mistake.name])
    return mistake.rule in broken_rules(result)


def main(arguments: Sequence[str] | None = None) -> Iterator[str]:
    """Yield the figure of each server, and the mistakes of which something else is said."""
    parser = argparse.ArgumentParser(prog="python -m tests.checks.proxy.mistakes", description=__doc__)
    parser.add_argument("server", nargs="*", choices=[*SERVICES, OTHER_MAKE, []], help="the servers; by default all")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="try every Nth mistake alone")
    options = parser.parse_args(arguments)
    for server in options.server or [*SERVICES, OTHER_MAKE]:
        tried = [mistake for mistake in table() if mistake.server == server][:: options.every]
        named = {mistake.name for mistake in tried if is_named(mistake)}
        shown = [mistake for mistake in tried if mistake.kind != "neither"]
        yield f"{server}: {len(named)} of {len(shown)} mistakes that exchanges show are named, of {len(tried)} in all"
        for mistake in tried:
            if mistake.is_named != (mistake.name in named):
                yield f"  {mistake.name}: {'is not named' if mistake.is_named else 'is named'}"


if __name__ == "__main__":
    different = False
    for line in main():
        print(line, flush=True)
        different |= line.startswith("  ")
    sys.exit(1 if different else 0)
