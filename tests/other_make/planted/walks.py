"""`python -m tests.other_make.planted.walks`: let walks find the faults of a draw, and count the steps that they show.

A fault is found by the first of some bounds of requests by which a rule or an operation is broken that holds on the
right server, stated or assumed. The steps are those of the shortest walk that shows it.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from attrs import frozen

from tests.other_make.planted import draws
from tests.other_make.planted.labels import LABELS, labels
from tests.other_make.planted.measure import target_on
from tests.other_make.planted.planting import planted
from tests.other_make.planted.servers import SERVICES
from trivet_checks import Budget, Selection, suite
from trivet_checks.explore.explorations import exploration
from trivet_checks.explore.run import WALKS
from trivet_stubs import Clock
from trivet_stubs.kernel.notify import MultiLoopEvent
from trivet_stubs.serving.bounded_http_client import HttpClient
from trivet_stubs.serving.in_process import AsyncTransport

REQUESTS = (200, 1000, 4000)
SEED = 5
SECONDS = 900.0
"""The time for the walks on one faulty server."""


@frozen
class Walked:
    """What walks on one server have found."""

    broken: dict[str, int]
    """The rules and operations that are broken, with the fewest steps that show each; 0 if none do."""
    requests: int
    stopped: str


def walked(service: str, name: str | None, requests: int, seed: int, walks: int) -> Walked:
    """Walk on a fresh server with a fault, or without one."""
    clock = Clock()
    transport = AsyncTransport(planted(service, name, clock.now), MultiLoopEvent())
    with HttpClient(f"http://{service}.test", transport=transport) as client:
        budget = Budget(requests=requests, seconds=1e6, monotonic=clock.monotonic, pause=clock.advance)
        target = target_on(service, client, budget, prompts="400")
        result = exploration(suite(service), target, Selection(), seed=seed, walks=walks).run()
    broken: dict[str, int] = {}
    for verdict in result.of("broken"):
        shown = [part.walk.lines for part in verdict.parts if part.walk is not None]
        counts = [sum(line[:1].isdecimal() for line in lines) for lines in shown]
        broken[verdict.id] = min(counts, default=0)
    return Walked(broken, result.requests, result.stopped)


def in_a_process(service: str, name: str | None, requests: int, seed: int, walks: int) -> Walked | None:
    command = [sys.executable, "-m", __spec__.name, "--one", service, name or "", str(requests), str(seed), str(walks)]
    try:
        ended = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=SECONDS)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    return Walked(**json.loads(ended.stdout))


def found(
    service: str, bounds: Sequence[int], seed: int, walks: int, right: set[str], name: str
) -> tuple[int, dict[str, int]]:
    """The first bound by which a fault is found, and what shows it; 0 if it is not found."""
    for requests in bounds:
        outcome = in_a_process(service, name, requests, seed, walks)
        new = {} if outcome is None else {id_: count for id_, count in outcome.broken.items() if id_ not in right}
        if new:
            return requests, new
    return 0, {}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make.planted.walks", description=__doc__)
    parser.add_argument("draw", type=int, choices=draws.NUMBERS, help="the draw")
    parser.add_argument("--only", choices=SERVICES, action="append", help="one of the services; repeatable")
    parser.add_argument("--fault", action="append", metavar="NAME", help="one of the faults; repeatable")
    parser.add_argument("--requests", type=int, action="append", metavar="N", help="a bound; repeatable")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="the seed of the walks")
    parser.add_argument("--walks", type=int, default=WALKS, metavar="N", help="the walks of a run")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="how many runs at a time")
    if sys.argv[1:2] == ["--one"]:
        service, name, requests, seed, walks = sys.argv[2:]
        outcome = walked(service, name or None, int(requests), int(seed), int(walks))
        print(json.dumps({"broken": outcome.broken, "requests": outcome.requests, "stopped": outcome.stopped}))
        return
    options = parser.parse_args()
    bounds = options.requests or REQUESTS
    labelled, counts = labels(options.draw), Counter[tuple[str, str, int]]()
    for service in options.only or SERVICES:
        right: set[str] = set()
        for requests in bounds:
            outcome = in_a_process(service, None, requests, options.seed, options.walks)
            right |= set(outcome.broken if outcome else ())
        print(f"right {service} server: broken {sorted(right) or 'nothing'}", flush=True)
        names = [fault.name for fault in draws.read(options.draw).faults if fault.service == service]
        tried = [name for name in names if not options.fault or name in options.fault]
        with ThreadPoolExecutor(options.at_once) as pool:
            outcomes = pool.map(partial(found, service, bounds, options.seed, options.walks, right), tried)
            for name, (requests, new) in zip(tried, outcomes, strict=True):
                counts[service, labelled[name].label, requests] += 1
                steps = ", ".join(f"{id_} ({count} steps)" for id_, count in sorted(new.items()))
                print(f"{requests or 'not found'}: {name} ({labelled[name].label}): {steps}", flush=True)
    for service in options.only or SERVICES:
        for label in LABELS:
            of_label = {bound: counts[service, label, bound] for bound in (*bounds, 0)}
            by = ", ".join(f"{count} by {bound}" for bound, count in of_label.items() if bound)
            print(f"{service}, {label}: {by}, {of_label[0]} not found")


if __name__ == "__main__":
    main()
