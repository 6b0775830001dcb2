"""`python -m tests.other_make.runs`: check one server again and again, idle and disturbed, and compare the verdicts.

The server is the chat server of another make on a port, in a process of its own: as it is (`right`), and with all of
its mistakes (`wrong`). A run is disturbed by busy processors, by writes that the server commits up to two seconds late,
by a gateway that fails for 4 % of the requests, or by all of this at once. The time is real.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from os import cpu_count
from random import Random
from time import monotonic
from typing import Any

import httpx
import uvicorn
from attrs import frozen

from tests.other_make.chat_server import FAULTS, chat_server
from tests.other_make.gateway import Gateway
from tests.other_make.records import KEYS
from tests.verdicts import record_verdicts, tried
from trivet_checks import Budget, Credentials, Result, Target, run, suite
from trivet_stubs.serving.bounded_http_client import HttpClient

RUNS = 10
LATEST = 2.0
"""The most seconds after which the server commits a write."""
SHARE = 0.04
"""The part of the requests for which the gateway fails."""
SECONDS = 3600.0
"""The bound of a run, which a server that commits late needs on busy processors."""


@frozen
class Condition:
    """What disturbs a run."""

    busy: bool = False
    late: bool = False
    gateway: bool = False


CONDITIONS = {
    "idle": Condition(),
    "busy": Condition(busy=True),
    "late": Condition(late=True),
    "gateway": Condition(gateway=True),
    "all": Condition(busy=True, late=True, gateway=True),
}
SERVERS = {"right": frozenset[str](), "wrong": FAULTS}

SERVER_WORDS = {"right": "without mistakes", "wrong": f"with {len(FAULTS)} mistakes"}
CONDITION_WORDS = {
    "idle": "",
    "busy": ", on busy processors",
    "late": ", which commits each write up to 2 s late",
    "gateway": ", behind a gateway that fails for 4 % of the requests",
    "all": ", with late commits, behind the gateway, on busy processors",
}

Seen = dict[str, list[str]]
"""The outcome of each rule and operation, followed by those of its parts."""


def checked(condition: Condition, faults: str, seed: int) -> tuple[Result, int]:
    """One run on a new server: the result, and how many requests the gateway failed for."""
    callers = {name: Credentials("authorization", f"Bearer {key}", f"Bearer ${name}") for name, key in KEYS.items()}
    with ExitStack() as stack:
        url = stack.enter_context(served(faults, seed if condition.late else None))
        if condition.busy:
            stack.enter_context(busy_processors())
        network = httpx.AsyncHTTPTransport()
        gateway = Gateway(network, share=SHARE, seed=seed) if condition.gateway else None
        client = stack.enter_context(HttpClient(url, transport=gateway or network))
        target = Target("chat", client, callers, allow_writes=True, budget=Budget(seconds=SECONDS))
        return run(suite("chat"), target), gateway.failures.total() if gateway else 0


@contextmanager
def served(faults: str, seed: int | None) -> Iterator[str]:
    """The URL of a new server on a port, in a process of its own."""
    command = [sys.executable, "-m", "tests.other_make.runs", "--serve", faults, "" if seed is None else str(seed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def serve(faults: str, seed: int | None) -> None:
    """Serve on a free port, and print the URL, until the process is ended."""
    random = Random(seed)
    commits: Callable[[], float] | None = None if seed is None else lambda: random.uniform(0.0, LATEST)
    config = uvicorn.Config(chat_server(SERVERS[faults], commits=commits), port=0, log_level="critical")
    listener = config.bind_socket()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(config).run([listener])


@contextmanager
def busy_processors() -> Iterator[None]:
    """A process for each processor that does nothing but compute."""
    count = cpu_count() or 1
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def seen(result: Result) -> Seen:
    """The outcomes of a run, and why it was not complete."""
    outcomes = {
        verdict.id: [verdict.outcome, *sorted(f"{part.name}: {part.outcome}" for part in verdict.parts)]
        for verdict in result.verdicts
    }
    return outcomes | {"the end of the run": [result.stopped], "what is left on the server": ["", *result.left]}


def one_run(condition: str, faults: str, seed: int) -> None:
    """Run once, and print the outcomes and the figures as JSON."""
    begun = monotonic()
    result, failures = checked(CONDITIONS[condition], faults, seed)
    reasons = {verdict.id: verdict.reason for verdict in result.verdicts}
    figures = {"seconds": monotonic() - begun, "requests": result.requests, "failures": failures}
    stated = {verdict.id: verdict.outcome for verdict in tried(result)}
    print(json.dumps({"seen": seen(result), "reasons": reasons, "stated": stated, **figures}))


def in_a_process(condition: str, faults: str, seed: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.other_make.runs", "--one", condition, faults, str(seed)]
    ended = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    report: dict[str, Any] = json.loads(ended.stdout)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make.runs", description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help="how often under each condition")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="how many runs at a time")
    parser.add_argument("--condition", choices=CONDITIONS, action="append", help="one of the conditions; repeatable")
    parser.add_argument("--server", choices=SERVERS, action="append", help="one of the servers; repeatable")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve[0], int(options.serve[1]) if options.serve[1] else None)
        return 0
    if options.one:
        one_run(options.one[0], options.one[1], int(options.one[2]))
        return 0
    runs = [
        (condition, faults, seed)
        for faults in options.server or SERVERS
        for condition in options.condition or CONDITIONS
        for seed in range(options.runs)
    ]
    different, first = 0, dict[str, Seen]()
    stated: dict[tuple[str, str], list[dict[str, str]]] = {}
    with ThreadPoolExecutor(options.at_once) as pool:
        for (condition, faults, seed), report in zip(
            runs, pool.map(in_a_process, *zip(*runs, strict=True)), strict=True
        ):
            outcomes: Seen = report["seen"]
            expected = first.setdefault(faults, outcomes)
            stated.setdefault((faults, condition), []).append(report["stated"])
            counts = Counter(outcome for outcome, *_ in outcomes.values())
            print(
                f"{faults}, {condition}, run {seed + 1}: {counts['holds']} hold, {counts['broken']} broken, "
                f"{counts['not tried']} not tried; {report['seconds']:.0f} s, {report['requests']} requests"
                + (f", {report['failures']} of them failed" if report["failures"] else ""),
                flush=True,
            )
            differing = [name for name in sorted({*outcomes, *expected}) if outcomes.get(name) != expected.get(name)]
            different += bool(differing)
            for name in differing:
                print(f"  {name}: {outcomes.get(name)}, and first {expected.get(name)}: {report['reasons'].get(name)}")
    print(f"{len(runs) - different} of {len(runs)} runs have the verdicts of the first")
    for (faults, condition), verdicts in () if different else stated.items():
        record_verdicts(
            f"the chat server of another make, {SERVER_WORDS[faults]}{CONDITION_WORDS[condition]}",
            verdicts,
            [fault.rule for fault in FAULTS.values()] if faults == "wrong" else (),
            mistakes="8, chosen by the authors of the checks" if faults == "wrong" else "none",
            known="its code, which was written from the words of the contract",
            command=f"nox -s same-verdicts -- --server {faults} --condition {condition}",
        )
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
