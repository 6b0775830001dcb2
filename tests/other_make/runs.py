"""`python -m tests.other_make.runs`: check one server again and again, idle and disturbed; all verdicts are the same.

The server is the chat server of another make on a port, in a process of its own: once as it is, and once with all of its
mistakes. A run is disturbed by busy processors, by writes that the server commits up to two seconds late, by a gateway
that fails for 4 % of the requests, or by all of this at once. The time is real.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from os import cpu_count
from random import Random
from time import monotonic

import httpx
import uvicorn
from attrs import frozen

from tests.other_make.chat_server import FAULTS, chat_server
from tests.other_make.gateway import Gateway
from tests.other_make.records import KEYS
from trivet_stubs.checks import Budget, Credentials, Result, Target, run, suite
from trivet_stubs.serving.bounded_http_client import HttpClient

RUNS = 10
LATEST = 2.0
"""The most seconds after which the server commits a write."""
SHARE = 0.04
"""The part of the requests for which the gateway fails."""
SECONDS = 900.0
"""The bound of a run."""


@frozen
class Condition:
    """What disturbs a run."""

    name: str
    busy: bool = False
    late: bool = False
    gateway: bool = False


CONDITIONS = (
    Condition("idle"),
    Condition("busy processors", busy=True),
    Condition("commits up to 2 s late", late=True),
    Condition("a gateway with 4 % failures", gateway=True),
    Condition("all of these", busy=True, late=True, gateway=True),
)
SERVERS = {"as it is": frozenset[str](), "with all mistakes": FAULTS}

Seen = dict[str, tuple[str, frozenset[tuple[str, str]]]]
"""The outcome of each rule and operation, and of its parts."""


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
    command = [sys.executable, "-m", "tests.other_make.runs", "--serve", faults]
    process = subprocess.Popen(
        [*command, *([] if seed is None else ["--late", str(seed)])], stdout=subprocess.PIPE, text=True
    )
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
    return {
        verdict.id: (verdict.outcome, frozenset((part.name, part.outcome) for part in verdict.parts))
        for verdict in result.verdicts
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.other_make.runs", description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help="how often under each condition")
    parser.add_argument("--only", default="", metavar="TEXT", help="the conditions whose names have this text")
    parser.add_argument("--serve", choices=sorted(SERVERS), help=argparse.SUPPRESS)
    parser.add_argument("--late", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.late)
        return 0
    different = 0
    for faults in SERVERS:
        first: Seen = {}
        for condition in (condition for condition in CONDITIONS if options.only in condition.name):
            for number in range(options.runs):
                begun = monotonic()
                result, failures = checked(condition, faults, seed=number)
                outcomes = seen(result)
                first = first or outcomes
                counts = ", ".join(f"{len(result.of(name))} {name}" for name in ("holds", "broken", "not tried"))
                print(
                    f"{faults}, {condition.name}, run {number + 1}: {counts}; {monotonic() - begun:.0f} s, "
                    f"{result.requests} requests{f', {failures} of them failed' if failures else ''}",
                    flush=True,
                )
                reasons = {verdict.id: verdict.reason for verdict in result.verdicts}
                wrong = [
                    *([f"the run ended early: {result.stopped}"] if result.stopped else []),
                    *(f"left on the server: {record}" for record in result.left),
                    *(
                        f"{name}: {outcomes.get(name)} and not {first.get(name)}: {reasons.get(name)}"
                        for name in sorted(first.keys() | outcomes.keys())
                        if outcomes.get(name) != first.get(name)
                    ),
                ]
                different += bool(wrong)
                for line in wrong:
                    print(f"  DIFFERS {line}", flush=True)
    print("all verdicts are the same" if not different else f"{different} runs have other verdicts")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
