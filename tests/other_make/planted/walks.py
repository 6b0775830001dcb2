"""`python -m tests.other_make.planted.walks`: let walks find the faults of a draw, and count the steps that they show.

A fault is found by the first of some bounds of requests by which a rule or an operation is broken that holds on the
right server, stated or assumed. The steps are those of the shortest walk that shows it. `--recorded` runs nothing: it
writes the table of the page from the recorded runs, beside what the second run of the checks has found.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from attrs import frozen

from tests.other_make.planted import draws
from tests.other_make.planted.labels import LABELS, labels
from tests.other_make.planted.measure import MISSED, recorded, target_on
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
COMPARED = ("by both", "by walks alone", "by checks alone", "by neither")
PAGE = Path(__file__).parents[3] / "docs" / "explore.md"
BEGIN, END = "<!-- the faults that walks find -->\n", "<!-- the end of the faults that walks find -->"
SEED = 5
OF_THE_RIGHT = 4
"""How many seeds show what is broken on the right server: the walks on a faulty server are others from the first
answer on that the fault has changed, and may meet a form that no walk of one seed meets."""
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


def table() -> Iterator[str]:
    """The recorded runs by draw, service and label: what walks find by each bound, and what the checks find."""
    heads = ["draw", "service", "label", "faults", *(f"by {bound:,}" for bound in REQUESTS), "by checks", *COMPARED]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for number, rows in recorded("checks, second run").items():
        content = json.loads(draws.path(int(number)).read_text(encoding="utf-8"))
        if "walks" not in content:
            continue
        bounds = {name: first for name, (first, *_) in content["walks"].items()}
        for service in SERVICES:
            for label in LABELS:
                mine = [row for row in rows if row.label == label and row.name.startswith(f"{service}:")]
                walks = {row.name for row in mine if bounds[row.name]}
                checks = {row.name for row in mine if row.result != MISSED}
                by = [sum(0 < bounds[row.name] <= bound for row in mine) for bound in REQUESTS]
                both, alone, others = len(walks & checks), len(walks - checks), len(checks - walks)
                counts = [len(mine), *by, len(checks), both, alone, others, len(mine) - both - alone - others]
                yield f"| {number} | {service} | {label} | {' | '.join(map(str, counts))} |"


def write_page() -> None:
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    rows = "\n".join(table())
    PAGE.write_text(f"{head}{BEGIN}{rows}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make.planted.walks", description=__doc__)
    parser.add_argument("draw", type=int, choices=draws.NUMBERS, help="the draw")
    parser.add_argument("--only", choices=SERVICES, action="append", help="one of the services; repeatable")
    parser.add_argument("--fault", action="append", metavar="NAME", help="one of the faults; repeatable")
    parser.add_argument("--requests", type=int, action="append", metavar="N", help="a bound; repeatable")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help="the seed of the walks")
    parser.add_argument("--walks", type=int, default=WALKS, metavar="N", help="the walks of a run")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="how many runs at a time")
    parser.add_argument("--record", action="store_true", help="write the results to the file of the draw")
    if sys.argv[1:] == ["--recorded"]:
        write_page()
        return
    if sys.argv[1:2] == ["--one"]:
        service, name, requests, seed, walks = sys.argv[2:]
        outcome = walked(service, name or None, int(requests), int(seed), int(walks))
        print(json.dumps({"broken": outcome.broken, "requests": outcome.requests, "stopped": outcome.stopped}))
        return
    options = parser.parse_args()
    bounds = options.requests or REQUESTS
    labelled, counts = labels(options.draw), Counter[tuple[str, str, int]]()
    results: dict[str, list[int | str]] = {}
    for service in options.only or SERVICES:
        right: set[str] = set()
        runs = [(requests, options.seed) for requests in bounds]
        runs += [(max(bounds), options.seed + more) for more in range(1, OF_THE_RIGHT)]
        for bound, of_right in runs:
            outcome = in_a_process(service, None, bound, of_right, options.walks)
            right |= set(outcome.broken if outcome else ())
        print(f"right {service} server: broken {sorted(right) or 'nothing'}", flush=True)
        names = [fault.name for fault in draws.read(options.draw).faults if fault.service == service]
        tried = [name for name in names if not options.fault or name in options.fault]
        with ThreadPoolExecutor(options.at_once) as pool:
            outcomes = pool.map(partial(found, service, bounds, options.seed, options.walks, right), tried)
            for name, (requests, new) in zip(tried, outcomes, strict=True):
                counts[service, labelled[name].label, requests] += 1
                results[name] = [requests, *(f"{id_}: {count}" for id_, count in sorted(new.items()))]
                steps = ", ".join(f"{id_} ({count} steps)" for id_, count in sorted(new.items()))
                print(f"{requests or 'not found'}: {name} ({labelled[name].label}): {steps}", flush=True)
    if options.record:
        content = json.loads(draws.path(options.draw).read_text(encoding="utf-8"))
        content["walks"] = content.get("walks", {}) | results
        draws.path(options.draw).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    for service in options.only or SERVICES:
        for label in LABELS:
            of_label = {bound: counts[service, label, bound] for bound in (*bounds, 0)}
            by = ", ".join(f"{count} by {bound}" for bound, count in of_label.items() if bound)
            print(f"{service}, {label}: {by}, {of_label[0]} not found")


if __name__ == "__main__":
    main()
